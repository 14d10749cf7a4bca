"""Sid Ketchum, and what he may do at any moment."""

from typing import ClassVar, Final, final

from parlour.core.decision import pack
from parlour.core.errors import IllegalChoice
from parlour.core.ids import ChoiceId
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import NO_OFFERS, Character
from parlour.games.bang.reading import kind_of, meant
from parlour.games.bang.state import BangTable, pair_of

REFUSALS: Final = {"two_cards": "BANG-58", "sid_full": "BANG-A12", "sid_moment": "BANG-A12"}


@final
class SidKetchum(Character):
    """Two hand cards for a life point, at any moment.  [BANG-58] [BANG-A12]"""

    name: ClassVar[str] = "sid_ketchum"

    def offers(self, t: BangTable, me: int) -> list[ChoiceId]:
        return self.pairs(t, me) if self.has_offer(t, me) else NO_OFFERS

    def has_offer(self, t: BangTable, me: int) -> bool:
        """The dying are asked instead: see Dying."""
        return 0 < t.life[me] < t.full[me] and len(t.hands[me]) > 1 and moment(t, me)

    def pairs(self, t: BangTable, me: int) -> list[ChoiceId]:
        """Any two cards in either order: the second one will lie on top.  [BANG-A67]"""
        hand = t.hands[me]
        cards = t.each(hand)
        count = len(cards)
        found = [pack(cards[i], cards[j]) for i in range(count) for j in range(i + 1, count)]
        back = [pack(cards[j], cards[i]) for i in range(count) for j in range(i + 1, count)]
        twins = [pack(card, t.rules.twin[card]) for card in cards if t.rules.twin[card] in hand]
        return found + twins + back

    def takes(self, t: BangTable, me: int, offer: ChoiceId) -> None:
        """Two cards for a life point; the second one lies on top.  [BANG-58] [BANG-A67]"""
        cards = pair_of(offer)
        for card in cards:
            t.drop(me, card)
        tell.discarded(t, me, cards, "pair")
        t.heal(me)

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
        return t.refuse("unknown_choice" if moment(t, me) else "sid_moment", {"text": text})

    def hope(self, cards: int) -> int:
        return cards // 2


def moment(t: BangTable, seat: int) -> bool:
    """Whether the table's option lets him act now.  [BANG-A12]"""
    when = t.rules.sid_moments
    if when == "asked":
        return bool(t.asked >> seat & 1)
    return when == "any" or t.turn == seat
