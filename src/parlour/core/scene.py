"""Scenario files: a drawn position, who is asked, what they answer, what follows.

The format is described in docs/scenarios.md.  This file reads one; stage.py plays it.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from parlour.core.errors import Refusal

NAME: Final = re.compile(r"[A-ZА-ЯЁ]\w*")
PLAY: Final = re.compile(r"^\[play\]", re.M)
MOST_RULES: Final = 3


class BadScene(ValueError):
    """A file that is no scenario: says the line and the reason."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")


class Step(msgspec.Struct, frozen=True):
    """One line of the play."""

    line: int
    text: str


class Scene(msgspec.Struct, frozen=True):
    """A scenario as written.  Without a position it starts from a fresh deal."""

    path: str
    game: str
    rules: list[str]
    seats: list[str]
    options: dict[str, Any]
    carry: dict[str, Any]
    title: dict[str, str]
    lesson: dict[str, str]
    puzzle: dict[str, str]
    position: dict[str, Any] | None
    steps: list[Step]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    rules: list[str]
    seats: list[str]
    title: dict[str, str]
    play: dict[str, str]
    options: dict[str, Any] = {}
    carry: dict[str, Any] = {}
    lesson: dict[str, str] = {}
    puzzle: dict[str, str] = {}
    position: dict[str, Any] | None = None


def read_scene(path: str, text: str) -> Scene:
    """A scenario from the text of its file; BadScene names the line."""
    try:
        file = msgspec.convert(tomllib.loads(text), _File)
    except tomllib.TOMLDecodeError as wrong:
        found = re.search(r"line (\d+)", str(wrong))
        raise BadScene(path, int(found.group(1)) if found else 1, str(wrong)) from wrong
    except msgspec.ValidationError as wrong:
        raise BadScene(path, _line_of(text, str(wrong)), str(wrong)) from wrong
    problem = _problem(file) or ("" if PLAY.search(text) else "`play` must be a table: [play]")
    if problem:
        raise BadScene(path, _line_of(text, problem), problem)
    steps = _steps(text, file.play["steps"])
    if not steps:
        raise BadScene(path, _line_of(text, "`steps`"), "`steps` must say something")
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
        position=None if file.position is None else seated(file.position, file.seats),
        steps=steps,
    )


def _problem(file: _File) -> str:
    if not 1 <= len(file.rules) <= MOST_RULES:
        return f"`rules` must cite one to {MOST_RULES} rules"
    if len(set(file.seats)) != len(file.seats) or not all(map(NAME.fullmatch, file.seats)):
        return "`seats` must be different names, each one word with a capital letter"
    for name in ("title", "lesson", "puzzle"):
        said: dict[str, str] = getattr(file, name)
        if (said or name == "title") and set(said) != {"en", "ru"}:
            return f"`{name}` must be given in en and ru"
    return "" if set(file.play) == {"steps"} else "`play` must hold `steps` and nothing else"


def _line_of(text: str, reason: str) -> int:
    """The line a complaint is about: where the name that it quotes first stands."""
    for name in re.findall(r"`\$?\.?([\w.]+)", reason):
        word = name.rpartition(".")[2]
        for number, line in enumerate(text.splitlines(), 1):
            if re.match(rf"\s*\[?(?:\w+\.)*{re.escape(word)}\b", line):
                return number
    return 1


def _steps(text: str, steps: str) -> list[Step]:
    """The lines of the play with their numbers in the file; `#` begins a remark."""
    heading = PLAY.search(text)
    assert heading is not None
    above = text[: text.index("steps", heading.end())].count("\n")
    lines = text.splitlines()[above:]
    first = above + (2 if steps and lines[0].rstrip().endswith(('"""', "'''")) else 1)
    found = [
        (first + k, line.partition(" #")[0].strip()) for k, line in enumerate(steps.split("\n"))
    ]
    return [Step(number, line) for number, line in found if line and not line.startswith("#")]


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
    return NAME.sub(lambda w: str(seats.index(w[0])) if w[0] in seats else w[0], text)


def refused(refusal: Refusal) -> str:
    return f"{refusal.code} {refusal.rule}".strip()
