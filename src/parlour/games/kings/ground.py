"""What units are laid on."""

from typing import Final, final

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

    def places(self, strength: i64, own: i64) -> list[int]:
        """Where a unit, of one's own race or not, may be laid."""
        found: list[int] = []
        for place in range(len(self.tops)):
            call: i64 = self.calls[place]
            fits = beats(strength, self.tops[place], self.zero_on_bare)
            if fits and call in (ANYONE, own):
                found.append(place)
        return found
