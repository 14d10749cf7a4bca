"""Threads for what is dear in time and memory."""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, ParamSpec, TypeVar

from parlour.core.errors import Refusal

P = ParamSpec("P")
T = TypeVar("T")
_DEAR: Final = ThreadPoolExecutor(1, "dear")
_REPLAYS: Final = ThreadPoolExecutor(1, "replays")
FEW: Final = 2
RESTS: Final = 4


async def one_by_one(call: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Beside the event loop, after all others that were asked for so.

    For what is dear in time and memory: many at once would be no quicker, would take many times the
    memory, and would keep the bots from thinking.
    """
    return await _in(_DEAR, lambda: call(*args, **more))


async def replayed(call: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """The same for replays: what players wait for does not queue behind them."""
    return await _in(_REPLAYS, lambda: call(*args, **more))


async def _in(thread: ThreadPoolExecutor, call: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(thread, call)


class Queue:
    """So many guests may wait for something dear: each of them takes memory meanwhile."""

    def __init__(self, most: int) -> None:
        self.most: Final = most
        self.waiting = 0

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Refusal: too many wait for theirs."""
        if self.waiting >= self.most:
            raise Refusal("busy")
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1

    def paced(self, work: Iterable[T]) -> Iterator[T]:
        """In the thread: when more than FEW wait, rest after each piece RESTS times as long.

        While a thread computes, the event loop waits for its turn several times for each choice
        that somebody makes.  Those who queue wait longer instead.
        """
        before = time.thread_time()
        for piece in work:
            yield piece
            if self.waiting > FEW:
                time.sleep((time.thread_time() - before) * RESTS)
            before = time.thread_time()


for_a_replay: Final = Queue(20)
for_a_history: Final = Queue(20)
