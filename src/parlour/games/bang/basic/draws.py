"""Characters who draw otherwise in phase 1, and what they are asked."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame import OfSeat
from parlour.core.ids import NO_CARD, CardId, ChoiceId, as_card, as_choices
from parlour.core.piles import without
from parlour.core.seats import EVERYONE
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import Character
from parlour.games.bang.kinds import PASS
from parlour.games.bang.questions import Question
from parlour.games.bang.state import DIAMONDS, HEARTS, BangTable

REFUSALS: Final = {"not_from_yourself": "BANG-50"}
LOOK: Final = ChoiceId(-2)
DISCARDS: Final = ChoiceId(-2)
"""What one may choose in place of the deck, which is PASS."""


@final
class BlackJack(Character):
    """Shows his second card; a red one brings a third.  [BANG-61]"""

    name: ClassVar[str] = "black_jack"

    def draw_phase(self, t: BangTable, me: int) -> None:
        t.draw(me, 1)
        for card in t.draw(me, 1):
            t.knows.show(card, EVERYONE)
            tell.showed(t, me, card)
            if t.rules.suit[card] in (HEARTS, DIAMONDS):
                t.draw(me, 1)


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
class FromAHand(OfSeat[BangTable]):
    """Jesse Jones: the first card from the deck, or from somebody's hand.  [BANG-50]"""

    ask: ClassVar[str] = "first_from_hand"

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return [PASS, *as_choices([other for other in t.others(seat) if t.hands[other]])]

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            t.draw(seat, 2)
            return
        t.rob(seat, choice)
        t.refill(choice)  # BANG-A27
        t.draw(seat, 1)

    def text(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return "deck" if choice == PASS else f"hand@{choice}"

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        word, _, target = text.partition("@")
        if word != "hand" or not target.isdecimal() or int(target) >= t.players:
            return t.refuse("unknown_choice", {"text": text})
        if int(target) == seat:
            return t.refuse("not_from_yourself")
        code = "empty_hand" if t.alive(int(target)) else "out_of_the_game"
        return t.refuse(code, {"target": int(target)})


@final
class KitCarlson(Character):
    """Three cards to look at, two to keep.  [BANG-54]"""

    name: ClassVar[str] = "kit_carlson"

    def draw_phase(self, t: BangTable, me: int) -> None:
        t.push(LookFirst(me))


@final
class LookFirst(Question):
    """Kit Carlson: look at the top three cards, or draw like anyone else.  [BANG-54]"""

    ask: ClassVar[str] = "look"
    words: ClassVar[dict[ChoiceId, str]] = {PASS: "deck", LOOK: "look"}

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return [PASS, LOOK]

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            t.draw(seat, 2)
            return
        seen: tuple[CardId, ...] = ()
        for _ in range(3):  # BANG-A41: the deck is renewed on the way, but only for want of cards
            card = t.lift()
            if card != NO_CARD:
                seen += (card,)
        t.knows.show_all(seen, 1 << seat)
        t.knows.blur(seen, 1 << seat)
        t.looked = seen
        tell.looked(t, seat, seen, 1 << seat)
        t.push(PutBack(seat))


@final
class PutBack(Question):
    """Two of the three to the hand, the third back on top.  [BANG-54]"""

    ask: ClassVar[str] = "put_back"
    rule: ClassVar[str] = "BANG-54"

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat if len(t.looked) > 2 else 0

    def act(self, t: BangTable) -> None:
        """Fewer than three cards exist: they are his.  [BANG-A20]"""
        self.keep(t, t.looked)

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return as_choices(t.each(t.looked))

    def default(self, t: BangTable, seat: int) -> ChoiceId:
        """The card that was turned last: as if he had not looked."""
        return ChoiceId(t.latest(t.looked))

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        card = as_card(choice)
        t.put_on_top(card)
        tell.put_back(t, seat, card, 1 << seat)
        self.keep(t, without(t.looked, card))

    def keep(self, t: BangTable, cards: tuple[CardId, ...]) -> None:
        t.looked = ()
        t.hands[self.seat] += cards
        tell.drew(t, self.seat, cards, 1 << self.seat)


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
class FromDiscards(Question):
    """Pedro Ramirez: the first card from the deck, or from the discards.  [BANG-56]"""

    ask: ClassVar[str] = "first_from_discards"
    words: ClassVar[dict[ChoiceId, str]] = {PASS: "deck", DISCARDS: "discards"}

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return [PASS, DISCARDS]

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            t.draw(seat, 2)
            return
        card = t.discards.pop()
        t.hands[seat] += (card,)
        tell.drew_discard(t, seat, card)
        t.draw(seat, 1)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"card": t.text(t.discards[-1])}
