"""Vulture Sam, and what the dead leave him."""

from typing import ClassVar, Final, final

from parlour.core.frame_fields import NUMBER, SEAT, Fields
from parlour.core.ids import ChoiceId, as_choices
from parlour.core.seats import NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import Character
from parlour.games.bang.burial import clockwise_from, take_card
from parlour.games.bang.kinds import (
    FROM_HAND,
)
from parlour.games.bang.questions import Question
from parlour.games.bang.state import BangTable


@final
class VultureSam(Character):
    """Whoever dies, their cards are his.  [BANG-59]"""

    name: ClassVar[str] = "vulture_sam"
    loots: ClassVar[bool] = True

    def inherits(self, t: BangTable, heirs: list[int], dead: int) -> None:
        if len(heirs) == 1:
            loot(t, heirs[0], dead)
        else:
            t.push(Share(dead, 0))


def loot(t: BangTable, heir: int, dead: int) -> None:
    """Hand and table into the heir's hand.  Who knew a card knows where it went.  [BANG-A29]"""
    cards = t.hands[dead] + t.front[dead]
    t.hands[dead] = ()
    t.front[dead] = ()
    t.hands[heir] += cards
    t.knows.show_all(cards, 1 << heir)
    tell.looted(t, heir, dead, cards, 1 << heir | 1 << dead)


@final
class Share(Question):
    """Several heirs take one card each in turn, the nearest to the left first.  [BANG-A30]"""

    ask: ClassVar[str] = "share"
    rule: ClassVar[str] = "BANG-A30"
    words: ClassVar[dict[ChoiceId, str]] = {FROM_HAND: "hand"}
    fields: ClassVar[Fields] = {"seat": SEAT, "taken": NUMBER}

    def __init__(self, seat: int, taken: int) -> None:
        super().__init__(seat)
        self.taken: Final = taken

    def heir(self, t: BangTable) -> int:
        heirs = [s for s in clockwise_from(t, self.seat) if t.who[s].loots]
        return heirs[self.taken % len(heirs)]

    def asks(self, t: BangTable) -> int:
        return 1 << self.heir(t) if t.has_cards(self.seat) else NOBODY

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return [FROM_HAND] * bool(t.hands[self.seat]) + as_choices(list(t.front[self.seat]))

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        take_card(t, seat, self.seat, choice)
        t.push(Share(self.seat, self.taken + 1))

    def brief(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return self.text(t, seat, choice)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"target": self.seat}
