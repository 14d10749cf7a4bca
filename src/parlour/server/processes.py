"""Processes beside the event loop, at a low priority: in a thread their work would hold it up.

They are started with the first call, ended with the server, and replaced when one dies.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Final, TypeVar

import structlog

from parlour.core.errors import BadTable
from parlour.games import all_games

NICER: Final = 19

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
            work = asyncio.wrap_future(pool.submit(call, *asked))
            return await asyncio.wait_for(work, self.lost_s)
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


def _let_go(pool: ProcessPoolExecutor) -> None:
    """A process that never comes back is ended, and so is reading an answer that it began."""
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool._result_queue._writer.close()  # type: ignore[attr-defined]
    pool.shutdown(wait=False, cancel_futures=True)


# --- in the process -------------------------------------------------------------------------


def _begin() -> None:
    """Behind everything else on the machine; the rules are read before they are needed."""
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
