"""Processes beside the event loop, behind everything else: in a thread they would hold it up.

They are started with the first call, ended with the server, and replaced when one dies.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from typing import Final, TypeVar

import structlog

from parlour.core.errors import BadTable
from parlour.games import all_games

NICER: Final = 19
HURRY: Final = 15
"""What has taken this part of the time after which it is lost is hurried."""

T = TypeVar("T")

log = structlog.get_logger("parlour.processes")


class Lost(Exception):
    """There is no process that could do it now."""


class Processes:
    """So many.  What has not come back after `lost_s` never will; starting is part of it."""

    def __init__(self, count: int, lost_s: float) -> None:
        self.count: Final = count
        self.lost_s: Final = lost_s
        self._pool: ProcessPoolExecutor | None = None

    @property
    def running(self) -> bool:
        return self._pool is not None

    async def run(self, call: Callable[..., T], *asked: object) -> T:
        """What such a call comes to in a process, after those that were asked for before it."""
        pool = self._pool = self._pool or started(self.count)
        try:
            return await self._answer(pool, pool.submit(call, *asked))
        except BadTable as wrong:  # a room that only this process was told of
            raise Lost from wrong
        except (BrokenProcessPool, TimeoutError, OSError) as wrong:  # or none can be started
            log.warning("process_lost", reason=type(wrong).__name__)
            if self._pool is pool:  # the next call starts new ones
                self.end()
            raise Lost from wrong
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise Lost from None  # it had not begun when the processes were let go

    async def _answer(self, pool: ProcessPoolExecutor, asked: "Future[T]") -> T:
        work = asyncio.wrap_future(asked)
        try:
            for _ in range(HURRY):
                await asyncio.wait([work], timeout=self.lost_s / HURRY)
                if work.done():
                    return work.result()
                hurry(pool)
            raise TimeoutError
        finally:
            work.cancel()

    def end(self) -> None:
        """Now; what was asked for is lost."""
        pool, self._pool = self._pool, None
        if pool is not None:
            _let_go(pool)

    async def stop(self) -> None:
        """When what has begun is done."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


def started(count: int) -> ProcessPoolExecutor:
    """Spawned, not forked: this process has threads and sockets."""
    return ProcessPoolExecutor(count, get_context("spawn"), _begin)


def hurry(pool: ProcessPoolExecutor) -> None:
    """Where others leave no time at all: from now on these processes are given a little."""
    if hasattr(os, "SCHED_IDLE"):
        for pid in list(pool._processes or {}):
            with suppress(OSError):  # it has ended, or the call is forbidden
                os.sched_setscheduler(pid, os.SCHED_OTHER, os.sched_param(0))


def _let_go(pool: ProcessPoolExecutor) -> None:
    """A process that never comes back is ended, and so is reading an answer that it began."""
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool._result_queue._writer.close()  # type: ignore[attr-defined]
    pool.shutdown(wait=False, cancel_futures=True)


# --- in the process -------------------------------------------------------------------------


def _begin() -> None:
    """The rules are read before they are needed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which stops this
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # whatever the server itself does then
    give_way()
    threading.Thread(target=_end_with_server, daemon=True).start()
    all_games()


def give_way() -> None:
    """This process comes behind everything else on the machine.

    Linux lets a process that is only nice end its turn of some milliseconds, although the server
    has woken on the same processor meanwhile.  One of idle priority is interrupted at once.
    """
    if hasattr(os, "nice"):
        os.nice(NICER)
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # some sandboxes forbid the call
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _end_with_server() -> None:
    """Whoever kills the server leaves no process behind."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)
