"""The numbers of a room's rules, as its RULES.md gives them."""

import functools
import re
from importlib.resources import files
from typing import Final

ITEM: Final = re.compile(r"^(?:\* \*\*|\| )([A-Z]{3,5}-A?\d+[a-z]?)\b\*{0,2}(.*)$", re.M)


@functools.cache
def rule_numbers(package: str) -> tuple[str, ...]:
    """Every rule and ruling in the order of the book; nothing for a room without one."""
    page = files(package).joinpath("RULES.md")
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    return tuple(number for number, _ in ITEM.findall(text))
