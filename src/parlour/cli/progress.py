"""Progress bars with a rate and the time left, on terminals; a pipe or a file gets none."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from parlour.cli.say import text

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")
PAUSE_S: Final = 0.1
"""A bar is told no more often how far things are: some simulations play 1000 games a second."""


def watched(items: Iterable[T], total: int | None, label: str, each: int = 1) -> Iterator[T]:
    """The same items, with a bar on the terminal.  Each of them counts as `each` of the total."""
    with bar(label, total) as step:
        for item in items:
            yield item
            step(each)


def is_shown() -> bool:
    return sys.stderr.isatty()


@contextmanager
def bar(label: str, total: int | None, before: int = 0) -> Iterator[Callable[[int], None]]:
    """A bar for a while, and what to call after every step.  Without a total it only counts.

    `before`: how many were done before, at a rate that nobody knows.
    """
    if not is_shown():
        yield lambda each: None
        return
    done, told = before, 0.0

    def step(each: int) -> None:
        nonlocal done, told
        done += each if total is None else min(each, total - done)
        now = monotonic()
        if now - told > PAUSE_S or done == total:
            told = now
            progress.update(task, completed=done, rate=rate(done - before, now - begun))

    with drawn() as progress:
        task = progress.add_task(label, total=total, completed=before, rate="")
        begun = monotonic()
        yield step


def rate(done: int, seconds: float) -> str:
    each = done / max(seconds, 1e-6)
    return text("progress.rate", rate=f"{each:,.0f}" if each >= 10 else f"{each:.1f}")


def drawn() -> "Progress":
    """What it is, the bar, how many are done, how many a second, how long it will take."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(compact=True),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True, expand=True)
