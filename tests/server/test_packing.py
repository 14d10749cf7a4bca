"""Finished games that are packed beside the server, or in it."""

import asyncio
import os
import time
from collections.abc import AsyncIterator

import pytest

from parlour.core.record import Record
from parlour.core.rng import Rng
from parlour.core.rollout import play_out
from parlour.games import game
from parlour.server import processes
from parlour.server.packing import SOON_S, Packing
from parlour.server.processes import Lost, Processes
from parlour.server.table.moments import packed
from tools.patience import PATIENCE_S, PAUSE_S, Patience


class Clock:
    """The seconds that a test says it is."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def packing(clock: Clock) -> AsyncIterator[Packing]:
    made = Packing(clock)
    yield made
    made.stop()


def finished(seed: int, room: str = "kings") -> Record:
    t = game(room).new(3, seed)
    play_out(t, Rng(seed), 10_000)
    return t.record()


def where(_: object) -> int:
    return os.getpid()


async def test_a_game_now_and_then_is_no_reason_for_a_process(
    packing: Packing, clock: Clock
) -> None:
    for seed in range(3):
        assert await packing(packed, finished(seed)) == packed(finished(seed))
        clock.now += SOON_S
    assert not packing.processes.running


async def test_where_one_ends_soon_after_another_they_are_packed_in_a_process(
    packing: Packing, clock: Clock
) -> None:
    assert await packing(where, 0) == os.getpid()
    assert await packing(where, 0) != os.getpid()
    clock.now += 10 * SOON_S
    assert await packing(where, 0) != os.getpid(), "it is there now"
    games = [finished(seed) for seed in range(3)]
    assert await asyncio.gather(*[packing(packed, one) for one in games]) == [*map(packed, games)]


def hurried() -> bool:
    while os.sched_getscheduler(0) == os.SCHED_IDLE:
        time.sleep(PAUSE_S)
    return True


def test_a_process_comes_behind_everything_else() -> None:
    """Seen from outside: on a busy machine an idle process is given no time to say so itself."""
    pool = processes.started(1)
    pool.submit(hurried)
    patience = Patience("the idle priority")
    while any(os.sched_getscheduler(pid) != os.SCHED_IDLE for pid in pool._processes):
        patience.check()
        time.sleep(PAUSE_S)
    processes._let_go(pool)


async def test_what_takes_too_long_is_hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "HURRY", int(PATIENCE_S / PAUSE_S))
    beside = Processes(1, PATIENCE_S)
    assert await beside.run(hurried)
    beside.end()


async def test_a_room_that_only_the_server_knows_is_packed_there(packing: Packing) -> None:
    games = [finished(seed, "magpies") for seed in range(2)]
    found = await asyncio.gather(*[packing(packed, one) for one in games])
    assert found == [*map(packed, games)]


async def test_what_waits_when_the_server_ends_is_packed_there(packing: Packing) -> None:
    games = [finished(seed) for seed in range(20)]
    tasks = [asyncio.ensure_future(packing(packed, one)) for one in games]
    await asyncio.sleep(0)
    assert packing.processes.running
    packing.stop()
    assert await asyncio.gather(*tasks) == [*map(packed, games)]


async def test_what_had_not_begun_is_lost_with_the_process_but_no_task_ends_by_it() -> None:
    processes = Processes(1, PATIENCE_S)
    tasks = [asyncio.ensure_future(processes.run(time.sleep, PATIENCE_S)) for _ in range(9)]
    await asyncio.sleep(PAUSE_S)
    tasks[-1].cancel()
    await asyncio.sleep(PAUSE_S)
    processes.end()
    *ends, ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in ends] == [Lost] * 8
    assert isinstance(ended, asyncio.CancelledError)
