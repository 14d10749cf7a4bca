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
        number = self.pick(len(decision.choices), decision.waits)
        return None if number is None else decision.choices[number]

    def pick(self, choices: int, waits: bool) -> int | None:
        """The number of a choice, without a look at any: simulations need neither view nor text."""
        if not waits and self.rng.below(8):
            return None
        return self.rng.below(choices)
