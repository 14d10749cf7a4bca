"""All that has a name at one table: what a scenario of it can speak of.

No room lists its words for scenarios.  They are what lies on a table of the same rules and on dealt
tables of any number of players, in the archive's eyes; what the room's sentences name or tell
apart; and what the types of its view and its events say.
"""

import functools
import re
from collections.abc import Iterator
from typing import Any, Final, get_args, get_type_hints

from msgspec import inspect

from parlour.core.drawing import Position
from parlour.core.errors import BadText
from parlour.core.event import Event, Undone, Whisper
from parlour.core.game import Game
from parlour.core.language import DEFAULT
from parlour.core.rulebook import rule_numbers
from parlour.core.table import Table
from parlour.core.view import View
from parlour.core.words import KERNEL, cases

BOX: Final = ("seed", "thrown", "dice")
"""What the archive knows beyond every view."""
_PLAIN: Final = re.compile(r"-?\d+|-|yes|no|\?(\*\d+)?")
_JOINTS: Final = re.compile(r"[/@]")
_STEM: Final = re.compile(r"[a-z_]+:(?=\w)|[a-z]+(?=\d)")
"""How the name of a card begins: its kind, with what tells it from others to follow."""
_LOOSE: Final = re.compile(r"[/@:]")


class Lexicon:
    """The words of a table like this one."""

    def __init__(self, game: Game, t: Table, seats: list[str]) -> None:
        facts = _laid_out(game, t)
        self.game: Final = game
        self.seats: Final = seats
        self.words: Final = _spoken(game) | _box(game) | set(_parts(facts)) | game.tokens(t)
        self.stems: Final = {stem[0] for word in self.words if (stem := _STEM.match(word))}
        self.parts: Final = _field_names(game.view_type) | set(_keys(facts))
        kinds: list[type[Event]] = [*game.event_types, Undone]
        self.kinds: Final = {tag(kind): _facts_of(kind) for kind in kinds}
        self.asks: Final = [frame.ask for frame in game.frame_types if frame.ask]
        self.codes: Final = set(game.refusals) | _kernel_codes()
        self.rules: Final = rule_numbers(game.package)
        self.fields: Final = game.view_type.__struct_fields__

    def knows(self, word: str) -> bool:
        """Whether the word means something here: a number, a card or one of its sides, a name."""
        bare = word.partition("+")[0]
        if not bare or bare in self.words or bare in self.seats or _PLAIN.fullmatch(bare):
            return True
        if bare.endswith(")"):
            return _is_frame(self.game, bare, len(self.seats))
        parts = _JOINTS.split(bare) if self.is_like_a_card(bare) else _LOOSE.split(bare)
        return len(parts) > 1 and all(map(self.knows, parts))

    def is_like_a_card(self, word: str) -> bool:
        """Whether it is written as cards are: `bang:7X` and `orc77` are, `draw:deck` is not."""
        stem = _STEM.match(word)
        return stem is not None and stem[0] in self.stems

    def inside(self, path: list[str]) -> tuple[int, list[str]] | None:
        """The part of a path that leads nowhere, and the names that would; None if it is right.

        Keys of tables depend on the table, and are looked at when it is there.
        """
        kinds = [inspect.type_info(self.game.view_type)]
        for number, name in enumerate(path):
            if name in BOX and not number:
                return None
            known = self._names(path[:number], kinds)
            if known is not None and name not in known:
                return number, known
            kinds = [part for kind in kinds for part in _step(kind, name)]
        return None

    def _names(self, above: list[str], kinds: list[inspect.Type]) -> list[str] | None:
        """What may follow; None: anything, or a number."""
        if above == ["options"]:
            return list(self.game.option_list)
        if above == ["carry"]:
            return ["first", *self.game.series.carried]
        structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
        if not structs:
            return None
        return [field.name for kind in structs for field in kind.fields]


def _is_frame(game: Game, text: str, players: int) -> bool:
    try:
        return bool(game.frames.read(text, players))
    except BadText:
        return False


def tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def _facts_of(kind: type[Event]) -> list[str]:
    hidden = ("audience",) if issubclass(kind, Whisper) else ()
    return [name for name in kind.__struct_fields__ if name not in hidden]


def _step(kind: inspect.Type, name: str) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.StructType):
        yield from (part for f in kind.fields if f.name == name for part in _either(f.type))
    elif isinstance(kind, inspect.ListType):
        yield from _either(kind.item_type)
    elif isinstance(kind, inspect.DictType):
        yield from _either(kind.value_type)


def _either(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


@functools.cache
def _field_names(view_type: type[View]) -> set[str]:
    """Names of fields of the view and of everything in it."""
    found: set[str] = set()
    left: list[inspect.Type] = [inspect.type_info(view_type)]
    while left:
        kind = left.pop()
        if isinstance(kind, inspect.StructType):
            found |= {field.name for field in kind.fields}
            left += [field.type for field in kind.fields]
        elif isinstance(kind, inspect.ListType):
            left.append(kind.item_type)
        elif isinstance(kind, inspect.DictType):
            left.append(kind.value_type)
        elif isinstance(kind, inspect.UnionType):
            left += kind.types
    return found


def _laid_out(game: Game, t: Table) -> Position:
    return {name: v for name, v in game.position(t).items() if name not in ("seed", "stack")}


@functools.cache
def _box(game: Game) -> frozenset[str]:
    """Everything that any number of players has on the table: one may say that it is not there."""
    counts = range(game.least, game.most + 1)
    tables = [_laid_out(game, game.new(players, 0)) for players in counts]
    return frozenset(word for facts in tables for word in _parts(facts))


@functools.cache
def _spoken(game: Game) -> frozenset[str]:
    """What the room's sentences name, and what they tell apart."""
    texts = game.words.texts(DEFAULT)
    named = {key.rpartition(".")[2] for key in texts if key.startswith(("names.", "asks."))}
    told = {case for text in texts.values() for case in cases(text)} - {"other", "none"}
    words = {word for option in game.option_list.values() for word in option.words}
    told |= {word for kind in game.event_types for word in _literals(kind)}
    return frozenset(named | told | words | {*game.reasons, *rule_numbers(game.package)})


def _literals(kind: type[Event]) -> Iterator[str]:
    """Words that an event's own types list."""
    for hint in get_type_hints(kind).values():
        yield from (word for word in get_args(hint) if isinstance(word, str))


@functools.cache
def _kernel_codes() -> frozenset[str]:
    texts = KERNEL.texts(DEFAULT)
    return frozenset(k.partition(".")[2] for k in texts if k.startswith("refusals."))


def _parts(value: Any) -> Iterator[str]:
    """Every text in it, whole, without its marks, and in parts."""
    if isinstance(value, dict):
        for part in value.values():
            yield from _parts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _parts(part)
    elif isinstance(value, str):
        bare = value.partition("+")[0]
        yield bare
        yield from bare.split("/")


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for part in value.values():
            yield from _keys(part)
    elif isinstance(value, list):
        for part in value:
            yield from _keys(part)
