"""Pedro Ramirez, and what he draws from."""

from typing import ClassVar, final

from parlour.core.frame import OfSeat
from parlour.games.bang import events
from parlour.games.bang.base import Character
from parlour.games.bang.kinds import (
    PASS,
)
from parlour.games.bang.state import BangTable


@final
class PedroRamirez(Character):
    """The first card may come from the discards.  [BANG-56] [BANG-A42]"""

    name: ClassVar[str] = "pedro_ramirez"
    minds_discards: ClassVar[bool] = True

    def draw_phase(self, t: BangTable, me: int) -> None:
        if t.discards:
            t.push(FromDiscards(me))
        else:
            t.draw(me, 2)


@final
class FromDiscards(OfSeat[BangTable]):
    """Pedro Ramirez: the first card from the deck, or from the discards.  [BANG-56]"""

    ask: ClassVar[str] = "first_from_discards"
    fields: ClassVar[tuple[str, ...]] = ("seat",)

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat

    def options(self, t: BangTable, seat: int) -> list[int]:
        return [PASS, t.discards[-1]]

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        if choice == PASS:
            t.draw(seat, 2)
            return
        t.discards = t.discards[:-1]
        t.hands[seat] += (choice,)
        if t.sink is not None:
            t.tell(events.DrewDiscard(seat, t.text(choice)))
        t.draw(seat, 1)

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return "deck" if choice == PASS else "discards"

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"card": t.text(t.discards[-1])}
