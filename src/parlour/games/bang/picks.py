"""Cards that let somebody pick: a rival's card for Panic! and Cat Balou, the General Store."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame import Frame
from parlour.core.frame_fields import FLAG, SEAT, Fields
from parlour.core.piles import without
from parlour.core.seats import EVERYONE, NOBODY
from parlour.games.bang import events
from parlour.games.bang.burial import take_card
from parlour.games.bang.kinds import FROM_HAND
from parlour.games.bang.reading import meant
from parlour.games.bang.state import BangTable


@final
class Lift(Frame[BangTable]):
    """A random hand card, or a chosen one from the table.  [BANG-32] [BANG-A33] [BANG-A34]

    `keep` 1: Panic!, it goes to one's own hand; 0: Cat Balou, it is discarded.
    """

    ask: ClassVar[str] = "lift"
    fields: ClassVar[Fields] = {"seat": SEAT, "target": SEAT, "keep": FLAG}

    def __init__(self, seat: int, target: int, keep: int) -> None:
        self.seat: Final = seat
        self.target: Final = target
        self.keep: Final = keep

    def asks(self, t: BangTable) -> int:
        """Not where everybody sees that there is no choice."""
        return 1 << self.seat if len(self.options(t, self.seat)) > 1 else NOBODY

    def act(self, t: BangTable) -> None:
        self.resolve(t, self.seat, self.options(t, self.seat)[0])

    def options(self, t: BangTable, seat: int) -> list[int]:
        found = list(t.front[self.target])
        if t.hands[self.target] and self.target != seat:
            found.append(FROM_HAND)
        return found

    def default(self, t: BangTable, seat: int) -> int:
        return self.options(t, seat)[-1]

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        helps = choice != FROM_HAND and t.kinds[choice].burden
        if self.target != seat and not helps:
            t.tricks[seat * t.players + self.target] += 1
        if self.keep:
            take_card(t, seat, self.target, choice)
        else:
            throw_card(t, self.target, choice)

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return "hand" if choice == FROM_HAND else t.text(choice)

    def brief(self, t: BangTable, seat: int, choice: int) -> str:
        return "hand" if choice == FROM_HAND else t.kinds[choice].name

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"target": self.target}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        if text == "hand" and self.target == seat:
            return t.refuse("not_own_hand")
        if text == "hand":
            return t.refuse("empty_hand", {"target": self.target}, "BANG-32")
        return t.refuse("not_there", {"card": text})


def throw_card(t: BangTable, owner: int, choice: int) -> None:
    """[BANG-37]"""
    if choice == FROM_HAND:
        choice = t.dice.pick(t.hands[owner])
        t.drop(owner, choice)
    else:
        t.remove(owner, choice)
    if t.sink is not None:
        t.tell(events.Discarded(owner, [t.text(choice)], "lost"))


def open_store(t: BangTable, me: int) -> None:
    """As many cards as players in the game.  [BANG-43] [BANG-A21]"""
    goods: tuple[int, ...] = ()
    for _ in range(len(t.ring)):
        card = t.top()
        if card >= 0:
            goods += (card,)
    t.knows.show_all(goods, EVERYONE)
    t.store = goods
    if t.sink is not None:
        t.tell(events.StoreOpened(me, t.texts(goods)))
    t.push(PickGoods(me))


@final
class PickGoods(Frame[BangTable]):
    """Each takes one, clockwise from the player of the card; the last has no choice.  [BANG-43]"""

    ask: ClassVar[str] = "store"
    fields: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat if len(t.store) > 1 else NOBODY

    def act(self, t: BangTable) -> None:
        for card in t.store:
            self.resolve(t, self.seat, card)

    def options(self, t: BangTable, seat: int) -> list[int]:
        return t.each(t.store)

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        t.store = without(t.store, choice)
        t.hands[seat] += (choice,)
        if t.sink is not None:
            t.tell(events.Picked(seat, t.text(choice)))
        if t.store:
            t.push(PickGoods(t.next_after(seat)))

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return t.text(choice)

    def brief(self, t: BangTable, seat: int, choice: int) -> str:
        return t.kinds[choice].name

    def served(self, t: BangTable) -> list[int]:
        """Those who have taken theirs, from whoever played the card on."""
        order = [t.turn, *t.others(t.turn)]
        return order[: order.index(self.seat)]

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        """What was taken lies last in the hand, and everybody knows it."""
        for owner in self.served(t):
            last = t.hands[owner][-1:]
            if meant(t, last, text) and t.knows.masks[last[0]] == EVERYONE:
                return t.refuse("taken", {"card": text, "owner": owner})
        return t.refuse("not_there", {"card": text}, "BANG-43")

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        if not meant(t, t.store, text):
            return super().unasked(t, seat, text)
        return t.awaits("no_longer" if seat in self.served(t) else "not_yet", "BANG-43")


FRAMES: Final = (Lift, PickGoods)
