"""How long the tests wait: every bound stands here.

A wait in a test ends with the event it waits for.  A bound ends only what will never come, so it
is far above what the busiest machine needs; how long something took is never what a test asserts.
`timeout` in pyproject.toml bounds a whole test, and is several times as long.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

PATIENCE_S: Final = 300.0
REST_S: Final = 60.0  # until a page is at rest: nothing on it stays longer than some seconds
PAUSE_S: Final = 0.02  # between two looks, where nobody tells that something has happened

T = TypeVar("T")


class Patience:
    """Ends when nothing has happened for too long."""

    def __init__(self, what: str, seconds: float = PATIENCE_S) -> None:
        self.what: Final = what
        self.seconds: Final = seconds
        self._mark: object = None
        self._until = time.monotonic() + seconds

    def watch(self, mark: object) -> None:
        """Begins anew whenever this is not what it was."""
        if mark != self._mark:
            self._mark = mark
            self._until = time.monotonic() + self.seconds

    def check(self, told: Callable[[], Any] = lambda: "") -> None:
        """`told`: what to say of how things stand, if it has ended."""
        if time.monotonic() > self._until:
            raise AssertionError(f"waited {self.seconds:.0f} s in vain: {self.what} {told()}")


async def until(what: str, done: Callable[..., Awaitable[T]], *args: Any) -> T:
    """Look again and again until it gives something; that is the answer."""
    import asyncio

    patience = Patience(what)
    while not (found := await done(*args)):
        patience.check()
        await asyncio.sleep(PAUSE_S)
    return found


def be_patient() -> None:
    """Raise the bounds of the programs under test, which a busy machine would exceed."""
    from parlour.cli import remote
    from parlour.server import thinkers
    from parlour.server.store import postgres, postgres_link, sqlite

    remote.PATIENCE_S = PATIENCE_S
    thinkers.LOST_S = PATIENCE_S
    postgres.PATIENCE_S = PATIENCE_S
    postgres_link.CONNECT_S = postgres_link.COMMAND_S = PATIENCE_S
    sqlite.BUSY_MS = int(PATIENCE_S * 1000)
