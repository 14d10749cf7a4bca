"""What a seat may answer, in a form that is counted and picked from before anybody lists it.

Programs that only want one of the choices, such as random play, would throw the list away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from parlour.core.decision import FEW, FIRST_OFFER, ONES_READY, READY, pack
from parlour.core.errors import RulesBug
from parlour.core.ids import COMPILED, NO_CHOICE, ChoiceId
from parlour.core.meaning import check_open, wrong_number
from parlour.core.native import append, i64, vec
from parlour.core.seats import NOBODY, UNTOLD, around, first_of
from parlour.core.ticks import TICK

if TYPE_CHECKING:
    from parlour.core.table import Table

NO_CHOICES: Final[list[ChoiceId]] = []
ALONE: Final = 0
"""The set of what is chosen by itself, and not with something else."""
WIDEST: Final = 60
"""A set has numbers below this: compiled code has it in 64 bits."""
ROUND: Final = 1 << 61
"""Marks the set of a row that is read clockwise: it is turned until the reader's left is first."""
WIDTH: Final = 3
KEPT: Final = ONES_READY * FEW
SPARE: Final = vec[i64]([0] * (WIDTH * FEW))
"""The cells that a menu begins with."""


_BITS: Final = 12
_LOW: Final = (1 << _BITS) - 1
_COUNTS: Final = vec[i64]([mask.bit_count() for mask in range(_LOW + 1)])


def count_of(mask: i64) -> i64:
    """How many are in a set."""
    found: i64 = 0
    while mask > _LOW:
        found += _COUNTS[mask & _LOW]
        mask >>= _BITS
    return found + _COUNTS[mask]


def spelled(thing: int, others: list[int]) -> list[ChoiceId]:
    """The choices of a thing with each of these, the last of which is the greatest or a seat."""
    if others and (thing >= ONES_READY or others[-1] >= FEW):
        return [pack(thing, other) for other in others]
    first = thing * FEW
    return [READY[first + other] for other in others]


_members: Final[dict[int, list[int]]] = {}


def members(mask: int) -> list[int]:
    """All of a set, the least first.  Shared, and never written to."""
    found = _members.get(mask)
    if found is None:
        found = [number for number in range(mask.bit_length()) if mask >> number & 1]
        if mask < 1 << FEW:
            _members[mask] = found
    return found


def member(mask: i64, number: i64) -> i64:
    """The one of this number in a set, the least first."""
    for _before in range(number):
        mask &= mask - 1
    return count_of((mask & -mask) - 1)


@final
class Menu:
    """Choices in their order: a list of them, or rows of one thing with each of a set; then offers.

    It is written anew for each question, into the cells of the last one.
    """

    def __init__(self) -> None:
        self.total: i64 = 0
        """How many choices it has."""
        self._listed = NO_CHOICES
        self._offers = NO_CHOICES
        self._cells = SPARE[:]
        """Three for each row: the thing, the set, and how many choices there are up to its end."""
        self._used: i64 = 0
        self._counted: i64 = 0
        self._count: i64 = 0
        """The set that was counted last: the next thing often goes with the same."""
        self._seats: i64 = 0
        self._turned: i64 = 0
        self._left: i64 = 0
        """The seats that were turned last, turned, and which comes first; 0: none yet."""

    def clear(self) -> None:
        self.total = 0
        self._seats = NOBODY
        self._left = 0
        self._listed = NO_CHOICES
        self._offers = NO_CHOICES
        self._used = 0

    # --- writing ----------------------------------------------------------------------------

    def take(self, choices: list[ChoiceId]) -> None:
        """All of a list, which nobody changes meanwhile, and no rows."""
        self._listed = choices
        self.total = len(choices)

    def offer(self, offers: list[ChoiceId]) -> None:
        """Standing offers, which come after all else."""
        self._offers = offers
        self.total += len(offers)

    def alone(self, choice: i64) -> None:
        """A choice by itself."""
        if COMPILED:
            self._row(choice, ALONE, 1)
        else:
            self._spell([choice])  # type: ignore[list-item]  # a call less for each card

    def each(self, thing: i64, others: i64) -> None:
        """A thing with each of a set of numbers below WIDEST, the least first."""
        if not COMPILED:
            self._spell(spelled(thing, members(others)))
        elif others:
            if others != self._counted:
                self._counted = others
                self._count = count_of(others)
                self._seats = NOBODY
            self._row(thing, others, self._count)

    def around(self, thing: i64, seats: i64, me: i64) -> None:
        """A thing with each of some seats, clockwise from the left of `me`, who comes last."""
        if not COMPILED:
            self._spell(spelled(thing, around(seats, me)))
            return
        if seats != self._seats or me + 1 != self._left:
            self._turn(seats, me + 1)
        if seats:
            self._row(thing, self._turned, self._count)

    def _turn(self, seats: i64, left: i64) -> None:
        if self._left and left != self._left:
            raise RulesBug("a menu goes round one seat only")
        self._seats = seats
        self._left = left
        self._turned = ROUND | ((seats | seats << FEW) >> left & (1 << FEW) - 1)
        self._counted = 0  # what is counted is no set of `each` any more
        self._count = count_of(seats)

    def _spell(self, choices: list[ChoiceId]) -> None:
        """In the place of a row where Python runs: it makes lists quicker than it writes cells."""
        if self.total:
            self._listed += choices
        else:
            self._listed = choices
        self.total += len(choices)

    def _row(self, thing: i64, others: i64, count: i64) -> None:
        at = self._used
        if at == i64(len(self._cells)):
            for _cell in range(WIDTH):
                self._cells = append(self._cells, i64(0))
        cells = self._cells
        cells[at] = thing
        cells[at + 1] = others
        self.total += count
        cells[at + 2] = self.total
        self._used = at + WIDTH

    # --- reading ----------------------------------------------------------------------------

    def choice(self, number: i64) -> ChoiceId:
        """The one of this number, which is less than `total`."""
        start = i64(len(self._listed))
        if number < start:
            return self._listed[number]
        cells, at = self._cells, i64(0)
        while at < self._used and number >= cells[at + 2]:
            start = cells[at + 2]
            at += WIDTH
        if at == self._used:
            return ChoiceId(FIRST_OFFER + self._offers[number - start])
        others = cells[at + 1]
        if others == ALONE:
            return ChoiceId(cells[at])
        if others & ROUND:
            place = member(others ^ ROUND, number - start)
            return pack(cells[at], place + self._left & FEW - 1)
        return pack(cells[at], member(others, number - start))

    def choices(self) -> list[ChoiceId]:
        """All of them but offers, as a frame's `options` are."""
        if not self._used:
            return self._listed[:]
        place = i64(len(self._listed))
        found = [NO_CHOICE] * (self.total - place - len(self._offers))
        if place:
            found = self._listed + found
        cells = self._cells
        for at in range(i64(0), self._used, WIDTH):
            thing, others = cells[at], cells[at + 1]
            if others == ALONE:
                found[place] = READY[thing] if 0 <= thing < KEPT else ChoiceId(thing)
                place += 1
                continue
            first: i64 = thing * FEW
            ready: i64 = FEW if thing < ONES_READY else 0
            left: i64 = self._left if others & ROUND else 0
            others &= ~ROUND
            other: i64 = 0
            while others:
                while not others & 1:
                    others >>= 1
                    other += 1
                number = other + left & FEW - 1 if left else other
                found[place] = READY[first + number] if number < ready else pack(thing, number)
                place += 1
                others >>= 1
                other += 1
        return found


def new_menu(t: Table) -> Menu:
    """The table's own menu, empty: each question is written into it anew."""
    t.counted_for = UNTOLD
    menu = t.menu
    if menu is None:
        menu = t.menu = Menu()
    menu.clear()
    return menu


def counted(t: Table, seat: i64) -> Menu:
    """All that the seat may answer now, as `Table.choices` lists it."""
    menu = new_menu(t)
    if t.outcome is None:
        if not 0 <= seat < t.players:
            raise t.refuse("no_such_seat", {"number": seat})
        asked: i64 = t.asked
        if asked >> seat & 1:
            t.stack.top().fill(t, seat, menu)
        offering: i64 = t.may_offer()
        if offering >> seat & 1:
            menu.offer(t.offers(seat))
    t.counted_for = seat
    return menu


def numbered(t: Table, seat: i64, number: i64) -> ChoiceId:
    """The choice of this number; a refusal if the seat has none."""
    menu = t.menu if seat == t.counted_for else counted(t, seat)
    if menu is None or not 0 <= number < menu.total:
        raise wrong_number(t, seat, number)
    return menu.choice(number)


def count_next(t: Table) -> i64:
    """How many choices whoever is next has: one if only time can pass, none if it is over."""
    asked: i64 = t.asked
    if asked:
        return counted(t, first_of(asked)).total
    return 1 if t.outcome is None else 0


def pick_next(t: Table, number: i64) -> i64:
    """The choice of this number for whoever is next; how many choices whoever comes then has."""
    asked: i64 = t.asked
    if asked:
        seat = first_of(asked)
        t.enact(seat, numbered(t, seat, number))
    else:
        check_open(t, 0)
        if number:
            raise t.refuse("not_offered", {"number": number, "list": [f"0 ({TICK})"]})
        t.pass_time()
    return count_next(t)
