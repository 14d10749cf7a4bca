"""What units are laid on."""

from typing import Final, final

from parlour.core.decision import FEW, pack
from parlour.core.ids import CardId
from parlour.core.menu import WIDEST, Menu
from parlour.core.native import append, i64, vec
from parlour.games.kings.kinds import STRENGTHS

MINERS: Final = 16
OVERSEER: Final = 32
"""Added to what a place takes: only units of other races, or only of one's own.  [KINGS-16]"""

LEAST: Final = MINERS - 1
"""The rest of the number: the weakest unit that fits."""


def fits(strength: i64, least: i64) -> bool:
    """A stronger unit on a weaker, a 0 on a 9 too, which nothing is stronger than.

    [KINGS-10] [KINGS-11]
    """
    return strength >= least or (strength == 0 and least == STRENGTHS)


def welcome(takes: int) -> int:
    """The units that go where this is taken: those of other races by strength, then one's own."""
    found = 0
    for strength in range(STRENGTHS):
        if fits(strength, takes & LEAST):
            found |= (not takes & OVERSEER) << strength
            found |= (not takes & MINERS) << (STRENGTHS + strength)
    return found


def _all_welcome() -> vec[i64]:
    found = vec[i64]()
    for takes in range(2 * OVERSEER):
        found = append(found, i64(welcome(takes)))
    return found


WELCOME: Final = _all_welcome()


SPARE: Final = vec[i64]([0] * FEW)
"""As long as nearly every ground will be."""


@final
class Ground:
    """All places where a seat may lay units, found once for a whole hand.  [KINGS-9]

    Centre mines first, then its own.
    """

    def __init__(self) -> None:
        self.places: i64 = 0
        """How many there are."""
        self._welcome = SPARE[:]

    def add(self, takes: i64) -> None:
        """A place: what is the weakest unit that fits, with MINERS or OVERSEER."""
        if self.places < FEW:
            self._welcome[self.places] = WELCOME[takes]
        else:
            self._welcome = append(self._welcome, WELCOME[takes])
        self.places += 1

    def lay(self, menu: Menu, card: CardId, strength: i64, own: bool) -> None:
        """Write each choice to lay this unit; `own`: it is of one's own race."""
        rows, places = self._welcome, self.places
        unit: i64 = STRENGTHS + strength if own else strength
        found: i64 = 0
        for place in range(min(places, i64(WIDEST))):
            found |= (rows[place] >> unit & 1) << place
        menu.each(card, found)
        for place in range(i64(WIDEST), places):  # a king of so many mines is rare
            if rows[place] >> unit & 1:
                menu.alone(pack(card, place))
