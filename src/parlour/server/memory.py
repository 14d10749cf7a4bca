"""Memory goes back to the system when most guests have left.

Closed connections leave cycles for the collector, and the C library keeps what was freed.  To look
through everything takes some hundredths of a second, so it is done only when a house has emptied.
"""

import ctypes
import gc
import sys
from typing import Final

MANY: Final = 100
"""Connections that are worth it."""
REST_S: Final = 2.0
"""Those who leave together have left by then."""


def give_back() -> None:
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
        if trim is not None:
            trim(0)


class Tide:
    """Whether a house has emptied since it was last full."""

    def __init__(self) -> None:
        self.peak = 0

    def has_ebbed(self, present: int) -> bool:
        """Told at every coming and going; True once when half have left."""
        self.peak = max(self.peak, present)
        if self.peak < MANY or present > self.peak // 2:
            return False
        self.peak = present
        return True
