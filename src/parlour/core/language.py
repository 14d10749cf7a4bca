"""The languages of the house, and what CLDR says of each: its plurals and its lists.

Languages are discovered.  A `text/xx.toml` in the kernel's folder makes `xx` one of the house;
the terminal, the server and the page must have it too (tests/suite/test_languages.py), a room may.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from parlour.core.data import files_in, folders_with

if TYPE_CHECKING:
    from babel import Locale

DEFAULT: Final = "en"
"""The language that every other falls back to, sentence by sentence.  It is named here alone."""
FILE: Final = re.compile(r"([a-z]{2,3})\.toml")


def languages_of(package: str) -> list[str]:
    """The languages that a package's `text/` folders have, the default first."""
    names = {name for folder in folders_with(package, "text") for name in files_in(folder, "text")}
    found = {match[1] for name in names if (match := FILE.fullmatch(name))}
    return [DEFAULT, *sorted(found - {DEFAULT})]


LANGUAGES: Final = languages_of("parlour.core")


def spoken(tags: Iterable[str]) -> str:
    """The first of these that is a language of the house, or the default.

    A tag may say more than the language: `pl-PL;q=0.9` of a browser, `pl_PL.UTF-8` of a machine.
    """
    codes = (re.split(r"[^a-z]", tag.strip().lower())[0] for tag in tags)
    return next((code for code in codes if code in LANGUAGES), DEFAULT)


def rulebook_name(lang: str) -> str:
    """The file of a room's rules: RULES.md in the default language, RULES.xx.md in another."""
    return "RULES.md" if lang == DEFAULT else f"RULES.{lang}.md"


# --- CLDR ------------------------------------------------------------------------------------
# Babel is loaded by the first plural or list that is said: most commands say none.


@cache
def _locale(lang: str) -> "Locale":
    from babel import Locale

    return Locale.parse(lang)


def plural(lang: str, number: int) -> str:
    """The plural category of a whole number: zero, one, two, few, many or other."""
    return _locale(lang).plural_form(number)


def listed(lang: str, parts: Sequence[str]) -> str:
    """Names in a sentence: “Anna, Bruno, and Carla”; the page has Intl.ListFormat for it."""
    from babel.lists import format_list

    return format_list(parts, locale=_locale(lang))
