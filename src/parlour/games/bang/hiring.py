"""Hiring: the auction for characters, before a scored game.  Read from the top: it goes so.

Counter-clockwise from the Sheriff's right: survivors keep their characters at the old price; then
one opens the bidding for a character, and the next; whoever has no money takes what is left.
"""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame import Frame
from parlour.core.frame_fields import SEAT, SEATS, Fields
from parlour.core.ids import ChoiceId, as_choices
from parlour.core.piles import without
from parlour.core.seats import NO_ONE, NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.kinds import NO_CHARACTER, PASS, CharacterId
from parlour.games.bang.state import BangTable

REFUSALS: Final = {
    "not_for_hire": "BANG-69",
    "too_dear": "BANG-69",
    "too_little": "BANG-69",
    "raise_more": "BANG-A52",
    "whole_steps": "BANG-A52",
    "bid_over": "BANG-A52",
    "hired_already": "BANG-A65",
}

LEAST: Final = 100
"""Nobody opens below, and whoever has less does not bid.  [BANG-69] [BANG-A52]"""
KEEP: Final = ChoiceId(1)


def open_market(t: BangTable) -> None:
    """[BANG-69]"""
    sheriff = t.first()
    right, old = to_the_right(t, sheriff), t.former
    survivors = [s for s in right if old[s] != NO_CHARACTER and free(t, s)]
    t.push_all([*[Retain(s) for s in survivors], TurnUp(), Auction(sheriff)])


def to_the_right(t: BangTable, seat: int) -> list[int]:
    """Counter-clockwise, this seat last."""
    return [(seat - k) % t.players for k in range(1, t.players + 1)]


def free(t: BangTable, seat: int) -> bool:
    """Whether the seat has no character yet."""
    return t.hired[seat] == NO_CHARACTER


def engage(t: BangTable, seat: int, character: CharacterId, price: int) -> None:
    """The seat has its character, and the price is written down."""
    t.hired[seat] = character
    t.money[seat] -= price
    t.fees[seat] = price


def bids(t: BangTable, seat: int, least: int) -> list[int]:
    """Whole steps from the least, and all that the seat has.  [BANG-A52]"""
    money = t.money[seat]
    found = list(range(least, money + 1, t.rules.bid_step))
    return found if not found or found[-1] == money else [*found, money]


def why_no_bid(t: BangTable, seat: int, text: str, least: int) -> IllegalChoice:
    if not text.isdecimal():
        return t.refuse("unknown_choice", {"text": text})
    if len(text) > 9 or int(text) > t.money[seat]:
        return t.refuse("too_dear", {"money": t.money[seat]})
    if int(text) < least:
        code = "too_little" if t.bidder == NO_ONE else "raise_more"
        return t.refuse(code, {"price": least})
    return t.refuse("whole_steps", {"price": least, "step": t.rules.bid_step})


class Hiring(Frame[BangTable]):
    """A question of the auction.  There are no turns yet.  [BANG-69]"""

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return t.awaits("not_asked", "BANG-69")


class PickCharacter(Hiring):
    """One of those turned up."""

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return as_choices(list(t.pool))

    def text(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return t.character(CharacterId(choice))

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return t.refuse("not_for_hire", {"text": text})


@final
class Retain(Hiring):
    """A survivor may keep his character for the price once paid.  [BANG-69] [BANG-A53]"""

    ask: ClassVar[str] = "retain"
    fields: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def asks(self, t: BangTable) -> int:
        """What was taken for nothing costs nothing again, even in debt.  [BANG-A54]"""
        due = t.dues[self.seat]
        return 1 << self.seat if t.money[self.seat] >= due or not due else NOBODY

    def act(self, t: BangTable) -> None:
        """He cannot pay."""

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return [PASS, KEEP]

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            return
        character, due = t.former[seat], t.dues[seat]
        engage(t, seat, character, due)
        tell.retained(t, seat, character, due)

    def text(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return "pass" if choice == PASS else "keep"

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"character": t.character(t.former[seat]), "price": t.dues[seat]}


@final
class TurnUp(Frame[BangTable]):
    """A character for each who has none, from those that nobody kept.  [BANG-69] [BANG-A65]"""

    def act(self, t: BangTable) -> None:
        if not t.pool:  # a scenario may have laid them out
            rest = tuple([c for c in t.rules.box.everybody if c not in t.hired])
            t.pool = t.dice.shuffled(rest)[: t.hired.count(NO_CHARACTER)]
        if t.pool:
            tell.turned_up(t, t.pool)


@final
class Auction(PickCharacter):
    """The next one without a character picks what is bid for.  [BANG-69] [BANG-A65]

    `last`: who opened the bidding before; at first the Sheriff.
    """

    ask: ClassVar[str] = "hire"
    fields: ClassVar[Fields] = {"last": SEAT}

    def __init__(self, last: int) -> None:
        self.last: Final = last

    def opener(self, t: BangTable) -> int:
        """The next counter-clockwise who can open at all.  [BANG-A52] [BANG-A54]"""
        for seat in to_the_right(t, self.last):
            if free(t, seat) and t.money[seat] >= LEAST:
                return seat
        return NO_ONE

    def asks(self, t: BangTable) -> int:
        opener = self.opener(t)
        return 1 << opener if opener != NO_ONE and len(t.pool) > 1 else NOBODY

    def act(self, t: BangTable) -> None:
        opener = self.opener(t)
        if opener != NO_ONE:
            self.resolve(t, opener, self.options(t, opener)[0])
        else:
            poor = [s for s in to_the_right(t, t.first()) if free(t, s)]
            t.push_all([Leftover(seat) for seat in poor])

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        t.lot = CharacterId(choice)
        t.push(Auction(seat))
        t.push(OpenBid(seat))


def able(t: BangTable, seat: int, price: int) -> bool:
    return free(t, seat) and t.money[seat] >= price


@final
class OpenBid(Hiring):
    """The first bid, $100 or more.  [BANG-69]"""

    ask: ClassVar[str] = "open_bid"
    fields: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def asks(self, t: BangTable) -> int:
        """Not if nobody could ever bid more than the least: a lone bidder pays that."""
        dear = LEAST + t.rules.bid_step
        rivals = [s for s in range(t.players) if s != self.seat and able(t, s, dear)]
        return 1 << self.seat if rivals else NOBODY

    def act(self, t: BangTable) -> None:
        self.resolve(t, self.seat, ChoiceId(LEAST))

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return as_choices(bids(t, seat, LEAST))

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        t.price, t.bidder = choice, seat
        tell.auctioned(t, seat, t.lot, choice)
        rivals = sum([1 << s for s in range(t.players) if free(t, s)])
        t.push(Bid(after(t, seat, rivals), rivals))

    def text(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return str(choice)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"character": t.character(t.lot), "price": LEAST}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return why_no_bid(t, seat, text, LEAST)


def after(t: BangTable, seat: int, rivals: int) -> int:
    """The next counter-clockwise who has not passed."""
    return next(s for s in to_the_right(t, seat) if rivals >> s & 1)


@final
class Bid(Hiring):
    """A higher bid, or a pass for good, until only the highest bidder is left.  [BANG-A52]

    `rivals`: those who have not passed, as a mask; the highest bidder is one of them.
    """

    ask: ClassVar[str] = "bid"
    fields: ClassVar[Fields] = {"seat": SEAT, "rivals": SEATS}

    def __init__(self, seat: int, rivals: int) -> None:
        self.seat: Final = seat
        self.rivals: Final = rivals

    def least(self, t: BangTable) -> int:
        return t.price + t.rules.bid_step

    def asks(self, t: BangTable) -> int:
        """Who could not bid more is passed over.  [BANG-69] [BANG-A54]"""
        mine = self.seat == t.bidder or t.money[self.seat] < self.least(t)
        return NOBODY if mine else 1 << self.seat

    def act(self, t: BangTable) -> None:
        if self.seat == t.bidder:
            self.sold(t)
        else:
            self.leave(t)

    def sold(self, t: BangTable) -> None:
        lot, price = t.lot, t.price
        t.lot, t.price, t.bidder = NO_CHARACTER, 0, NO_ONE
        t.pool = without(t.pool, lot)
        engage(t, self.seat, lot, price)
        tell.hired(t, self.seat, lot, price)

    def leave(self, t: BangTable) -> None:
        rivals = self.rivals & ~(1 << self.seat)
        t.push(Bid(after(t, self.seat, rivals), rivals))

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return [PASS, *as_choices(bids(t, seat, self.least(t)))]

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            tell.passed(t, seat)
            self.leave(t)
            return
        t.price, t.bidder = choice, seat
        tell.raised(t, seat, choice)
        t.push(Bid(after(t, seat, self.rivals), self.rivals))

    def text(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return "pass" if choice == PASS else str(choice)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        known: dict[str, object] = {"character": t.character(t.lot), "by": t.bidder}
        return known | {"price": t.price, "least": self.least(t)}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return why_no_bid(t, seat, text, self.least(t))

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        """[BANG-A52] [BANG-A65]"""
        if not free(t, seat):
            return t.refuse("hired_already")
        return super().unasked(t, seat, text) if self.rivals >> seat & 1 else t.refuse("bid_over")


@final
class Leftover(PickCharacter):
    """Whoever has no money takes one that is left, for nothing.  [BANG-A52]"""

    ask: ClassVar[str] = "leftover"
    fields: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat if len(t.pool) > 1 else NOBODY

    def act(self, t: BangTable) -> None:
        self.resolve(t, self.seat, self.options(t, self.seat)[0])

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        character = CharacterId(choice)
        t.pool = without(t.pool, character)
        engage(t, seat, character, 0)
        tell.hired(t, seat, character, 0)
