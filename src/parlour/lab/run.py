"""A run: games of consecutive seeds, played in chunks, counted as they come, kept if wanted.

Nothing here grows with the number of games.
"""

import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, Final, Generic, Self

import msgspec

from parlour.lab.kept import C, Kept
from parlour.lab.rows import ROWS, Row, Rows
from parlour.lab.workers import Workers

CHUNK_S: Final = 0.5
"""How long a worker plays before it reports, about."""
MOST: Final = 10_000
"""Games of a chunk."""
KEEP_S: Final = 1.0
"""Chunks are put together, so that a file has one line a second and not one for every chunk."""


class Part(msgspec.Struct, Generic[C]):
    """What a chunk came to."""

    seeds: range
    tally: C
    rows: list[Row] = []

    def __add__(self, later: "Part[C]") -> "Part[C]":
        seeds = range(self.seeds.start, later.seeds.stop)
        return Part(seeds, self.tally + later.tally, self.rows + later.rows)


class Pace:
    """How many games make a chunk: one at first, then as many as take CHUNK_S."""

    def __init__(self) -> None:
        self.games = 1

    def learn(self, part: Part[C]) -> None:
        games = len(part.seeds)
        fitting = int(games * CHUNK_S / max(part.tally.seconds, 1e-6))
        self.games = max(1, min(fitting, 2 * games, MOST))

    def chunks(self, seeds: range, first: int | None = None, every: int = 0) -> Iterator[range]:
        """Each chunk is as large as is known to be right when it is drawn.

        `first`: the first seed that is to be played.  After every so many seeds a chunk ends.
        """
        first = seeds.start if first is None else first
        while first < seeds.stop:
            end = min(first + self.games, seeds.stop)
            if every:
                end = min(end, first + every - (first - seeds.start) % every)
            chunk = range(first, end)
            yield chunk
            first = chunk.stop


class Run:
    """Who plays, and where results go beside the tally that is returned."""

    def __init__(
        self, workers: Workers | None = None, kept: Kept | None = None, rows: Rows | None = None
    ) -> None:
        self.rows: Final = rows
        """Where the rows go, if any are wanted."""
        self._workers: Final = workers or Workers()
        self._kept: Final = kept
        self._pending: Part[Any] | None = None
        self._written = -KEEP_S

    def __enter__(self) -> Self:
        self._workers.__enter__()
        return self

    def __exit__(self, kind: object, wrong: object, trace: object) -> None:
        """However a run ends, all that was reported is kept."""
        try:
            self._write()
        finally:
            self._workers.__exit__(kind, wrong, trace)
            if self._kept:
                self._kept.close()

    def tallies(
        self, play: Callable[[range], Part[C]], seeds: range, nothing: C, every: int = 0
    ) -> Generator[C, None, None]:
        """The tally of what was kept before, then that of all games so far after every chunk.

        There is one after every so many seeds, whoever plays.
        """
        tally, first = self._kept.so_far(nothing, seeds) if self._kept else (nothing, seeds.start)
        if self.rows:
            self.rows.begin(nothing.name, range(seeds.start, first))
        yield tally
        pace = Pace()
        parts = self._workers.parts(play, pace.chunks(seeds, first, every))
        try:
            for part in parts:
                pace.learn(part)
                tally = tally + part.tally
                self._take(part)
                yield tally
                self._write_if_due()  # whoever stops a run has been told of all that was kept
        finally:  # also where nobody wants more of it
            self._write()
            parts.close()

    def _take(self, part: Part[C]) -> None:
        if self._kept is None and self.rows is None:
            return
        self._pending = part if self._pending is None else self._pending + part

    def _write_if_due(self) -> None:
        if self._pending is None:
            return
        is_due = monotonic() - self._written >= KEEP_S
        if len(self._pending.rows) >= ROWS or (self.rows is None and is_due):
            self._write()

    def _write(self) -> None:
        """Rows go first: a game that is kept has its rows, whenever the run is killed."""
        pending, self._pending = self._pending, None
        if pending is None:
            return
        tally = pending.tally
        with uninterrupted():
            if self.rows:
                self.rows.add(tally.name, pending.seeds, pending.rows)
            if self._kept:
                self._kept.add(pending.seeds, tally)
        self._written = monotonic()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C takes effect when this is done, so that rows are not written without being kept."""
    if current_thread() is not main_thread():  # only the main thread hears of it
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            raise KeyboardInterrupt
