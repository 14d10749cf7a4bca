"""The bot that searches: repeatable, bounded, sure before it stops, and better than its policy."""

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest

import parlour
from parlour.bots import Budget, SearchBot, weights_of
from parlour.bots.search import Candidate
from parlour.core.decision import Decision
from parlour.core.ids import ChoiceId
from parlour.core.policy import AnyPolicy, Policy
from parlour.core.rng import Rng
from parlour.core.rollout import random_step
from parlour.core.table import Table

KINGS = parlour.game("kings")
NO_HURRY = 1e9


def normal() -> AnyPolicy:
    assert KINGS.policy is not None
    return KINGS.policy(weights_of(KINGS, "normal"))


def asked(fits: Callable[[Table, int, list[ChoiceId]], bool]) -> tuple[Table, int, Decision]:
    """A position of random play that fits, the seat on turn there, and its decision."""
    for seed in count():
        t, rng = KINGS.new(2, seed, quiet=True), Rng(seed)
        while t.outcome is None:
            seat = t.on_turn()
            if fits(t, seat, t.choices(seat)):
                decision = t.decision(seat)
                assert decision is not None
                return t, seat, decision
            random_step(t, rng)
    raise AssertionError


def many(t: Table, seat: int, ids: list[ChoiceId]) -> bool:
    return len(ids) >= 8


def finishing(t: Any, seat: int, ids: list[ChoiceId]) -> list[ChoiceId]:
    """The choices that finish a mine."""
    found = []
    for id in ids:
        after = t.clone()
        after.enact(seat, id)
        if len(after.tucked[seat]) > len(t.tucked[seat]):
            found.append(id)
    return found


class Miser(Policy[Any]):
    """Sees no mine that it could finish: in its eyes the first choice is the best."""

    def weigh(self, t: Any, seat: int, choices: list[ChoiceId]) -> list[float]:
        return [-float(k) for k in range(len(choices))]

    def rests(self, t: Any) -> bool:
        return True

    def value(self, t: Any, seat: int) -> float:
        return min(1.0, len(t.tucked[seat]) / 8)


def searcher(policy: AnyPolicy, budget: Budget, clock: Callable[[], float]) -> SearchBot:
    return SearchBot(KINGS, policy, Rng(3), budget, clock)


def still() -> float:
    return 0.0


def test_the_same_seed_gives_the_same_thoughts() -> None:
    t, seat, decision = asked(many)
    budget = Budget(playouts=60, seconds=NO_HURRY)
    first, second = [
        searcher(normal(), budget, still).consider(t.look(seat), decision) for _ in range(2)
    ]
    assert first == second
    assert len({one.text for one in first}) == budget.candidates


def test_it_finds_the_choice_that_its_policy_does_not_see() -> None:
    t, seat, decision = asked(
        lambda t, seat, ids: bool(found := finishing(t, seat, ids)) and ids[0] not in found
    )
    budget = Budget(playouts=400, seconds=NO_HURRY, candidates=99)
    bot = searcher(Miser({}), budget, still)
    chosen = bot.choose(t.look(seat), decision)
    assert chosen is not None
    assert chosen.id in finishing(t, seat, t.choices(seat))
    weights = bot.weigh(t.look(seat), decision)
    assert decision.choices[weights.index(max(weights))].id in finishing(t, seat, t.choices(seat))


def test_it_stops_early_when_it_is_sure() -> None:
    t, seat, decision = asked(
        lambda t, seat, ids: len(ids) >= 8 and len(finishing(t, seat, ids)) == 1
    )
    budget = Budget(playouts=100_000, seconds=NO_HURRY, candidates=99)
    tried = searcher(Miser({}), budget, still).consider(t.look(seat), decision)
    assert sum(one.playouts for one in tried) < 40 * len(tried)


class Content(Miser):
    """Every table is worth the same to it."""

    def value(self, t: Any, seat: int) -> float:
        return 0.5


def test_it_stops_early_where_nothing_matters() -> None:
    t, seat, decision = asked(many)
    budget = Budget(playouts=4000, seconds=NO_HURRY)
    tried = searcher(Content({}), budget, still).consider(t.look(seat), decision)
    assert {one.playouts for one in tried} == {2 * budget.batch}
    assert tried[0].text == decision.choices[0].text, "its favourite stays"
    bent = msgspec.structs.replace(budget, matter=-1.0)
    tried = searcher(Content({}), bent, still).consider(t.look(seat), decision)
    assert sum(one.playouts for one in tried) > 1000, "what no gain is too small for thinks on"


def test_it_stops_within_its_time_and_judges_all_in_the_same_worlds() -> None:
    t, seat, decision = asked(many)
    ticks = count()

    def clock() -> float:
        return next(ticks) * 0.01

    budget = Budget(playouts=100_000, seconds=0.3, batch=1000)
    tried = searcher(normal(), budget, clock).consider(t.look(seat), decision)
    assert next(ticks) <= 33
    assert {one.playouts for one in tried} == {29 // budget.candidates}


def test_a_forced_choice_costs_nothing() -> None:
    t, seat, decision = asked(lambda t, seat, ids: len(ids) == 1)

    def clock() -> float:
        raise AssertionError("there is nothing to think about")

    chosen = searcher(normal(), Budget(), clock).choose(t.look(seat), decision)
    assert chosen is decision.choices[0]


def test_choices_that_were_not_tried_stand_below_all_that_were() -> None:
    t, seat, decision = asked(many)
    bot = searcher(normal(), Budget(playouts=40, seconds=NO_HURRY, candidates=3), still)
    weights = bot.weigh(t.look(seat), decision)
    assert len(weights) == len(decision.choices)
    assert sum(weight >= 0.0 for weight in weights) >= 3
    assert len([w for w in weights if w >= sorted(weights)[-3]]) == 3


@pytest.mark.parametrize("clear", [0.5, 2.0])
def test_the_favourite_is_left_for_a_clear_gain_alone(clear: float) -> None:
    favourite, other = Candidate(ChoiceId(1), 2.0), Candidate(ChoiceId(2), 1.0)
    favourite.values.extend([0.4, 0.6, 0.5, 0.5])
    other.values.extend([0.5, 0.5, 0.6, 0.5])  # 0.025 better, the standard error is 0.048
    bot = searcher(normal(), Budget(clear=clear), still)
    assert bot.best([favourite, other]) is (other if clear < 0.52 else favourite)
