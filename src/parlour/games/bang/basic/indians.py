"""Indians!: a BANG! from everybody else."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame import Frame
from parlour.core.seats import NOBODY
from parlour.games.bang.base import Card
from parlour.games.bang.frames import answer, attack
from parlour.games.bang.kinds import (
    PASS,
)
from parlour.games.bang.reading import shoots
from parlour.games.bang.state import BangTable
from parlour.games.bang.wounds import answer_brief, answer_text, why_not_answer, wound

REFUSALS: Final = {
    "indians_need_bang": "BANG-45",
}


@final
class IndiansCard(Card):
    """Every other player discards a BANG! or loses a life point.  [BANG-45]"""

    name: ClassVar[str] = "indians"
    copies: ClassVar[str] = "KD AD"

    def play(self, t: BangTable, me: int, target: int) -> None:
        attack(t, me, [Indians(seat, me) for seat in t.others(me)])


@final
class Indians(Frame[BangTable]):
    """Discard a BANG! or lose a life point.  [BANG-45]"""

    ask: ClassVar[str] = "indians"
    fields: ClassVar[tuple[str, ...]] = ("seat", "by")

    def __init__(self, seat: int, by: int) -> None:
        self.seat: Final = seat
        self.by: Final = by

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat if t.hands[self.seat] else NOBODY

    def act(self, t: BangTable) -> None:
        wound(t, self.seat, self.by, 1)

    def options(self, t: BangTable, seat: int) -> list[int]:
        return [PASS, *t.shooting(seat)]

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        if choice == PASS:
            wound(t, seat, self.by, 1)
        else:
            answer(t, seat, choice, "indians")

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return answer_text(t, choice)

    def brief(self, t: BangTable, seat: int, choice: int) -> str:
        return answer_brief(t, choice)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"by": self.by}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return why_not_answer(t, seat, text, "indians_need_bang")

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        """A BANG! answers in one's own slot alone.  [BANG-45] [BANG-A1]"""
        if not shoots(t, seat, text) or seat == self.by:
            return super().unasked(t, seat, text)
        coming = any(isinstance(frame, Indians) and frame.seat == seat for frame in t.stack)
        return t.awaits("not_yet" if coming else "no_longer", "BANG-A1")
