"""Barrel: a heart is a Missed!.  Whoever is shot at may turn a card for it."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.ids import NO_CARD, CardId, ChoiceId
from parlour.core.native import i64
from parlour.games.bang.blue import Blue
from parlour.games.bang.state import HEARTS, BangTable

REFUSALS: Final = {"no_barrel": "BANG-31", "barrel_tried": "BANG-A22"}

BARREL: Final = "barrel"
TRY_BARREL: Final = ChoiceId(-2)
"""The choice to turn a card, beside the Missed! cards."""


@final
class Barrel(Blue):
    """One try against each shot at its owner.  [BANG-31]"""

    name: ClassVar[str] = BARREL
    copies: ClassVar[str] = "QS KS"
    barrels: ClassVar[int] = 1


def tries(t: BangTable, seat: int) -> int:
    """Tries against one shot: one for the card, one for a character who has his own.  [BANG-51]"""
    found: i64 = t.who[seat].tries
    for card in t.front[seat]:
        found += t.rules.barrels[card]
    return found


def saves(t: BangTable, turned: CardId) -> bool:
    """A heart counts as a Missed!; no card at all does not.  [BANG-31] [BANG-A20] [BANG-A23]"""
    return turned != NO_CARD and t.rules.suit[turned] == HEARTS


def why_not_try(t: BangTable, seat: int) -> IllegalChoice:
    """[BANG-A22]"""
    return t.refuse("barrel_tried" if tries(t, seat) else "no_barrel")
