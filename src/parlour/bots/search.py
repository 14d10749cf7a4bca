"""A bot that tries its best few choices in the same imagined worlds, and plays each out.

No tree: the room's policy ranks the choices and plays everybody to a moment that can be valued.
All candidates see the same worlds with the same luck, so their differences say something soon;
whoever falls clearly behind is left out.  The policy's favourite is only left for a clear gain.
"""

from collections.abc import Callable
from math import sqrt
from time import perf_counter
from typing import Any, Final

import msgspec

from parlour.bots.player import same_choice
from parlour.core.decision import FIRST_OFFER, Choice, Decision
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.mind import Mind
from parlour.core.policy import AnyPolicy
from parlour.core.rng import Rng
from parlour.core.rollout import play_out_by


class Budget(msgspec.Struct, frozen=True):
    """How much a choice may cost.  Play-outs make it repeatable, seconds bound it in play."""

    playouts: int = 2000
    seconds: float = 0.4
    candidates: int = 5
    batch: int = 4
    """Worlds between two looks at how the candidates stand."""
    sure: float = 2.5
    """A candidate so many standard errors behind the best is left out."""
    clear: float = 1.0
    """The favourite is left for a gain of so many standard errors."""
    clock: Callable[[], float] = perf_counter


class Candidate:
    """A choice, and what its play-outs came to in each world."""

    def __init__(self, id: ChoiceId, worth: float) -> None:
        self.id: Final = id
        self.worth: Final = worth
        """What the policy says."""
        self.values: Final[list[float]] = []

    @property
    def mean(self) -> float:
        return sum(self.values) / max(1, len(self.values))

    def lead(self, other: "Candidate") -> tuple[float, float]:
        """By how much it is ahead in the worlds that both saw, and the standard error of that."""
        worlds = min(len(self.values), len(other.values))
        if worlds < 2:
            return 0.0, 1.0
        gaps = [self.values[k] - other.values[k] for k in range(worlds)]
        mean = sum(gaps) / worlds
        spread = sum([(gap - mean) ** 2 for gap in gaps]) / (worlds - 1)
        return mean, sqrt(spread / worlds) + 1e-6


class SearchBot:
    """Level `hard`."""

    def __init__(self, game: Game, policy: AnyPolicy, rng: Rng, budget: Budget) -> None:
        self.game: Final = game
        self.policy: Final = policy
        self.rng: Final = rng
        self.budget: Final = budget

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        """One of `decision.choices`; None to take none of the offers."""
        if len(decision.choices) == 1 and decision.waits:
            return decision.choices[0]
        mind = self.game.mind(view)
        t, seat = mind.template, decision.seat
        ids = t.choices(seat)
        worths = self.policy.weigh(t, seat, ids)
        chosen = self.policy.prefer(ids, worths, self.rng)
        if chosen is None:
            return None
        if chosen < FIRST_OFFER:
            asked = [k for k in range(len(ids)) if ids[k] < FIRST_OFFER and ids[k] != chosen]
            asked.sort(key=lambda k: -worths[k])
            best = [ids.index(chosen), *asked[: self.budget.candidates - 1]]
            chosen = self.best(mind, seat, [Candidate(ids[k], worths[k]) for k in best])
        return same_choice(t, seat, chosen, decision)

    def best(self, mind: Mind[Any], seat: int, candidates: list[Candidate]) -> ChoiceId:
        """The first of them is the policy's favourite."""
        self.try_out(mind, seat, candidates)
        favourite = candidates[0]
        found = max(candidates, key=lambda one: (len(one.values), one.mean))
        gain, error = found.lead(favourite)
        return found.id if gain > self.budget.clear * error else favourite.id

    def try_out(self, mind: Mind[Any], seat: int, candidates: list[Candidate]) -> None:
        """Play worlds until the budget is spent or one candidate is clearly the best."""
        budget, odds = self.budget, self.policy.odds(mind)
        end = budget.clock() + budget.seconds
        left, running = budget.playouts, candidates[:]
        while len(running) > 1 and left >= len(running) and budget.clock() < end:
            for _ in range(budget.batch):
                world, luck = mind.world(self.rng, odds), self.rng.word()
                for one in running:
                    t = world.clone()
                    t.enact(seat, one.id)
                    play_out_by(t, self.policy, Rng(luck))
                    one.values.append(self.policy.settled(t, seat))
                left -= len(running)
            leader = max(running, key=lambda one: one.mean)
            running = [one for one in running if not self.beaten(leader, one)]

    def beaten(self, leader: Candidate, other: Candidate) -> bool:
        lead, error = leader.lead(other)
        return len(other.values) >= 2 * self.budget.batch and lead > self.budget.sure * error
