"""The collector looks through everything seldom, and memory goes back when most guests have left.

To look through everything that is new since the start takes some hundredths of a second in which
nobody is answered.  So how often that is done is a matter of time, and guests have no say in it.
"""

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable
from typing import Any, Final

MANY: Final = 100
"""Connections that are worth it."""
REST_S: Final = 2.0
"""Those who leave together have left by then."""
EVERY_S: Final = 60.0
"""At most so often: meanwhile nobody is answered."""
NEW: Final = 10_000
"""New objects after which the collector looks through these alone, in some milliseconds."""
LOOKS: Final = 5
"""Such looks after which it also looks through what they have left, if there is time for it."""
SELDOM: Final = 1_000
"""The same where there is none: a bound for memory, which guests do not reach within EVERY_S."""


class Collector:
    """Python's garbage collector at a pace that guests cannot set.

    Messages make no reference cycles, and connections that are over leave none.  But Python counts
    new objects, whatever becomes of them: where some hundred sockets, each of two hundred objects,
    are opened and closed again and again, it would look through all that are open every second or
    two, and hold up everybody for 30 to 50 ms each time.  It still looks through the new ones as
    they come; through older ones at most once in EVERY_S, and never through what was there at the
    start.  `clock`: in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock: Final = clock
        self._last = 0.0  # when more than the new objects were looked through

    def start(self) -> None:
        gc.collect()
        gc.freeze()
        self._last = self._clock()
        gc.callbacks.append(self._looked)
        self._set_pace()

    def stop(self) -> None:
        gc.callbacks.remove(self._looked)

    def _looked(self, phase: str, info: dict[str, Any]) -> None:
        """Told by Python before and after every look, on whichever thread."""
        if phase == "stop":
            if info["generation"] > 0:
                self._last = self._clock()
            self._set_pace()

    def _set_pace(self) -> None:
        looks = LOOKS if self._clock() - self._last >= EVERY_S else SELDOM
        gc.set_threshold(NEW, looks, looks)


def give_back() -> None:
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
        if trim is not None:
            trim(0)


class Respite:
    """When memory was given back last, or will be."""

    def __init__(self) -> None:
        self._at = -EVERY_S

    def rest(self, now: float) -> float | None:
        """In how many seconds to give back; None: it is going to be done anyway.

        Soon, but not again and again because some come and go.
        """
        if self._at > now:
            return None
        self._at = max(now + REST_S, self._at + EVERY_S)
        return self._at - now


RESPITE: Final = Respite()
"""Of this process: those who only ask leave when they become sockets, and leave as sockets too."""


class Tide:
    """Whether a house has emptied since it was last full, and when to do something about it."""

    def __init__(self, respite: Respite = RESPITE) -> None:
        self.peak = 0
        self._respite: Final = respite

    def told(self, present: int) -> None:
        """How many are there now, at every coming and going."""
        if not self.has_ebbed(present):
            return
        loop = asyncio.get_running_loop()
        if (rest := self._respite.rest(loop.time())) is not None:
            loop.call_later(rest, give_back)

    def has_ebbed(self, present: int) -> bool:
        """True once when half have left."""
        self.peak = max(self.peak, present)
        if self.peak < MANY or present > self.peak // 2:
            return False
        self.peak = present
        return True
