"""One by one through the door, so that a crowd there does not hold up those who are inside.

To open or close a socket takes some milliseconds.  Where hundreds do it in the same moment, the
event loop would be through with all of them before it looked at anything else.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final


class Turnstile:
    """Lets one through at each turn of the event loop, and none within `pace_s` after another.

    An answer takes some turns of the loop.  If there were somebody at the door at each of them, it
    would take as many times longer as the door takes.
    """

    def __init__(self, pace_s: float = 0.0) -> None:
        self._pace: Final = pace_s
        self._open_at = 0.0  # by the clock of the loop
        self._waiting: deque[Callable[[], object]] = deque()

    def call(self, work: Callable[[], object]) -> None:
        """Do this when its turn has come."""
        self._waiting.append(work)
        if len(self._waiting) == 1:
            self._turn_soon()

    async def enter(self) -> None:
        turn = asyncio.Event()
        self.call(turn.set)
        await turn.wait()

    def _turn_soon(self) -> None:
        loop = asyncio.get_running_loop()
        if self._pace and (wait := self._open_at - loop.time()) > 0:
            loop.call_later(wait, self._turn)
        else:
            loop.call_soon(self._turn)

    def _turn(self) -> None:
        work = self._waiting[0]
        try:
            work()
        finally:
            self._open_at = asyncio.get_running_loop().time() + self._pace
            self._waiting.popleft()
            if self._waiting:
                self._turn_soon()
