"""What a finished game leaves to do: in a thread, or beside the server where many games end.

A game that ends now and then is no reason for another process.  Where several end within a moment,
a thread would take as much of the event loop's time as all their choices did.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from parlour.server.background import one_by_one
from parlour.server.processes import Lost, Processes

FEW: Final = 2
"""With so many under way the thread is enough."""
LOST_S: Final = 600.0

T = TypeVar("T")


class Packing:
    """One thing after the other, when nobody else wants the processor."""

    def __init__(self) -> None:
        self.waiting = 0
        self.processes: Final = Processes(1, LOST_S)

    async def __call__(self, call: Callable[..., T], *asked: object) -> T:
        self.waiting += 1
        try:
            if self.processes.running or self.waiting > FEW:
                with suppress(Lost):  # then here: also what is left when the server ends
                    return await self.processes.run(call, *asked)
            return await one_by_one(call, *asked)
        finally:
            self.waiting -= 1

    def stop(self) -> None:
        """Nobody is held up any more: what is left is done here, and sooner."""
        self.processes.end()
