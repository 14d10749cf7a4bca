"""A table where time passes by itself: what is done there waits for the end of its tick.

Whoever keeps the table collects.  What is done at another node is sent there as a note; a note can
be lost, so what has not come of it in time is tried from here, and the append decides as ever.
"""

from typing import Final

import msgspec

from parlour.core.errors import Refusal
from parlour.core.seats import HOUSE
from parlour.server.store import Conflict
from parlour.server.table import rows, shown
from parlour.server.table.acts import Act, No, Reply, is_offer
from parlour.server.table.keeper import Keeper

FAR_MS: Final = 500
"""Beyond two ticks: so long another node is given to take what was done here."""


def is_live(keeper: Keeper) -> bool:
    """Whether time passes here now."""
    s = keeper.sitting
    try:
        return s.running and s.game_table is not None and s.game_table.ticking()
    except Exception as wrong:
        keeper.broken(wrong)
        return False


def collects(keeper: Keeper) -> bool:
    """Whether what is done now has to wait: for the tick, or for those who came before."""
    return bool(keeper.acts.waiting) or is_live(keeper)


def collect(keeper: Keeper, act: Act, told: Reply) -> None:
    """Something is done; whoever did it is told what came of it when its tick has ended."""
    s, acts = keeper.sitting, keeper.acts
    if s.heard_of(act.seat, act.mid):
        told(None)
    elif keeper.held or acts.waiting:
        acts.add(act, told)
    else:
        acts.send_on(act, told, act.at + far_ms(keeper))
        keeper.spawn(keeper.note("a", shown.encode(act).decode()))
    keeper.changed.set()


def far_ms(keeper: Keeper) -> int:
    return FAR_MS + 2 * keeper.sitting.tick_ms()


async def carry_out(keeper: Keeper, before: int | None = None) -> None:
    """What was done before this moment, in order.  Each is checked when its turn comes."""
    acts = keeper.acts
    for act, told in acts.take(before):
        s = keeper.sitting
        number = acts.number(s, act)
        offer = is_offer(s, act)
        refusal: Refusal | None = None
        try:
            await keeper.do(act.deed(number))
        except Refusal as wrong:
            refusal = wrong
        if offer and refusal is None:
            acts.took_offer(keeper.sitting, act.seat, number)
        acts.replies.append((told, refusal))


async def insist(keeper: Keeper, seat: int, mid: str) -> None:
    """Nobody has taken what was sent on: then from here, unless it stands in the log by now.

    A refusal from here is not the last word: whoever keeps the table may be about to carry it out,
    at another moment.  So whoever did it is asked to send it again, under the same id.
    """
    found = keeper.acts.far.pop((seat, mid), None)  # what the other node says now comes too late
    if found is None:
        return
    _, act, told = found
    refusal: Refusal | None = None
    try:
        await keeper.do(act.deed(act.number))
    except Refusal as wrong:
        refusal = wrong if wrong.code == "not_saved" else Refusal("busy")
    keeper.acts.replies.append((told, refusal))


async def set_back(keeper: Keeper) -> None:
    """The clock was set back since the last row, between two runs: the table's time follows it.

    Else whoever is asked would have that much more time, and talk would be refused as long.
    """
    async with keeper.lock:
        now, s = keeper.world.now_ms(), keeper.sitting
        if keeper.owed_ms or s.at_ms <= now or s.phase in ("frozen", "closed"):
            return
        try:
            await keeper.write([rows.Resumed(HOUSE, now - s.at_ms)], now)
        except (Conflict, Refusal):
            keeper.suspect()


# --- notes of other nodes -------------------------------------------------------------------


def hear_act(keeper: Keeper, node: str, body: str) -> None:
    """Something was done at another node.  The way from there is a part of its line.

    It may come late, or wait here for long, as when the database is away.
    """
    if not keeper.held:
        return
    act = msgspec.json.decode(body, type=Act)
    now = keeper.world.now_ms()
    until = act.at + far_ms(keeper)
    act = msgspec.structs.replace(act, at=now, half=act.half + max(0, now - act.at), until=until)

    def told(refusal: Refusal | None) -> None:
        if refusal is not None:  # what is done stands in the log
            no = No(act.seat, act.mid, refusal.code, refusal.rule, refusal.facts)
            keeper.spawn(keeper.note("n", f"{node} {shown.encode(no).decode()}"))

    try:
        collect(keeper, act, told)
    except Refusal as refusal:
        told(refusal)


def hear_no(keeper: Keeper, node: str, body: str) -> None:
    """The node that collects has refused something; perhaps it was done here."""
    if node == keeper.node:
        no = msgspec.json.decode(body, type=No)
        keeper.acts.answered(no.seat, no.mid, Refusal(no.code, no.rule, no.facts))
        keeper.changed.set()


def pass_tick(keeper: Keeper) -> bool:
    """One tick in memory; whether anything came of it that must be written before it is told."""
    s = keeper.sitting
    t = s.game_table
    assert t is not None
    before = (t.asked, list(t.serial), len(t.sink or ()))
    try:
        t.pass_time()
    except Exception as wrong:
        keeper.broken(wrong)
        return False
    s.idle += 1
    return t.outcome is not None or before != (t.asked, list(t.serial), len(t.sink or ()))
