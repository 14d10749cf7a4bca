"""A clock that is wrong: set ahead it deletes nothing, set back it gives nobody time."""

import time

import pytest
from structlog.testing import capture_logs

from parlour.server.metrics import METRICS
from parlour.server.node.pruning import AGREES_MS, DAY_MS, Pruning
from parlour.server.settings import Settings
from parlour.server.store import Store
from parlour.server.table import clocks, talk
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


def test_within_one_run_time_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, steady = 1_700_000_000 * 10**9, 0
    monkeypatch.setattr(time, "time_ns", lambda: wall)
    monkeypatch.setattr(time, "monotonic_ns", lambda: steady)
    world = RealWorld()
    before = world.now_ms()
    wall -= HOUR * 10**6
    assert world.now_ms() == before
    passed = 0
    for _ in range(100):
        wall, steady = wall + 10**9, steady + 10**9
        now = world.now_ms()
        assert 900 <= now - before - passed <= 1_000, "and it goes on at nearly its pace"
        passed = now - before
    wall, steady = wall + HOUR * 10**6 * 17, steady + HOUR * 10**6 * 17
    assert world.now_ms() == wall // 10**6, "until the clock has caught up"


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
