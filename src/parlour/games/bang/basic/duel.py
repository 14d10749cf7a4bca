"""Duel: BANG! for BANG!."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame_fields import SEAT, Fields
from parlour.core.ids import CardId
from parlour.games.bang.base import Card
from parlour.games.bang.frames import Threat, attack, parry
from parlour.games.bang.reading import shoots
from parlour.games.bang.state import BangTable

REFUSALS: Final = {"not_your_duel": "BANG-41", "duel_needs_bang": "BANG-41"}


@final
class DuelCard(Card):
    """Challenge anyone, whatever the distance.  [BANG-41]"""

    name: ClassVar[str] = "duel"
    copies: ClassVar[str] = "8C QD JS"
    aimed: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> int:
        return t.all_but(me)

    def play(self, t: BangTable, me: int, target: int) -> None:
        attack(t, me, [Duel(target, me, me)])

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("not_yourself", {"card": self.name}, "BANG-41")


@final
class Duel(Threat):
    """Discard a BANG! or lose a life point; then it is the rival's turn.  [BANG-41] [BANG-A6]

    `by` played the card, and answers for what its target loses [BANG-A4].
    """

    ask: ClassVar[str] = "duel"
    needs: ClassVar[str] = "duel_needs_bang"
    fields: ClassVar[Fields] = {"seat": SEAT, "rival": SEAT, "by": SEAT}

    def __init__(self, seat: int, rival: int, by: int) -> None:
        super().__init__(seat, by)
        self.rival: Final = rival

    def met(self, t: BangTable, seat: int, card: CardId) -> None:
        parry(t, seat, card, "duel")
        t.push(Duel(self.rival, seat, self.by))

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"target": self.rival}

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        """The two discard in turns, and nobody else does.  [BANG-41]"""
        if not shoots(t, seat, text):
            return super().unasked(t, seat, text)
        if seat == self.rival:
            return t.awaits("not_yet", "BANG-41")
        return t.refuse("not_your_duel", {"seats": [self.seat, self.rival]})
