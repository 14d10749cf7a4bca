"""Indians!: a BANG! from everybody else."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.ids import CardId
from parlour.games.bang.base import Card
from parlour.games.bang.frames import Threat, answer, attack
from parlour.games.bang.reading import shoots
from parlour.games.bang.state import BangTable

REFUSALS: Final = {"indians_need_bang": "BANG-45"}


@final
class IndiansCard(Card):
    """Every other player discards a BANG! or loses a life point.  [BANG-45]"""

    name: ClassVar[str] = "indians"
    copies: ClassVar[str] = "KD AD"

    def play(self, t: BangTable, me: int, target: int) -> None:
        attack(t, me, [Indians(seat, me) for seat in t.others(me)])


@final
class Indians(Threat):
    """Discard a BANG! or lose a life point.  [BANG-45]"""

    ask: ClassVar[str] = "indians"
    needs: ClassVar[str] = "indians_need_bang"

    def met(self, t: BangTable, seat: int, card: CardId) -> None:
        answer(t, seat, card, "indians")

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"by": self.by}

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        """A BANG! answers in one's own slot alone.  [BANG-45] [BANG-A1]"""
        if not shoots(t, seat, text) or seat == self.by:
            return super().unasked(t, seat, text)
        coming = any(isinstance(frame, Indians) and frame.seat == seat for frame in t.stack)
        return t.awaits("not_yet" if coming else "no_longer", "BANG-A1")
