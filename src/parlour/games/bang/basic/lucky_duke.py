"""Lucky Duke, and the two cards of his "draw!"."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame import Frame, Nested
from parlour.core.frame_fields import Fields
from parlour.core.ids import CardId, ChoiceId, as_card, as_choices
from parlour.core.seats import EVERYONE
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import Character
from parlour.games.bang.frames import Judged
from parlour.games.bang.state import BangTable


@final
class LuckyDuke(Character):
    """Two cards for each "draw!", and the choice.  [BANG-49]"""

    name: ClassVar[str] = "lucky_duke"
    flips: ClassVar[int] = 2

    def chooses(self, t: BangTable, turned: tuple[CardId, ...], then: Judged) -> None:
        t.knows.show_all(turned, EVERYONE)
        t.turned = turned
        t.push(PickFlip(then))


@final
class PickFlip(Frame[BangTable]):
    """Lucky Duke says which of his two cards counts.  [BANG-49] [BANG-A43]"""

    ask: ClassVar[str] = "pick_flip"
    fields: ClassVar[Fields] = {"then": Nested(Judged)}

    def __init__(self, then: Judged) -> None:
        self.then: Final = then

    def asks(self, t: BangTable) -> int:
        return 1 << self.then.seat

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return as_choices(t.each(t.turned))

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        chosen = as_card(choice)
        for card in t.turned:
            if card != chosen:
                t.discard(card)
        t.discard(chosen)
        t.turned = ()
        tell.flip_chosen(t, seat, chosen)
        self.then.judged(t, chosen)

    def text(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return t.text(as_card(choice))

    def brief(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return t.text(as_card(choice)).partition(":")[2]

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"reason": self.then.reason}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return t.refuse("not_there", {"card": text}, "BANG-49")
