"""All that has a name at one table: what a scenario of it can speak of.

No room lists its words for scenarios.  They are what lies on a table of the same rules and on dealt
tables of any number of players, in the archive's eyes; what the room's sentences name or tell
apart; and what the types of its view and its events say.
"""

import functools
import re
from collections.abc import Iterator
from typing import Final, get_args, get_type_hints

from msgspec import inspect

from parlour.core.drawing import UNKNOWN, Position
from parlour.core.errors import BadText
from parlour.core.event import Event, Undone, Whisper
from parlour.core.fact import Cards, Derived
from parlour.core.frame import Sealed
from parlour.core.game import Game
from parlour.core.language import DEFAULT
from parlour.core.notation import plain
from parlour.core.rulebook import rule_numbers
from parlour.core.scenario import sorts
from parlour.core.scenario.laid import (
    by_place,
    cards_of,
    keys_in,
    kinds_of,
    parts_in,
    sides_of,
    texts_in,
)
from parlour.core.scenario.sorts import Fields, Place, Sort, fact_places, has_list
from parlour.core.table import Table
from parlour.core.undo import AGREED
from parlour.core.view import View
from parlour.core.words import KERNEL, cases

BOX: Final = ("seed", "thrown", "dice")
"""What the archive knows beyond every view."""
_PLAIN: Final = re.compile(r"-?\d+|-|yes|no|\?(\*\d+)?")
_JOINTS: Final = re.compile(r"[/@]")
_STEM: Final = re.compile(r"[a-z_]+:(?=\w)|[a-z]+(?=\d)")
"""How the name of a card begins: its kind, with what tells it from others to follow."""
_LOOSE: Final = re.compile(r"[/@:]")
_UNKNOWN: Final = re.compile(r"\?(\*\d+)?")
_OPEN: Final = ("stack", "options", "carry", "seed")
"""Fields whose parts have no declared types."""
_NUMBERED: Final = re.compile(r"([a-z]+)\d+")
_JOINED: Final = re.compile(r"[@+:]")
_TURNS: Final = 60
_FEW: Final = 3
_MANY: Final = 8
_NUMBER: Final = re.compile(r"-?\d+")
_OF_CARDS: Final = (sorts.CARD, sorts.WORD)


class Lexicon:
    """The words of a table like this one."""

    def __init__(self, game: Game, t: Table, seats: list[str]) -> None:
        facts = _laid_out(game, t)
        laid = [*_box(game), facts]
        self.game: Final = game
        self.seats: Final = seats
        lying = {word for table in laid for word in parts_in(table)}
        tokens = game.tokens(t)
        self.words: Final = (_spoken(game) | lying | tokens) - {""}
        self.places: Final = {found[1] for word in tokens if (found := _NUMBERED.fullmatch(word))}
        declared = {fact.field: fact for fact in game.views.facts}
        piles = [name for name, fact in declared.items() if isinstance(fact, Cards)]
        piled = [{name: table.get(name) for name in piles} for table in laid]
        cards = [card for card in cards_of(t) if card in self.words]
        self.sides: Final = sides_of([*(word for one in piled for word in texts_in(one)), *cards])
        self.card_kinds: Final = kinds_of(self.sides)
        over = {"reason": game.reasons, "rule": rule_numbers(game.package)}
        self._sorts: Final = Fields(declared, by_place(laid), over)
        self.stems: Final = {stem[0] for word in self.words if (stem := _STEM.match(word))}
        self.parts: Final = _field_names(game.view_type) | set(keys_in(facts))
        kinds: list[type[Event]] = [*game.event_types, Undone]
        self.kinds: Final = {tag(kind): _facts_of(kind) for kind in kinds}
        self.fact_places: Final = {tag(kind): fact_places(kind) for kind in kinds}
        self.asks: Final = [frame.ask for frame in game.frame_types if frame.ask]
        self.codes: Final = set(game.refusals) | _kernel_codes()
        self.rules: Final = rule_numbers(game.package)
        self.fields: Final = game.view_type.__struct_fields__
        self.only_shown: Final = {
            name for name, fact in declared.items() if isinstance(fact, Derived) and fact.only_shown
        }

    def knows(self, word: str) -> bool:
        """Whether the word means something here: a number, a card or one of its sides, a name."""
        bare = word.partition("+")[0]
        if bare in self.words or bare in self.seats or _PLAIN.fullmatch(bare):
            return True
        if bare.endswith(")"):
            return _is_frame(self.game, bare, len(self.seats))
        parts = _JOINTS.split(bare) if self.is_like_a_card(bare) else _LOOSE.split(bare)
        return len(parts) > 1 and all(map(self.knows, parts))

    def is_like_a_card(self, word: str) -> bool:
        """Whether it is written as cards are: `bang:7X` and `orc77` are, `draw:deck` is not."""
        stem = _STEM.match(word)
        return stem is not None and stem[0] in self.stems

    # --- what can stand where ---------------------------------------------------------------

    def is_card(self, word: str) -> bool:
        """Whether a card reads so, whole or one side of it; a room may know two spellings."""
        spelled = self.game.spelled(plain(word.partition("+")[0]))
        parts = str(spelled).split("/")
        if len(parts) == 1:
            return any(parts[0] in side for side in self.sides)
        return len(parts) == len(self.sides) and all(
            part == UNKNOWN or part in side for part, side in zip(parts, self.sides, strict=True)
        )

    def says(self, part: str) -> bool:
        """Whether a part of a choice means something; a text may join several by colons."""
        if self.knows(part) or self.is_card(part) or part in self.parts or part in self.card_kinds:
            return True
        if part in _choices(self.game) or any(part in card.split(":") for card in self.sides[0]):
            return True
        if place := _NUMBERED.fullmatch(part):
            return place[1] in self.places
        words = re.split(r"[: ]", part)
        return len(words) > 1 and all(self.says(word) for word in words if word)

    def fits(self, word: str, sort: Sort) -> bool:
        """Whether the word can stand in such a place."""
        bare = word.partition("+")[0]
        number = _NUMBER.fullmatch(bare) is not None
        if sort.kind == sorts.ANYTHING:
            return self.knows(word)
        if word == "-" or word in ("yes", "no"):
            return sort.kind == (sorts.NOTHING if word == "-" else sorts.FLAG)
        if sort.kind in (sorts.SEAT, sorts.AMOUNT) and word in self.seats:
            return True
        if sort.kind == sorts.SEAT:
            return number and 0 <= int(bare) < len(self.seats)
        if sort.kind == sorts.CONTACT:
            return bare == "0" or self.is_card(bare)
        if sort.kind in (sorts.NUMBER, sorts.AMOUNT):
            if sort.words:
                return bare in sort.words
            twin = sort.kind == sorts.AMOUNT and self.game.spelled(0) != 0 and self.is_card(bare)
            return number or twin
        return sort.wordy and self._reads(bare, number, sort)

    def _reads(self, bare: str, number: bool, sort: Sort) -> bool:
        if _UNKNOWN.fullmatch(bare):
            return True
        if sort.kind == sorts.CARD:
            return self.is_card(bare)
        if sort.kind == sorts.CHOICE:
            deed, joint, what = bare.partition(":")
            return bool(joint) and deed in _choices(self.game) and self.is_card(what)
        if sort.kind == sorts.ONE_OF:
            return bare in sort.words
        if sort.kind == sorts.NAME:
            return not number and bare not in self.seats and self.knows(bare)
        return not number and bare not in self.seats and self._is_word(bare, sort.words)

    def _is_word(self, bare: str, laid: frozenset[str]) -> bool:
        """A known word, alone, with a state after a slash, or aimed at somebody.

        Where several words lie at dealt tables and none is a card, no card ever does.
        """
        if bare in laid or (not bare and not laid):
            return True
        if self.is_card(bare):
            return len(laid) < 2 or any(map(self.is_card, laid))
        if bare in self.words:
            return bare not in self.card_kinds
        head, slash, state = bare.partition("/")
        if slash:
            stated = state in self.words and not self.is_card(state)
            return stated and (head == UNKNOWN or self._is_word(head, laid))
        verb, _, target = bare.partition("@")
        aimed = target in self.seats or target in self.words or target.isdecimal()
        return verb in self.words and aimed

    def misplaced(self, word: str, found: list[Sort], place: Place) -> str:
        """What could stand there instead."""
        if word in self.card_kinds and any(sort.kind in _OF_CARDS for sort in found):
            some = self.card_kinds[word]
            more = " …" * (len(some) > _FEW)
            return f"{word} is a kind; cards are {', '.join(some[:_FEW])}{more}"
        kinds = {sort.kind for sort in found}
        if kinds == {sorts.SEAT} and _NUMBER.fullmatch(word):
            return f"there is no seat {word}: 0 to {len(self.seats) - 1}"
        told = sorted({self._told(sort) for sort in found})
        parts = {leaf.name: "…" for leaf in place.leaves if leaf.grouped}
        told += [f"a group {{{' '.join(f'{name}=…' for name in parts)}}}"] if parts else []
        return f"{word or 'an empty word'} can never stand there, only {' or '.join(told)}"

    def _told(self, sort: Sort) -> str:
        if sort.kind == sorts.SEAT:
            return f"a seat ({', '.join(self.seats)})"
        if sort.kind == sorts.CARD:
            return f"a card such as {min(min(side) for side in self.sides if side)}"
        some = sorted(sort.words - {""})
        if sort.wordy and some:
            more = " …" * (len(some) > _MANY or sort.kind != sorts.ONE_OF)
            return f"{', '.join(some[:_MANY])}{more}"
        return sort.kind

    def place(self, path: list[str]) -> Place:
        """What can stand at a path that leads somewhere."""
        if path[0] in _OPEN:
            return Place(path[0], [sorts.Leaf("", False, Sort(sorts.ANYTHING))], True)
        if path[0] in BOX:
            return Place(path[0], [sorts.Leaf("", False, Sort(sorts.NUMBER))], True)
        kinds = [inspect.type_info(self.game.view_type)]
        name = ""
        for part in path:
            is_group = any(isinstance(kind, inspect.StructType) for kind in kinds)
            name = part if is_group else name
            kinds = [found for kind in kinds for found in _step(kind, part)]
        leaves = [leaf for kind in kinds for leaf in self._sorts.leaves(kind, path[0], name)]
        return Place(".".join(path), leaves, any(map(has_list, kinds)))

    def anywhere(self) -> Place:
        """Everything that can stand in a view."""
        known = [name for name in self.fields if name not in _OPEN]
        leaves = [
            leaf
            for name in known
            for leaf in self.place([name]).leaves
            if leaf.sort.kind != sorts.ANYTHING
        ]
        chosen = {word for option in self.game.option_list.values() for word in option.words}
        leaves.append(sorts.Leaf("", False, Sort(sorts.ONE_OF, chosen)))
        if any(issubclass(frame, Sealed) for frame in self.game.frame_types):
            leaves.append(sorts.Leaf("sealed", False, Sort(sorts.CHOICE)))
        return Place("", leaves, False)

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
def _box(game: Game) -> list[Position]:
    """Everything that any number of players has on the table: one may say that it is not there."""
    counts = range(game.least, game.most + 1)
    return [_laid_out(game, game.new(players, 0)) for players in counts]


@functools.cache
def _choices(game: Game) -> frozenset[str]:
    """Words of what can be chosen in the first turns of some games, and at every table."""
    found = {"tick", *AGREED.split(":")}
    found |= {word for text in game.examples.values() for word in _JOINED.split(text)}
    for players in (game.least, game.most):
        t = game.new(players, 0)
        for turn in range(_TURNS):
            asked = t.wanted()
            decision = t.decision(asked[turn % len(asked)]) if asked else None
            if decision is None:
                break
            texts = [text for choice in decision.choices for text in (choice.text, choice.brief)]
            found |= {word for text in texts for word in _JOINED.split(text)}
            t.answer(decision.seat, decision.choices[turn % len(decision.choices)].text)
    return frozenset(found)


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
