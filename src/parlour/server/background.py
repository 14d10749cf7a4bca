"""A thread for what is dear in time and memory."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

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
