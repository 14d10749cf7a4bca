"""What questions of BANG! have in common: a choice is a card, or one of a few words."""

from typing import ClassVar

from parlour.core.errors import IllegalChoice
from parlour.core.frame import OfSeat
from parlour.core.ids import ChoiceId, as_card
from parlour.core.native import mypyc_attr
from parlour.games.bang.kinds import PASS
from parlour.games.bang.state import BangTable


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(OfSeat[BangTable]):
    """A card is meant by its text, or by its name alone."""

    words: ClassVar[dict[ChoiceId, str]] = {PASS: "pass"}
    """Choices that are no card."""
    rule: ClassVar[str] = ""
    """Why a card that is not offered is not there."""

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat

    def act(self, t: BangTable) -> None:
        """Whoever has nothing to choose from, or is out of the game, is passed over."""

    def text(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return self.words[choice] if choice in self.words else t.text(as_card(choice))

    def brief(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return self.words[choice] if choice in self.words else t.rules.kinds[choice].name

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        if not self.rule:
            return super().refusal(t, seat, text)
        return t.refuse("not_there", {"card": text}, self.rule)
