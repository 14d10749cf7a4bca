"""Stagecoach and Wells Fargo: cards from the deck."""

from typing import ClassVar, final

from parlour.games.bang.base import Card
from parlour.games.bang.state import BangTable


@final
class Stagecoach(Card):
    """Two cards.  [BANG-33]"""

    name: ClassVar[str] = "stagecoach"
    copies: ClassVar[str] = "9S 9S"

    def play(self, t: BangTable, me: int, target: int) -> None:
        t.draw(me, 2)


@final
class WellsFargo(Card):
    """Three cards.  [BANG-34]"""

    name: ClassVar[str] = "wells_fargo"
    copies: ClassVar[str] = "3H"

    def play(self, t: BangTable, me: int, target: int) -> None:
        t.draw(me, 3)
