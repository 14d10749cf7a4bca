"""Time that passes by itself: a room is given a clock here, so that no game need be named."""

from typing import Any

import msgspec
import pytest

from parlour.core.event import Whisper
from parlour.core.outcome import Outcome
from parlour.core.seats import HOUSE
from parlour.core.table import Table
from parlour.games import all_games
from parlour.server.store import StoreDown
from parlour.server.table import records, rows
from tests.server.desk import PLAIN, Desk, Opener

TICK = 250
BELL = 10
GAME = "magpies"


class Nudge(Whisper, frozen=True):
    """Only its audience hears it."""

    seat: int


def ticks(t: Any) -> int:
    return int(t.dice.queue[0]) if t.dice.queue else 0


@pytest.fixture
def desk(desk: Opener, monkeypatch: pytest.MonkeyPatch) -> Opener:
    """Magpies with a clock: every tenth tick a bell that seat 0 alone hears."""
    room: type[Table] = type(all_games()[GAME].new(2, 1))
    passed: dict[int, list[Table]] = {}  # held, so that no other table gets the same id

    def tick(self: Table) -> None:
        passed.setdefault(id(self), []).append(self)
        if len(passed[id(self)]) % BELL == 0:
            self.tell(Nudge(1 << 0, 0))

    monkeypatch.setattr(room, "ticking", lambda self: self.outcome is None)
    monkeypatch.setattr(room, "tick", tick)
    return desk


async def two(desk: Any) -> Desk:
    table: Desk = await (await desk()).open(GAME, 2)
    for seat in (0, 1):
        await table.guest(seat)
    await table.guest(None)
    return await table.begin()


async def chosen(table: Desk) -> list[rows.Chose]:
    found = [rows.read(row) for row in await table.hub.store.load(table.id)]
    return [body for body in found if isinstance(body, rows.Chose)]


async def test_idle_ticks_are_no_rows_and_an_act_carries_them(desk: Any) -> None:
    table = await two(desk)
    await table.pass_time(TICK * 7 + 100)
    assert not await chosen(table)
    assert table.keeper.sitting.idle == 7
    await table.guests[0].answer()
    assert [(body.seat, body.ticks) for body in await chosen(table)] == [(0, 7)]
    assert table.keeper.sitting.idle == 1, "the tick that it came in"


async def test_a_tick_that_tells_something_is_written_before_it_is_told(desk: Any) -> None:
    table = await two(desk)
    before = [guest.n for guest in table.guests]
    await table.pass_time(TICK * BELL + 100)
    made = await chosen(table)
    assert [(body.seat, body.text, body.by) for body in made] == [(-1, f"tick:{BELL}", "house")]
    assert table.guests[0].news["events"] == [{"type": "nudge", "seat": 0}]
    after = [guest.n for guest in table.guests]
    assert after[0] == before[0] + 1
    assert after[1:] == before[1:], "the others are sent nothing at all"


async def test_news_of_a_tick_goes_out_at_its_moment_whether_or_not_it_was_written(
    desk: Any,
) -> None:
    table = await two(desk)
    begun = table.world.now
    await table.pass_time(TICK * BELL + 100)
    assert table.guests[0].news["at"] == begun + TICK * BELL + PLAIN.hold_ms


async def test_what_happens_while_a_tick_is_held_back_waits_for_it(desk: Any) -> None:
    table = await two(desk)
    await table.pass_time(TICK * BELL + 1)
    assert table.keeper.hold_until
    n = table.guests[1].n
    assert (await table.guests[0].do("say", phrase="hello"))["type"] == "ack"
    assert table.guests[1].n == n
    await table.pass_time(PLAIN.hold_ms)
    assert table.guests[1].n == n + 1


async def test_the_end_is_told_though_no_tick_follows_it(desk: Any) -> None:
    table = await two(desk)
    while table.keeper.sitting.phase == "playing":
        guest = next(guest for guest in table.guests[:2] if guest.news["decision"])
        assert (await guest.answer())["type"] == "ack"
    assert all(guest.news["view"]["over"] for guest in table.guests)


async def test_ticks_keep_their_step_and_do_not_race_after_a_hold_up(desk: Any) -> None:
    table = await two(desk)
    table.world.now += 60_000
    await table.pass_time(TICK * 4)
    assert table.keeper.sitting.idle <= 8


async def test_a_tick_that_cannot_be_written_has_not_happened(desk: Any) -> None:
    table = await two(desk)
    await table.pass_time(TICK * (BELL - 1) + 100)
    append = table.keeper.store.append

    async def down(*args: Any, **more: Any) -> None:
        raise StoreDown("away")

    told = table.guests[0].n
    table.keeper.store.append = down  # type: ignore[method-assign]
    await table.pass_time(TICK)
    assert table.guests[0].n == told
    table.keeper.store.append = append  # type: ignore[method-assign]
    await table.pass_time(TICK * (BELL + 2))
    assert (await chosen(table))[-1].by == "house"


async def test_the_log_gives_the_same_table_ticks_and_all(desk: Any) -> None:
    table = await two(desk)
    for _ in range(3):
        await table.pass_time(TICK * 3 + 100)
        guest = next(g for g in table.guests[:2] if g.news["decision"])
        await guest.answer()
    again = await desk()
    again.id = table.id
    await again.hub.keeper(table.id)
    await again.keeper.hear_tick(table.keeper.sitting.seq, table.keeper.sitting.idle)
    assert again.table.line() == table.table.line()
    assert again.table.serial == table.table.serial
    s = table.keeper.sitting
    made, _ = await records.choices(table.keeper, s.games[0])
    record = records.record_of(s, s.games[0], made)
    replayed = table.table.game.load(record)
    assert s.idle == 1, "idle, and so no row yet"
    replayed.answer(HOUSE, "tick")
    assert replayed.line() == table.table.line()


async def test_another_node_follows_the_ticks(desk: Any) -> None:
    table = await two(desk)
    other = Desk(table.hub.store, msgspec.structs.replace(PLAIN, node="other"), table.world)
    other.id, other.keys = table.id, table.keys
    await other.hub.keeper(table.id)
    assert not other.keeper.held
    await table.pass_time(TICK * 3 + 100)
    await other.keeper.hear_tick(table.keeper.sitting.seq, 3)
    assert other.keeper.sitting.idle == 3
    assert table.table.line() == other.table.line()


@pytest.mark.parametrize("end", [True, False])
async def test_the_last_tick_is_told_like_any_other(
    desk: Any, monkeypatch: pytest.MonkeyPatch, end: bool
) -> None:
    """Time stops with a tick, because the game is over or because somebody is asked."""
    table = await two(desk)
    room: Any = type(table.table)
    still: list[bool] = []

    def last(self: Any) -> None:
        still.append(True)
        self.tell(Nudge(1 << 0 | 1 << 1, 0))
        if end:
            self.finish(Outcome((0,), (0, 0), "most"))

    monkeypatch.setattr(room, "tick", last)
    monkeypatch.setattr(room, "ticking", lambda self: not still)
    await table.pass_time(TICK + 10)
    assert still
    await table.pass_time(1_000)
    guest = table.guests[0]
    assert [e["type"] for news in guest.heard("news") for e in news["events"]][-1] == "nudge"
    tables = [news["table"]["phase"] for news in guest.heard("news") if "table" in news]
    assert tables[-1] == ("over" if end else "playing")


@pytest.mark.parametrize("by", [14 * 86_400_000, -3_600_000])
async def test_ticks_go_on_when_the_clock_is_set_and_what_was_done_is_done(
    desk: Opener, by: int
) -> None:
    table = await two(desk)
    await table.pass_time(3 * TICK)
    guest = table.guests[table.table.on_turn()]
    replies = await guest.act(guest.news["decision"]["choices"][0]["text"])
    assert not replies()
    table.world.machine = by
    await table.hub.follow_clock()
    await table.end_of_tick()
    assert [reply["type"] for reply in replies()] == ["ack"]
    before = table.keeper.sitting.idle
    await table.pass_time(3 * TICK)
    assert table.keeper.sitting.idle == before + 3
