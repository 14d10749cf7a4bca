"""Characters that need no question of their own: facts, and what they do when a frame calls."""

from typing import ClassVar, final

from parlour.core.seats import NO_ONE
from parlour.games.bang.base import Card, Character
from parlour.games.bang.basic.bang import BANG
from parlour.games.bang.state import BangTable


@final
class BartCassidy(Character):
    """A card for every life point lost.  [BANG-47] [BANG-A14]"""

    name: ClassVar[str] = "bart_cassidy"

    def wounded(self, t: BangTable, me: int, by: int, count: int) -> None:
        t.draw(me, count)


@final
class CalamityJanet(Character):
    """BANG! and Missed! are one to her.  [BANG-48] [BANG-A25]"""

    name: ClassVar[str] = "calamity_janet"
    swaps: ClassVar[bool] = True

    def reads(self, t: BangTable, kind: Card) -> Card:
        return BANG if kind.dodging else kind


@final
class ElGringo(Character):
    """A card from the hand of whoever wounds him.  [BANG-62] [BANG-A15] [BANG-A26]"""

    name: ClassVar[str] = "el_gringo"
    life: ClassVar[int] = 3

    def wounded(self, t: BangTable, me: int, by: int, count: int) -> None:
        if by == NO_ONE:
            return
        for _ in range(count):
            t.refill(by)
            if t.hands[by]:
                t.rob(me, by)
                t.refill(by)


@final
class Jourdonnais(Character):
    """A Barrel of his own.  [BANG-51]"""

    name: ClassVar[str] = "jourdonnais"
    barrels: ClassVar[int] = 1


@final
class PaulRegret(Character):
    """A Mustang of his own.  [BANG-52]"""

    name: ClassVar[str] = "paul_regret"
    life: ClassVar[int] = 3
    farther: ClassVar[int] = 1


@final
class RoseDoolan(Character):
    """A Scope of her own.  [BANG-57]"""

    name: ClassVar[str] = "rose_doolan"
    closer: ClassVar[int] = 1


@final
class SlabTheKiller(Character):
    """Two Missed! against his BANG! cards.  [BANG-53]"""

    name: ClassVar[str] = "slab_the_killer"
    needs: ClassVar[int] = 2


@final
class SuzyLafayette(Character):
    """An empty hand gets a card.  [BANG-60]"""

    name: ClassVar[str] = "suzy_lafayette"

    def emptied(self, t: BangTable, me: int) -> None:
        t.draw(me, 1)


@final
class WillyTheKid(Character):
    """Any number of BANG! cards.  [BANG-55]"""

    name: ClassVar[str] = "willy_the_kid"
    unlimited: ClassVar[bool] = True
