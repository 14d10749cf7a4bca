"""What only the laboratory asks of a room: where its secrets lie, which cards exist, what was used.

A room answers in its `examiner.py`, by hand: from the places and the events alone, never by way of
what it is to check (`look`, views, the knowledge masks).  `lab` finds it there; nobody else may.
"""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from parlour.core.event import Event
from parlour.core.table import Table

T_contra = TypeVar("T_contra", bound=Table, contravariant=True)

Hidden = tuple[str, int, int]
"""A path into `facts`, the part of the text there between two slashes, the mask of who sees it."""
Told = dict[str, Any]
"""An event as a seat perceived it."""


class Watch(Protocol[T_contra]):
    """What an arena counts in one game, and what only this room has a name for."""

    def see(self, t: T_contra) -> None:
        """The table after a choice."""

    def numbers(self, t: T_contra, seat: int) -> dict[str, float]:
        """When the game is over: what there is to say of this seat, by name."""


class Examiner(Generic[T_contra]):
    """A room fills in the three methods that raise NotImplementedError."""

    def hidden(self, t: T_contra) -> list[Hidden]:
        """For the leak test: everything that does not lie open."""
        raise NotImplementedError

    def changed(self, t: T_contra, eye: int) -> Table:
        """The same table, but for all that is no card and that this eye must not know.

        The table itself, where cards are all that is hidden.
        """
        return t

    def inventory(self, t: T_contra) -> Sequence[int]:
        """Every card of the game, wherever it lies: none is ever made or lost."""
        raise NotImplementedError

    def contradictions(self, t: T_contra, told: list[Told]) -> list[str]:
        """What a seat was told that does not hold at this table; nothing, if it could be true."""
        raise NotImplementedError

    def alike(self, path: str, other: str) -> bool:
        """Whether the hidden things at two paths could be exchanged: a card is no role."""
        return True

    def shuffles(self, t: T_contra) -> int:
        """How often known cards went back into the unknown: the leak test forgets then."""
        return 0

    def usable(self, players: int) -> set[str]:
        """Names of all that can be done in this game: cards, powers, places."""
        return set()

    def used(self, t: T_contra, event: Event) -> set[str]:
        """Which of them this event has shown in use."""
        return set()

    def group(self, t: T_contra, seat: int) -> str:
        """What an arena counts this seat under: a role, where there are roles.

        Asked when the game is over.
        """
        return ""

    def watch(self, t: T_contra) -> Watch[T_contra] | None:
        """Somebody who watches a game that begins now; None where an arena has nothing to count."""
        return None

    def character(self, t: T_contra, seat: int) -> str:
        """Who the seat is, where seats have characters with powers.  Asked at the end too."""
        return ""
