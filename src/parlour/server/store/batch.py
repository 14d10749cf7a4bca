"""Group commit: what comes in while one transaction is under way makes up the next one.

Work waits in lanes, one per table.  A batch takes the first of each lane, so that no batch holds
two works on one table, and a table that floods the queue delays nobody but itself.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from parlour.server.store import StoreDown, StoreError

MOST_WAITING: Final = 10_000  # works in all lanes
MOST_BYTES: Final = 64 * 2**20  # and their size
BATCH: Final = 500  # works in one transaction
BATCH_BYTES: Final = 4 * 2**20

W = TypeVar("W")
R = TypeVar("R")

log = logging.getLogger(__name__)


class _Job(Generic[W, R]):
    """A work, and the caller that waits for it."""

    def __init__(self, work: W, size: int, done: "asyncio.Future[R]") -> None:
        self.work: Final = work
        self.size: Final = size
        self.done: Final = done

    def settle(self, result: R | StoreError) -> None:
        if self.done.done():  # cancelled meanwhile: nobody waits any more
            return
        if isinstance(result, StoreError):
            self.done.set_exception(result)
        else:
            self.done.set_result(result)


class Batcher(Generic[W, R]):
    """Runs `commit` over batches, one at a time; it gives each work its result or its error."""

    def __init__(
        self,
        commit: Callable[[list[W]], Awaitable[list[R | StoreError]]],
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._commit = commit
        self._most_waiting = most_waiting
        self._lanes: dict[str, deque[_Job[W, R]]] = {}
        self._waiting = 0
        self._bytes = 0
        self._closing = False
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="store-writer")

    async def put(self, lane: str, work: W, size: int) -> R:
        """Wait until the work is committed.  Its own error, and only its own, is raised here."""
        if self._closing:
            raise StoreDown("the store is closed")
        if self._waiting >= self._most_waiting or self._bytes + size > MOST_BYTES:
            raise StoreDown("too many writes are waiting")
        job = _Job[W, R](work, size, asyncio.get_running_loop().create_future())
        self._lanes.setdefault(lane, deque()).append(job)
        self._waiting += 1
        self._bytes += size
        self._wake.set()
        return await job.done

    async def close(self) -> None:
        """Take nothing more, commit what waits."""
        self._closing = True
        self._wake.set()
        await asyncio.shield(self._task)  # whoever tires of waiting does not stop it

    async def _run(self) -> None:
        while self._lanes or not self._closing:
            batch = self._take()
            if batch:
                await self._settle(batch)
            elif not self._closing:
                self._wake.clear()
                await self._wake.wait()

    def _take(self) -> list[_Job[W, R]]:
        """The first of each lane that is still wanted; lanes not empty yet go to the end."""
        batch: list[_Job[W, R]] = []
        size = 0
        for name in list(self._lanes):
            if len(batch) >= BATCH or size >= BATCH_BYTES:
                break
            lane = self._lanes.pop(name)
            job = lane.popleft()
            if lane:
                self._lanes[name] = lane
            self._waiting -= 1
            self._bytes -= job.size
            if not job.done.cancelled():
                batch.append(job)
                size += job.size
        return batch

    async def _settle(self, batch: list[_Job[W, R]]) -> None:
        results: list[R | StoreError]
        try:
            results = await self._commit([job.work for job in batch])
        except Exception as bug:
            log.exception("the writer of the store failed")
            results = [StoreDown(f"the writer failed: {bug!r}", doubt=True) for _ in batch]
        for job, result in zip(batch, results, strict=True):
            job.settle(result)
