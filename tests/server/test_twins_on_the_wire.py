"""Twin worlds over the wire: clock, ids and pauses are injected, and a seat is sent the same bytes.

The worlds are built by `parlour.lab.twins`: two hidden things that the eye never saw are exchanged.
Each becomes a table of a server of its own; both are played on with the same choices at the same
moments.  While every difference lies where the eye cannot see it, all frames that the eye is sent
must be the same, message numbers and times included.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest

from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.seats import BYSTANDER, HOUSE, clockwise
from parlour.core.series import Plan, Series
from parlour.core.table import Table
from parlour.core.undo import CONSENT
from parlour.games import all_games
from parlour.lab import twins
from parlour.lab.conformance import NONSENSE, Setting, finished, walk
from parlour.lab.examiners import hidden
from parlour.server.table import rows, snapshots, stream
from parlour.server.table import shown as table_shown
from parlour.server.table.saved import SnapshotBody
from tests.server.desk import PLAIN, Desk, Guest
from tools.faults.mix import variants

UNBOUNDED = msgspec.structs.replace(PLAIN, message_burst=1_000_000)
FRAMES = 240
PAIRS = 6
SINGLE = Setting()


class World:
    """One of the two: a table laid out from a position, everybody connected."""

    def __init__(self, desk: Desk, eye: int) -> None:
        self.desk = desk
        self.eye = eye
        self.guests: list[Guest] = []
        self.compared = 0

    @classmethod
    async def of(cls, path: Path, game: Game, facts: dict[str, Any], eye: int) -> "World":
        players = int(facts["players"])
        desk = await Desk.at(f"sqlite:///{path}", UNBOUNDED)
        options = facts.get("options", {})
        series = {"form": "tournament"} if "points" in facts.get("carry", {}) else None
        await desk.open(game.id, players, options=options, series=series)
        await desk.begin()
        await lay_out(desk, twins.world(game, facts))
        made = cls(desk, eye)
        desk.house.duties()
        for seat in [*range(players), None]:
            made.guests.append(await desk.guest(seat))
        return made

    @property
    def t(self) -> Table:
        table: Table = self.desk.table
        return table

    def sent(self) -> list[bytes]:
        """What the eye has got since it was last asked for."""
        frames = self.guests[-1 if self.eye == BYSTANDER else self.eye].line.sent
        fresh, self.compared = frames[self.compared :], len(frames)
        return fresh

    async def pry(self, texts: list[str]) -> None:
        """The eye asks why it may not do what it must not even know of."""
        if self.eye != BYSTANDER:
            for text in texts:
                await self.guests[self.eye].do("why", choice=text)

    def moment(self, seat: int) -> int:
        """When somebody of ordinary speed answers: drawn for every question alike."""
        self.desk.house.duties()
        return self.desk.house._asked[seat][2]

    async def act(self, seat: int, text: str, at: int) -> bool:
        """The answer comes at this moment: from the house where it is forced, else by hand."""
        desk = self.desk
        live = self.t.ticking()
        forced = bool(self.t.asked >> seat & 1) and len(self.t.choices(seat)) == 1 and not live
        await desk.pass_time(at - desk.world.now)
        if not forced:
            number = self.t.serial[seat]
            reply = await self.guests[seat].do("answer", decision=number, choice=text)
            if live:  # its tick has ended with it
                return bool(reply["type"] == "ack")
        return await self.last() == (seat, text)

    async def last(self) -> tuple[int, str]:
        """The last choice, from the log."""
        chosen = [rows.read(row) for row in await self.desk.hub.store.load(self.desk.id)]
        found = [(body.seat, body.text) for body in chosen if isinstance(body, rows.Chose)]
        return found[-1] if found else (HOUSE, "")

    async def plead(self, seat: int) -> None:
        """Everybody is asked whether the seat may take its choice back; somebody is against it."""
        await self.guests[seat].do("plead")
        plea = self.desk.keeper.sitting.pleas.open
        assert plea is not None
        await self.guests[plea.waits[0]].do("agree", plea=plea.id)
        await self.guests[plea.waits[-1]].do("decline", plea=plea.id)

    async def tick(self) -> None:
        before = self.desk.house.next_tick
        while self.desk.house.next_tick == before or self.desk.keeper.hold_until:
            due = self.desk.house.due()
            assert due is not None
            await self.desk.pass_time(max(0, due - self.desk.world.now))
            before = before or self.desk.house.next_tick


async def lay_out(desk: Desk, t: Table) -> None:
    """Put a position on a table that has begun, by way of a snapshot."""
    sitting = desk.keeper.sitting
    kept = msgspec.json.decode(snapshots.keep(sitting), type=SnapshotBody)
    kept.line, kept.serial = t.line(), list(t.serial)
    await desk.hub.store.snapshot(desk.id, sitting.seq, msgspec.json.encode(kept))
    await desk.keeper.load()
    desk.house._asked.clear()


def next_act(t: Table, ours: World, rng: Rng) -> tuple[int, str]:
    """The next thing that happens: an offer taken, time that passes, or the quickest answer."""
    for seat in clockwise(t.on_turn(), t.players):
        offers = t.offers(seat)
        if offers and rng.below(8) == 0:
            return seat, t.offer_text(seat, offers[rng.below(len(offers))])
    asked = [seat for seat in range(t.players) if t.asked >> seat & 1]
    if t.ticking() and (not asked or rng.below(2)):
        return HOUSE, "tick"
    seat = min(asked, key=ours.moment)
    decision = t.decision(seat)
    assert decision is not None
    return seat, decision.choices[rng.below(len(decision.choices))].text


def shown(game: Game, a: Table, b: Table, eye: int) -> bool:
    covered = {(path, part): mask for path, part, mask in hidden(game, a)}
    return any(covered.get(p, -1) >> eye & 1 for p in twins.differences(game, a, b))


async def step(ours: World, theirs: World, renamed: dict[str, str], rng: Rng) -> bool:
    """The same act in both worlds at the same moment; False where one does not allow it."""
    seat, text = next_act(ours.t, ours, rng)
    if seat == HOUSE:
        await ours.tick()
        await theirs.tick()
        return True
    asked = bool(ours.t.asked >> seat & 1) and not ours.t.ticking()
    offer = text in [ours.t.offer_text(seat, o) for o in ours.t.offers(seat)]
    now = ours.desk.world.now
    at = now + 1 if offer or not asked else max(now, ours.moment(seat))
    first = await ours.act(seat, text, at)
    second = await theirs.act(seat, twins.rename(text, renamed), at)
    may = {world.t.may_undo(seat) for world in (ours, theirs)}
    if first and second and may == {CONSENT} and rng.below(3) == 0:
        await ours.plead(seat)
        await theirs.plead(seat)
    return first and second


async def compare(game: Game, ours: World, theirs: World, renamed: dict[str, str], rng: Rng) -> int:
    compared = 0
    while not shown(game, ours.t, theirs.t, ours.eye):
        a, b = ours.sent(), theirs.sent()
        if a != b:
            raise twins.Leak(f"eye {ours.eye} was sent\n  {a}\nor\n  {b}")
        assert ours.desk.world.now == theirs.desk.world.now
        compared += len(a)
        if compared > FRAMES or ours.t.outcome is not None:
            break
        tries = [*NONSENSE[1:5], *twins.tempting(ours.t)[:3]]
        await ours.pry(tries)
        await theirs.pry(tries)
        if not await step(ours, theirs, renamed, rng):
            break
    return compared


def pairs(
    game: Game, players: int, seed: int, setting: Setting
) -> Iterator[tuple[Any, Any, dict[str, str], int]]:
    """Moments of a random game, each with two worlds that one eye cannot tell apart."""
    memory = twins.Memory(players)
    rng = Rng(seed)
    for number, t in enumerate(walk(game, players, seed, setting)):
        facts = game.position(t)
        memory.note(game, t, facts)
        if (number and rng.below(9)) or t.outcome is not None:
            continue
        eye = [*range(players), BYSTANDER][number % (players + 1)]
        found = twins.pair(game, facts, memory.unseen(game, t, facts, eye), rng)
        other = found and twins.other_world(game, facts, *found)
        if other:
            twin, renamed = other
            yield facts, game.position(twin), renamed, eye


async def check(game: Game, players: int, seed: int, path: Path, setting: Setting = SINGLE) -> int:
    compared = 0
    for number, (facts, other, renamed, eye) in enumerate(pairs(game, players, seed, setting)):
        if number == PAIRS:
            break
        ours = await World.of(path / f"{number}a.db", game, facts, eye)
        theirs = await World.of(path / f"{number}b.db", game, other, eye)
        try:
            compared += await compare(game, ours, theirs, renamed, Rng(seed + number))
        finally:
            await ours.desk.close()
            await theirs.desk.close()
    return compared


@pytest.mark.parametrize(("id", "options"), variants())
async def test_a_seat_is_sent_the_same_bytes_in_worlds_it_cannot_tell_apart(
    id: str, options: dict[str, Any], tmp_path: Path
) -> None:
    game = all_games()[id]
    players = min(game.most, max(game.least, 3))
    compared = await check(game, players, 7, tmp_path, Setting(options))
    assert compared > 10


async def test_a_later_game_of_a_tournament_keeps_its_secrets_on_the_wire(tmp_path: Path) -> None:
    """Bids, characters that are kept and cards that stay: what is carried on lies open."""
    game, options = all_games()["bang"], {"hiring": True, "experience": True}
    series = Series(game, Plan("bang", 4, options, "tournament"))
    series.add(finished(game, 4, 3, Setting(options, series.carry())))
    assert await check(game, 4, 7, tmp_path, Setting(options, series.carry())) > 10


async def test_a_planted_leak_in_the_table_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something in what everybody is told that depends on the whole position."""
    plain = table_shown.table_info

    def leaky(sitting: Any, here: set[int]) -> Any:
        info = plain(sitting, here)
        line = sitting.game_table.line() if sitting.game_table else ""
        return msgspec.structs.replace(info, reason=str(crc32(line.encode())))

    monkeypatch.setattr(table_shown, "table_info", leaky)
    with pytest.raises(twins.Leak):
        await check(all_games()["kings"], 3, 7, tmp_path)


async def test_a_planted_leak_in_the_pauses_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News that comes later when a certain seat holds a certain thing."""
    plain = stream.Stream.tell
    late_by = [0]

    def slow(self: Any, parts: Any, events: Any, said: Any, at: int) -> bool:
        return plain(self, parts, events, said, at + late_by[0])

    publish = stream.Streams.publish

    def late(self: Any, sitting: Any, *rest: Any) -> int:
        t = sitting.game_table
        late_by[0] = crc32(t.line().encode()) % 50 if t is not None else 0
        return publish(self, sitting, *rest)

    monkeypatch.setattr(stream.Stream, "tell", slow)
    monkeypatch.setattr(stream.Streams, "publish", late)
    with pytest.raises(twins.Leak):
        await check(all_games()["kings"], 3, 7, tmp_path)
