"""The outcome of a game."""

from typing import Final, final


@final
class Outcome:
    """How a game ended."""

    def __init__(
        self, winners: tuple[int, ...], scores: tuple[int, ...], reason: str, rule: str = ""
    ) -> None:
        self.winners: Final[tuple[int, ...]] = winners
        """The seats that won; several share a victory."""
        self.scores: Final[tuple[int, ...]] = scores
        """The score of each seat."""
        self.reason: Final[str] = reason
        """The key of the way it ended; the room has a sentence for it in every language."""
        self.rule: Final[str] = rule
        """The number of the rule by which it ended."""

    def share(self, seat: int) -> float:
        """The seat's part of the victory: 1 divided by the number of winners, or 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def __repr__(self) -> str:
        return f"Outcome(winners={self.winners}, scores={self.scores}, reason={self.reason!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))
