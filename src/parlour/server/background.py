"""A thread for what is dear in time and memory."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, ParamSpec, TypeVar

from parlour.core.errors import Refusal

P = ParamSpec("P")
T = TypeVar("T")
_DEAR: Final = ThreadPoolExecutor(1, "dear")


async def one_by_one(call: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Beside the event loop, after all others that were asked for so.

    For what is dear in time and memory, as a replay: many at once would be no quicker, would take
    many times the memory, and would keep the bots from thinking.
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_DEAR, lambda: call(*args, **more))


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


for_a_replay: Final = Queue(20)
for_a_history: Final = Queue(20)
