"""Kit Carlson, and what he looks at."""

from typing import ClassVar, final

from parlour.core.event import Secret
from parlour.core.piles import without
from parlour.games.bang import events
from parlour.games.bang.base import Character
from parlour.games.bang.kinds import (
    LOOK,
    PASS,
)
from parlour.games.bang.questions import Question
from parlour.games.bang.state import BangTable


@final
class KitCarlson(Character):
    """Three cards to look at, two to keep.  [BANG-54]"""

    name: ClassVar[str] = "kit_carlson"

    def draw_phase(self, t: BangTable, me: int) -> None:
        t.push(LookFirst(me))


@final
class LookFirst(Question):
    """Kit Carlson: look at the top three cards, or draw like anyone else.  [BANG-54]"""

    ask: ClassVar[str] = "look"
    words: ClassVar[dict[int, str]] = {PASS: "deck", LOOK: "look"}
    fields: ClassVar[tuple[str, ...]] = ("seat",)

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat

    def options(self, t: BangTable, seat: int) -> list[int]:
        return [PASS, LOOK]

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        if choice == PASS:
            t.draw(seat, 2)
            return
        seen: tuple[int, ...] = ()
        for _ in range(3):  # BANG-A41: the deck is renewed on the way, but only for want of cards
            card = t.lift()
            if card >= 0:
                seen += (card,)
        t.knows.show_all(seen, 1 << seat)
        t.knows.blur(seen, 1 << seat)
        t.looked = seen
        if t.sink is not None:
            t.tell(events.Looked(seat, len(seen), Secret(t.texts(seen), 1 << seat)))
        t.push(PutBack(seat))


@final
class PutBack(Question):
    """Two of the three to the hand, the third back on top.  [BANG-54]"""

    ask: ClassVar[str] = "put_back"
    rule: ClassVar[str] = "BANG-54"
    fields: ClassVar[tuple[str, ...]] = ("seat",)

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat if len(t.looked) > 2 else 0

    def act(self, t: BangTable) -> None:
        """Fewer than three cards exist: they are his.  [BANG-A20]"""
        self.keep(t, t.looked)

    def options(self, t: BangTable, seat: int) -> list[int]:
        return t.each(t.looked)

    def default(self, t: BangTable, seat: int) -> int:
        """The card that was turned last: as if he had not looked."""
        return t.latest(t.looked)

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        t.put_on_top(choice)
        if t.sink is not None:
            t.tell(events.PutBack(seat, Secret(t.text(choice), 1 << seat)))
        self.keep(t, without(t.looked, choice))

    def keep(self, t: BangTable, cards: tuple[int, ...]) -> None:
        t.looked = ()
        t.hands[self.seat] += cards
        if t.sink is not None:
            faces = Secret(t.texts(cards), 1 << self.seat)
            t.tell(events.Drew(self.seat, len(cards), faces))
