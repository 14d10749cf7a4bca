"""The 22 kinds of card: copies, whom they may be played at, what happens."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.games.bang import events
from parlour.games.bang.base import Card
from parlour.games.bang.frames import Duel, Indians, Shot, attack
from parlour.games.bang.kinds import AT_NONE, SHERIFF
from parlour.games.bang.picks import Lift, open_store
from parlour.games.bang.state import ALONE, BangTable

# --- brown: they act at once and are discarded  [BANG-13] ----------------------------------------


@final
class Bang(Card):
    """A shot at somebody within reach of one's weapon.  [BANG-25] [BANG-53]"""

    name: ClassVar[str] = "bang"
    copies: ClassVar[str] = (
        "2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD QH KH AH AS"
    )
    aimed: ClassVar[bool] = True
    shoots: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> list[int]:
        return t.within(me, t.reach(me)) if t.may_shoot(me) else []

    def lay(self, t: BangTable, me: int, card: int, target: int) -> None:
        t.discard(card)
        t.bangs += 1
        if t.rules.no_mercy and t.roles[me] == SHERIFF:
            t.fired += (card,)

    def play(self, t: BangTable, me: int, target: int) -> None:
        t.shots[me * t.players + target] += 1
        attack(t, me, [Shot(target, me, t.who[me].needs, 0)])

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        if target == me:
            return t.refuse("not_yourself", {"card": self.name})
        if not t.may_shoot(me):
            return t.refuse("one_bang")
        facts: dict[str, object] = {"distance": t.distance(me, target), "reach": t.reach(me)}
        return t.refuse("out_of_reach", facts | {"target": target})


@final
class Missed(Card):
    """Against a shot at oneself; never played of one's own accord.  [BANG-26]"""

    name: ClassVar[str] = "missed"
    copies: ClassVar[str] = "10C JC QC KC AC 2S 3S 4S 5S 6S 7S 8S"
    dodges: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> list[int]:
        return []

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("only_an_answer", {"card": self.name})


@final
class Beer(Card):
    """A life point; nothing at full life or with two left.  [BANG-27] [BANG-29] [BANG-A9]"""

    name: ClassVar[str] = "beer"
    copies: ClassVar[str] = "6H 7H 8H 9H 10H JH"
    rescues: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> list[int]:
        return ALONE if t.rules.beer_for_nothing or not self.idle(t, me, AT_NONE) else []

    def play(self, t: BangTable, me: int, target: int) -> None:
        if not (t.beer_works() and t.heal(me)) and t.sink is not None:
            t.tell(events.Idled(me, t.text(t.discards[-1])))

    def idle(self, t: BangTable, me: int, target: int) -> bool:
        return t.life[me] >= t.full[me] or not t.beer_works()

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("beer_for_nothing")


@final
class Saloon(Card):
    """A life point for everybody.  [BANG-35] [BANG-A11] [BANG-A63]"""

    name: ClassVar[str] = "saloon"
    copies: ClassVar[str] = "5H"

    def targets(self, t: BangTable, me: int) -> list[int]:
        return ALONE

    def play(self, t: BangTable, me: int, target: int) -> None:
        healed = [seat for seat in [me, *t.others(me)] if t.heal(seat)]
        if not healed and t.sink is not None:
            t.tell(events.Idled(me, t.text(t.discards[-1])))

    def idle(self, t: BangTable, me: int, target: int) -> bool:
        return all(t.life[seat] >= t.full[seat] for seat in t.ring)


@final
class Stagecoach(Card):
    """Two cards.  [BANG-33]"""

    name: ClassVar[str] = "stagecoach"
    copies: ClassVar[str] = "9S 9S"

    def targets(self, t: BangTable, me: int) -> list[int]:
        return ALONE

    def play(self, t: BangTable, me: int, target: int) -> None:
        t.draw(me, 2)


@final
class WellsFargo(Card):
    """Three cards.  [BANG-34]"""

    name: ClassVar[str] = "wells_fargo"
    copies: ClassVar[str] = "3H"

    def targets(self, t: BangTable, me: int) -> list[int]:
        return ALONE

    def play(self, t: BangTable, me: int, target: int) -> None:
        t.draw(me, 3)


@final
class GeneralStore(Card):
    """A card for everybody, open, by choice.  [BANG-43]"""

    name: ClassVar[str] = "general_store"
    copies: ClassVar[str] = "9C QS"

    def targets(self, t: BangTable, me: int) -> list[int]:
        return ALONE

    def play(self, t: BangTable, me: int, target: int) -> None:
        open_store(t, me)


def with_cards(t: BangTable, me: int, seats: list[int]) -> list[int]:
    """Those who have a card to lose; of one's own, only the table counts.  [BANG-A33] [BANG-A34]"""
    found = [seat for seat in seats if t.hands[seat] or t.front[seat]]
    return [*found, me] if t.front[me] else found


@final
class Panic(Card):
    """Take a card from somebody at distance 1.  [BANG-36] [BANG-A35]"""

    name: ClassVar[str] = "panic"
    copies: ClassVar[str] = "JH QH AH 8D"
    aimed: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> list[int]:
        return with_cards(t, me, t.within(me, 1))

    def play(self, t: BangTable, me: int, target: int) -> None:
        t.push(Lift(me, target, 1))

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        if t.distance(me, target) > 1:
            return t.refuse("too_far", {"target": target, "distance": t.distance(me, target)})
        return nothing_there(t, me, target)


@final
class CatBalou(Card):
    """Anybody loses a card, whatever the distance.  [BANG-37]"""

    name: ClassVar[str] = "cat_balou"
    copies: ClassVar[str] = "9D 10D JD KH"
    aimed: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> list[int]:
        return with_cards(t, me, t.others(me))

    def play(self, t: BangTable, me: int, target: int) -> None:
        t.push(Lift(me, target, 0))

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return nothing_there(t, me, target)


def nothing_there(t: BangTable, me: int, target: int) -> IllegalChoice:
    if target == me:
        return t.refuse("not_own_hand")
    return t.refuse("nothing_to_take", {"target": target})


@final
class Gatling(Card):
    """A shot at every other player, whatever the distance.  [BANG-38] [BANG-A24]

    Not a BANG! card: the turn's BANG! is still to come.
    """

    name: ClassVar[str] = "gatling"
    copies: ClassVar[str] = "10H"

    def targets(self, t: BangTable, me: int) -> list[int]:
        return ALONE

    def play(self, t: BangTable, me: int, target: int) -> None:
        attack(t, me, [Shot(seat, me, 1, 0) for seat in t.others(me)])


@final
class IndiansCard(Card):
    """Every other player discards a BANG! or loses a life point.  [BANG-45]"""

    name: ClassVar[str] = "indians"
    copies: ClassVar[str] = "KD AD"

    def targets(self, t: BangTable, me: int) -> list[int]:
        return ALONE

    def play(self, t: BangTable, me: int, target: int) -> None:
        attack(t, me, [Indians(seat, me) for seat in t.others(me)])


@final
class DuelCard(Card):
    """Challenge anyone, whatever the distance.  [BANG-41]"""

    name: ClassVar[str] = "duel"
    copies: ClassVar[str] = "8C QD JS"
    aimed: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> list[int]:
        return t.others(me)

    def play(self, t: BangTable, me: int, target: int) -> None:
        t.shots[me * t.players + target] += 1
        attack(t, me, [Duel(target, me, me)])

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("not_yourself", {"card": self.name})


# --- blue: they stay on the table  [BANG-13] -----------------------------------------------------


class Blue(Card):
    """Laid in front of oneself, never beside one of the same name.  [BANG-11] [BANG-A38]"""

    blue: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> list[int]:
        return [] if t.lying(me, self.name) >= 0 else ALONE

    def lay(self, t: BangTable, me: int, card: int, target: int) -> None:
        t.front[me] += (card,)
        t.knows.masks[card] = 0xFFFF

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
        t.knows.masks[card] = 0xFFFF

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


BANG: Final = Bang()
KINDS: Final[list[Card]] = [
    BANG,
    Missed(),
    Beer(),
    Panic(),
    CatBalou(),
    DuelCard(),
    GeneralStore(),
    IndiansCard(),
    Stagecoach(),
    Gatling(),
    Saloon(),
    WellsFargo(),
    Jail(),
    Schofield(),
    Barrel(),
    Mustang(),
    Volcanic(),
    Dynamite(),
    Scope(),
    Remington(),
    RevCarabine(),
    Winchester(),
]
DECK: Final[list[tuple[Card, str]]] = [
    (kind, face) for kind in KINDS for face in kind.copies.split()
]
