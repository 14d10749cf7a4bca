"""Names that cannot be taken for another's, and text that stays in its line.

Each word of a name is of one script, nothing in it is invisible, and two names that look the same
are told apart by a number.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from zlib import crc32

from parlour.bots.characters import all_names, in_turn
from parlour.core.errors import Refusal

NAME_LENGTH: Final = 24
PICTURE: Final = "\ufe0e\ufe0f"
"""Whether the character before is shown as text or as a picture; phones write it by themselves."""
INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U000e0100-\U000e01ef]"
)
"""What `str.isprintable` takes for visible."""
EUROPEAN: Final = ("LATIN", "CYRILLIC", "GREEK")
MOST_MARKS: Final = 3
"""Accents, points and vowel signs on one character; NFC has made one of a letter and its accent."""
EAST_ASIAN: Final = ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO")
"""Written together in one word, and with Latin letters, which none of them resembles."""
KNOWN_LOOKS: Final = 4096
"""Names whose looks are remembered: an evening compares every guest with every other."""
ACCENTS: Final = re.compile("[\u0300-\u036f]")

UPPER: Final = str.maketrans(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ" + "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᏀᏃᏏᏔᏕᏙᏞᏟᏢᏦ",
    "ABEZHIKMNOPTYX" + "BPDTGKJCZFMNLSRVHWXYAEIOU" + "DRTIYAJEWMHGZBWSVLCPK",
)
"""Greek, Lisu and Cherokee capitals, whose small letters look like others or are none."""
SMALL: Final = str.maketrans(
    "авекмнорстухѕіјһԁԛԝӏгпз" + "αβεικνορτυχγω" + "օսհոցքզ" + "ıłøđ" + "i1|0",
    "abekmhopctyxsljhdqwlrn3" + "abelkvoptuxyw" + "ouhngpq" + "llod" + "lllo",
)
"""Cyrillic, Greek, Armenian and other small letters, and figures, as the Latin they look like."""


def tidy_name(name: str, longest: int = NAME_LENGTH) -> str:
    """A name that can stand on any screen, or a refusal."""
    plain = unicodedata.normalize("NFC", name).translate(dict.fromkeys(map(ord, PICTURE)))
    plain = " ".join(plain.split())
    if not plain or len(plain) > longest or not plain.isprintable():
        raise Refusal("bad_name", facts={"number": longest})
    if INVISIBLE.search(plain) or is_piled(plain) or is_mixed(plain):
        raise Refusal("unclear_name")
    return plain


def is_piled(text: str) -> bool:
    """More marks on a character than its script has, or marks on nothing."""
    script, marks = "", MOST_MARKS
    for c in text:
        if not is_mark(c):
            script, marks = script_of(c), 0 if c != " " else MOST_MARKS
            continue
        marks += 1
        if marks > MOST_MARKS - (script in EUROPEAN):
            return True
    return False


def is_mixed(text: str) -> bool:
    """Whether letters of several scripts stand in one word: one of them passes for another."""
    words = re.split(r"[\W\d_]+", unicodedata.normalize("NFKC", text))
    return any(len(scripts_of(word)) > 1 for word in words)


def scripts_of(word: str) -> set[str]:
    found = {script_of(c) for c in word} - {""}
    return found - {"LATIN"} if "East Asian" in found else found


def script_of(c: str) -> str:
    """The first word of a letter's name, which is its script; empty for what belongs to all."""
    if unicodedata.category(c) not in ("Lu", "Ll", "Lt", "Lo"):
        return ""
    script = unicodedata.name(c, "").split(" ")[0]
    return "East Asian" if script in EAST_ASIAN else script


def is_mark(c: str) -> bool:
    return unicodedata.category(c).startswith("M")


# --- telling people apart -----------------------------------------------------------------------


def unique_name(taken: Iterable[str], name: str) -> str:
    """Two people whose names look the same are told apart."""
    known = {look for other in taken for look in looks(other)}
    number, numbered = 1, name
    while looks(numbered) & known:
        number += 1
        numbered = f"{name[: NAME_LENGTH - 1 - len(str(number))].rstrip()} {number}"
    return numbered


def names_of(who: str, name: str) -> list[str]:
    """What people may read of somebody at a table: a bot's name depends on their language."""
    return all_names(name) if who == "bot" else [name]


def character_for(temper: str, taken: Iterable[str], lot: int) -> str:
    """A character of this temper whose name is not taken in any language, or else another one."""
    known = {look for other in taken for look in looks(other)}
    found = in_turn(temper, lot)
    free = [one for one in found if not known & {x for n in all_names(one) for x in looks(n)}]
    return [*free, *found][0]


def lot_of(code: str, seat: int) -> int:
    """Which characters a table has: by its code, so that not all tables have the same."""
    return crc32(code.encode()) + seat


@lru_cache(KNOWN_LOOKS)
def looks(name: str) -> frozenset[str]:
    """What a name is taken for: as it is written, and in small letters."""
    return frozenset((skeleton(name), skeleton(name.casefold())))


def skeleton(name: str) -> str:
    """A name without accents, blanks and signs, each letter as the Latin one it looks like."""
    bare = ACCENTS.sub("", unicodedata.normalize("NFKD", name)).translate(UPPER).casefold()
    bare = bare.translate(SMALL).replace("rn", "m").replace("vv", "w")
    return "".join(c for c in bare if unicodedata.category(c)[0] not in "PZ") or name


# --- talk -------------------------------------------------------------------------------------


def tidy_talk(text: str) -> str:
    """One line, without what a terminal or a page could trip over."""
    found: list[str] = []
    marks = MOST_MARKS
    for c in text:
        seen = c if is_mark(c) and c in PICTURE else INVISIBLE.sub(" ", c)
        if not is_mark(seen):
            marks = MOST_MARKS if not seen.isprintable() or seen == " " else 0
            found.append(seen if seen.isprintable() else " ")
        elif marks < MOST_MARKS:
            marks += 1
            found.append(seen)
    return "".join(found).strip()
