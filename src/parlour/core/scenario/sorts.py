"""What can stand where: cards where cards lie, seats where seats are named, numbers elsewhere.

It follows from the types of views and events, from the kinds of declared facts, and from what lies
in a field of dealt tables.  A word of another sort could never be found there.
"""

import re
import sys
import types
from collections.abc import Collection, Iterator
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import inspect

from parlour.core.event import Event, Secret, Told
from parlour.core.fact import Cards, Fact, Listed, Number, Numbers, Rows, Seats, Turn, Words
from parlour.core.words import SEAT_NAMES

SEAT: Final = "a seat"
NUMBER: Final = "a number"
AMOUNT: Final = "a number or a seat"
CONTACT: Final = "the number of a card"
CARD: Final = "a card"
WORD: Final = "a word"
NAME: Final = "a name"
ONE_OF: Final = "one of"
CHOICE: Final = "a sealed choice"
FLAG: Final = "yes or no"
NOTHING: Final = "-"
ANYTHING: Final = "anything"
ANY_NAME: Final = "*"
_SEATS: Final = SEAT_NAMES | {"turn", "eyes", "answered", "winners", "to"}
_TABLE: Final = re.compile(r"events\.(\w+)\[")
_WORDY: Final = (WORD, NAME, ONE_OF, CARD, CHOICE)


class Sort:
    """What can stand in one place; `words`: all that can, or what lies there at dealt tables."""

    def __init__(self, kind: str, words: Collection[str] = ()) -> None:
        self.kind: Final = kind
        self.words: Final = frozenset(words)

    @property
    def wordy(self) -> bool:
        return self.kind in _WORDY


class Leaf:
    """A place inside a field: the name of the part it stands in, and whether that is a group."""

    def __init__(self, name: str, grouped: bool, sort: Sort) -> None:
        self.name: Final = name
        self.grouped: Final = grouped
        self.sort: Final = sort


class Place:
    """Everything that can stand at a path, or in a fact of an event.  `many`: it may be a list."""

    def __init__(self, name: str, leaves: list[Leaf], many: bool) -> None:
        self.name: Final = name
        self.leaves: Final = leaves
        self.many: Final = many

    def sorts(self, name: str, deep: bool) -> list[Sort]:
        """In a part of this name; without one, at the place itself or, `deep`, anywhere in it."""
        if name:
            return [leaf.sort for leaf in self.leaves if leaf.name in (name, ANY_NAME)]
        return [leaf.sort for leaf in self.leaves if deep or not leaf.grouped]

    @property
    def counts(self) -> bool:
        """Whether a number can stand there."""
        amounts = (SEAT, NUMBER, AMOUNT, CONTACT, ANYTHING)
        return any(leaf.sort.kind in amounts for leaf in self.leaves)


# --- fields of a view -----------------------------------------------------------------------


class Fields:
    """Sorts by field: of its fact's kind, or of what lies there."""

    def __init__(
        self, facts: dict[str, Fact], laid: dict[tuple[str, str], set[str]], over: dict[str, Any]
    ) -> None:
        self.facts: Final = facts
        self.laid: Final = laid
        self.over: Final = over

    def leaves(
        self, kind: inspect.Type, field: str, name: str, grouped: bool = False
    ) -> Iterator[Leaf]:
        if isinstance(kind, inspect.Metadata):
            yield from self.leaves(kind.type, field, name, grouped)
        elif isinstance(kind, inspect.StructType):
            for part in kind.fields:
                yield from self.leaves(part.type, field, part.name, True)
        elif isinstance(kind, inspect.DictType):
            yield from self.leaves(kind.value_type, field, ANY_NAME, True)
        elif isinstance(kind, inspect.ListType):
            yield from self.leaves(kind.item_type, field, name, grouped)
        elif isinstance(kind, inspect.UnionType):
            for one in kind.types:
                yield from self.leaves(one, field, name, grouped)
        else:
            yield Leaf(name, grouped, self.sort(kind, field, name))

    def sort(self, kind: inspect.Type, field: str, name: str) -> Sort:
        if isinstance(kind, inspect.IntType):
            known = range(kind.ge or 0, kind.le + 1) if kind.le is not None else ()
            return Sort(self.amount(field, name), [str(number) for number in known])
        if isinstance(kind, inspect.StrType):
            return self.word(field, name)
        if isinstance(kind, inspect.BoolType):
            return Sort(FLAG)
        return Sort(NOTHING if isinstance(kind, inspect.NoneType) else ANYTHING)

    def amount(self, field: str, name: str) -> str:
        fact = self.facts.get(field)
        if name in _SEATS or isinstance(fact, Seats | Turn):
            return SEAT
        if isinstance(fact, Listed | Numbers) and "CardId" in fact.held:
            return CONTACT
        if isinstance(fact, Number):
            return SEAT if fact.seat else NUMBER
        return NUMBER if isinstance(fact, Numbers | Rows) else AMOUNT

    def word(self, field: str, name: str) -> Sort:
        fact = self.facts.get(field)
        if field == "over":
            return Sort(ONE_OF, self.over.get(name, ()))
        if isinstance(fact, Cards):
            return Sort(CARD)
        if isinstance(fact, Words):
            return Sort(ONE_OF, fact.words)
        return Sort(ANYTHING if field == "sealed" else WORD, self.laid.get((field, name), ()))


def has_list(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.UnionType):
        return any(map(has_list, kind.types))
    return isinstance(kind, inspect.ListType | inspect.AnyType)


# --- facts of an event ----------------------------------------------------------------------


def fact_places(kind: type[Event]) -> dict[str, Place]:
    """Where each fact of an event may stand, by the type it is declared with."""
    return {
        name: _fact_place(kind, name, hint)
        for name, hint in get_type_hints(kind, include_extras=True).items()
    }


def _fact_place(kind: type[Event], name: str, hint: Any) -> Place:
    found = list(_declared(kind, name, hint, None))
    leaves = [Leaf(name, False, sort) for sort, _ in found]
    return Place(name, leaves, any(many for _, many in found))


def _declared(
    kind: type[Event], name: str, hint: Any, told: Told | None
) -> Iterator[tuple[Sort, bool]]:
    """Each sort that the type allows, and whether in a list."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Secret:
        yield Sort(NOTHING), False
        yield from _declared(kind, name, inside[0], told)
    elif origin is Annotated:
        hints = [one for one in inside[1:] if isinstance(one, Told)]
        yield from _declared(kind, name, inside[0], hints[0] if hints else told)
    elif origin in (Union, types.UnionType):
        for part in inside:
            yield from _declared(kind, name, part, told)
    elif origin is list:
        yield from ((sort, True) for sort, _ in _declared(kind, name, inside[0], told))
    elif origin is Literal:
        yield Sort(ONE_OF, [str(word) for word in inside]), False
    else:
        yield _plain(kind, name, hint, told), False


def _plain(kind: type[Event], name: str, hint: Any, told: Told | None) -> Sort:
    given, text = (told.given, told.text) if told else ("", "")
    if hint is int:
        amount = CONTACT if "CardId" in given else NUMBER
        return Sort(SEAT if name in SEAT_NAMES else amount)
    if hint is bool:
        return Sort(FLAG)
    if hint is not str:
        return Sort(NOTHING if hint is type(None) else ANYTHING)
    if "CardId" in given or "t.text(" in text:
        return Sort(CARD)
    if table := _TABLE.search(text):
        return Sort(ONE_OF, getattr(sys.modules[kind.__module__], table[1]))
    return Sort(NAME)
