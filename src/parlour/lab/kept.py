"""The file of a run that can be stopped and resumed (`--keep`).

The first line says what the run is.  Every other line says what some consecutive seeds came to.
Lines are only ever added.  The last one may be half-written, when a run was killed: it is ignored.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Protocol, Self, TypeVar

import msgspec

import parlour
from parlour.core.build import build
from parlour.lab.refusals import LabRefusal

FORMAT: Final = "parlour-kept/2"


class Counts(Protocol):
    """A tally: what games came to.

    Sums are exact, so that they do not depend on how the games were divided into chunks.
    """

    @property
    def game(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def name(self) -> str:
        """What tells it from the other tallies of the same run, in words that files may have."""

    @property
    def seconds(self) -> float: ...
    def __add__(self, later: Self) -> Self: ...


C = TypeVar("C", bound=Counts)


class Head(msgspec.Struct, frozen=True):
    """All that decides how the games of a run go, whatever their number."""

    command: str
    game: str
    players: list[int]
    bots: list[str]
    options: dict[str, Any]
    seed: int
    version: str = parlour.__version__
    build: str = msgspec.field(default_factory=build)
    format: str = FORMAT


class Line(msgspec.Struct, frozen=True):
    """What the seeds from the first to before the second came to."""

    name: str
    seeds: tuple[int, int]
    tally: msgspec.Raw


class Kept:
    """What is kept of a run, and where more of it goes."""

    def __init__(self, path: Path, head: Head) -> None:
        """Refuses a file that another run has written, or that is none of ours."""
        self.path: Final = path
        """The file."""
        first = written(head)
        whole = complete(path, first)
        if whole:
            self._compare(head)
        self._file: Final = path.open("ab", buffering=0)
        self._file.truncate(whole)
        if not whole:
            self._write(first)

    def _compare(self, head: Head) -> None:
        with self.path.open("rb") as file:
            try:
                there = msgspec.json.decode(file.readline(), type=Head)
            except msgspec.MsgspecError:
                raise self._unreadable(1) from None
        differences = [
            (name, getattr(there, name), getattr(head, name))
            for name in head.__struct_fields__
            if getattr(there, name) != getattr(head, name)
        ]
        if differences:
            facts: dict[str, object] = {"path": str(self.path), "differences": differences}
            raise LabRefusal("differs", facts=facts)

    def _unreadable(self, number: int) -> LabRefusal:
        return LabRefusal("unreadable", facts={"path": str(self.path), "number": number})

    def so_far(self, nothing: C, seeds: range) -> tuple[C, int]:
        """The tally of the games that are kept, and the seed of the first that is not."""
        tally, end = nothing, seeds.start
        for number, line in self._lines():
            if line.name != nothing.name:
                continue
            if line.seeds[0] != end:
                raise self._unreadable(number)
            end = line.seeds[1]
            tally = tally + read(line.tally, type(nothing))
        if end > seeds.stop:
            kept = end - seeds.start
            facts: dict[str, object] = {"path": str(self.path), "kept": kept, "games": len(seeds)}
            raise LabRefusal("too_few", facts=facts)
        return tally, end

    def _lines(self) -> Iterator[tuple[int, Line]]:
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if number == 1:
                    continue
                try:
                    yield number, msgspec.json.decode(line, type=Line)
                except msgspec.MsgspecError:
                    raise self._unreadable(number) from None

    def add(self, seeds: range, tally: Counts) -> None:
        line = Line(tally.name, (seeds.start, seeds.stop), msgspec.Raw(encoded(tally)))
        self._write(written(line))

    def _write(self, line: bytes) -> None:
        """At once or not at all: nothing may follow a line that the disk had no room for."""
        if self._file.write(line) != len(line):
            raise OSError(f"no space for a line of {self.path}")

    def close(self) -> None:
        self._file.close()


def complete(path: Path, first: bytes) -> int:
    """How many bytes of the file are whole lines.

    What has no whole line must be the beginning of our own first one, or nothing is touched.
    """
    if not path.exists():
        return 0
    whole, line = 0, b""
    with path.open("rb") as file:
        for line in file:
            whole += len(line) if line.endswith(b"\n") else 0
    if not whole and not first.startswith(line):
        raise LabRefusal("unreadable", facts={"path": str(path), "number": 1})
    return whole


def written(line: object) -> bytes:
    return encoded(line) + b"\n"


def encoded(thing: object) -> bytes:
    """Fractions are written as `7/2`."""
    return msgspec.json.encode(thing, enc_hook=str)


def read(text: msgspec.Raw, kind: type[C]) -> C:
    return msgspec.json.decode(text, type=kind, dec_hook=fraction)


def fraction(kind: type, text: str) -> Fraction:
    return Fraction(text)
