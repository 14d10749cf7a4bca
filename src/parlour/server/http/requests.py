"""What every path wants to know of a request: whose it is, and which tables it is about."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, ParamSpec, TypeVar

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import SerializationException

from parlour.server.limits import counted_as
from parlour.server.node.hub import Hub

SEAT: Final[Sequence[dict[str, list[str]]]] = [{"seat": []}]
"""Routes that a seat's key opens."""
HttpRequest = Request[Any, Any, Any]
_DEAR: Final = ThreadPoolExecutor(1, "dear")
P = ParamSpec("P")
T = TypeVar("T")


async def one_by_one(call: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Beside the event loop, after all others that were asked for so.

    For what is dear in time and memory, as a replay: many at once would be no quicker, would take
    many times the memory, and would keep the bots from thinking.
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_DEAR, lambda: call(*args, **more))


class CarefulRequest(Request[Any, Any, Any]):
    """A body that cannot be read is the client's fault, whatever the decoder raises."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except (RecursionError, UnicodeDecodeError) as wrong:
            raise SerializationException(str(wrong)) from wrong


def hub_of(state: State) -> Hub:
    hub: Hub = state.hub
    return hub


def key_of(request: HttpRequest) -> str:
    """The seat's key of a request: always in a header, never in an address."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


def address_of(request: HttpRequest) -> str:
    """Of whoever asks, as limits count it."""
    return counted_as(request.client.host) if request.client else "?"
