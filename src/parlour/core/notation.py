"""One line for nested facts: `turn=0 hands=[[orc7 ?*3] []] stack=[Lay(0)]`.

Texts stand bare where they can, in JSON quotes where they must.  A run of question marks is
written once with its length, because most of a deck is unknown.
"""

import json
import re
from typing import Any, Final

from parlour.core.errors import BadText

BARE: Final = re.compile(r"[^\s\[\]{}=\"]+")
_PLAIN: Final = re.compile(r"(?!-$)(?!(?:yes|no)$)(?!-?\d+$)(?![^()]*\*)[^\s\[\]{}=\"]+")
_RUN: Final = re.compile(r"\?\*(\d{1,6})(?=[\s\]])")
_LONGEST_RUN: Final = 1000
_DEEPEST: Final = 20


def write(facts: dict[str, Any]) -> str:
    """Facts as one line, without the outer braces."""
    return " ".join(f"{name}={_value(value)}" for name, value in facts.items())


def _value(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{" + write(value) + "}"
    if isinstance(value, list | tuple):
        return f"[{' '.join(_runs([_value(part) for part in value]))}]"
    raise TypeError(f"{value!r} has no place in a line")


def _runs(parts: list[str]) -> list[str]:
    written: list[str] = []
    at = 0
    while at < len(parts):
        end = at + 1
        while parts[at] == "?" and end < len(parts) and parts[end] == "?":
            end += 1
        written.append(parts[at] if end - at < 3 else f"?*{end - at}")
        at = end if end - at >= 3 else at + 1
    return written


def read(line: str) -> dict[str, Any]:
    """The facts of a line; BadText with the column where it goes wrong."""
    reader = _Reader(line)
    facts = reader.pairs("")
    if reader.at < len(line):
        raise reader.error("something is left over")
    return facts


class _Reader:
    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0
        self.depth = 0

    def error(self, reason: str) -> BadText:
        facts: dict[str, object] = {"column": self.at + 1, "reason": reason}
        return BadText("bad_line", facts=facts)

    def space(self) -> None:
        while self.at < len(self.line) and self.line[self.at].isspace():
            self.at += 1

    def peek(self) -> str:
        return self.line[self.at] if self.at < len(self.line) else ""

    def pairs(self, end: str) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        self.space()
        while self.peek() != end:
            name = self.bare()
            if self.peek() != "=":
                raise self.error(f"'=' expected after {name!r}")
            self.at += 1
            if name in facts:
                raise self.error(f"{name!r} is given twice")
            facts[name] = self.value()
            self.space()
        return facts

    def bare(self) -> str:
        found = BARE.match(self.line, self.at)
        if not found:
            raise self.error("a word expected")
        self.at = found.end()
        return found.group()

    def value(self) -> Any:
        self.space()
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error("too deep")
        first = self.peek()
        if first == "[":
            found: Any = self.items()
        elif first == "{":
            self.at += 1
            found = self.pairs("}")
            self.at += 1
        elif first == '"':
            found = self.quoted()
        else:
            found = plain(self.bare())
        self.depth -= 1
        return found

    def items(self) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        self.space()
        while self.peek() != "]":
            if not self.peek():
                raise self.error("']' expected")
            run = _RUN.match(self.line, self.at)
            found.extend(self.run(run) if run else [self.value()])
            self.space()
        self.at += 1
        return found

    def run(self, found: re.Match[str]) -> list[str]:
        count = int(found.group(1))
        if count > _LONGEST_RUN:
            raise self.error("too many question marks")
        self.at = found.end()
        return ["?"] * count

    def quoted(self) -> str:
        try:
            found, self.at = json.JSONDecoder().raw_decode(self.line, self.at)
        except json.JSONDecodeError as wrong:
            raise self.error("a broken quotation") from wrong
        return str(found)


def plain(word: str) -> Any:
    """A bare word as what it means: number, yes, no, nothing or text."""
    if re.fullmatch(r"-?\d{1,18}", word):
        return int(word)
    return {"yes": True, "no": False, "-": None}.get(word, word)
