"""What cards make people do: turn a card for a "draw!", answer an attack."""

from typing import ClassVar, Final

from parlour.core.errors import IllegalChoice, RulesBug
from parlour.core.frame import Frame
from parlour.core.frame_fields import SEAT, Fields
from parlour.core.ids import NO_CARD, CardId, ChoiceId, as_card, as_choices
from parlour.core.native import mypyc_attr
from parlour.core.seats import NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.burial import BURIAL
from parlour.games.bang.kinds import PASS
from parlour.games.bang.questions import Question
from parlour.games.bang.state import BangTable
from parlour.games.bang.wounds import why_not_answer, wound


def attack(t: BangTable, me: int, answers: list[Frame[BangTable]]) -> None:
    """Everybody answers in turn; then those who died of it leave.  [BANG-A1]"""
    t.push(BURIAL[me])
    t.push_all(answers)


# --- "draw!" ------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Judged(Question):
    """A frame that may turn a card from the deck, and goes on by what it shows.  [BANG-30]"""

    reason: ClassVar[str] = ""

    def asks(self, t: BangTable) -> int:
        return NOBODY

    def judged(self, t: BangTable, card: CardId) -> None:
        """The card that counts, or NO_CARD: then the "draw!" has failed.  [BANG-A20]"""
        raise RulesBug(f"{self} turns a card for nothing")


def flip(t: BangTable, then: Judged) -> None:
    """Turn the top card; it is discarded and decides.  [BANG-30] [BANG-49]"""
    seat = then.seat
    turned: tuple[CardId, ...] = ()
    for _ in range(t.who[seat].turns):
        card = t.top()
        if card != NO_CARD:
            turned += (card,)
    if turned:
        tell.flipped(t, seat, turned, then.reason)
    if len(turned) > 1:
        t.who[seat].chooses(t, turned, then)
        return
    for card in turned:
        t.discard(card)
    then.judged(t, turned[0] if turned else NO_CARD)


# --- answers ------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Threat(Question):
    """Discard a BANG! or lose a life point, for which `by` answers.  [BANG-41] [BANG-45]"""

    needs: ClassVar[str] = ""
    """The code that refuses any other card."""
    fields: ClassVar[Fields] = {"seat": SEAT, "by": SEAT}

    def __init__(self, seat: int, by: int) -> None:
        super().__init__(seat)
        self.by: Final = by

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat if t.hands[self.seat] else NOBODY

    def act(self, t: BangTable) -> None:
        wound(t, self.seat, self.by, 1)

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return [PASS, *as_choices(t.shooting(seat))]

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            wound(t, seat, self.by, 1)
        else:
            self.met(t, seat, as_card(choice))

    def met(self, t: BangTable, seat: int, card: CardId) -> None:
        """A BANG! is discarded."""
        raise RulesBug(f"{self} cannot be met with a card")

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return why_not_answer(t, seat, text, self.needs)


def parry(t: BangTable, seat: int, card: CardId, to: str) -> None:
    t.drop(seat, card)
    tell.answered(t, seat, card, to)


def answer(t: BangTable, seat: int, card: CardId, to: str) -> None:
    """An answer is resolved when its own slot ends: a hand may be empty now.  [BANG-A26]"""
    parry(t, seat, card, to)
    t.refill(seat)
