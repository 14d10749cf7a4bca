"""Experience: cards kept from the game before, for money.  [BANG-68] [BANG-A51]"""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.ids import CardId, ChoiceId, as_card, as_choices
from parlour.core.piles import without
from parlour.core.seats import EVERYONE, NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.kinds import PASS
from parlour.games.bang.questions import Question
from parlour.games.bang.reading import meant
from parlour.games.bang.state import BangTable

REFUSALS: Final = {"not_left": "BANG-68", "kept_enough": "BANG-68", "cannot_pay": "BANG-68"}

COST: Final = 500


@final
class Keep(Question):
    """A seat keeps cards that lay before it, one by one.  [BANG-68] [BANG-A51] [BANG-A54]"""

    ask: ClassVar[str] = "keep"

    def asks(self, t: BangTable) -> int:
        """No more cards than life points, no more money than there is."""
        room = len(t.hands[self.seat]) < t.full[self.seat]
        able = room and t.money[self.seat] >= COST
        return 1 << self.seat if able and self.left(t) else NOBODY

    def left(self, t: BangTable) -> list[CardId]:
        hand = t.hands[self.seat]
        return [card for card in t.left[self.seat] if card not in hand]

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return [PASS, *as_choices(self.left(t))]

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        """Straight into the hand, out of the deck before it is shuffled."""
        if choice == PASS:
            return
        card = as_card(choice)
        t.money[seat] -= COST
        t.deck = without(t.deck, card)
        t.hands[seat] += (card,)
        t.knows.show(card, EVERYONE)
        tell.kept(t, seat, card, COST)
        t.push(self)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"price": COST, "money": t.money[seat]}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return t.refuse("not_left", {"card": text})

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        """Nobody's turn has begun: all that matters is who may still keep what."""
        limit = why_not_kept(t, seat, text)
        if limit is not None:
            return limit
        coming = any(isinstance(frame, Keep) and frame.seat == seat for frame in t.stack)
        code = "not_yet" if coming else "no_longer"
        return t.awaits(code if t.left[seat] else "not_asked", "BANG-68")


def why_not_kept(t: BangTable, seat: int, text: str) -> IllegalChoice | None:
    """What kept a seat from keeping this card too: its life points, or its money."""
    left = t.left[seat] if t.left else ()
    kept = [card for card in left if card in t.hands[seat]]
    if not meant(t, left, text) or meant(t, tuple(kept), text):
        return None
    if len(kept) >= t.full[seat]:
        return t.refuse("kept_enough", {"count": t.full[seat]})
    if t.money[seat] < COST:
        return t.refuse("cannot_pay", {"price": COST, "money": max(0, t.money[seat])})
    return None


def just_dealt(t: BangTable) -> bool:
    """Whether nobody has done anything yet in the first turn."""
    began = t.turn == t.first() and not t.discards and not any(t.front)
    return t.rules.experience and began
