"""The protocol of bots, and the bot that plays at random."""

from typing import Any, Protocol

from parlour.core.decision import Choice, Decision
from parlour.core.rng import Rng


class Bot(Protocol):
    """A program that plays: it is given what a seat sees, and answers."""

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        """One of `decision.choices`; None, where nothing waits, to take none of the offers.

        A bot that decides when it acts may say None to wait, wherever time passes by itself.
        """


class RandomBot:
    """Every choice is equally likely.  Standing offers are taken one time in eight."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        """Where its random numbers come from."""

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        """One of `decision.choices` at random; None to take none of the offers."""
        number = self.pick(len(decision.choices), decision.waits)
        return None if number is None else decision.choices[number]

    def pick(self, choices: int, waits: bool) -> int | None:
        """The number of a choice; simulations call this and build neither views nor texts."""
        if not waits and self.rng.below(8):
            return None
        return self.rng.below(choices)
