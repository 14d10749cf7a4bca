"""A bot that sees the true table: how much better could one play who knew everything?

It searches as level `hard` does, but in copies of the true table instead of imagined worlds.  It
is for measuring alone: nothing outside the laboratory can make one.
"""

from typing import Any, Final, cast

from parlour.bots import Budget, SearchBot, weights_of
from parlour.core.decision import Choice, Decision
from parlour.core.game import Game
from parlour.core.mind import Mind, Odds
from parlour.core.rng import Rng
from parlour.core.table import Table


class Truth(Mind[Any]):
    """A mind that knows: its worlds are the true table, with dice of their own."""

    def world(self, rng: Rng, odds: Odds | None = None) -> Any:
        return self.template.clone(rng.key())

    def why_not(self, layout: tuple[int, ...]) -> str:
        """A policy may weigh layouts as it does in play; here it does not matter."""
        return ""


class Door:
    """Stands where a search asks its game for a mind, and gives it the truth."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def mind(self, view: Any) -> Truth:
        assert self.table is not None, "a cheat must be shown the table first"
        return Truth(self.table.clone(), view.eyes)


class CheatBot:
    """Whoever seats it shows it the table before each choice (`peek`)."""

    def __init__(self, game: Game, rng: Rng, budget: Budget) -> None:
        assert game.policy is not None
        self._door: Final = Door()
        policy = game.policy(weights_of(game, "hard"))
        self._search: Final = SearchBot(cast("Game", self._door), policy, rng, budget)

    def peek(self, t: Table) -> None:
        """The true table, as it stands now."""
        self._door.table = t

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        """One of `decision.choices`; None to take none of the offers."""
        return self._search.choose(view, decision)
