"""Who is connected to this node, by address."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Protocol


class GuestLine(Protocol):
    """A connection, as far as an operator's orders concern it."""

    @property
    def table(self) -> str: ...

    @property
    def address(self) -> str:
        """As limits count it."""

    def dismiss(self, code: str) -> None:
        """Say goodbye with this code, and close."""

    def tell_bulletin(self) -> None:
        """What the house has to say to all its guests, as it is now."""


class Guests:
    """The connections of this node, by the address that limits count them under."""

    def __init__(self) -> None:
        self._lines: defaultdict[str, set[GuestLine]] = defaultdict(set)

    def __iter__(self) -> Iterator[GuestLine]:
        return iter([line for lines in self._lines.values() for line in lines])

    def by_address(self) -> dict[str, list[GuestLine]]:
        return {address: list(lines) for address, lines in self._lines.items()}

    def enter(self, line: GuestLine) -> None:
        self._lines[line.address].add(line)

    def leave(self, line: GuestLine) -> None:
        self._lines[line.address].discard(line)
        if not self._lines[line.address]:
            del self._lines[line.address]
