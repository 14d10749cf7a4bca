"""General Store: open cards, one for everybody."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.ids import NO_CARD, CardId, ChoiceId, as_card, as_choices
from parlour.core.piles import without
from parlour.core.seats import EVERYONE, NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import Card
from parlour.games.bang.questions import Question
from parlour.games.bang.reading import meant
from parlour.games.bang.state import BangTable

REFUSALS: Final = {"taken": "BANG-43"}


@final
class GeneralStore(Card):
    """A card for everybody, open, by choice.  [BANG-43]"""

    name: ClassVar[str] = "general_store"
    copies: ClassVar[str] = "9C QS"

    def play(self, t: BangTable, me: int, target: int) -> None:
        open_store(t, me)


def open_store(t: BangTable, me: int) -> None:
    """As many cards as players in the game.  [BANG-43] [BANG-A21]"""
    goods: tuple[CardId, ...] = ()
    for _ in range(len(t.ring)):
        card = t.top()
        if card != NO_CARD:
            goods += (card,)
    t.knows.show_all(goods, EVERYONE)
    t.store = goods
    tell.store_opened(t, me, goods)
    t.push(PickGoods(me))


@final
class PickGoods(Question):
    """Each takes one, clockwise from the player of the card; the last has no choice.  [BANG-43]"""

    ask: ClassVar[str] = "store"
    rule: ClassVar[str] = "BANG-43"

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat if len(t.store) > 1 else NOBODY

    def act(self, t: BangTable) -> None:
        for card in t.store:
            self.pick(t, self.seat, card)

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return as_choices(t.each(t.store))

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        self.pick(t, seat, as_card(choice))

    def pick(self, t: BangTable, seat: int, card: CardId) -> None:
        t.store = without(t.store, card)
        t.hands[seat] += (card,)
        tell.picked(t, seat, card)
        if t.store:
            t.push(PickGoods(t.next_after(seat)))

    def served(self, t: BangTable) -> list[int]:
        """Those who have taken theirs, from whoever played the card on."""
        order = [t.turn, *t.others(t.turn)]
        return order[: order.index(self.seat)]

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        """What was taken lies last in the hand, and everybody knows it."""
        for owner in self.served(t):
            last = t.hands[owner][-1:]
            if meant(t, last, text) and t.knows.masks[last[0]] == EVERYONE:
                return t.refuse("taken", {"card": text, "owner": owner})
        return super().refusal(t, seat, text)

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        if not meant(t, t.store, text):
            return super().unasked(t, seat, text)
        return t.awaits("no_longer" if seat in self.served(t) else "not_yet", "BANG-43")
