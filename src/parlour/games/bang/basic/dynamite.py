"""Dynamite: it goes round the table until it explodes."""

from typing import ClassVar, Final, final

from parlour.core.frame import of_each_seat
from parlour.core.ids import NO_CARD, CardId
from parlour.core.piles import without
from parlour.core.seats import NO_ONE
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.blue import Blue
from parlour.games.bang.burial import BURIAL
from parlour.games.bang.frames import Judged, flip
from parlour.games.bang.state import NINE, SPADES, BangTable
from parlour.games.bang.turn import RESOLVED
from parlour.games.bang.wounds import wound

DYNAMITE: Final = "dynamite"


@final
class Dynamite(Blue):
    """Looked at when its owner's next turn begins.  [BANG-39]"""

    name: ClassVar[str] = DYNAMITE
    copies: ClassVar[str] = "2H"
    checked: ClassVar[bool] = True

    def check(self, seat: int) -> Judged:
        return TRY_DYNAMITE[seat]

    def misplaced(self, t: BangTable, seat: int, phase: str) -> str:
        return f"seat {seat} has passed the Dynamite on before phase 1" if phase == "draw" else ""


@final
class TryDynamite(Judged):
    """Spades 2 to 9: it explodes.  Otherwise it goes on to the left.  [BANG-39] [BANG-A61]"""

    reason: ClassVar[str] = DYNAMITE

    def act(self, t: BangTable) -> None:
        if t.lying(self.seat, DYNAMITE) != NO_CARD:
            flip(t, self)

    def judged(self, t: BangTable, card: CardId) -> None:
        stick = t.lying(self.seat, DYNAMITE)
        if card != NO_CARD and t.rules.suit[card] == SPADES and t.rules.rank[card] <= NINE:
            t.remove(self.seat, stick)
            tell.exploded(t, self.seat)
            t.push(RESOLVED)
            t.push(BURIAL[NO_ONE])
            wound(t, self.seat, NO_ONE, 3)
        else:
            self.hand_on(t, stick)

    def hand_on(self, t: BangTable, stick: CardId) -> None:
        """To the first on the left who has none.  [BANG-A17]"""
        for seat in t.others(self.seat):
            if t.lying(seat, DYNAMITE) == NO_CARD:
                t.front[self.seat] = without(t.front[self.seat], stick)
                t.front[seat] += (stick,)
                tell.handed(t, self.seat, seat)
                return


TRY_DYNAMITE: Final = of_each_seat(TryDynamite)
