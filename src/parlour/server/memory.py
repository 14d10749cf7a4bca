"""Memory goes back to the system when most guests have left.

Closed connections leave cycles for the collector, and the C library keeps what was freed.  To look
through everything takes some hundredths of a second, so it is done only when a house has emptied.
"""

import asyncio
import ctypes
import gc
import sys
from typing import Final

MANY: Final = 100
"""Connections that are worth it."""
REST_S: Final = 2.0
"""Those who leave together have left by then."""
EVERY_S: Final = 60.0
"""At most so often: meanwhile nobody is answered."""


def give_back() -> None:
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
        if trim is not None:
            trim(0)


class Tide:
    """Whether a house has emptied since it was last full, and when to do something about it."""

    def __init__(self) -> None:
        self.peak = 0
        self._at = -EVERY_S  # when it was done last, or will be

    def told(self, present: int) -> None:
        """How many are there now, at every coming and going."""
        if not self.has_ebbed(present):
            return
        loop = asyncio.get_running_loop()
        if (rest := self.rest(loop.time())) is not None:
            loop.call_later(rest, give_back)

    def has_ebbed(self, present: int) -> bool:
        """True once when half have left."""
        self.peak = max(self.peak, present)
        if self.peak < MANY or present > self.peak // 2:
            return False
        self.peak = present
        return True

    def rest(self, now: float) -> float | None:
        """In how many seconds to give back; None: it is going to be done anyway.

        Soon, but not again and again because some come and go.
        """
        if self._at > now:
            return None
        self._at = max(now + REST_S, self._at + EVERY_S)
        return self._at - now
