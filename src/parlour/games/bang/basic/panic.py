"""Panic! and Cat Balou: somebody loses a card."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame_fields import FLAG, SEAT, Fields
from parlour.core.ids import ChoiceId, as_card, as_choices
from parlour.core.seats import NOBODY
from parlour.games.bang import history
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import Card
from parlour.games.bang.burial import take_card
from parlour.games.bang.kinds import (
    FROM_HAND,
)
from parlour.games.bang.questions import Question
from parlour.games.bang.state import BangTable

REFUSALS: Final = {"too_far": "BANG-36", "nothing_to_take": "BANG-A34", "not_own_hand": "BANG-A33"}


@final
class Panic(Card):
    """Take a card from somebody at distance 1.  [BANG-36] [BANG-A35]"""

    name: ClassVar[str] = "panic"
    copies: ClassVar[str] = "JH QH AH 8D"
    aimed: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> int:
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

    def targets(self, t: BangTable, me: int) -> int:
        return with_cards(t, me, t.all_but(me))

    def play(self, t: BangTable, me: int, target: int) -> None:
        t.push(Lift(me, target, 0))

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return nothing_there(t, me, target)


def with_cards(t: BangTable, me: int, seats: int) -> int:
    """Those who have a card to lose; of one's own, only the table counts.  [BANG-A33] [BANG-A34]"""
    for seat in t.ring:
        if not (t.hands[seat] or t.front[seat]):
            seats &= ~(1 << seat)
    return seats | 1 << me if t.front[me] else seats


def nothing_there(t: BangTable, me: int, target: int) -> IllegalChoice:
    if target == me:
        return t.refuse("not_own_hand")
    return t.refuse("nothing_to_take", {"target": target})


@final
class Lift(Question):
    """A random hand card, or a chosen one from the table.  [BANG-32] [BANG-A33] [BANG-A34]

    `keep` 1: Panic!, it goes to one's own hand; 0: Cat Balou, it is discarded.
    """

    ask: ClassVar[str] = "lift"
    rule: ClassVar[str] = "BANG-32"
    words: ClassVar[dict[ChoiceId, str]] = {FROM_HAND: "hand"}
    fields: ClassVar[Fields] = {"seat": SEAT, "target": SEAT, "keep": FLAG}

    def __init__(self, seat: int, target: int, keep: int) -> None:
        super().__init__(seat)
        self.target: Final = target
        self.keep: Final = keep

    def asks(self, t: BangTable) -> int:
        """Not where everybody sees that there is no choice."""
        return 1 << self.seat if len(self.options(t, self.seat)) > 1 else NOBODY

    def act(self, t: BangTable) -> None:
        self.resolve(t, self.seat, self.options(t, self.seat)[0])

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        found = as_choices(list(t.front[self.target]))
        if t.hands[self.target] and self.target != seat:
            found.append(FROM_HAND)
        return found

    def default(self, t: BangTable, seat: int) -> ChoiceId:
        return self.options(t, seat)[-1]

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        history.lifted(t, seat, self.target, choice)
        if self.keep:
            take_card(t, seat, self.target, choice)
        else:
            throw_card(t, self.target, choice)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"target": self.target}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        if text == "hand" and self.target == seat:
            return t.refuse("not_own_hand")
        if text == "hand":
            return t.refuse("empty_hand", {"target": self.target}, "BANG-32")
        return super().refusal(t, seat, text)


def throw_card(t: BangTable, owner: int, choice: ChoiceId) -> None:
    """[BANG-37]"""
    if choice == FROM_HAND:
        card = t.dice.pick(t.hands[owner])
        t.drop(owner, card)
    else:
        card = as_card(choice)
        t.remove(owner, card)
    tell.discarded(t, owner, (card,), "lost")
