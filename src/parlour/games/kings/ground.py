"""What units are laid on."""

from typing import Final, final

from parlour.core.decision import packed
from parlour.core.ids import CardId, ChoiceId
from parlour.core.native import i64
from parlour.games.kings.kinds import BARE, HIGHEST

ANYONE: Final = -1
"""A mine of the centre is besieged by every race."""


def beats(strength: i64, top: i64, zero_on_bare: bool) -> bool:
    """A stronger unit on a weaker, a 0 on a 9, anything on bare rock.  [KINGS-10] [KINGS-11]"""
    if strength:
        return strength > top
    return top == HIGHEST or (top == BARE and zero_on_bare)


@final
class Ground:
    """All places where a seat may lay units, found once for a whole hand.  [KINGS-9]

    Centre mines come first, then its own.  tops  the strength of the unit on top, or BARE
    calls  ANYONE, or whether one's own race is called for: last of all, as an overseer
    """

    def __init__(self, tops: list[int], calls: list[int], zero_on_bare: bool) -> None:
        self.tops: Final = tops
        self.calls: Final = calls
        self.zero_on_bare: Final = zero_on_bare

    def lay(self, found: list[ChoiceId], card: CardId, strength: i64, own: i64) -> None:
        """Add to a list each choice to lay this unit, which is of one's own race or not."""
        tops, calls = self.tops, self.calls
        for place in range(len(tops)):
            call: i64 = calls[place]
            if call in (ANYONE, own) and beats(strength, tops[place], self.zero_on_bare):
                found.append(packed(card, place))
