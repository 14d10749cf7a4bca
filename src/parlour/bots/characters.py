"""The characters that bots play as: a name in every language of the house, and a temper.

What stands in a log is the name in the default language; whoever shows it finds the others here.
"""

from functools import cache
from typing import Final

from parlour.core.language import DEFAULT
from parlour.core.words import Words

EVEN: Final = ""
"""The temper of bots that have none: they play as their level is measured."""

BY_TEMPER: Final = {
    EVEN: ("mara", "oscar", "greta", "fred"),
    "cautious": ("ada", "theo", "edith", "barny"),
    "bold": ("rufus", "tess", "hugo", "roxy"),
    "sly": ("jago", "mina", "silas", "olga"),
}
"""Four for each temper, by the keys of their names, which are short: rooms write them on cards."""

CHARACTERS: Final = [key for keys in BY_TEMPER.values() for key in keys]
WORDS: Final = Words("parlour.bots")


@cache
def names() -> dict[str, dict[str, str]]:
    """Every character by the name that stands in logs: its name in each language."""
    found = [WORDS.in_languages(key) for key in CHARACTERS]
    return {one[DEFAULT]: one for one in found}


def name_in(name: str, lang: str) -> str:
    """What somebody who speaks this language reads; a name that is no character's stays."""
    return names().get(name, {}).get(lang, name)


def all_names(name: str) -> list[str]:
    """A bot's name as anybody reads it."""
    return list({name: None, **dict.fromkeys(names().get(name, {}).values())})


def in_turn(temper: str, lot: int) -> list[str]:
    """All characters by their names in logs, those of this temper first, from a drawn one on."""
    known = list(names())
    own = [known[CHARACTERS.index(key)] for key in BY_TEMPER.get(temper, BY_TEMPER[EVEN])]
    first = lot % len(own)
    return [*own[first:], *own[:first], *(name for name in known if name not in own)]
