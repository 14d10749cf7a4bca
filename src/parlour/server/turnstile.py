"""One by one through the door, so that a crowd there does not hold up those who are inside.

To open or close a socket takes some milliseconds.  Where hundreds do it in the same moment, the
event loop would be through with all of them before it looked at anything else.
"""

import asyncio
from collections import deque
from collections.abc import Callable


class Turnstile:
    """Lets one through at each turn of the event loop."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()

    def call(self, work: Callable[[], object]) -> None:
        """Do this when its turn has come."""
        self._waiting.append(work)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._turn)

    async def enter(self) -> None:
        turn = asyncio.Event()
        self.call(turn.set)
        await turn.wait()

    def _turn(self) -> None:
        work = self._waiting[0]
        try:
            work()
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._turn)
