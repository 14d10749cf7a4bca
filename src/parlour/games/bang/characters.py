"""The sixteen characters: facts, and what they do when a frame calls."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.games.bang.base import NO_OFFERS, Card, Character
from parlour.games.bang.cards import BANG
from parlour.games.bang.draws import FromAHand, FromDiscards, LookFirst, show_second
from parlour.games.bang.kinds import CARDS, NO_ONE
from parlour.games.bang.reading import kind_of, meant
from parlour.games.bang.state import STRANGER, BangTable


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
        return BANG if kind.dodges else kind


@final
class LuckyDuke(Character):
    """Two cards for each "draw!", and the choice.  [BANG-49]"""

    name: ClassVar[str] = "lucky_duke"
    flips: ClassVar[int] = 2


@final
class JesseJones(Character):
    """The first card may come from somebody's hand.  [BANG-50]"""

    name: ClassVar[str] = "jesse_jones"

    def draw_phase(self, t: BangTable, me: int) -> None:
        if any(t.hands[seat] for seat in t.others(me)):
            t.push(FromAHand(me))
        else:
            t.draw(me, 2)


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
class SlabTheKiller(Character):
    """Two Missed! against his BANG! cards.  [BANG-53]"""

    name: ClassVar[str] = "slab_the_killer"
    needs: ClassVar[int] = 2


@final
class KitCarlson(Character):
    """Three cards to look at, two to keep.  [BANG-54]"""

    name: ClassVar[str] = "kit_carlson"

    def draw_phase(self, t: BangTable, me: int) -> None:
        t.push(LookFirst(me))


@final
class WillyTheKid(Character):
    """Any number of BANG! cards.  [BANG-55]"""

    name: ClassVar[str] = "willy_the_kid"
    unlimited: ClassVar[bool] = True


@final
class PedroRamirez(Character):
    """The first card may come from the discards.  [BANG-56] [BANG-A42]"""

    name: ClassVar[str] = "pedro_ramirez"
    minds_discards: ClassVar[bool] = True

    def draw_phase(self, t: BangTable, me: int) -> None:
        if t.discards:
            t.push(FromDiscards(me))
        else:
            t.draw(me, 2)


@final
class RoseDoolan(Character):
    """A Scope of her own.  [BANG-57]"""

    name: ClassVar[str] = "rose_doolan"
    closer: ClassVar[int] = 1


@final
class SidKetchum(Character):
    """Two hand cards for a life point, at any moment.  [BANG-58] [BANG-A12]"""

    name: ClassVar[str] = "sid_ketchum"

    def offers(self, t: BangTable, me: int) -> list[int]:
        """The dying are asked instead: see Dying."""
        if not 0 < t.life[me] < t.full[me] or len(t.hands[me]) < 2 or not t.moment(me):
            return NO_OFFERS
        return self.pairs(t, me)

    def pairs(self, t: BangTable, me: int) -> list[int]:
        """Any two cards in either order: the second one will lie on top.  [BANG-A67]"""
        hand = t.hands[me]
        cards = t.each(hand)
        count = len(cards)
        found = [cards[i] * CARDS + cards[j] for i in range(count) for j in range(i + 1, count)]
        back = [cards[j] * CARDS + cards[i] for i in range(count) for j in range(i + 1, count)]
        twins = [card * CARDS + t.rules.twin[card] for card in cards if t.rules.twin[card] in hand]
        return found + twins + back

    def why_no_pair(self, t: BangTable, me: int, text: str) -> IllegalChoice:
        """The first reason that holds, from his own hand.  [BANG-58] [BANG-A7] [BANG-A12]"""
        words = text.split("+")
        for word in words:
            if kind_of(t, word) is None:
                return t.refuse("unknown_choice", {"text": text})
            if not meant(t, t.hands[me], word):
                return t.refuse("not_held", {"card": word})
        if len(words) != 2 or len({c for word in words for c in meant(t, t.hands[me], word)}) < 2:
            return t.refuse("two_cards")
        if t.life[me] <= 0:
            return t.refuse("cannot_be_saved")
        if t.life[me] >= t.full[me]:
            return t.refuse("sid_full")
        return t.refuse("unknown_choice" if t.moment(me) else "sid_moment", {"text": text})

    def hope(self, cards: int) -> int:
        return cards // 2


@final
class VultureSam(Character):
    """Whoever dies, their cards are his.  [BANG-59]"""

    name: ClassVar[str] = "vulture_sam"
    loots: ClassVar[bool] = True


@final
class SuzyLafayette(Character):
    """An empty hand gets a card.  [BANG-60]"""

    name: ClassVar[str] = "suzy_lafayette"

    def emptied(self, t: BangTable, me: int) -> None:
        t.draw(me, 1)


@final
class BlackJack(Character):
    """Shows his second card; a red one brings a third.  [BANG-61]"""

    name: ClassVar[str] = "black_jack"

    def draw_phase(self, t: BangTable, me: int) -> None:
        show_second(t, me)


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


CHARACTERS: Final[list[Character]] = [
    BartCassidy(),
    BlackJack(),
    CalamityJanet(),
    ElGringo(),
    JesseJones(),
    Jourdonnais(),
    KitCarlson(),
    LuckyDuke(),
    PaulRegret(),
    PedroRamirez(),
    RoseDoolan(),
    SidKetchum(),
    SlabTheKiller(),
    SuzyLafayette(),
    VultureSam(),
    WillyTheKid(),
]
"""The sixteen that are dealt.  [BANG-1]"""

NAMED: Final = {character.name: character for character in [*CHARACTERS, STRANGER]}
