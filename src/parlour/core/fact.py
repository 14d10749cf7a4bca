"""The kinds of facts that a table consists of: how each is shown, and read from a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from parlour.core.drawing import MOST, UNKNOWN, Catalogue
from parlour.core.native import mypyc_attr
from parlour.core.seats import EVERYONE, NO_ONE, NOBODY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.drawing import Drawing
    from parlour.core.eyes import Eyes
    from parlour.core.ids import CardId
    from parlour.core.layout import Layout
    from parlour.core.table import Table

ONLY_SHOWN: Final = "it is only shown"
EVERYBODY: Final = "everybody"
HOLDER: Final = "holder"
COVERED: Final = "nobody"
"""Who usually knows a card in this place.  Whoever has come to know a card goes on knowing it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Fact:
    """One fact.  `held`, `start`: its type and its source at an empty table; `shown`: in a view.

    `about` and `missing` stand in SCENES.md: what it is, and what it is where it is not drawn.
    """

    def __init__(self, name: str, about: str, missing: str, held: str, start: str) -> None:
        self.name: Final = name
        self.about: Final = about
        self.missing: Final = missing
        self.held: Final = held
        self.start: Final = start
        self.shown = ""  # its type in the view; nothing: no view shows it
        self.field = name  # its name in the view
        self.alike = True  # whether a view of whatever eyes shows the same

    @property
    def copied(self) -> bool:
        """A clone needs a list or row of its own; all else never changes and is shared."""
        return self.held.startswith(("list[", "vec["))

    def show(self, t: Table, eyes: Eyes) -> object:
        return getattr(t, self.name)

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        """Lay this fact out as drawn, or as it is where nothing is drawn."""
        d.get(self.field)


@final
class Box(Fact):
    """What is at the table, but in no view of its own."""

    def __init__(self, name: str, held: str, start: str) -> None:
        super().__init__(name, "", "", held, start)

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        """No drawing knows its name."""


@final
class Derived(Fact):
    """What follows from the rest and is only shown; a line or a view may repeat it.

    A table may keep it all the same: `held`, `start`.  With a `missing` of its own it can be drawn.
    """

    def __init__(
        self,
        name: str,
        shown: str,
        about: str,
        held: str = "",
        start: str = "",
        missing: str = ONLY_SHOWN,
    ) -> None:
        super().__init__(name, about, missing, held, start)
        self.shown = shown
        self.only_shown: Final = missing == ONLY_SHOWN


@final
class Drawn(Fact):
    """What only a drawing says, for the room to make something of it: the phase of a turn."""

    def __init__(self, name: str, about: str, missing: str) -> None:
        super().__init__(name, about, missing, "", "")


@final
class Own(Fact):
    """A fact of a form of its own: the room's view shows and reads it."""

    def __init__(
        self,
        name: str,
        held: str,
        start: str,
        shown: str,
        about: str,
        missing: str = "none",
        field: str = "",
    ) -> None:
        super().__init__(name, about, missing, held, start)
        self.shown = shown
        self.field = field or name


@final
class Turn(Fact):
    """Whose turn it is: `View` itself shows it."""

    def __init__(self, missing: str = "the first seat") -> None:
        super().__init__("turn", "the seat whose turn it is", missing, "int", "0")

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        setattr(t, self.name, d.number(self.field, 0, 0, t.players - 1))


@final
class Number(Fact):
    """A number; not drawn, it is what it is at an empty table.  `seat`: it is that of a seat."""

    def __init__(
        self,
        name: str,
        about: str,
        least: int = 0,
        field: str = "",
        missing: str = "0",
        seat: bool = False,
    ) -> None:
        super().__init__(name, about, missing, "int", "0")
        self.field = field or name
        self.shown = "int"
        self.least: Final = least
        self.seat: Final = seat

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        most = t.players - 1 if self.seat else MOST
        setattr(t, self.name, d.number(self.field, getattr(t, self.name), self.least, most))


@final
class Numbers(Fact):
    """A number of each seat.

    `start`: the source of one, where an empty table has not 0; nothing: only some tables have them.
    `each`: the type of one.
    """

    def __init__(
        self, name: str, about: str, start: str = "0", missing: str = "0", each: str = "int"
    ) -> None:
        every = f"[{start}] * players" if start else "[]"
        super().__init__(name, about, missing, f"list[{each}]", every)
        self.shown = "list[int]"

    def show(self, t: Table, eyes: Eyes) -> object:
        held: list[int] = getattr(t, self.name)
        return held[:]

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        held: list[int] = getattr(t, self.name)
        for seat, drawn in enumerate(d.by_seat(self.field)):
            if drawn is not None:
                held[seat] = int(drawn)


@final
class Rows(Fact):
    """A number of each seat for each seat, row by row.

    `quick`: held as a `vec`, which a clone copies at once, but which is no list to compare.
    """

    def __init__(self, name: str, about: str, quick: bool = False) -> None:
        none, each = "[0] * (players * players)", "list[int]"
        if quick:
            none, each = f"vec[i64]({none})", "vec[i64]"
        super().__init__(name, about, "all 0", each, none)
        self.shown = "list[list[int]]"

    def show(self, t: Table, eyes: Eyes) -> object:
        held: list[int] = list(getattr(t, self.name))
        n = t.players
        return [held[seat * n : seat * n + n] for seat in range(n)]

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        held: Any = getattr(t, self.name)
        for row, drawn in enumerate(d.by_seat(self.field)):
            if drawn and len(drawn) != t.players:
                raise d.wrong(f"{self.field} must have a number for each seat in each row")
            for column, count in enumerate(drawn or []):
                if count:
                    if int(count) < 0:
                        raise d.wrong(f"{self.field} cannot count less than nothing")
                    held[row * t.players + column] = int(count)


@mypyc_attr(allow_interpreted_subclasses=True)
class Listed(Fact):
    """A row of cards that are called by their numbers, seen by all.  `each`: the type of one."""

    def __init__(self, name: str, about: str, missing: str = "none", each: str = "CardId") -> None:
        super().__init__(name, about, missing, f"tuple[{each}, ...]", "()")
        self.shown = "list[int]"

    def show(self, t: Table, eyes: Eyes) -> object:
        held: tuple[int, ...] = getattr(t, self.name)
        return list(held)

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        setattr(t, self.name, lay.numbers(self.field, d.get(self.field, [])))


@final
class Seats(Listed):
    """Some seats, in the order in which they came there."""

    def __init__(self, name: str, about: str) -> None:
        super().__init__(name, about, each="int")


@final
class Words(Fact):
    """A word for each seat out of some, no two alike: those not drawn are given by lot."""

    def __init__(self, name: str, words: Sequence[str], about: str) -> None:
        missing = "by lot, from those that are left"
        super().__init__(name, about, missing, "tuple[int, ...]", "()")
        self.words: Final = words
        self.catalogue: Final = Catalogue(words)
        self.shown = "list[str]"

    def show(self, t: Table, eyes: Eyes) -> object:
        held: tuple[int, ...] = getattr(t, self.name)
        return [self.words[one] for one in held]

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        setattr(t, self.name, lay.one_each(d.by_seat(self.field), self.catalogue))


@mypyc_attr(allow_interpreted_subclasses=True)
class Cards(Fact):
    """Cards in a place, and who usually knows a card there."""

    def __init__(
        self, name: str, audience: str, about: str, missing: str, held: str, start: str
    ) -> None:
        super().__init__(name, about, missing, held, start)
        self.audience: Final = audience
        self.alike = audience == EVERYBODY
        self.known_first = False  # among a rival's cards

    def usual(self, seat: int) -> int:
        if self.audience == HOLDER:
            return 1 << seat
        return EVERYONE if self.audience == EVERYBODY else NOBODY

    def pile(self, t: Table, eyes: Eyes, seat: int, cards: tuple[CardId, ...]) -> list[str]:
        """The holder's own as they lie; a rival's sorted, their order would tell too much."""
        if not cards:
            return []
        if self.audience == EVERYBODY:
            return [t.text(card) for card in cards]
        found = eyes.pile(t, cards, self.usual(seat))
        if self.audience == HOLDER and eyes.seat != seat and not eyes.everything:
            if self.known_first:
                known = sorted([text for text in found if text != UNKNOWN])
                return known + [UNKNOWN] * (len(found) - len(known))
            found.sort()
        return found


@final
class Pile(Cards):
    """One pile; its holder, if it has one, is the seat on turn.

    `top`: the name of the number of cards that are gone from its beginning.  `grows`: a long pile
    to which cards are added one by one, a list: a tuple would be made anew for each of them.
    """

    def __init__(
        self,
        name: str,
        audience: str,
        about: str,
        missing: str = "none",
        top: str = "",
        grows: bool = False,
    ) -> None:
        held, none = ("list[CardId]", "[]") if grows else ("tuple[CardId, ...]", "()")
        super().__init__(name, audience, about, missing, held, none)
        self.shown = "list[str]"
        self.top: Final = top
        self.grows: Final = grows

    def show(self, t: Table, eyes: Eyes) -> object:
        cards: tuple[CardId, ...] = tuple(getattr(t, self.name))
        gone: int = getattr(t, self.top) if self.top else 0
        return self.pile(t, eyes, t.on_turn(), cards[gone:])

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        slots = lay.pile(self.field, d.get(self.field, []), self.usual(t.on_turn()))
        kind = list if self.grows else tuple
        lay.then(lambda: setattr(t, self.name, kind(lay.those(slots))))


@final
class Piles(Cards):
    """A pile of each seat."""

    def __init__(
        self,
        name: str,
        audience: str,
        about: str,
        missing: str = "none",
        known_first: bool = False,
    ) -> None:
        held = "list[tuple[CardId, ...]]"
        super().__init__(name, audience, about, missing, held, "[()] * players")
        self.known_first = known_first
        self.shown = "list[list[str]]"

    def show(self, t: Table, eyes: Eyes) -> object:
        piles: list[tuple[CardId, ...]] = getattr(t, self.name)
        return [self.pile(t, eyes, seat, piles[seat]) for seat in range(t.players)]

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        slots: list[tuple[int, ...]] = []
        for seat, drawn in enumerate(d.by_seat(self.field)):
            cards = lay.missing(self.name, seat) if drawn is None else drawn
            slots.append(lay.pile(self.field, cards, self.usual(seat)))
        lay.then(lambda: setattr(t, self.name, [lay.those(pile) for pile in slots]))


@final
class Stacks(Cards):
    """A pile for each of some words."""

    def __init__(self, name: str, words: Sequence[str], audience: str, about: str) -> None:
        held = "list[tuple[CardId, ...]]"
        super().__init__(name, audience, about, "empty", held, f"[()] * {len(words)}")
        self.words: Final = words
        self.shown = "dict[str, list[str]]"

    def show(self, t: Table, eyes: Eyes) -> object:
        piles: list[tuple[CardId, ...]] = getattr(t, self.name)
        return {word: self.pile(t, eyes, NO_ONE, piles[k]) for k, word in enumerate(self.words)}

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        drawn: dict[str, Any] = d.get(self.field, {})
        slots = [
            lay.pile(self.field, drawn.get(word, []), self.usual(NO_ONE)) for word in self.words
        ]
        lay.then(lambda: setattr(t, self.name, [lay.those(pile) for pile in slots]))
