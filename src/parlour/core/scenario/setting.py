"""How the games of a scenario are opened, and which words of the file are to blame if they cannot.

A position that cannot be laid out is told by the room, which knows no file: what it quotes or names
is looked for in the part of the file that drew it.
"""

import re
from typing import Final

from parlour.core.carry import Carry
from parlour.core.drawing import Position
from parlour.core.errors import BadText, Refusal
from parlour.core.game import Game
from parlour.core.language import DEFAULT
from parlour.core.rng import Rng
from parlour.core.scenario.scene import Scene, Slip, Start
from parlour.core.scenario.source import Path, Source
from parlour.core.series import Plan, Series, read_form
from parlour.core.table import Table
from parlour.core.words import Speaker

_BLAMED: Final = {
    "unknown_option": ("options",),
    "bad_option": ("options",),
    "wrong_players": ("seats",),
    "bad_carry": ("carry",),
    "unknown_form": ("series", "form"),
    "bad_number": ("series", "form"),
    "no_tournament": ("series", "form"),
}


def series_of(scene: Scene, game: Game) -> Series | None:
    """The series that the scenario plays, if it plays one; BadTable if there is none such."""
    if not scene.series:
        return None
    form, number = read_form(str(scene.series["form"]))
    first = scene.series.get("first", 0)
    plan = Plan(game.id, len(scene.seats), scene.options, form, number, first)
    return Series(game, plan)


def opened(
    scene: Scene, game: Game, fill: int, start: Start, carry: Carry, number: int = 0
) -> Table:
    """A game of the scenario, with what it leaves open filled in.  `number`: games before it."""
    facts: Position = {"options": scene.options, "carry": carry, "players": len(scene.seats)}
    seed = f"{fill}/{number}" if number else fill
    if start.position is not None:
        return game.drawn(start.position | facts, Rng(fill))
    if start.deal:
        return game.arranged(start.deal | facts, seed, Rng(fill))
    return game.new(len(scene.seats), seed, scene.options, carry=carry)


def some_table(scene: Scene, game: Game) -> Table:
    """A table of the same rules, dealt anyhow: its words are the scenario's words."""
    series = series_of(scene, game)
    carry = series.carry() if series else scene.carry
    return opened(scene, game, 0, Start(), carry)


# --- whose fault it is ----------------------------------------------------------------------


def blamed(scene: Scene, game: Game, start: Start, wrong: Refusal) -> Slip:
    """What is wrong with the file, where a table was refused."""
    source: Source = scene.source
    if isinstance(wrong, BadText):
        reason = with_names(str(wrong.facts.get("reason", wrong)), scene.seats)
        at = _in_drawing(source, start, str(wrong.facts.get("reason", "")))
        return Slip(source.spot(at), f"the position cannot be laid out: {reason}")
    said = Speaker(game, DEFAULT, scene.seats).refusal(wrong)
    told = f"there is no such table: {wrong.code}: {said}"
    return Slip(source.spot(source.key(_in_heading(source, wrong))), told)


def with_names(reason: str, seats: list[str]) -> str:
    """The rules count seats; whoever wrote the file gave them names."""

    def name(found: re.Match[str]) -> str:
        return seats[int(found[1])] if int(found[1]) < len(seats) else found[0]

    return re.sub(r"\bseat (\d+)\b", name, reason)


def _in_heading(source: Source, wrong: Refusal) -> Path:
    path: Path = _BLAMED.get(wrong.code, ())
    if path == ("options",):
        path = ("options", str(wrong.facts.get("name")))
    candidates: list[Path] = [path, ("options",), ("carry",), ("game",)]
    return next(found for found in candidates if found in source.keys)


def _in_drawing(source: Source, start: Start, reason: str) -> int:
    """The last thing that the reason quotes, or the field that it names, or the heading."""
    begin, end = _extent(source, start.place)
    for word in re.findall(r"'([^']+)'", reason):
        found = list(re.finditer(rf"(?<![\w:-]){re.escape(word)}(?![\w-])", source.text[begin:end]))
        if found:
            return begin + found[-1].start()
    named = [word for word in re.findall(r"\w+", reason) if word in start.written]
    return source.keys[(*start.place, named[0])] if named else begin


def _extent(source: Source, place: Path) -> tuple[int, int]:
    """From the heading of a table to whatever follows it in the file."""
    begin = source.key(place)
    inside = len(place)
    after = [at for path, at in source.keys.items() if at > begin and path[:inside] != place]
    return begin, min(after, default=len(source.text))
