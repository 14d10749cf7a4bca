"""The blue cards: they stay on the table until they are spent or taken away.  [BANG-13]"""

from typing import ClassVar, Final

from parlour.core.errors import IllegalChoice
from parlour.core.ids import NO_CARD, CardId
from parlour.core.native import mypyc_attr
from parlour.core.seats import EVERYONE, NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import ALONE, Card
from parlour.games.bang.state import BangTable

REFUSALS: Final = {"same_name": "BANG-11", "same_weapon": "BANG-A36"}


@mypyc_attr(allow_interpreted_subclasses=True)
class Blue(Card):
    """Laid in front of oneself, never beside one of the same name.  [BANG-11] [BANG-A38]"""

    blue: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> int:
        return ALONE if t.lying(me, self.called) == NO_CARD else NOBODY

    def lay(self, t: BangTable, me: int, card: CardId, target: int) -> None:
        t.front[me] += (card,)
        t.knows.masks[card] = EVERYONE

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("same_name", {"card": self.name, "target": me})


@mypyc_attr(allow_interpreted_subclasses=True)
class Weapon(Blue):
    """A different weapon takes the place of the old one.  [BANG-24] [BANG-A36]"""

    def targets(self, t: BangTable, me: int) -> int:
        return ALONE if t.rules.same_weapon or t.lying(me, self.called) == NO_CARD else NOBODY

    def lay(self, t: BangTable, me: int, card: CardId, target: int) -> None:
        for old in t.front[me]:
            if t.rules.reach[old]:
                t.remove(me, old)
                tell.discarded(t, me, (old,), "replaced")
        super().lay(t, me, card, target)

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("same_weapon", {"card": self.name})
