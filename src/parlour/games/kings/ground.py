"""What units are laid on."""

from typing import Final, final

from parlour.core.decision import FEW, ONES_READY, READY, pack
from parlour.core.ids import CardId, ChoiceId
from parlour.core.native import Numbers, i64
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


@final
class Ground:
    """All places where a seat may lay units, found once for a whole hand.  [KINGS-9]

    `takes`: of centre mines first, then of its own, the strength of the weakest unit that fits,
    with MINERS or OVERSEER where not every race may go.
    """

    def __init__(self, takes: Numbers) -> None:
        self.takes: Final = takes

    def lay(self, found: list[ChoiceId], card: CardId, strength: i64, own: bool) -> None:
        """Add to a list each choice to lay this unit, which is of one's own race or not."""
        takes = self.takes
        barred: i64 = MINERS if own else OVERSEER
        first: i64 = card * FEW
        ready: i64 = FEW if card < ONES_READY else 0
        for place in range(i64(len(takes))):
            takes_here = i64(takes[place])
            if not takes_here & barred and fits(strength, takes_here & LEAST):
                found.append(READY[first + place] if place < ready else pack(card, place))
