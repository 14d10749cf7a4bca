"""A bot that tries its best few choices in the same imagined worlds, and plays each out.

No tree: the room's policy ranks the choices and plays everybody to a moment that can be valued.
All candidates see the same worlds with the same luck, so their differences say something soon;
whoever falls clearly behind, or can hardly be any better, is left out, and half of them whenever a
share of the play-outs is spent.  The policy's favourite is only left for a clear gain.

What it chooses depends on the view, the decision and its random numbers alone.
"""

from collections.abc import Callable
from math import inf, sqrt
from time import perf_counter
from typing import Any, Final

import msgspec

from parlour.core.decision import FIRST_OFFER, Choice, Decision
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.mind import Mind
from parlour.core.policy import AnyPolicy
from parlour.core.rng import Rng
from parlour.core.rollout import tried
from parlour.core.table import Table

Clock = Callable[[], float]


class Budget(msgspec.Struct, frozen=True):
    """How much a choice may cost.  Play-outs make it repeatable, seconds bound it in play."""

    playouts: int = 2000
    seconds: float = 0.3
    """From the moment it is asked; 0.5 s with what a busy machine adds."""
    candidates: int = 5
    batch: int = 4
    """Worlds between two looks at how the candidates stand."""
    sure: float = 2.5
    """A candidate so many standard errors behind the best is left out."""
    matter: float = 0.005
    """So is one that can be better by at most this share of the victory."""
    clear: float = 1.0
    """The favourite is left for a gain of so many standard errors."""


class Considered(msgspec.Struct, frozen=True):
    """What a bot thought of one choice."""

    text: str
    worth: float
    """By the room's policy, in its own units."""
    mean: float
    """The share of the victory that its play-outs came to, 0 to 1."""
    error: float
    """The standard error of that."""
    playouts: int


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

    @property
    def error(self) -> float:
        return standard_error(self.values)

    def lead(self, other: "Candidate") -> tuple[float, float]:
        """By how much it is ahead in the worlds that both saw, and the standard error of that."""
        worlds = min(len(self.values), len(other.values))
        gaps = [self.values[k] - other.values[k] for k in range(worlds)]
        return sum(gaps) / max(1, worlds), standard_error(gaps)


def standard_error(values: list[float]) -> float:
    """Of the mean; of fewer than two values nothing is known."""
    count = len(values)
    if count < 2:
        return inf
    mean = sum(values) / count
    return sqrt(sum([(value - mean) ** 2 for value in values]) / (count - 1) / count)


class SearchBot:
    """Level `hard`."""

    def __init__(
        self,
        game: Game,
        policy: AnyPolicy,
        rng: Rng,
        budget: Budget,
        clock: Clock = perf_counter,
    ) -> None:
        self.game: Final = game
        self.policy: Final = policy
        self.rng: Final = rng
        self.budget: Final = budget
        self.clock: Final = clock

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        """One of `decision.choices`; None to take none of the offers."""
        if len(decision.choices) == 1 and decision.waits:
            return decision.choices[0]
        end = self.clock() + self.budget.seconds
        mind = self.game.mind(view)
        t, seat = mind.template, decision.seat
        ids = self.policy.sensible(t, seat, t.choices(seat))
        worths, chosen = self.rank(t, seat, ids)
        if chosen is None:
            return None
        if chosen < FIRST_OFFER:
            candidates = self.candidates(ids, worths, chosen)
            self.try_out(mind, seat, candidates, end)
            chosen = self.best(candidates).id
        return decision.find(t.choice(seat, chosen).text)[0]

    def rank(self, t: Table, seat: int, ids: list[ChoiceId]) -> tuple[list[float], ChoiceId | None]:
        """What each choice is worth before any is tried, and the favourite."""
        worths = self.policy.weigh(t, seat, ids)
        return worths, self.policy.prefer(ids, worths, self.rng)

    def consider(self, view: Any, decision: Decision) -> list[Considered]:
        """What it thinks of its candidates, the best first; for hints and explanations."""
        end = self.clock() + self.budget.seconds
        mind = self.game.mind(view)
        t, seat = mind.template, decision.seat
        ids = [id for id in t.choices(seat) if id < FIRST_OFFER]
        if not ids:
            return []
        ids = self.policy.sensible(t, seat, ids)
        worths = self.policy.weigh(t, seat, ids)
        favourite = ids[worths.index(max(worths))]
        candidates = self.candidates(ids, worths, favourite)
        self.try_out(mind, seat, candidates, end)
        best = self.best(candidates)
        candidates.sort(key=lambda one: (one is not best, -len(one.values), -one.mean))
        return [considered(t, seat, one) for one in candidates]

    def weigh(self, view: Any, decision: Decision) -> list[float]:
        """The share of the victory that each of `decision.choices` promises.

        Choices that were not tried stand below all that were, in the policy's order.
        """
        t, seat = self.game.mind(view).template, decision.seat
        ids = t.choices(seat)
        worths = self.policy.weigh(t, seat, ids)
        policys = {t.choice(seat, ids[k]).text: worths[k] for k in range(len(ids))}
        means = {one.text: one.mean for one in self.consider(view, decision)}
        lowest, most = min(means.values(), default=0.0), max(worths)
        return [
            means.get(text, lowest - 0.01 * (1.0 + most - policys[text]))
            for text in [choice.text for choice in decision.choices]
        ]

    # --- the search -------------------------------------------------------------------------

    def candidates(
        self, ids: list[ChoiceId], worths: list[float], favourite: ChoiceId
    ) -> list[Candidate]:
        """The policy's favourite first, then the next best answers."""
        others = [k for k in range(len(ids)) if ids[k] < FIRST_OFFER and ids[k] != favourite]
        others.sort(key=lambda k: -worths[k])
        best = [ids.index(favourite), *others[: self.budget.candidates - 1]]
        return [Candidate(ids[k], worths[k]) for k in best]

    def best(self, candidates: list[Candidate]) -> Candidate:
        """The favourite, which is the first of them, or what is clearly better."""
        favourite = candidates[0]
        found = max(candidates, key=lambda one: (len(one.values), one.mean))
        gain, error = found.lead(favourite)
        return found if gain > self.budget.clear * error else favourite

    def try_out(self, mind: Mind[Any], seat: int, candidates: list[Candidate], end: float) -> None:
        """Play worlds until the budget is spent or one candidate is clearly the best."""
        odds = self.policy.odds(mind)
        running, spent = candidates[:], 0
        stages = max(1, (len(candidates) - 1).bit_length())
        stage = 1
        while len(running) > 1 and spent + len(running) <= self.budget.playouts:
            for _ in range(self.budget.batch):
                if not self.try_in(mind.world(self.rng, odds), seat, running, end):
                    return
                spent += len(running)
            running = self.still_running(running)
            if spent * stages >= self.budget.playouts * stage:
                stage += 1
                running = sorted(running, key=lambda one: -one.mean)[: (len(running) + 1) // 2]

    def try_in(self, world: Table, seat: int, running: list[Candidate], end: float) -> bool:
        """Each candidate in one world; one that all could not be tried in does not count."""
        luck = self.rng.word()
        values: list[float] = []
        for one in running:
            if self.clock() >= end:
                return False
            values.append(tried(world, seat, one.id, self.policy, luck))
        for one, value in zip(running, values, strict=True):
            one.values.append(value)
        return True

    def still_running(self, running: list[Candidate]) -> list[Candidate]:
        """All but those that are clearly behind the best, or about as good."""
        leader = max(running, key=lambda one: one.mean)
        if len(leader.values) < 2 * self.budget.batch:
            return running
        return [one for one in running if one is leader or self.may_win(leader, one)]

    def may_win(self, leader: Candidate, other: Candidate) -> bool:
        """Whether it may still turn out to be better, and by enough to think about it."""
        lead, error = leader.lead(other)
        doubt = self.budget.sure * error
        return lead <= doubt and doubt - lead > self.budget.matter


def considered(t: Table, seat: int, one: Candidate) -> Considered:
    error = one.error
    text = t.choice(seat, one.id).text
    return Considered(text, one.worth, one.mean, error if error < inf else 1.0, len(one.values))
