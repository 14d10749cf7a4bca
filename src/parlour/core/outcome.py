"""How a game ended."""

from typing import Final, final


@final
class Outcome:
    """Winners, scores by seat and the reason: a key that has a sentence in every language."""

    def __init__(
        self, winners: tuple[int, ...], scores: tuple[int, ...], reason: str, rule: str = ""
    ) -> None:
        self.winners: Final = winners
        self.scores: Final = scores
        self.reason: Final = reason
        self.rule: Final = rule

    def share(self, seat: int) -> float:
        """The seat's part of the win: a shared victory is shared."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def __repr__(self) -> str:
        return f"Outcome(winners={self.winners}, scores={self.scores}, reason={self.reason!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))
