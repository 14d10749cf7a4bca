"""Scenario files: a drawn position, who is asked, what they answer, what follows.

The format is described in docs/scenarios.md.  This file reads one; sentence.py reads its sentences,
proof.py checks that everything in it has a meaning, stage.py plays it.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from parlour.core.carry import Carry
from parlour.core.drawing import Position
from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT, LANGUAGES
from parlour.core.options import Values
from parlour.core.scenario.source import Path, Source

NAME: Final = re.compile(r"[A-ZА-ЯЁ]\w*")
WORD: Final = re.compile(r"\S+")
MOST_RULES: Final = 3
_INSIDE: Final = re.compile(r"(?<!\w)[A-ZА-ЯЁ]\w*")
_MARKS: Final = re.compile(r"(?<=\+)[^+@\s]*")
_AIMED: Final = re.compile(r"(?<=@)[A-ZА-ЯЁ]\w*")
_EVERYBODY: Final = ("all", "watchers")
_STARTS: Final = ("position", "deal")
_FEW: Final = 14


class Slip(Exception):
    """Something in a file that means nothing: where, and what would."""

    def __init__(self, spot: tuple[int, int], reason: str) -> None:
        super().__init__(reason)
        self.spot: Final = spot
        self.reason: Final = reason

    def told(self, path: str) -> str:
        line, column = self.spot
        return f"{path}:{line}:{column}: {self.reason}"


class BadScene(ValueError):
    """A file that is no scenario: says every line, column and reason."""

    def __init__(self, path: str, slips: list[Slip]) -> None:
        super().__init__("\n".join(slip.told(path) for slip in slips))


class Step(msgspec.Struct, frozen=True):
    """One line of the play, and where it begins."""

    line: int
    column: int
    text: str

    def spot(self, inside: int = 0) -> tuple[int, int]:
        return self.line, self.column + inside


class Start(msgspec.Struct, frozen=True):
    """How a game of the scenario begins: drawn, or dealt with some things laid down."""

    position: Position | None = None
    deal: Position | None = None
    written: Position = {}
    """The same as it stands in the file, with people's names, and where."""
    place: Path = ()


class Scene(msgspec.Struct, frozen=True):
    """A scenario as written.  `starts`: of the first game and, in a series, of those after it."""

    path: str
    game: str
    rules: list[str]
    seats: list[str]
    options: Values
    carry: Carry
    title: dict[str, str]
    lesson: dict[str, str]
    puzzle: dict[str, str]
    guide: dict[str, list[str]]
    """What to do, one sentence for each answer of whoever answers first; by language."""
    starts: list[Start]
    series: Position
    steps: list[Step]
    source: Any  # a Source, which msgspec knows nothing of


class _File(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    rules: list[str]
    seats: list[str]
    title: dict[str, str]
    play: dict[str, str]
    options: Values = {}
    carry: Carry = {}
    lesson: dict[str, str] = {}
    puzzle: dict[str, str] = {}
    guide: dict[str, list[str]] = {}
    position: Position | None = None
    deal: Position | None = None
    series: Position = {}
    next: list[Position] = []


def read_scene(path: str, text: str) -> Scene:
    """A scenario from the text of its file; BadScene names the place."""
    source, file = _read(path, text)
    slips = [*_problems(file, source), *_stray_seats(file, source)]
    steps = _steps(source, file.play.get("steps", ""))
    if not slips and not steps:
        slips.append(Slip(source.spot(source.key(("play", "steps"))), "`steps` says nothing"))
    if slips:
        raise BadScene(path, slips)
    return Scene(
        path=path,
        game=file.game,
        rules=file.rules,
        seats=file.seats,
        options=file.options,
        carry=seated(file.carry, file.seats),
        title=file.title,
        lesson=file.lesson,
        puzzle=file.puzzle,
        guide=file.guide,
        starts=_starts(file),
        series=seated(file.series, file.seats),
        steps=steps,
        source=source,
    )


def _read(path: str, text: str) -> tuple[Source, _File]:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise BadScene(path, [_unreadable(text, str(wrong))]) from wrong
    source = Source(text)
    try:
        return source, msgspec.convert(table, _File)
    except msgspec.ValidationError as wrong:
        raise BadScene(path, [_misshapen(source, str(wrong))]) from wrong


def _unreadable(text: str, reason: str) -> Slip:
    found = re.search(r" \(at line (\d+), column (\d+)\)$", reason)
    spot = (int(found[1]), int(found[2])) if found else (max(1, len(text.splitlines())), 1)
    return Slip(spot, f"this is no TOML: {reason.partition(' (at ')[0]}")


def _misshapen(source: Source, reason: str) -> Slip:
    """A part that is missing, unknown or of another kind, in our words."""
    if unknown := re.search(r"unknown field `(.+)`", reason):
        spot = source.spot(source.key((unknown[1],)))
        parts = known(unknown[1], _File.__struct_fields__)
        return Slip(spot, f"no part of a scenario is called {unknown[1]}{parts}")
    if missing := re.search(r"missing required field `(.+)`", reason):
        return Slip((1, 1), f"`{missing[1]}` is missing")
    said, _, where = reason.partition(" - at `$")
    names = re.findall(r"\.(\w+)|\[(\d+)\]", where)
    path = tuple(name or int(number) for name, number in names)
    return Slip(source.spot(source.value(path)), f"`{path[0]}` has the wrong form: {said.lower()}")


def _problems(file: _File, source: Source) -> Iterator[Slip]:
    for path, reason in [*_heading_problems(file), *_start_problems(file)]:
        yield Slip(source.spot(source.key(path)), reason)


def _heading_problems(file: _File) -> Iterator[tuple[Path, str]]:
    if not 1 <= len(file.rules) <= MOST_RULES:
        yield ("rules",), f"`rules` must cite one to {MOST_RULES} rules"
    if len(set(file.seats)) != len(file.seats) or not all(map(NAME.fullmatch, file.seats)):
        told = "`seats` must be different names, each one word with a capital letter"
        yield ("seats",), told
    for name in ("title", "lesson", "puzzle", "guide"):
        yield from _language_problems(name, getattr(file, name))
    if len({len(said) for said in file.guide.values()}) > 1:
        yield ("guide",), "`guide` must have as many sentences in every language"
    if set(file.play) != {"steps"}:
        yield ("play",), "`play` must hold `steps` and nothing else"


def _language_problems(name: str, said: Collection[str]) -> Iterator[tuple[Path, str]]:
    if (said or name == "title") and DEFAULT not in said:
        yield (name,), f"`{name}` must be given in {DEFAULT}"
    for lang in said:
        if lang not in LANGUAGES:
            yield (name, lang), f"no language of the house is called {lang}{known(lang, LANGUAGES)}"


def _start_problems(file: _File) -> Iterator[tuple[Path, str]]:
    if file.position is not None and file.deal is not None:
        yield ("deal",), "a game is drawn by `position` or dealt by `deal`, not both"
    if file.series and (set(file.series) - {"form", "first"} or "form" not in file.series):
        yield ("series",), "`series` must hold `form` and may hold `first`"
    if file.series and file.carry:
        yield ("carry",), "in a series the games before say what is carried"
    if file.next and not file.series:
        yield ("next",), "`next` is for a series: there is no `series`"
    for number, start in enumerate(file.next):
        parts = list(start.values())
        if len(parts) != 1 or set(start) - set(_STARTS) or not isinstance(parts[0], dict):
            yield ("next", number), "each `next` must hold `position` or `deal`"


def _starts(file: _File) -> list[Start]:
    first = {name: getattr(file, name) for name in _STARTS}
    begun: list[tuple[dict[str, Any], Path]] = [(first, ())]
    begun += [(start, ("next", number)) for number, start in enumerate(file.next)]
    found: list[Start] = []
    for start, where in begun:
        name = "deal" if start.get("position") is None else "position"
        written = start.get(name) or {}
        drawn = None if start.get(name) is None else seated(written, file.seats)
        place = (*where, name)
        if name == "position":
            found.append(Start(drawn, None, written, place))
        else:
            found.append(Start(None, drawn, written, place))
    return found


def _steps(source: Source, steps: str) -> list[Step]:
    """The lines of the play with their places in the file; `#` begins a remark."""
    at = source.value(("play", "steps"))
    found: list[Step] = []
    for raw, line in zip(source.text[at:].split("\n"), steps.split("\n"), strict=False):
        text = line.partition(" #")[0].strip()
        if text and not text.startswith("#"):
            found.append(Step(*source.spot(at + len(raw) - len(raw.lstrip())), text))
        at += len(raw) + 1
    return found


# --- names of seats -------------------------------------------------------------------------


def no_seat(word: str, seats: list[str]) -> str:
    return f"no seat is called {word}: {', '.join(seats)}"


def known(word: str, names: Iterable[str]) -> str:
    """What can be said instead: all names where they are few, otherwise those near to it."""
    found = sorted(names)
    if len(found) <= _FEW:
        return f": {', '.join(found)}" if found else ": there is none"
    close = get_close_matches(word, found, 4, 0.5)
    return f"; near it: {', '.join(close)}" if close else ""


def _stray_seats(file: _File, source: Source) -> Iterator[Slip]:
    """Names in tables of the file that nobody at this table has."""
    seats = file.seats
    for part in ("carry", "position", "deal", "series", "next"):
        value = getattr(file, part)
        found = [
            (at, name) for at, name in names_in(value, (part,), source) if NAME.fullmatch(name)
        ]
        found += _odd_ones(value, (part,), seats, source)
        for at, word in words_in(value, (part,), source):
            found += [(at + inside, name) for inside, name in strays(word, seats)]
        for at, name in found:
            if name not in seats:
                yield Slip(source.spot(at), no_seat(name, seats))


def _odd_ones(value: Any, path: Path, seats: list[str], source: Source) -> list[tuple[int, str]]:
    """Keys without a capital letter beside names of seats."""
    found: list[tuple[int, str]] = []
    for inside, part in _parts(value, path):
        if isinstance(part, Mapping) and any(name in seats for name in part):
            odd = [name for name in part if name not in seats and not NAME.fullmatch(name)]
            found += [(source.key((*inside, name)), name) for name in odd]
    return found


def _parts(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Everything in a value, with the way to it."""
    yield path, value
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _parts(part, (*path, name))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _parts(part, (*path, number))


def names_in(value: Any, path: Path, source: Source) -> list[tuple[int, str]]:
    """The keys of all tables in a value, and where they stand."""
    tables = [(inside, part) for inside, part in _parts(value, path) if isinstance(part, Mapping)]
    return [(source.key((*inside, name)), name) for inside, table in tables for name in table]


def words_in(value: Any, path: Path, source: Source) -> list[tuple[int, str]]:
    """The words of all texts in a value, and where they stand."""
    texts = [(inside, part) for inside, part in _parts(value, path) if isinstance(part, str)]
    return [
        (source.value(inside, word.start()), word[0])
        for inside, text in texts
        for word in WORD.finditer(text)
    ]


def strays(word: str, seats: list[str]) -> list[tuple[int, str]]:
    """Names within a word of which nobody is called so: alone, after `+` and after `@`."""
    if NAME.fullmatch(word):
        return [] if word in seats else [(0, word)]
    marks = [found for found in _MARKS.finditer(word) if not _is_somebody(found[0], seats)]
    return [(found.start(), found[0]) for found in marks] + aims(word, seats)


def aims(text: str, seats: list[str]) -> list[tuple[int, str]]:
    """The same for a choice, where `+` joins two cards: only what it is aimed at is a seat."""
    return [(found.start(), found[0]) for found in _AIMED.finditer(text) if found[0] not in seats]


def _is_somebody(mark: str, seats: list[str]) -> bool:
    numbers = [str(number) for number in range(len(seats))]
    return mark in seats or mark in _EVERYBODY or mark in numbers


def seated(value: Any, seats: list[str]) -> Any:
    """The same with people's names turned into seat numbers."""
    if isinstance(value, Mapping):
        if value and all(name in seats for name in value):
            return [seated(value.get(name), seats) for name in seats]
        return {name: seated(part, seats) for name, part in value.items()}
    if isinstance(value, list):
        return [seated(part, seats) for part in value]
    if isinstance(value, str):
        return seats.index(value) if value in seats else numbered(value, seats)
    return value


def numbered(text: str, seats: list[str]) -> str:
    """`orc7+Bruno` as `orc7+1`."""
    return _INSIDE.sub(lambda w: str(seats.index(w[0])) if w[0] in seats else w[0], text)


def refused(refusal: Refusal) -> str:
    return f"{refusal.code} {refusal.rule}".strip()
