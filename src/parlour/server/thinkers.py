"""Processes in which bots think that search: beside the event loop, and at a low priority.

All tables of a node share a stock of thinking time that refills by so many seconds a second.  The
more thoughts are under way, the less each is given; when hardly any is left, a bot plays by its
room's policy alone, still in a process: a thread would hold up the loop for its interpreter.
"""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Final, TypeVar

import structlog

from parlour.bots.search import Budget
from parlour.core.errors import BadTable
from parlour.games import all_games
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
NICER: Final = 19

T = TypeVar("T")

log = structlog.get_logger("parlour.thinkers")


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
        self._pool: ProcessPoolExecutor | None = None

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
            found, used = await self._in_process(call, *asked, budget)
        finally:
            self.waiting -= 1
            self._stock += seconds - min(seconds, used)
        return found

    async def _in_process(self, call: Callable[..., T], *asked: object) -> tuple[T, float]:
        pool = self._pool = self._pool or started(self.count)
        try:
            work = asyncio.wrap_future(pool.submit(_timed, call, *asked))
            return await asyncio.wait_for(work, LOST_S)
        except BadTable as wrong:  # a room that only this process was told of
            raise NoTime from wrong
        except (BrokenProcessPool, TimeoutError) as wrong:
            log.warning("thinkers_lost", reason=type(wrong).__name__)
            if self._pool is pool:  # the next thought starts new ones
                self._pool = None
                _let_go(pool)
            raise NoTime from wrong

    async def stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


class NoTime(Exception):
    """There is no process that could do it now."""


def usual_count() -> int:
    """One processor is left to the event loop."""
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        processors = os.cpu_count() or 1
    return max(1, min(MOST, processors - 1))


def started(count: int) -> ProcessPoolExecutor:
    """Spawned, not forked: this process has threads and sockets."""
    return ProcessPoolExecutor(count, get_context("spawn"), _begin)


def _let_go(pool: ProcessPoolExecutor) -> None:
    """A process that never comes back is ended, and so is reading an answer that it began."""
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool._result_queue._writer.close()  # type: ignore[attr-defined]
    pool.shutdown(wait=False, cancel_futures=True)


# --- in the process -------------------------------------------------------------------------


def _begin() -> None:
    """Behind everything else on the machine; the rules are read before the first thought."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which stops this
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # whatever the server itself does then
    if hasattr(os, "nice"):
        os.nice(NICER)
    threading.Thread(target=_end_with_server, daemon=True).start()
    all_games()


def _end_with_server() -> None:
    """Whoever kills the server leaves no process behind."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _timed(call: Callable[..., T], *asked: object) -> tuple[T, float]:
    """What it comes to, and the seconds it took."""
    began = time.process_time()
    found = call(*asked)
    return found, time.process_time() - began
