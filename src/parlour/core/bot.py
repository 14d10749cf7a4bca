"""What a bot is: somebody who sees what a seat sees, and answers."""

from typing import Any, Protocol

from parlour.core.decision import Choice, Decision
from parlour.core.rng import Rng


class Bot(Protocol):
    """A player that is not a person."""

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        """An answer; None, where nothing waits, to let the offers stand."""


class RandomBot:
    """Any choice is as good as any other.  Standing offers are taken one time in eight."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        if not decision.waits and self.rng.below(8):
            return None
        return decision.choices[self.rng.below(len(decision.choices))]
