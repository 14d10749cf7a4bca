"""Ambush: somebody gives up a card of their own choice.  The Drifter draws one card more."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.event import Event
from parlour.core.ids import ChoiceId, as_card, as_choices
from parlour.core.seats import mask_of
from parlour.games.bang.base import Card, Character
from parlour.games.bang.questions import Question
from parlour.games.bang.state import BangTable

REFUSALS: Final = {"nobody_to_ambush": "BANG-32"}


class Ambushed(Event, frozen=True):
    """A hand card was given up."""

    seat: int
    card: str


@final
class Ambush(Card):
    name: ClassVar[str] = "ambush"
    copies: ClassVar[str] = "2C 3C 4C 5C 6C"
    aimed: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> int:
        return mask_of([seat for seat in t.others(me) if t.hands[seat]])

    def play(self, t: BangTable, me: int, target: int) -> None:
        t.push(GiveUp(target))

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("nobody_to_ambush", {"target": target})


@final
class GiveUp(Question):
    ask: ClassVar[str] = "give_up"

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return as_choices(t.each(t.hands[seat]))

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        card = as_card(choice)
        t.drop(seat, card)
        t.tell(Ambushed(seat, t.text(card)))


@final
class Drifter(Character):
    name: ClassVar[str] = "drifter"
    life: ClassVar[int] = 3

    def draw_phase(self, t: BangTable, me: int) -> None:
        t.draw(me, 3)
