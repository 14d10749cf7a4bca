"""Where word is sent to when it is somebody's turn: opted in for one seat, by its own key."""

from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody

from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT, spoken
from parlour.server.http.requests import HttpRequest, by_seat, hub_of, key_of
from parlour.server.http.tables import TableId
from parlour.server.http.types import PROBLEMS
from parlour.server.push.endpoint import LONGEST
from parlour.server.store.subscriptions import Subscription
from parlour.server.table.people import hashed

Address = Annotated[str, msgspec.Meta(max_length=LONGEST)]
KeyText = Annotated[str, msgspec.Meta(max_length=128)]


class PushRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As `PushSubscription.toJSON()` says it; `lang`: of the words that are shown."""

    endpoint: Address
    p256dh: KeyText
    auth: KeyText
    lang: KeyText = DEFAULT


class PushStop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: Address


class PushMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`old`: the endpoint until now, which nobody but its browser and this house knows."""

    old: Address
    endpoint: Address
    p256dh: KeyText
    auth: KeyText


class PushTold(msgspec.Struct, frozen=True):
    """Whether word is sent to this endpoint from now on."""

    on: bool


@by_seat(
    "/tables/{id:str}/push", "Be sent word, at this endpoint, when the game waits for one's seat"
)
async def start_push(
    state: State, request: HttpRequest, id: TableId, data: JSONBody[PushRequest]
) -> PushTold:
    hub = hub_of(state)
    hash = hashed(key_of(request))
    if (await hub.keeper(id)).sitting.seat_of(hash) is None:
        raise Refusal("bad_key")
    one = Subscription(data.endpoint, data.p256dh, data.auth, spoken([data.lang]))
    await hub.calls.subscribe(id, hash, one)
    return PushTold(True)


@by_seat("/tables/{id:str}/push/stop", "Be sent nothing more")
async def stop_push(
    state: State, request: HttpRequest, id: TableId, data: JSONBody[PushStop]
) -> PushTold:
    """With the key that asked for it, even if its seat is somebody else's by now."""
    hash = hashed(key_of(request))
    if hash:
        await hub_of(state).store.subscriptions.drop(id, hash, data.endpoint)
    return PushTold(False)


@post(
    "/tables/{id:str}/push/move",
    status_code=200,
    summary="The browser has replaced its subscription",
    responses=PROBLEMS,
)
async def move_push(state: State, id: TableId, data: JSONBody[PushMove]) -> PushTold:
    """By a service worker, which has no keys of seats: the old endpoint is the proof."""
    one = Subscription(data.endpoint, data.p256dh, data.auth, DEFAULT)
    return PushTold(await hub_of(state).calls.move(id, data.old, one))


PUSH: Final = (start_push, stop_push, move_push)
