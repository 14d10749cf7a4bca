"""The brown cards, which act at once and are discarded [BANG-13], and the whole deck.

Of each kind: its copies, whom it may be played at, what happens.
"""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.games.bang import events
from parlour.games.bang.base import Card
from parlour.games.bang.blue import (
    Barrel,
    Dynamite,
    Jail,
    Mustang,
    Remington,
    RevCarabine,
    Schofield,
    Scope,
    Volcanic,
    Winchester,
)
from parlour.games.bang.frames import Duel, Indians, Shot, attack
from parlour.games.bang.kinds import AT_NONE, SHERIFF
from parlour.games.bang.picks import Lift, open_store
from parlour.games.bang.state import ALONE, BangTable


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
        return t.refuse("not_yourself", {"card": self.name}, "BANG-41")


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
