"""A progress bar for people; machines that read the output see none of it."""

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

T = TypeVar("T")


def watched(items: Iterable[T], total: int, label: str) -> Iterator[T]:
    """The same items, with a bar on the terminal ten times a second."""
    shown = sys.stderr.isatty()
    drawn = 0.0
    for done, item in enumerate(items, 1):
        yield item
        now = monotonic()
        if shown and (now - drawn > 0.1 or done == total):
            drawn = now
            full = 30 * done // max(1, total)
            bar = f"{label} [{'█' * full}{'·' * (30 - full)}] {done}/{total}"
            print(f"\r{bar}", end="", file=sys.stderr, flush=True)
    if shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
