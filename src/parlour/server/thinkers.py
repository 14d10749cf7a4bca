"""Processes in which bots think that search.

All tables of a node share a stock of thinking time that refills by so many seconds a second.  The
more thoughts are under way, the less each is given; when hardly any is left, a bot plays by its
room's policy alone, still in a process: a thread would hold up the loop for its interpreter.
"""

import os
import time
from collections.abc import Callable
from typing import Final, TypeVar

from parlour.bots.search import Budget
from parlour.server.processes import Lost, Processes
from parlour.server.settings import Settings

LEAST_S: Final = 0.02
"""A search that is given less finds nothing: the policy alone is as good."""
BURST_S: Final = 1.0
"""The stock holds what comes in so long, which is also how long a thought may queue."""
ALONE: Final = Budget(playouts=0)
"""The policy chooses alone."""
QUEUE: Final = 16
"""So many thoughts may wait for each process."""
LOST_S = 30.0
"""A thought that has not come back after so long never will; starting a process is part of it."""
MOST: Final = 4

T = TypeVar("T")


class Thinkers:
    """The processes of one node, started when the first thought is asked for."""

    def __init__(
        self, settings: Settings, clock: Callable[[], float] = time.monotonic, most_s: float = 0.0
    ) -> None:
        self.count: Final = settings.thinkers or usual_count()
        self.rate: Final = settings.think_share * self.count
        self.most_s: Final = most_s or Budget().seconds
        self.waiting = 0
        self._clock: Final = clock
        self._stock = self.rate * BURST_S
        self._filled = clock()
        self.processes: Final = Processes(self.count, LOST_S)

    # --- how much ---------------------------------------------------------------------------

    def granted(self) -> float:
        """Seconds for one more thought; 0: there is no time for a search."""
        now = self._clock()
        self._stock = min(self.rate * BURST_S, self._stock + self.rate * (now - self._filled))
        self._filled = now
        share = min(self.most_s, self._stock / (self.waiting + 1))
        return share if share >= LEAST_S else 0.0

    # --- thinking ---------------------------------------------------------------------------

    async def ask(self, call: Callable[..., T], *asked: object) -> T:
        """What such a call of `parlour.bots` comes to in a process; its last fact is the budget.

        Without time for a search it is the policy's choice.  NoTime: too many wait for a process,
        or there is none.
        """
        if self.waiting >= self.count * QUEUE:
            raise NoTime
        seconds = self.granted()
        self._stock -= seconds
        self.waiting += 1
        used = seconds
        try:
            budget = Budget(seconds=seconds) if seconds else ALONE
            answer: tuple[T, float] = await self.processes.run(_timed, call, *asked, budget)
            found, used = answer
        except Lost as wrong:
            raise NoTime from wrong
        finally:
            self.waiting -= 1
            self._stock += seconds - min(seconds, used)
        return found

    async def stop(self) -> None:
        await self.processes.stop()


class NoTime(Exception):
    """There is no process that could do it now."""


def usual_count() -> int:
    """One processor is left to the event loop."""
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        processors = os.cpu_count() or 1
    return max(1, min(MOST, processors - 1))


# --- in the process -------------------------------------------------------------------------


def _timed(call: Callable[..., T], *asked: object) -> tuple[T, float]:
    """What it comes to, and the seconds it took."""
    began = time.process_time()
    found = call(*asked)
    return found, time.process_time() - began
