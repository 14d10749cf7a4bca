"""The blue cards: they stay on the table until they are spent or taken away.  [BANG-13]"""

from typing import ClassVar, final

from parlour.core.errors import IllegalChoice
from parlour.core.seats import EVERYONE
from parlour.games.bang import events
from parlour.games.bang.base import Card
from parlour.games.bang.kinds import SHERIFF
from parlour.games.bang.state import ALONE, BangTable


class Blue(Card):
    """Laid in front of oneself, never beside one of the same name.  [BANG-11] [BANG-A38]"""

    blue: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> list[int]:
        return [] if t.lying(me, self.name) >= 0 else ALONE

    def lay(self, t: BangTable, me: int, card: int, target: int) -> None:
        t.front[me] += (card,)
        t.knows.masks[card] = EVERYONE

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("same_name", {"card": self.name, "target": me})


@final
class Barrel(Blue):
    """A heart dodges the shot.  [BANG-31]"""

    name: ClassVar[str] = "barrel"
    copies: ClassVar[str] = "QS KS"
    barrels: ClassVar[int] = 1


@final
class Mustang(Blue):
    """Others see its owner one farther away.  [BANG-22]"""

    name: ClassVar[str] = "mustang"
    copies: ClassVar[str] = "8H 9H"
    farther: ClassVar[int] = 1


@final
class Scope(Blue):
    """Its owner sees the others one closer.  [BANG-23]"""

    name: ClassVar[str] = "scope"
    copies: ClassVar[str] = "AS"
    closer: ClassVar[int] = 1


@final
class Dynamite(Blue):
    """Checked when its owner's next turn begins: see TryDynamite.  [BANG-39]"""

    name: ClassVar[str] = "dynamite"
    copies: ClassVar[str] = "2H"
    burden: ClassVar[bool] = True


@final
class Jail(Blue):
    """Laid in front of anybody but the Sheriff: see TryJail.  [BANG-44] [BANG-79] [BANG-A39]"""

    name: ClassVar[str] = "jail"
    copies: ClassVar[str] = "4H 10S JS"
    aimed: ClassVar[bool] = True
    burden: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> list[int]:
        seats = [*t.others(me), me]
        return [s for s in seats if t.roles[s] != SHERIFF and t.lying(s, self.name) < 0]

    def lay(self, t: BangTable, me: int, card: int, target: int) -> None:
        t.front[target] += (card,)
        t.knows.masks[card] = EVERYONE

    def play(self, t: BangTable, me: int, target: int) -> None:
        if target != me:
            t.tricks[me * t.players + target] += 1

    def idle(self, t: BangTable, me: int, target: int) -> bool:
        return target == me

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        if t.roles[target] == SHERIFF:
            return t.refuse("not_the_sheriff")
        return t.refuse("same_name", {"card": self.name, "target": target})


class Weapon(Blue):
    """A different weapon takes the place of the old one.  [BANG-24] [BANG-A36]"""

    def targets(self, t: BangTable, me: int) -> list[int]:
        return ALONE if t.rules.same_weapon or t.lying(me, self.name) < 0 else []

    def lay(self, t: BangTable, me: int, card: int, target: int) -> None:
        for old in t.front[me]:
            if t.kinds[old].reach:
                t.remove(me, old)
                if t.sink is not None:
                    t.tell(events.Discarded(me, [t.text(old)], "replaced"))
        super().lay(t, me, card, target)

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("same_weapon", {"card": self.name})


@final
class Volcanic(Weapon):
    """Any number of BANG! cards, at distance 1.  [BANG-46]"""

    name: ClassVar[str] = "volcanic"
    copies: ClassVar[str] = "10C 10S"
    reach: ClassVar[int] = 1
    unlimited: ClassVar[bool] = True


@final
class Schofield(Weapon):
    """[BANG-24]"""

    name: ClassVar[str] = "schofield"
    copies: ClassVar[str] = "JC QC KS"
    reach: ClassVar[int] = 2


@final
class Remington(Weapon):
    """[BANG-24]"""

    name: ClassVar[str] = "remington"
    copies: ClassVar[str] = "KC"
    reach: ClassVar[int] = 3


@final
class RevCarabine(Weapon):
    """[BANG-24]"""

    name: ClassVar[str] = "rev_carabine"
    copies: ClassVar[str] = "AC"
    reach: ClassVar[int] = 4


@final
class Winchester(Weapon):
    """[BANG-24]"""

    name: ClassVar[str] = "winchester"
    copies: ClassVar[str] = "8S"
    reach: ClassVar[int] = 5
