"""Phase 2: plots and influence are laid until every gap is full."""

from typing import ClassVar, Final, final

from parlour.core.decision import unpack
from parlour.core.errors import IllegalChoice
from parlour.core.frame import Frame, OfSeat
from parlour.core.frame_fields import SEAT, Fields, Place, Word
from parlour.core.ids import NO_CARD, CardId, ChoiceId
from parlour.core.menu import Menu, new_menu
from parlour.core.seats import MOST_SEATS, NOBODY, only
from parlour.games.intrigo import tell_gen as tell
from parlour.games.intrigo.kinds import BUY, DECLINE, INFLUENCE, KINDS, NOWHERE, PASS, SOLD_OUT
from parlour.games.intrigo.powers import POWERS, no_such_gap, nowhere
from parlour.games.intrigo.state import IntrigoTable


@final
class Turn(OfSeat[IntrigoTable]):
    """A seat's turn, unless every gap is full and the phase over.  [INT-14] [INT-17] [INT-A15]"""

    def act(self, t: IntrigoTable) -> None:
        if t.is_full():
            return
        t.turn = self.seat
        if t.hands[self.seat] or t.affordable(self.seat):
            t.push(ACT[self.seat])
        else:
            tell.had_to_pass(t, self.seat)
            t.push(after(t, self.seat))


def after(t: IntrigoTable, seat: int) -> Turn:
    return TURN[(seat + 1) % t.players]


@final
class Act(OfSeat[IntrigoTable]):
    """Lay a plot, or buy influence and lay it; with no plots, pass.  [INT-14] [INT-17]"""

    ask: ClassVar[str] = "act"

    def asks(self, t: IntrigoTable) -> int:
        return only(self.seat)

    def options(self, t: IntrigoTable, seat: int) -> list[ChoiceId]:
        return self.listed_by(t, seat)

    def fill(self, t: IntrigoTable, seat: int, menu: Menu) -> None:
        hand, gaps = t.hands[seat], t.open_gaps()
        if not hand:
            menu.alone(PASS)
        for card in t.each(hand):
            menu.each(card, gaps)
        for kind in t.affordable(seat):
            menu.each(BUY + kind, gaps)

    def resolve(self, t: IntrigoTable, seat: int, choice: ChoiceId) -> None:
        t.push(after(t, seat))
        thing, gap = unpack(choice)
        if choice == PASS:
            tell.passed(t, seat)
        elif thing >= BUY:
            buy(t, seat, thing - BUY, gap)
        else:
            t.place(seat, CardId(thing), gap)
            tell.placed(t, seat, CardId(thing), gap)

    def text(self, t: IntrigoTable, seat: int, choice: ChoiceId) -> str:
        if choice == PASS:
            return "pass"
        thing, gap = unpack(choice)
        name = KINDS[thing - BUY] if thing >= BUY else t.text(CardId(thing))
        return f"{name}@{t.gap_text(gap)}"

    def refusal(self, t: IntrigoTable, seat: int, text: str) -> IllegalChoice:
        return why_not_act(t, seat, text)


# Frames never change, so tables share those that only name a seat.
TURN: Final = [Turn(seat) for seat in range(MOST_SEATS)]
ACT: Final = [Act(seat) for seat in range(MOST_SEATS)]


def buy(t: IntrigoTable, seat: int, kind: int, gap: int) -> None:
    """Pay the top card of a pile, lay it, then use its power.  [INT-16]"""
    price = t.price(kind)
    t.purses[seat] -= price
    t.receive(price)
    t.sold[kind] += 1
    t.gaps[gap] = CardId(INFLUENCE + kind)
    t.by[gap] = seat
    tell.bought(t, seat, kind, price, gap)
    t.push(Use(seat, kind, gap))


@final
class Use(Frame[IntrigoTable]):
    """The power of influence just laid: used on one building, or not at all.  [INT-16] [INT-A2]

    All that decides whether it can act lies open, so nobody is asked in vain.  [INT-A1]
    """

    ask: ClassVar[str] = "use"
    fields: ClassVar[Fields] = {"seat": SEAT, "kind": Word(KINDS), "gap": Place("g")}

    def __init__(self, seat: int, kind: int, gap: int) -> None:
        self.seat: Final = seat
        self.kind: Final = kind
        self.gap: Final = gap

    def asks(self, t: IntrigoTable) -> int:
        menu = new_menu(t)
        POWERS[self.kind].fill(t, self.gap, menu)
        return only(self.seat) if menu.total else NOBODY

    def act(self, t: IntrigoTable) -> None:
        tell.idle(t, self.seat, self.kind, self.gap)

    def options(self, t: IntrigoTable, seat: int) -> list[ChoiceId]:
        return self.listed_by(t, seat)

    def fill(self, t: IntrigoTable, seat: int, menu: Menu) -> None:
        menu.alone(DECLINE)
        POWERS[self.kind].fill(t, self.gap, menu)

    def resolve(self, t: IntrigoTable, seat: int, choice: ChoiceId) -> None:
        if choice == DECLINE:
            tell.declined(t, seat, self.kind, self.gap)
        else:
            POWERS[self.kind].use(t, seat, self.gap, choice)

    def text(self, t: IntrigoTable, seat: int, choice: ChoiceId) -> str:
        return "decline" if choice == DECLINE else POWERS[self.kind].text(t, choice)

    def about(self, t: IntrigoTable, seat: int) -> dict[str, object]:
        return {"kind": KINDS[self.kind], "gap": t.gap_text(self.gap)}

    def refusal(self, t: IntrigoTable, seat: int, text: str) -> IllegalChoice:
        what, _, where = text.partition("@")
        power = POWERS[self.kind]
        if not power.reads(what, where):
            return t.refuse("must_use", {"text": text, "kind": KINDS[self.kind]})
        return nowhere(t, what) or nowhere(t, where) or power.refusal(t, self.gap, what, where)


def why_not_act(t: IntrigoTable, seat: int, text: str) -> IllegalChoice:
    """The first reason that holds, from what the seat itself can see.  [INT-14] [INT-15]"""
    what, _, where = text.partition("@")
    if text == "pass":
        return t.refuse("may_not_pass", {"count": len(t.hands[seat])})
    if where.removeprefix("gap ").isdecimal() or not where:  # such a gap may well be there
        return t.refuse("must_act", {"text": text})
    if what not in KINDS and what not in t.rules.look_text:
        return t.refuse("must_act", {"text": text})
    gap = t.numbered(where, "g")
    if gap == NOWHERE:
        return no_such_gap(t, where)
    if t.gaps[gap] != NO_CARD:
        return t.refuse("gap_taken", {"gap": where})
    if what in KINDS:
        return why_not_buy(t, seat, KINDS.index(what))
    return t.refuse("not_held", {"card": what})


def why_not_buy(t: IntrigoTable, seat: int, kind: int) -> IllegalChoice:
    """[INT-16]"""
    price = t.price(kind)
    if price == SOLD_OUT:
        return t.refuse("pile_empty", {"kind": KINDS[kind]})
    return t.refuse("too_dear", {"kind": KINDS[kind], "price": price, "purse": t.purses[seat]})
