"""What lies on tables: its cards, side by side and by kind, and which words lie where."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from parlour.core.drawing import Position
from parlour.core.ids import CardId
from parlour.core.table import Table

_KIND: Final = re.compile(r":|(?=\d)")


def cards_of(t: Table) -> list[str]:
    """All cards of a table, wherever they lie."""
    return [t.text(CardId(card)) for card in range(len(t.knows.masks))]


def sides_of(texts: Iterable[str]) -> list[set[str]]:
    """The texts of all cards, side by side where they have two."""
    pairs = [card.split("/") for card in sorted({text.partition("+")[0] for text in texts})]
    most = max([len(pair) for pair in pairs], default=0)
    return [{pair[k] for pair in pairs if k < len(pair)} for k in range(most)]


def kinds_of(sides: list[set[str]]) -> dict[str, list[str]]:
    """The cards of each kind: what stands before a colon or a number is no card's name."""
    found: dict[str, list[str]] = {}
    for card in sorted(card for side in sides for card in side):
        kind = _KIND.split(card, maxsplit=1)[0]
        if kind and kind != card:
            found.setdefault(kind, []).append(card)
    return found


def by_place(tables: list[Position]) -> dict[tuple[str, str], set[str]]:
    """Which words lie in a field, and which in a part of it of some name."""
    found: dict[tuple[str, str], set[str]] = {}
    for table in tables:
        for field, value in table.items():
            for name, word in _named(value, field):
                found.setdefault((field, name), set()).add(word.partition("+")[0])
    return found


def _named(value: Any, name: str) -> Iterator[tuple[str, str]]:
    """Every text with the name of the part it stands in."""
    if isinstance(value, dict):
        for inside, part in value.items():
            yield from _named(part, inside)
    elif isinstance(value, list):
        for part in value:
            yield from _named(part, name)
    elif isinstance(value, str):
        yield name, value


def texts_in(value: Any) -> Iterator[str]:
    """Every text in it."""
    return (text for _, text in _named(value, ""))


def parts_in(value: Any) -> Iterator[str]:
    """Every text in it, whole, without its marks, and in parts."""
    for text in texts_in(value):
        bare = text.partition("+")[0]
        yield bare
        yield from bare.split("/")


def keys_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for part in value.values():
            yield from keys_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from keys_in(part)
