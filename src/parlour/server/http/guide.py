"""What a room shows to newcomers: a table with labels, lists of its cards, lessons, ready tables.

All of it stands in the room's folder: `guide.toml` names things, the sentences are in `text/`.
"""

import functools
import re
from importlib.resources import files
from typing import Final

import msgspec
from msgspec.structs import asdict

from parlour.core.data import read_toml
from parlour.core.game import Game
from parlour.core.language import DEFAULT, rulebook_name, spoken
from parlour.core.options import Values
from parlour.server.http.types import GuideInfo, Practice, ReadyTable
from parlour.server.table.rows import Form, Haste, Pace
from parlour.server.words import WORDS


class _Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made table as the file says it; what it leaves out is as usual."""

    players: int
    options: Values = {}
    series: Form | None = None
    pace: Pace = Pace()
    haste: Haste = "normal"
    helps: bool = False


class GuideFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`guide.toml` of a room.

    `picture`: the scenario whose first moment is drawn; `labels`: four places on that board;
    `lists`: sections of the text files, of cards or powers; `lessons`: scenarios in their order;
    `practice`: a lesson before those, a table where one plays against bots and is told what to do.
    """

    picture: str = ""
    labels: list[str] = []
    lists: list[str] = []
    lessons: list[str] = []
    tables: dict[str, _Ready] = {}
    practice: _Ready | None = None


@functools.cache
def guide_file(game: Game) -> GuideFile:
    """An empty one for a room that has none."""
    if not files(game.package).joinpath("guide.toml").is_file():
        return GuideFile()
    return msgspec.convert(read_toml(game.package, "guide.toml"), GuideFile)


def guide_info(game: Game) -> GuideInfo:
    file = guide_file(game)
    return GuideInfo(file.picture, file.labels, file.lists)


def ready_tables(game: Game) -> list[ReadyTable]:
    return [
        ReadyTable(name, game.words.in_languages(f"guide.tables.{name}"), **asdict(ready))
        for name, ready in guide_file(game).tables.items()
    ]


def practice(game: Game) -> Practice | None:
    ready = guide_file(game).practice
    if ready is None:
        return None
    about, title = (game.words.in_languages(f"guide.practice.{key}") for key in ("about", "title"))
    return Practice("practice", about, **asdict(ready), title=title)


# --- the rulebook ---------------------------------------------------------------------------

_NOTE: Final = "<!-- notes -->"
_NOTES: Final = re.compile(rf"^{_NOTE}\n.*?<!-- end of notes -->\n+", re.S | re.M)
"""What is written for those who work on the room: where a figure comes from, what tests need."""
_TABLE: Final = re.compile(r"(?:^\|.*\n)+", re.M)
_MARK: Final = re.compile(r" ?`\[[SFID]\]`")
"""How sure a statement is: see `Option.mark`."""
_CODE: Final = re.compile(r"`([^`\n]+)`")


def rulebook(game: Game, lang: str) -> str:
    """The numbered rules in Markdown for readers, in the default language where this one has none.

    Left out are notes and marks for developers, and columns of tables that are notes; options are
    called by their names.  Empty for a room that has no rules at all.
    """
    folder = files(game.package)
    wanted = [folder.joinpath(rulebook_name(one)) for one in (spoken([lang]), DEFAULT)]
    text = next((page.read_text(encoding="utf-8") for page in wanted if page.is_file()), "")
    text = _TABLE.sub(lambda found: _without_notes(found[0]), _NOTES.sub("", text))
    return _CODE.sub(lambda found: _named(game, spoken([lang]), found[1]), _MARK.sub("", text))


def _without_notes(table: str) -> str:
    """A table without its last column, if the heading of that is marked as a note."""
    lines = table.splitlines()
    if _NOTE not in lines[0]:
        return table
    return "".join(f"{line.rstrip('|').rpartition('|')[0]}|\n" for line in lines)


def _named(game: Game, lang: str, code: str) -> str:
    """The name of an option, quoted; any other code as it is, without its marks."""
    key = f"options.{code}.name"
    if not game.words.has(key):
        return code
    return WORDS.say(lang, "pages.quoted", text=game.words.say(lang, key))
