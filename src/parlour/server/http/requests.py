"""What every path wants to know of a request: whose it is, and which tables it is about."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from litestar import Request, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import SerializationException, ValidationException

from parlour.server.http.types import PROBLEMS
from parlour.server.limits import counted_as
from parlour.server.node.hub import Hub

SEAT: Final[Sequence[dict[str, list[str]]]] = [{"seat": []}]
"""Routes that a seat's key opens."""
HttpRequest = Request[Any, Any, Any]


def by_seat(path: str | list[str], summary: str) -> post:
    """Something that a seat's key does at a table or an evening."""
    return post(path, status_code=200, summary=summary, responses=PROBLEMS, security=SEAT)


class CarefulRequest(Request[Any, Any, Any]):
    """A body that cannot be read is the client's fault, whatever the decoder raises.

    It is read strictly: the framework, left alone, takes 3.0 and "3" for the number 3.
    """

    async def json(self) -> Any:
        wanted = self.route_handler.parsed_fn_signature.parameters.get("data")
        try:
            found = await super().json()
            return found if wanted is None else msgspec.convert(found, wanted.annotation)
        except msgspec.ValidationError as wrong:
            raise ValidationException(str(wrong)) from wrong
        except (RecursionError, UnicodeDecodeError) as wrong:
            raise SerializationException(str(wrong)) from wrong


def hub_of(state: State) -> Hub:
    hub: Hub = state.hub
    return hub


def key_of(request: HttpRequest) -> str:
    """The seat's key of a request: always in a header, never in an address."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Of whoever asks, as limits count it."""
    return counted_as(request.client.host) if request.client else "?"
