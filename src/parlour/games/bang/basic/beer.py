"""Beer and Saloon: life points.  What saves the dying stands in wounds.py."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.seats import NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import ALONE, Card
from parlour.games.bang.kinds import (
    AT_NONE,
)
from parlour.games.bang.state import BangTable

REFUSALS: Final = {"beer_for_nothing": "BANG-A9"}


@final
class Beer(Card):
    """A life point; nothing at full life or with two left.  [BANG-27] [BANG-29] [BANG-A9]"""

    name: ClassVar[str] = "beer"
    copies: ClassVar[str] = "6H 7H 8H 9H 10H JH"
    rescues: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> int:
        return ALONE if t.rules.beer_for_nothing or not self.idle(t, me, AT_NONE) else NOBODY

    def play(self, t: BangTable, me: int, target: int) -> None:
        if not (t.beer_works() and t.heal(me)):
            tell.idled(t, me, t.discards[-1])

    def idle(self, t: BangTable, me: int, target: int) -> bool:
        return t.life[me] >= t.full[me] or not t.beer_works()

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("beer_for_nothing")


@final
class Saloon(Card):
    """A life point for everybody.  [BANG-35] [BANG-A11] [BANG-A63]"""

    name: ClassVar[str] = "saloon"
    copies: ClassVar[str] = "5H"

    def play(self, t: BangTable, me: int, target: int) -> None:
        healed = [seat for seat in [me, *t.others(me)] if t.heal(seat)]
        if not healed:
            tell.idled(t, me, t.discards[-1])

    def idle(self, t: BangTable, me: int, target: int) -> bool:
        return all(t.life[seat] >= t.full[seat] for seat in t.ring)
