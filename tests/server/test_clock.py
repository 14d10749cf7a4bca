"""A clock that is wrong: set ahead it deletes nothing, set back it gives nobody time."""

import time
from typing import Any

import pytest
from structlog.testing import capture_logs

from parlour.server.metrics import METRICS
from parlour.server.node.pruning import AGREES_MS, DAY_MS, Pruning
from parlour.server.settings import Settings
from parlour.server.store import Store, StoreDown
from parlour.server.table import clocks, pauses, talk
from parlour.server.world import RealWorld
from tests.server.desk import PLAIN, Desk, FakeWorld, Opener
from tests.server.makers import rows, table

HOUR = 3_600_000


async def finished(store: Store, tables: int, at_ms: int, name: str = "t") -> None:
    for k in range(tables):
        new = table(f"{name}{k}", "over", at_ms=at_ms)
        await store.create(new, [type(row)(1, at_ms, row.kind, row.body) for row in rows(1)])


async def started(store: Store, world: FakeWorld, settings: Settings = PLAIN) -> Pruning:
    return Pruning(world, store, settings, (await store.census()).newest_ms)


async def test_started_under_a_clock_far_ahead_nothing_is_deleted(store: Store) -> None:
    world = FakeWorld()
    await finished(store, 14, world.now)
    world.set_by = 400 * DAY_MS
    pruning = await started(store, world)
    with capture_logs() as logged:
        await pruning.round()
    assert (await store.census()).tables == 14
    assert logged[0]["event"] == "prune_refused"
    assert METRICS.clock_ahead._value.get() == 400 * DAY_MS / 1000
    await finished(store, 1, world.now_ms(), "new")  # the new rows agree with the wrong clock
    world.now += HOUR
    await pruning.round()
    assert (await store.census()).tables == 15


async def test_a_clock_that_jumps_ahead_meanwhile_deletes_nothing(store: Store) -> None:
    world = FakeWorld()
    await finished(store, 14, world.now)
    pruning = await started(store, world)
    world.now += HOUR
    world.set_by = 400 * DAY_MS
    await pruning.round()
    assert (await store.census()).tables == 14
    world.set_by = 0
    world.now += 400 * DAY_MS  # now they are as old as that
    await pruning.round()
    assert (await store.census()).tables == 13


async def test_one_round_deletes_a_small_share_and_says_so(store: Store) -> None:
    world = FakeWorld()
    old = world.now - 366 * DAY_MS
    await finished(store, 200, old - 1, "a")
    await finished(store, 99, old, "b")
    await finished(store, 1, world.now, "c")
    pruning = await started(store, world)
    with capture_logs() as logged:
        await pruning.round()
    assert (await store.census()).tables == 297
    assert logged[0]["event"] == "prune_limited"
    assert await store.meta("b0"), "the oldest go first"


async def test_where_tables_are_kept_shortly_all_that_falls_due_is_deleted(store: Store) -> None:
    world = FakeWorld()
    await finished(store, 10, world.now - 2 * DAY_MS)
    await finished(store, 90, world.now, "new")
    pruning = await started(store, world, Settings(retain_days=1))
    await pruning.round()
    assert (await store.census()).tables == 90


async def test_an_empty_house_believes_its_clock(store: Store) -> None:
    world = FakeWorld()
    assert (await started(store, world)).agrees()
    assert AGREES_MS < 365 * DAY_MS


# --- set back -----------------------------------------------------------------------------------


class Clocks:
    """The machine's two clocks, in the test's hands."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.steady = 1_700_000_000 * 10**9, 0
        monkeypatch.setattr(time, "time_ns", lambda: self.wall)
        monkeypatch.setattr(time, "monotonic_ns", lambda: self.steady)

    def pass_s(self, seconds: float) -> None:
        self.wall += int(seconds * 10**9)
        self.steady += int(seconds * 10**9)

    def set_s(self, seconds: float) -> None:
        self.wall += int(seconds * 10**9)


@pytest.mark.parametrize("by_s", [-3600, 3600, 14 * 86_400])
def test_a_clock_that_is_set_is_not_followed_before_somebody_says_so(
    monkeypatch: pytest.MonkeyPatch, by_s: int
) -> None:
    clock = Clocks(monkeypatch)
    world = RealWorld()
    before = world.now_ms()
    assert world.stepped_ms() == 0
    clock.set_s(by_s)
    clock.pass_s(100)
    assert world.now_ms() == before + 100_000
    assert world.stepped_ms() == by_s * 1000
    world.follow()
    assert world.now_ms() == clock.wall // 10**6 == before + 100_000 + by_s * 1000
    assert world.stepped_ms() == 0


def test_a_clock_that_runs_unevenly_is_followed_and_never_goes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clocks(monkeypatch)
    world = RealWorld()
    clock.set_s(0.5)
    assert world.now_ms() == clock.wall // 10**6
    before = world.now_ms()
    clock.set_s(-0.5)
    assert world.now_ms() == before
    for _ in range(7):
        clock.pass_s(1)
        assert 900 <= world.now_ms() - before <= 1_000, "at nearly its pace"
        before = world.now_ms()
    clock.pass_s(1)
    assert world.now_ms() == clock.wall // 10**6, "until the clock has caught up"
    assert world.stepped_ms() == 0


LIVE = {"kind": "live", "bank_s": 60, "increment_s": 5}


async def restarted(desk: Opener, set_by: int) -> tuple[Desk, Desk]:
    """A game with clocks; 20 s after its start the process ends, and the clock is set."""
    before = await (await desk()).open("kings", 2, pace=LIVE)
    await before.begin()
    await before.pass_time(20_000)
    await before.hub.caretakers["1"].keep_leases()
    await before.keeper.do(talk.say(0, "hello", "", "m"))
    before.world.set_by = set_by
    again = Desk(before.hub.store, PLAIN, before.world)
    again.id, again.keys = before.id, before.keys
    await again.hub.caretakers["1"].keep_leases()
    return before, again


async def test_a_clock_set_back_between_two_runs_gives_nobody_an_hour(desk: Opener) -> None:
    _, again = await restarted(desk, -HOUR)
    assert again.keeper.held, "a lease that seems to last for another hour is this node's own"
    s = again.keeper.sitting
    assert s.clocks is not None
    ends = [clocks.deadline(s.config.pace, s.clocks, k) for k in (0, 1) if s.clocks.asked[k]]
    assert ends == [again.world.now_ms() + 40_000]


async def test_a_clock_set_back_mutes_nobody_and_talk_is_still_bounded(desk: Opener) -> None:
    _, again = await restarted(desk, -HOUR)
    guest = await again.guest(0)
    said = [await guest.do("say", phrase="hello") for _ in range(talk.MOST + 2)]
    assert [reply["type"] for reply in said] == ["ack"] * talk.MOST + ["refused"] * 2
    await again.pass_time(talk.SPAN_MS + 1)
    assert (await guest.do("say", phrase="hello"))["type"] == "ack"


async def test_a_clock_that_was_right_writes_nothing_about_itself(desk: Opener) -> None:
    before, again = await restarted(desk, 0)
    assert again.keeper.sitting.seq == before.keeper.sitting.seq


# --- set while the node runs --------------------------------------------------------------------


FORTNIGHT = 14 * DAY_MS
BY_DAYS = {"kind": "days", "days": 2}


async def a_game(desk: Opener, pace: dict[str, Any]) -> Desk:
    """Two people play, nobody is connected, and somebody is asked since 20 s."""
    table = await (await desk()).open("kings", 2, pace=pace)
    await table.begin()
    await table.pass_time(20_000)
    await table.hub.caretakers["1"].keep_leases()
    return table


async def set_clock(table: Desk, by: int) -> None:
    """The machine's clock, from what is right; the house sees it at its next look."""
    table.world.machine = by
    await table.hub.follow_clock()
    await table.settle()


async def tended(table: Desk) -> None:
    """What the house does again and again."""
    caretaker = table.hub.caretakers["1"]
    await caretaker.keep_leases()
    await caretaker.put_away()
    await caretaker.prune()


def left_ms(table: Desk) -> list[int]:
    """How long whoever is asked may still think."""
    s, now = table.keeper.sitting, table.world.now_ms()
    assert s.clocks is not None
    ends = [clocks.deadline(s.config.pace, s.clocks, k) for k in (0, 1) if s.clocks.asked[k]]
    return [end - now for end in ends if end is not None]


async def kinds(table: Desk) -> list[str]:
    return [row.kind for row in await table.hub.store.load(table.id, 0)]


@pytest.mark.parametrize("by", [FORTNIGHT, 400 * DAY_MS, -HOUR, -FORTNIGHT])
@pytest.mark.parametrize("pace", [LIVE, BY_DAYS, {"kind": "relaxed"}])
async def test_a_clock_that_is_set_closes_nothing_and_takes_and_gives_no_time(
    desk: Opener, pace: dict[str, Any], by: int
) -> None:
    table = await a_game(desk, pace)
    before, left = await kinds(table), left_ms(table)
    with capture_logs() as logged:
        await set_clock(table, by)
    assert [line["event"] for line in logged] == ["clock_set"]
    await tended(table)
    assert left_ms(table) == left
    await table.pass_time(5_000)
    await tended(table)
    assert await kinds(table) == [*before, "resumed"]
    assert table.keeper.held
    assert left_ms(table) == [ms - 5_000 for ms in left]


@pytest.mark.parametrize("pace", [LIVE, BY_DAYS])
async def test_once_corrected_rows_have_the_right_time_again(
    desk: Opener, pace: dict[str, Any]
) -> None:
    table = await a_game(desk, pace)
    left = left_ms(table)
    await set_clock(table, FORTNIGHT)
    await table.keeper.do(talk.say(0, "hello", "", "a"))
    assert table.keeper.sitting.at_ms == table.world.now + FORTNIGHT
    await table.pass_time(3_000)
    await set_clock(table, 0)
    assert table.keeper.sitting.at_ms == table.world.now
    await table.pass_time(2_000)
    await table.keeper.do(talk.say(0, "hello", "", "b"))
    assert table.keeper.sitting.at_ms == table.world.now
    assert left_ms(table) == [ms - 5_000 for ms in left]
    await tended(table)
    assert table.keeper.sitting.phase == "playing"
    other = await desk(like=table, world=table.world)
    await other.hub.keeper(table.id)
    assert left_ms(other) == left_ms(table), "whoever reads the rows reads the same"


async def test_a_clock_set_back_meanwhile_mutes_nobody(desk: Opener) -> None:
    table = await a_game(desk, LIVE)
    guest = await table.guest(0)
    said = [await guest.do("say", phrase="hello") for _ in range(talk.MOST + 1)]
    assert [reply["type"] for reply in said] == ["ack"] * talk.MOST + ["refused"]
    await set_clock(table, -HOUR)
    assert (await guest.do("say", phrase="hello"))["type"] == "ack"


@pytest.mark.parametrize("by", [FORTNIGHT, -HOUR])
async def test_a_bot_takes_as_long_as_it_would_have(desk: Opener, by: int) -> None:
    """The moment is drawn and never written; it moves all the same."""
    table = await (await desk()).open("kings", 1, bots=3)
    await table.begin()
    while not any(table.table.asked >> seat & 1 for seat in (1, 2, 3)):
        guest = table.guests[0] if table.guests else await table.guest(0)
        await guest.answer()
    due = table.house.due()
    assert due is not None
    wait = due - table.world.now_ms()
    await set_clock(table, by)
    assert table.house.due() == table.world.now_ms() + wait


async def test_a_pause_takes_no_more_of_its_allowance(desk: Opener) -> None:
    table = await a_game(desk, LIVE)
    left = left_ms(table)
    await table.keeper.do(pauses.pause(0, PLAIN))
    await table.pass_time(30_000)
    await set_clock(table, FORTNIGHT)
    await tended(table)
    await table.pass_time(10_000)
    assert table.keeper.sitting.paused_at is not None, "it does not end with the jump"
    await table.keeper.do(pauses.resume(0))
    assert [taken.ms for taken in table.keeper.sitting.pauses.taken] == [40_000]
    assert left_ms(table) == left


async def test_what_could_not_be_written_at_once_is_written_before_anything_else(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await a_game(desk, LIVE)
    left = left_ms(table)

    async def away(*words: Any) -> None:
        raise StoreDown("away")

    with monkeypatch.context() as broken:
        broken.setattr(table.keeper.store, "append", away)
        await set_clock(table, FORTNIGHT)
        assert table.keeper.owed_ms == FORTNIGHT
        await table.house.wake()
        assert table.keeper.sitting.at_ms < table.world.now_ms() - DAY_MS, "nothing timed out"
    await table.keeper.do(talk.say(0, "hello", "", "a"))
    assert (await kinds(table))[-2:] == ["resumed", "said"]
    assert table.keeper.owed_ms == 0
    assert left_ms(table) == left


async def test_the_row_is_not_written_twice_if_its_answer_was_lost(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await a_game(desk, LIVE)
    left, append = left_ms(table), table.keeper.store.append

    async def lost(*words: Any) -> None:
        await append(*words)
        raise StoreDown("the answer is lost")

    with monkeypatch.context() as broken:
        broken.setattr(table.keeper.store, "append", lost)
        await set_clock(table, FORTNIGHT)
    await table.keeper.do(talk.say(0, "hello", "", "a"))
    assert (await kinds(table)).count("resumed") == 1
    assert left_ms(table) == left
