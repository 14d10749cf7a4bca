"""Where everything stands in a TOML file.

tomllib reads the values and says no more of them; this scanner says at which character of the text
each key and each value begins, so that a complaint can name line and column.  It is only ever given
text that tomllib has read.
"""

import re
from typing import Final

Path = tuple[str | int, ...]
"""The way to a value: names of keys, numbers of list entries."""

_BLANK: Final = re.compile(r"(?:[\s,]|#[^\n]*)*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^\s,\]}#]+")
_QUOTES: Final = ('"""', "'''", '"', "'")


class Source:
    """The text of a file, and the places of what it says."""

    def __init__(self, text: str) -> None:
        self.text: Final = text.replace("\r\n", "\n")
        self.keys: Final[dict[Path, int]] = {}
        self.values: Final[dict[Path, int]] = {}
        """Where a value begins; of a quoted text its first letter."""
        self.raw: Final[set[Path]] = set()
        """Texts that stand in the file letter by letter, without escapes."""
        _Scanner(self).scan()

    def spot(self, at: int) -> tuple[int, int]:
        """Line and column of a character, both from 1."""
        above = self.text.count("\n", 0, at)
        return above + 1, at - (self.text.rfind("\n", 0, at) + 1) + 1

    def key(self, path: Path) -> int:
        """Where the key stands, or the nearest thing around it that is written."""
        while path and path not in self.keys:
            path = path[:-1]
        return self.keys.get(path, 0)

    def value(self, path: Path, inside: int = 0) -> int:
        """Where the value stands; `inside`: how far into its text."""
        if path not in self.values:
            return self.key(path)
        return self.values[path] + (inside if path in self.raw else 0)


class _Scanner:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.at = 0
        self.table: Path = ()
        self.counts: dict[Path, int] = {}  # tables in each array of tables

    def scan(self) -> None:
        self.blank()
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                self.heading()
            else:
                self.pair(self.table)
            self.blank()

    def blank(self) -> None:
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def heading(self) -> None:
        """`[play]`, or `[[next]]`: one more table of an array."""
        many = self.text.startswith("[[", self.at)
        start = self.at
        self.at += 2 if many else 1
        path: Path = ()
        for name in self.names():
            path += (name,)
            if path in self.counts:
                path += (self.counts[path] - 1,)
        if many:
            array = path[:-1] if isinstance(path[-1], int) else path
            self.counts[array] = self.counts.get(array, 0) + 1
            path = (*array, self.counts[array] - 1)
            self.source.keys.setdefault(array, start)
        self.source.keys[path] = start
        self.table = path
        self.at = self.text.index("]", self.at) + (2 if many else 1)

    def names(self) -> list[str]:
        """A key, dotted or not."""
        found = [self.name()]
        while self.skip(" \t") == ".":
            self.at += 1
            self.skip(" \t")
            found.append(self.name())
        return found

    def skip(self, signs: str) -> str:
        while self.text[self.at] in signs:
            self.at += 1
        return self.text[self.at]

    def name(self) -> str:
        self.skip(" \t")
        if self.text[self.at] in "\"'":
            quote = self.text[self.at]
            end = self.text.index(quote, self.at + 1)
            name = self.text[self.at + 1 : end]
            self.at = end + 1
            return name
        found = _BARE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return found.group()

    def pair(self, around: Path) -> None:
        self.skip(" \t")
        start = self.at
        path = (*around, *self.names())
        for depth in range(len(around) + 1, len(path) + 1):
            self.source.keys.setdefault(path[:depth], start)
        self.skip(" \t")
        self.at += 1  # the equals sign
        self.skip(" \t")
        self.value(path)

    def value(self, path: Path) -> None:
        self.source.values[path] = self.at
        quote = next((q for q in _QUOTES if self.text.startswith(q, self.at)), "")
        if quote:
            self.quoted(path, quote)
        elif self.text[self.at] == "[":
            self.items(path)
        elif self.text[self.at] == "{":
            self.group(path)
        else:
            found = _SCALAR.match(self.text, self.at)
            assert found is not None
            self.at = found.end()

    def quoted(self, path: Path, quote: str) -> None:
        start = self.at + len(quote)
        if len(quote) == 3 and self.text.startswith("\n", start):
            start += 1
        end = start
        while not self.text.startswith(quote, end):
            end += 2 if self.text[end] == "\\" and quote[0] == '"' else 1
        while len(quote) == 3 and self.text.startswith(quote, end + 1):
            end += 1
        self.source.values[path] = start
        if quote[0] == "'" or "\\" not in self.text[start:end]:
            self.source.raw.add(path)
        self.at = end + len(quote)

    def items(self, path: Path) -> None:
        self.at += 1
        self.blank()
        number = 0
        while self.text[self.at] != "]":
            self.value((*path, number))
            number += 1
            self.blank()
        self.at += 1

    def group(self, path: Path) -> None:
        self.at += 1
        self.blank()
        while self.text[self.at] != "}":
            self.pair(path)
            self.blank()
        self.at += 1
