"""What a finished game leaves to do: in a thread, or beside the server where many games end.

A game that ends now and then is no reason for another process.  Where one ends soon after another,
a thread would take as much of the event loop's time as all their choices did.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from parlour.server.background import one_by_one
from parlour.server.processes import Lost, Processes

SOON_S: Final = 10.0
LOST_S: Final = 600.0

T = TypeVar("T")


class Packing:
    """One thing after the other, when nobody else wants the processor."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.processes: Final = Processes(1, LOST_S)
        self._clock: Final = clock
        self._last = -SOON_S

    async def __call__(self, call: Callable[..., T], *asked: object) -> T:
        before, self._last = self._last, self._clock()
        if self.processes.running or self._last - before < SOON_S:
            with suppress(Lost):  # then here: also what is left when the server ends
                return await self.processes.run(call, *asked)
        return await one_by_one(call, *asked)

    def stop(self) -> None:
        """Nobody is held up any more: what is left is done here, and sooner."""
        self.processes.end()
