"""What a room says of a series: what a game pays, what it takes over from the one before it."""

from collections.abc import Sequence
from typing import ClassVar, Final, Generic, TypeVar

from parlour.core.carry import Carry
from parlour.core.options import Values
from parlour.core.table import Table

T_contra = TypeVar("T_contra", bound=Table, contravariant=True)


class SeriesRules(Generic[T_contra]):
    """By default each win is a point, only who begins is carried on, and there is no tournament."""

    carried: ClassVar[Sequence[str]] = ()
    """What a game may take over from the one before, besides who begins."""

    def __init__(self, adds_scores: bool = False) -> None:
        self.adds_scores: Final = adds_scores
        """Whether scores are added up; otherwise each win is a point."""

    def tournament(self, players: int) -> int:
        """How many games the room's own tournament has; 0: there is none."""
        return 0

    def stakes(self, players: int, values: Values) -> list[int]:
        """The points that everybody begins the room's own tournament with."""
        return [0] * players

    def bring(self, t: T_contra) -> None:
        """Lay out what is carried into this game; BadTable if it cannot be."""

    def pays(self, t: T_contra) -> list[int]:
        """What a finished game adds to everybody's points."""
        outcome = t.outcome
        assert outcome is not None
        if self.adds_scores:
            return list(outcome.scores)
        return [int(seat in outcome.winners) for seat in range(t.players)]

    def carries(self, t: T_contra) -> Carry:
        """What a finished game leaves to the next: open facts, plain data."""
        return {}
