"""Jesse Jones, and what he draws from."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame import OfSeat
from parlour.games.bang.base import Character
from parlour.games.bang.kinds import (
    PASS,
)
from parlour.games.bang.state import BangTable

REFUSALS: Final = {
    "not_from_yourself": "BANG-50",
}


@final
class JesseJones(Character):
    """The first card may come from somebody's hand.  [BANG-50]"""

    name: ClassVar[str] = "jesse_jones"

    def draw_phase(self, t: BangTable, me: int) -> None:
        if any(t.hands[seat] for seat in t.others(me)):
            t.push(FromAHand(me))
        else:
            t.draw(me, 2)


@final
class FromAHand(OfSeat[BangTable]):
    """Jesse Jones: the first card from the deck, or from somebody's hand.  [BANG-50]"""

    ask: ClassVar[str] = "first_from_hand"
    fields: ClassVar[tuple[str, ...]] = ("seat",)

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat

    def options(self, t: BangTable, seat: int) -> list[int]:
        return [PASS] + [other for other in t.others(seat) if t.hands[other]]

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        if choice == PASS:
            t.draw(seat, 2)
            return
        t.rob(seat, choice)
        t.refill(choice)  # BANG-A27
        t.draw(seat, 1)

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return "deck" if choice == PASS else f"hand@{choice}"

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        word, _, target = text.partition("@")
        if word != "hand" or not target.isdecimal() or int(target) >= t.players:
            return t.refuse("unknown_choice", {"text": text})
        if int(target) == seat:
            return t.refuse("not_from_yourself")
        code = "empty_hand" if t.alive(int(target)) else "out_of_the_game"
        return t.refuse(code, {"target": int(target)})
