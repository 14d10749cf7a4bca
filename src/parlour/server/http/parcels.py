"""Parcels: what one device leaves for another, encrypted by the page.

The server never has the key: of a code of twenty letters it is told the first eight, and what was
encrypted with the others.
"""

from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody

from parlour.core.errors import Refusal
from parlour.server.http.requests import HttpRequest, address_of, hub_of
from parlour.server.http.types import PROBLEMS
from parlour.server.limits import Buckets
from parlour.server.node.hub import Hub

MOST_BYTES: Final = 96 * 1024
LONGEST_BYTES: Final = MOST_BYTES + 100
"""Of the request with it; a proxy in front must let that much through."""
# The length too: in Python `$` allows a line break behind it.
ParcelName = Annotated[str, msgspec.Meta(pattern=r"^[A-HJ-NP-Z]{8}$", max_length=8)]
Base64 = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9+/]+={0,2}$", max_length=MOST_BYTES)]


class Parcel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`id`: eight letters of the sender's choice; `body`: encrypted, in base64."""

    id: ParcelName
    body: Base64


class ParcelLeft(msgspec.Struct, frozen=True):
    """Until when it waits to be fetched."""

    until: int


class ParcelWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: ParcelName


class ParcelFetched(msgspec.Struct, frozen=True):
    body: str


@post(
    "/parcels",
    summary="Leave something encrypted for another device",
    responses=PROBLEMS,
    request_max_body_size=LONGEST_BYTES,
)
async def leave_parcel(state: State, request: HttpRequest, data: JSONBody[Parcel]) -> ParcelLeft:
    hub = _counted(state, request)
    now = hub.world.now_ms()
    until = now + hub.settings.parcel_ms
    await hub.store.parcels.prune(now)
    if not await hub.store.parcels.put(data.id, data.body, until, hub.settings.max_parcels):
        raise Refusal("parcel_refused")
    return ParcelLeft(until)


@post("/parcels/fetch", status_code=200, summary="Fetch it, once", responses=PROBLEMS)
async def fetch_parcel(
    state: State, request: HttpRequest, data: JSONBody[ParcelWanted]
) -> ParcelFetched:
    hub = _counted(state, request)
    body = await hub.store.parcels.fetch(data.id, hub.world.now_ms())
    if body is None:
        raise Refusal("no_such_parcel")
    return ParcelFetched(body)


def _counted(state: State, request: HttpRequest) -> Hub:
    """Names of parcels could be guessed: an address has few tries."""
    hub = hub_of(state)
    tries: Buckets = state.parcels
    if not tries.take(address_of(request), hub.world.now_ms()):
        raise Refusal("too_fast")
    return hub


PARCELS: Final = (leave_parcel, fetch_parcel)
