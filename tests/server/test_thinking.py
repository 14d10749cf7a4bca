"""Where bots think, for how long, and what their answers and pauses depend on."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.bots import make_bot
from parlour.bots.search import Budget
from parlour.bots.thinking import packed_view, think
from parlour.core.rng import Rng
from parlour.games import game
from parlour.server import processes
from parlour.server.settings import Settings
from parlour.server.table import rows
from parlour.server.thinkers import BURST_S, LEAST_S, NoTime, Thinkers
from tests.server.desk import PLAIN, Desk, Opener
from tests.suite.test_runs import half_an_answer
from tools.patience import PATIENCE_S, PAUSE_S, Patience

HARD = [{"who": "open"}, {"who": "bot", "level": "hard"}, {"who": "bot", "level": "easy"}]


def position() -> tuple[bytes, int]:
    """The first question of a game of Kings, as its seat sees it."""
    t = game("kings").new(3, 7)
    [seat] = t.wanted()
    return packed_view(t.look(seat)), seat


# --- the budget of the house ----------------------------------------------------------------


class Watch:
    """A clock in the test's hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_more_think_the_less_each_is_given() -> None:
    watch = Watch()
    pool = Thinkers(Settings(thinkers=2, think_share=0.5), watch, most_s=0.3)
    alone = pool.granted()
    assert alone == 0.3
    given: list[float] = []
    while seconds := pool.granted():
        given.append(seconds)
        pool._stock -= seconds
        pool.waiting += 1
    assert sum(given) <= 0.5 * 2 * BURST_S
    assert given == sorted(given, reverse=True)
    assert min(given) >= LEAST_S
    watch.now += 1.0
    pool.waiting = 0
    assert pool.granted() == alone


async def test_who_has_no_time_plays_by_the_policy_alone(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await (await desk()).open("kings", 1, seats=HARD, players=3)
    await table.begin()
    house = table.house.thinking
    assert house.kind(1) == ("hard", "")

    async def busy(*asked: Any) -> str | None:
        raise NoTime

    monkeypatch.setattr(house.thinkers, "ask", busy)
    t = table.table
    [seat] = t.wanted()
    decision = t.decision(seat)
    table.keeper.sitting.seats[seat].who = "bot"
    table.keeper.sitting.seats[seat].level = "hard"
    policy = make_bot(game("kings"), "normal", Rng(1))
    best = max(policy.weigh(t.look(seat), decision))  # type: ignore[attr-defined]
    text = await house.answer(t, seat, decision, "1")
    worths = dict(
        zip([c.text for c in decision.choices], policy.weigh(t.look(seat), decision), strict=True)  # type: ignore[attr-defined]
    )
    assert worths[str(text)] == pytest.approx(best)


# --- processes ------------------------------------------------------------------------------


@pytest.fixture
async def pool() -> AsyncIterator[Thinkers]:
    made = Thinkers(Settings(thinkers=1, think_share=1.0))
    yield made
    await made.stop()


def process_of(pool: Thinkers) -> Any:
    assert pool.processes._pool is not None
    [process] = (pool.processes._pool._processes or {}).values()
    return process


async def test_thinking_happens_in_another_process_and_the_loop_goes_on(pool: Thinkers) -> None:
    """After a process has died others think; they end with the house."""
    assert not pool.waiting
    view, seat = position()
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    beside = asyncio.create_task(others())
    text = await pool.ask(think, "kings", "hard", "bold", 5, view, seat)
    beside.cancel()
    assert text is not None
    assert turns > 100
    first = process_of(pool)
    assert first.pid != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, first.pid) >= min(19, os.nice(0) + processes.NICER)
    os.kill(first.pid, signal.SIGKILL)
    await asyncio.to_thread(first.join, PATIENCE_S)
    with pytest.raises(NoTime):  # the policy answers this one
        await pool.ask(think, "kings", "hard", "", 5, view, seat)
    assert await pool.ask(think, "kings", "hard", "", 5, view, seat) is not None
    second = process_of(pool)
    await pool.stop()
    assert not second.is_alive()


def test_a_thought_can_be_repeated() -> None:
    """At a number of play-outs; a clock would end it earlier at times."""
    view, seat = position()
    few = Budget(playouts=40, seconds=PATIENCE_S)
    texts = {think("kings", "hard", "sly", 11, view, seat, few) for _ in range(2)}
    assert len(texts) == 1


# --- what a bot's answer and its pause depend on --------------------------------------------


async def test_whoever_stands_in_for_a_person_is_a_usual_bot(desk: Opener) -> None:
    table = await (await desk()).open("kings", 2, bots=1, level="hard")
    await table.begin()
    assert table.house.thinking.kind(0) == ("normal", "")
    assert table.house.thinking.kind(2) == ("hard", "")


async def test_a_table_of_older_times_still_has_its_bots(desk: Opener) -> None:
    """Their level was called `heuristic`."""
    table = await (await desk()).open("kings", 1, bots=2)
    old = rows.Seated(1, "bot", "Bot 2", "", "heuristic")
    await table.keeper.do(lambda s, now: [old])
    await table.begin()
    await table.guest(0)
    while not any(body.by == "bot" for body in await chosen(table)):
        await table.guests[0].answer() if 0 in table.table.wanted() else None
        await table.pass_time(3_000)
    assert table.keeper.sitting.names()[1] == "Bot 2"


async def chosen(table: Desk) -> list[rows.Chose]:
    found = [rows.read(row) for row in await table.hub.store.load(table.id)]
    return [body for body in found if isinstance(body, rows.Chose)]


async def pauses(table: Desk) -> list[int]:
    """When each seat would answer, put the question now."""
    house, now = table.house, table.world.now
    house._asked.clear()
    return [house._answer_at(seat, 1, 5, now) - now for seat in range(3)]


@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize("haste", ["normal", "once"])
async def test_a_pause_is_drawn_from_the_table_seat_and_question_alone(
    desk: Opener, level: str, haste: str
) -> None:
    """Twin worlds: other cards, another deal, another number of choices, and the same pauses."""
    usual = msgspec.structs.replace(PLAIN, think_ms=600)
    plans = [{"who": "open"}, *[{"who": "bot", "level": level}] * 2]
    table = await (await desk(settings=usual)).open("kings", 1, seats=plans, players=3, haste=haste)
    await table.begin()
    table.keeper.sitting.seats[0].away = True
    before = await pauses(table)
    for twin in range(3):
        table.keeper.sitting.game_table = game("kings").new(3, 100 + twin)
        assert await pauses(table) == before
    if level == "hard":
        assert all(ms >= usual.think_ms for ms in before[1:]), "or it shows how long a search takes"


async def test_whoever_decides_when_to_act_remembers_from_thought_to_thought(desk: Opener) -> None:
    """Of every level: in a process a bot would forget what it was about to do."""
    seats = [{"who": "open"}, *[{"who": "bot", "level": level} for level in ("hard", "easy", "")]]
    table = await (await desk()).open("wink", 1, seats=seats, players=4)
    await table.begin()
    house = table.house.thinking
    for seat in (1, 2, 3):
        assert not house.searches(seat)
        assert house.bot(seat, "1") is house.bot(seat, "2")
    kings = await (await desk()).open("kings", 1, seats=HARD, players=3)
    await kings.begin()
    assert kings.house.thinking.searches(1)
    assert kings.house.thinking.bot(2, "1") is not kings.house.thinking.bot(2, "2")


def test_a_pool_that_is_let_go_waits_for_no_answer_that_was_broken_off(tmp_path: Path) -> None:
    """Its thread would read on for ever, and the server would not end."""
    pool = processes.started(1)
    pool.submit(half_an_answer, tmp_path / "told", range(1))
    patience = Patience("half an answer")
    while not (tmp_path / "told").exists():
        patience.check()
        time.sleep(PAUSE_S)
        processes.hurry(pool)
    reader: Any = pool._executor_manager_thread
    processes._let_go(pool)
    reader.join(PATIENCE_S)
    assert not reader.is_alive()
