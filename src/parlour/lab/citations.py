"""Which rules are written in a rulebook, cited by code, and shown by scenarios and tests."""

import re
from pathlib import Path

import msgspec

from parlour.core.game import Game
from parlour.core.rulebook import ITEM
from parlour.core.scenario.scene import read_scene
from parlour.lab.playthroughs import sources_of

CITE = re.compile(r"\[([A-Z]{3,5}-A?\d+[a-z]?)\]")
LATER = "*later*"


class Rulebook(msgspec.Struct):
    """A room's RULES.md: the numbers in order, and those marked as not implemented yet."""

    numbers: list[str]
    later: set[str]


def rulebook(folder: Path, name: str = "RULES.md") -> Rulebook:
    found = ITEM.findall((folder / name).read_text(encoding="utf-8"))
    return Rulebook([number for number, _ in found], {n for n, text in found if LATER in text})


def cited(paths: list[Path]) -> set[str]:
    return {c for path in paths for c in CITE.findall(path.read_text(encoding="utf-8"))}


def shown(folder: Path) -> set[str]:
    """Rules cited by a scenario or by a test of the room."""
    found = cited(sorted((folder / "tests").glob("**/*.py")))
    for path in sorted((folder / "scenarios").rglob("*.toml")):
        found.update(read_scene(str(path), path.read_text(encoding="utf-8")).rules)
    return found


def relied_on(folder: Path, game: Game) -> set[str]:
    """Rules the room's code, options and refusals name."""
    found = cited(sources_of(folder))
    found |= {option.rule for option in game.option_list.values()}
    return found | {rule for rule in game.refusals.values() if rule}
