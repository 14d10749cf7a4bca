"""The rounds of an evening: opened, drawn, counted from the logs of their tables."""

import contextlib
from collections.abc import Iterator
from typing import Final, NamedTuple

from parlour.bots import make_bot, tempers, usual
from parlour.core.errors import Refusal
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.games import game as find_game
from parlour.server.evening import lots, shown
from parlour.server.evening.log import (
    TRIES,
    Came,
    Counted,
    Drawn,
    DrawnTable,
    Finished,
    Gathering,
    Planned,
    after,
    append,
    create,
    host_only,
    on,
    read,
)
from parlour.server.evening.seating import table_sizes
from parlour.server.node import opening
from parlour.server.node.hub import Hub
from parlour.server.store import Conflict, StoreDown
from parlour.server.table import names, people, rows, seats
from parlour.server.table.begin import is_done
from parlour.server.table.clocks import check_pace
from parlour.server.table.series import check_opening, opens
from parlour.server.table.sitting import Sitting

TITLE_LENGTH: Final = 60
MEND_MS: Final = 3_600_000
"""So long after a draw a table that was never opened is still opened."""
Results = dict[str, Counted]


class Asked(NamedTuple):
    """Whoever asks: the hash of their key, and their address as limits count it."""

    hash: str
    address: str


# --- opening ----------------------------------------------------------------------------------


async def open_evening(hub: Hub, wanted: shown.EveningRequest) -> shown.EveningKeys:
    """A new evening with its first guests; nothing is drawn yet."""
    game = find_game(wanted.game)
    check_pace(wanted.pace)
    check_opening(game, wanted.size, wanted.options, wanted.series)
    level = wanted.level or usual(game)
    make_bot(game, level, Rng(0))
    key = hub.world.token(people.KEY_BITS)
    id = hub.store.settle(hub.world.token(96))
    least, most = sizes(game, wanted)
    plan = Planned(
        title=names.tidy_name(wanted.title, TITLE_LENGTH),
        game=game.id,
        size=wanted.size,
        least=least,
        most=most,
        rounds=wanted.rounds,
        host=people.hashed(key),
        options=dict(wanted.options),
        series=wanted.series,
        pace=wanted.pace,
        level=level,
    )
    guests = [Came(names.tidy_name(wanted.name), people.hashed(key))] if wanted.name else []
    taken = [guest.name for guest in guests]
    for number in range(wanted.bots):
        guests.append(bot_guest(id, number, level, temper_in_turn(game, number), taken))
        taken += names.names_of("bot", guests[-1].name)
    await create(hub, id, [plan, *guests])
    return shown.EveningKeys(id, key, 0 if wanted.name else None)


def temper_in_turn(game: Game, number: int) -> str:
    """Of the bots of an evening one is careful, the next is bold, and so on."""
    known = tempers(game)
    return known[number % len(known)] if known else ""


def bot_guest(id: str, number: int, level: str, temper: str, taken: list[str]) -> Came:
    """A bot that comes to an evening, as a character that is not here yet."""
    name = names.character_for(temper, taken, names.lot_of(id, number // 3))
    return Came(names.unique_name(taken, name), "", level, temper)


def sizes(game: Game, wanted: shown.EveningRequest) -> tuple[int, int]:
    """The numbers of players around the wished one that these options can be played with."""
    least = most = wanted.size
    while least > game.least and opens(game, least - 1, wanted.options, wanted.series):
        least -= 1
    while most < game.most and opens(game, most + 1, wanted.options, wanted.series):
        most += 1
    return least, most


# --- drawing ----------------------------------------------------------------------------------


async def draw(hub: Hub, id: str, asked: Asked, wanted: shown.DrawRequest) -> Gathering:
    """The next round: written down, then opened.  Whatever tables came to is counted.

    With `force` those who still play are not drawn; their tables go on, and count when they end.
    """
    for _ in range(TRIES):
        e = await read(hub, id)
        host_only(e, asked.hash)
        on(e)
        after(e, wanted.round)
        if len(e.rounds) >= e.plan.rounds:
            raise Refusal("rounds_played")
        if e.lots.now is not None:
            return await settle(hub, e)
        results, unreadable = await look_at_all(hub, e)
        if wanted.force:
            results |= unreadable
        late = [place for place in e.open_tables() if place.id not in results]
        if late and not wanted.force:
            raise Refusal("round_not_over")
        busy = {guest for place in late for guest in place.guests}
        present = [guest for guest in e.present if guest not in busy]
        try:
            if (closed := sealed(hub, e, asked.address, present)) is not None:
                await append(hub, e, [*count(e, results), closed])
                return e
            round = await drawn(hub, e, results, present)
            with hub.bot_tables.opening(asked.address, of_bots(e, round)):
                await append(hub, e, [*count(e, results), round])
                await look(hub, e)
                return e
        except Conflict:
            continue
    raise Refusal("busy")


def of_bots(e: Gathering, round: Drawn) -> list[str]:
    """The tables of a round at which bots play alone."""
    return [place.id for place in round.tables if all(e.guests[k].bot for k in place.guests)]


def sealed(hub: Hub, e: Gathering, address: str, present: list[int]) -> lots.Sealed | None:
    """The list of the draw, where guests have committed to a share of it.

    It is bounded here how many tables of bots alone may come of it: later it cannot be refused.
    """
    round = len(e.rounds) + 1
    shares = e.lots.coming(round, present)
    sizes = table_sizes(len(present), e.plan.least, e.plan.most, e.plan.size)
    if not shares or not sizes:
        return None
    bots = sum(e.guests[k].bot for k in present)
    hub.bot_tables.expect(e.id, address, bots // min(sizes))
    return lots.seal(e.secrets, round, shares, present)


async def settle(hub: Hub, e: Gathering) -> Gathering:
    """A draw whose list is closed goes on when all have revealed, or their time is up."""
    now = e.lots.now
    if now is None or (now.waits and lots.is_awaited(now, hub.world.now_ms())):
        return e
    results = await look(hub, e)
    round = await drawn(hub, e, results, e.lots.present)
    try:
        await append(hub, e, [*count(e, results), round])
        hub.bot_tables.drawn(e.id, of_bots(e, round))
    except Conflict:  # somebody else who looked
        e = await read(hub, e.id)
    await look(hub, e)
    return e


async def drawn(hub: Hub, e: Gathering, results: Results, here: list[int]) -> Drawn:
    present = {e.guests[k].name: k for k in here}
    evening = e.as_core(results)
    shares = e.lots.now.shares if e.lots.now is not None else None
    lot, _ = lots.seed_of(e.id, e.secrets, len(e.rounds) + 1, shares)
    seed = int.from_bytes(lot[:8], "big")
    found = await hub.world.think(lambda: evening.draw(list(present), seed))
    tables = [[present[name] for name in table.people] for table in found.tables]
    places = [DrawnTable(hub.store.settle(hub.world.token(96)), guests) for guests in tables]
    out = [present[name] for name in found.out]
    return Drawn(places, out, int(shares is not None), shares or [])


def count(e: Gathering, results: Results) -> list[rows.Body]:
    """Every table that has come to its end, for good."""
    return [results[place.id] for place in e.open_tables() if place.id in results]


def share(e: Gathering, guest: int, said: shown.ShareRequest) -> list[rows.Body]:
    """What a guest's page says for the draw of a round."""
    on(e)
    if said.value:
        return lots.throw(e.id, e.lots, guest, said.round, said.value)
    if said.round != len(e.rounds) + 1:
        raise Refusal("no_shuffle")
    return lots.promise(e.lots, guest, said.round, said.commitment)


async def finish(hub: Hub, id: str, hash: str, round: int) -> Gathering:
    """No more rounds.  Tables that still play go on, and count when they end.

    One that cannot be read here counts as unfinished, or the evening would never be over.
    """
    for _ in range(TRIES):
        e = await read(hub, id)
        host_only(e, hash)
        after(e, round)
        if e.finished:
            return e
        if (await settle(hub, e)).lots.now is not None:
            raise Refusal("round_not_over")  # its list is out: it is not broken off
        after(e, round)
        results, unreadable = await look_at_all(hub, e)
        bodies = [*count(e, results | unreadable), Finished()]
        try:
            await append(hub, e, bodies)
        except Conflict:
            continue
        return e
    raise Refusal("busy")


# --- the tables in play -----------------------------------------------------------------------


async def look(hub: Hub, e: Gathering) -> Results:
    """What tables have come to that are not counted yet; opens those not yet open."""
    return (await look_at_all(hub, e))[0]


async def look_at_all(hub: Hub, e: Gathering) -> tuple[Results, Results]:
    """What tables have come to, and those that cannot be read here: perhaps on another node.

    A table in another database, which is away, is as one in play: it counts when that is back.
    """
    found: Results = {}
    unreadable: Results = {}
    for place in e.open_tables():
        try:
            sitting = await _sitting(hub, e, place)
        except (Refusal, StoreDown) as wrong:
            if isinstance(wrong, Refusal) and wrong.code == "table_unreadable":
                unreadable[place.id] = Counted(place.id)
            elif not is_away(hub, e, place, wrong):
                raise
            continue
        ended = Counted(place.id) if sitting is None else outcome(place, sitting)
        if ended is not None:
            found[place.id] = ended
    return found, unreadable


def is_away(hub: Hub, e: Gathering, place: DrawnTable, wrong: Refusal | StoreDown) -> bool:
    """Whether this is because the table lives in another database than its evening."""
    down = isinstance(wrong, StoreDown) or wrong.code == "store_down"
    return down and hub.store.part(place.id) is not hub.store.part(e.id)


@contextlib.contextmanager
def suppress_unreadable() -> Iterator[None]:
    """A table that cannot be read here does not stop its evening."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code != "table_unreadable":
            raise


async def _sitting(hub: Hub, e: Gathering, place: DrawnTable) -> Sitting | None:
    """The table as its log says; None: it is gone, and its time is past."""
    try:
        return (await hub.keeper(place.id)).sitting
    except Refusal as refusal:
        if refusal.code != "no_such_table":
            raise
    if hub.world.now_ms() - e.drawn_ms > MEND_MS:
        return None
    with contextlib.suppress(Conflict):  # somebody else who looked has opened it
        bodies = seat_rows(e, place)
        await opening.open_started(hub, place.id, config(hub, e, place), bodies, throwing(e, place))
    return (await hub.keeper(place.id)).sitting


def config(hub: Hub, e: Gathering, place: DrawnTable) -> rows.Opened:
    plan, game = e.plan, find_game(e.plan.game)
    return rows.Opened(
        game=game.id,
        version=game.version,
        players=len(place.guests),
        code=opening.new_code(place.id, hub.world.secret()),
        host=plan.host,
        options=plan.options,
        pace=plan.pace,
        level=plan.level,
        series=plan.series,
        evening=e.id,
        dead_talk=False,
        helps=False,
    )


def throwing(e: Gathering, place: DrawnTable) -> set[int]:
    """The seats whose guests' pages took part in the draw: they do in the first shuffle too."""
    [round] = [one for one in e.rounds if place in one.tables]
    thrown = {share.seat for share in round.shares if share.value}
    return {seat for seat, guest in enumerate(place.guests) if guest in thrown}


def seat_rows(e: Gathering, place: DrawnTable) -> list[rows.Body]:
    """Each guest's own key answers for their seat; a bot plays for whoever has left meanwhile."""
    found: list[rows.Body] = []
    for seat, number in enumerate(place.guests):
        guest = e.guests[number]
        who: rows.Who = "bot" if guest.bot else "person"
        found.append(
            rows.Seated(seat, who, guest.name, guest.hash, guest.level, temper=guest.temper)
        )
        if guest.left and not guest.bot:
            found.append(rows.Away(seat, True))
    return found


def outcome(place: DrawnTable, s: Sitting) -> Counted | None:
    """What was agreed has been played, or never will be; None: it is still in play."""
    over, series = s.over, s.series()
    if over is None or not is_done(s):
        return Counted(place.id) if s.phase in ("closed", "frozen") else None
    pays, winners = over.pays, over.winners
    if series is not None:
        pays = [sum(result.pays[seat] for result in series.results) for seat in range(s.players)]
        winners = series.winners()
    return Counted(place.id, pays, [place.guests[seat] for seat in winners])


async def get_up(hub: Hub, e: Gathering, guest: int, removed: bool = False) -> None:
    """A bot plays on for a guest who has left.

    Not for one who was removed and plays: a host could have bots play for whoever is winning.
    """
    hash = e.guests[guest].hash
    for place in e.open_tables():
        if guest in place.guests and not e.guests[guest].bot:
            with suppress_unreadable():
                keeper = await hub.keeper(place.id)
                stand_in = seats.stand_in(hash, keeper.present(), hub.settings.grace_ms)
                await keeper.do(stand_in if removed else seats.leave(hash))
