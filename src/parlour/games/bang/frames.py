"""Attacks and what they are answered with: shots, Indians, Duels."""

from typing import ClassVar, Final

from parlour.core.errors import RulesBug
from parlour.core.frame import Frame
from parlour.core.native import mypyc_attr
from parlour.games.bang import events
from parlour.games.bang.burial import Burial
from parlour.games.bang.state import BangTable


def attack(t: BangTable, me: int, answers: list[Frame[BangTable]]) -> None:
    """Everybody answers in turn; then those who died of it leave.  [BANG-A1]"""
    t.push(Burial(me))
    t.push_all(answers)


# --- "draw!" ------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Judged(Frame[BangTable]):
    """A frame that may turn a card from the deck, and goes on by what it shows.  [BANG-30]"""

    reason: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def judged(self, t: BangTable, card: int) -> None:
        """The card that counts, or NO_CARD: then the "draw!" has failed.  [BANG-A20]"""
        raise RulesBug(f"{self} turns a card for nothing")


def flip(t: BangTable, then: Judged) -> None:
    """Turn the top card; it is discarded and decides.  [BANG-30] [BANG-49]"""
    seat = then.seat
    turned: tuple[int, ...] = ()
    for _ in range(t.who[seat].flips):
        card = t.top()
        if card >= 0:
            turned += (card,)
    if turned and t.sink is not None:
        t.tell(events.Flipped(seat, t.texts(turned), then.reason))
    if len(turned) > 1:
        t.who[seat].chooses(t, turned, then)
        return
    for card in turned:
        t.discard(card)
    then.judged(t, turned[0] if turned else -1)


# --- answers ------------------------------------------------------------------------------------


def parry(t: BangTable, seat: int, card: int, to: str) -> None:
    t.drop(seat, card)
    if t.sink is not None:
        t.tell(events.Answered(seat, t.text(card), to))


def answer(t: BangTable, seat: int, card: int, to: str) -> None:
    """An answer is resolved when its own slot ends: a hand may be empty now.  [BANG-A26]"""
    parry(t, seat, card, to)
    t.refill(seat)
