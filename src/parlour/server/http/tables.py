"""The paths of tables, each a few lines: the work is done by deeds and the keeper."""

from contextlib import nullcontext
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, get, post, websocket
from litestar.connection import WebSocket
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from parlour.core.errors import Refusal
from parlour.core.seats import NO_ONE
from parlour.core.series import SeriesRecord
from parlour.server.background import for_a_history, for_a_replay, one_by_one
from parlour.server.http.requests import (
    SEAT,
    HttpRequest,
    address_of,
    by_seat,
    hub_of,
    key_of,
)
from parlour.server.http.types import (
    PROBLEMS,
    Found,
    Joined,
    JoinRequest,
    PublicTable,
    Reserved,
)
from parlour.server.limits import Buckets
from parlour.server.node import opening
from parlour.server.socket.channel import PlainSocket, SocketChannel
from parlour.server.socket.connection import Connection
from parlour.server.store import ListingState
from parlour.server.store.checks import is_body
from parlour.server.table import (
    begin,
    haste,
    moments,
    pauses,
    people,
    records,
    replays,
    seats,
    shown,
    thoughts,
)
from parlour.server.table.deeds import bots_alone
from parlour.server.table.keeper import Keeper

TableId = Annotated[str, PathParameter(min_length=1, max_length=64)]
SeatNumber = Annotated[int, PathParameter(ge=0, le=99)]
GameNumber = Annotated[int, PathParameter(ge=1, le=1_000_000)]
EYES: Final = r"^(all|bystander|[0-9]{1,2})$"


@get("/tables", summary="Public tables, the newest first", responses=PROBLEMS)
async def list_tables(
    state: State,
    phase: Annotated[ListingState, QueryParameter(name="state")] = "open",
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> list[PublicTable]:
    found = await hub_of(state).store.listing(limit, phase)
    return [
        PublicTable(one.table, one.code, one.game, one.state, one.at_ms, msgspec.Raw(one.body))
        for one in found
        if is_body(one.body)  # or one that is damaged breaks the whole list
    ]


@get("/codes/{code:str}", summary="The table of a code", responses=PROBLEMS)
async def find_code(state: State, code: TableId) -> Found:
    id = await hub_of(state).store.find(code.upper())
    if id is None:
        raise Refusal("no_such_table")
    return Found(id)


# --- a table --------------------------------------------------------------------------------


@post("/tables", summary="Open a table", responses=PROBLEMS)
async def open_table(
    state: State, request: HttpRequest, data: JSONBody[opening.TableRequest]
) -> opening.TableKeys:
    hub, address = hub_of(state), address_of(request)
    hub.house.check_open()
    opened: Buckets = state.opened
    if not opened.take(address, hub.world.now_ms()):
        raise Refusal("too_fast")
    keys = await opening.open_table(hub, data)
    await hub.house.note("opened", "guest", address, table=keys.id, game=data.game)
    return keys


@get("/tables/{id:str}", summary="A table as everybody sees it", responses=PROBLEMS)
async def show_table(state: State, id: TableId) -> shown.TableInfo:
    return (await hub_of(state).keeper(id)).info()


@post("/tables/{id:str}/join", summary="Sit down", responses=PROBLEMS, security=SEAT)
async def join(
    state: State, request: HttpRequest, id: TableId, data: JSONBody[JoinRequest]
) -> Joined:
    """With the link of a reserved seat: take that seat.  Without: any open one.

    The key is a new one; whoever comes with the key of a seat has it already.
    """
    hub = hub_of(state)
    keeper = await hub.keeper(id)
    old, key = key_of(request), hub.world.token(people.KEY_BITS)
    await seats.hear_of_key(keeper, people.hashed(old))
    device = people.device_mark(id, data.device)
    sitter = seats.Sitter(data.name, people.hashed(key), people.hashed(old), device)
    found: list[int] = []
    await keeper.do(seats.join(data.seat, sitter, found))
    taken = keeper.sitting.seats[found[0]].hash == sitter.hash
    return Joined(id, found[0], key if taken else old)


@by_seat("/tables/{id:str}/key", "A new key for one's own seat; all other devices are let go")
async def new_key(state: State, request: HttpRequest, id: TableId) -> Joined:
    keeper, seat = await _seated(state, id, request, host=False)
    if seat == NO_ONE:
        raise Refusal("bad_key")
    key = hub_of(state).world.token(people.KEY_BITS)
    await keeper.do(seats.new_key(seat, people.hashed(key_of(request)), people.hashed(key)))
    return Joined(id, seat, key)


@get(
    "/tables/{id:str}/addresses",
    summary="Which seats are connected from one address, for the host",
    responses=PROBLEMS,
    security=SEAT,
)
async def get_addresses(state: State, request: HttpRequest, id: TableId) -> list[list[int]]:
    hub = hub_of(state)
    keeper, _ = await _seated(state, id, request, host=True)
    return keeper.presence.same_address(hub.world.now_ms())


async def _seated(state: State, id: str, request: HttpRequest, host: bool) -> tuple[Keeper, int]:
    keeper = await hub_of(state).keeper(id)
    hash = people.hashed(key_of(request))
    await seats.hear_of_key(keeper, hash)
    return keeper, seats.allowed(keeper, hash, host)


@by_seat("/tables/{id:str}/leave", "Get up")
async def leave(state: State, request: HttpRequest, id: TableId) -> shown.TableInfo:
    """Done again it does nothing: whoever has left holds no seat here."""
    key = key_of(request)
    if not key:
        raise Refusal("bad_key")
    keeper = await hub_of(state).keeper(id)
    await keeper.do(seats.leave(people.hashed(key)))
    return keeper.info()


@by_seat("/tables/{id:str}/seats/{seat:int}", "Fill, reserve or free a seat")
async def plan_seat(
    state: State,
    request: HttpRequest,
    id: TableId,
    seat: SeatNumber,
    data: JSONBody[seats.SeatPlan],
) -> Reserved:
    keeper, _ = await _seated(state, id, request, host=True)
    key = hub_of(state).world.token(people.KEY_BITS) if data.who == "reserved" else ""
    before = {k for k, one in enumerate(keeper.sitting.seats) if one.who == "person"}
    await keeper.do(seats.plan_seat(seat, data, key))
    if seat in before:
        address = address_of(request)
        await hub_of(state).house.note("removed", "host", address, table=id, seat=seat)
    return Reserved(seat, key)


@by_seat("/tables/{id:str}/change", "Settle anew what is played, before the first game")
async def change_table(
    state: State, request: HttpRequest, id: TableId, data: JSONBody[seats.TableChange]
) -> shown.TableInfo:
    keeper, _ = await _seated(state, id, request, host=True)
    await keeper.do(seats.change(data))
    return keeper.info()


@by_seat("/tables/{id:str}/haste", "How quickly bots answer from now on")
async def hasten(
    state: State, request: HttpRequest, id: TableId, data: JSONBody[haste.HasteWish]
) -> shown.TableInfo:
    keeper, _ = await _seated(state, id, request, host=True)
    await keeper.do(haste.hasten(data.haste))
    return keeper.info()


@by_seat("/tables/{id:str}/hurry", "See the end of this game soon, or no longer")
async def hurry(
    state: State, request: HttpRequest, id: TableId, data: JSONBody[haste.HurryWish]
) -> shown.TableInfo:
    keeper, seat = await _seated(state, id, request, host=False)
    await keeper.do(haste.hurry(seat, data.wants))
    return keeper.info()


DEEDS: Final = ("start", "reseat", "pause", "resume", "rematch", "close")


@by_seat(
    [f"/tables/{{id:str}}/{deed}" for deed in DEEDS],
    "Start, draw the seats by lot, pause, resume, rematch, close",
)
async def do_deed(state: State, request: HttpRequest, id: TableId) -> shown.TableInfo:
    """start, reseat and close are the host's; whoever sits there may pause, resume and play again.

    A pause is ended by whoever called it; another game needs everybody who is here.
    """
    deed = request.scope["path"].rpartition("/")[2]
    keeper, seat = await _seated(state, id, request, host=deed in ("start", "reseat", "close"))
    settings = hub_of(state).settings
    deeds = {
        "start": seats.start,
        "reseat": seats.reseat(hub_of(state).world.secret()),
        "pause": pauses.pause(seat, settings),
        "resume": pauses.resume(seat),
        "rematch": begin.rematch(seat, keeper.present(), settings.ready_ms),
        "close": seats.close,
    }
    begins = deed in ("start", "rematch") and bots_alone(keeper.sitting)
    with hub_of(state).bot_tables.opening(address_of(request), [id] if begins else []):
        await keeper.do(deeds[deed])
    if deed == "close":
        await hub_of(state).house.note("closed", "host", address_of(request), table=id)
    return keeper.info()


# --- games that are over --------------------------------------------------------------------


@get(
    "/tables/{id:str}/games/{number:int}/record",
    summary="The record of a finished game",
    responses=PROBLEMS,
)
async def get_record(state: State, id: TableId, number: GameNumber) -> records.GameFile:
    return await records.game_file(await hub_of(state).keeper(id), number)


@get(
    "/tables/{id:str}/series/{number:int}/record",
    summary="The record of a finished series",
    responses=PROBLEMS,
)
async def get_series(state: State, id: TableId, number: GameNumber) -> SeriesRecord:
    return await records.series_record(await hub_of(state).keeper(id), number)


def eyes_of(keeper: Keeper, eyes: str) -> moments.EyesOf:
    """Whose eyes a finished game is seen through; None: a bystander's."""
    if not eyes.isdecimal():
        return "all" if eyes == "all" else None
    if int(eyes) >= keeper.sitting.players:
        raise Refusal("no_such_seat", facts={"number": int(eyes)})
    return int(eyes)


@get(
    "/tables/{id:str}/games/{number:int}/replay",
    summary="A finished game, moment by moment",
    responses=PROBLEMS,
)
async def get_replay(
    state: State,
    id: TableId,
    number: GameNumber,
    eyes: Annotated[str, QueryParameter(pattern=EYES)] = "all",
    first: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1,
    count: Annotated[int, QueryParameter(ge=1, le=moments.MOST_STEPS)] = 50,
    views: FromQuery[bool] = True,
) -> Response[moments.Replay]:
    keeper = await hub_of(state).keeper(id)
    records.played(keeper.sitting, number)
    who = eyes_of(keeper, eyes)
    with for_a_replay():
        body: Any = await replays.show(keeper, number, who, first, count, views)
    return Response(body, media_type=MediaType.JSON)


@get(
    "/tables/{id:str}/games/{number:int}/thoughts/{moment:int}",
    summary="What else could be chosen at a moment of a finished game",
    responses=PROBLEMS,
)
async def get_thoughts(
    state: State,
    id: TableId,
    number: GameNumber,
    moment: GameNumber,
    eyes: Annotated[str, QueryParameter(pattern=EYES)] = "all",
) -> thoughts.Thoughts:
    hub = hub_of(state)
    keeper = await hub.keeper(id)
    records.played(keeper.sitting, number)
    with for_a_replay():
        return await thoughts.show(keeper, number, moment, eyes_of(keeper, eyes), hub.thinkers)


@get(
    "/tables/{id:str}/history",
    summary="What these eyes have heard of the game so far",
    responses=PROBLEMS,
    security=SEAT,
)
async def get_history(state: State, request: HttpRequest, id: TableId) -> list[dict[str, Any]]:
    keeper = await hub_of(state).keeper(id)
    s = keeper.sitting
    key = key_of(request)
    eye = s.seat_of(people.hashed(key))
    if key and eye is None and not s.is_host(people.hashed(key)):
        raise Refusal("bad_key")
    if not key and not s.config.watchers:
        raise Refusal("no_watchers")
    if not s.games or s.game_table is None or s.fault:
        return []
    with nullcontext() if key else for_a_history():  # whoever plays does not queue with others
        game = s.games[-1]  # while its choices are read another may begin
        chosen, _ = await records.choices(keeper, game)
        record = records.record_of(s, game, chosen)
        return await one_by_one(moments.history, record, eye)


# --- the socket -----------------------------------------------------------------------------


@websocket("/tables/{id:str}/socket", websocket_class=PlainSocket)
async def table_socket(socket: WebSocket[Any, Any, Any], state: State, id: TableId) -> None:
    await socket.accept()
    await Connection(hub_of(state), id, SocketChannel(socket), address_of(socket)).run()


TABLES: Final = (
    list_tables,
    find_code,
    open_table,
    show_table,
    join,
    new_key,
    get_addresses,
    leave,
    plan_seat,
    change_table,
    hasten,
    hurry,
    do_deed,
    get_record,
    get_series,
    get_replay,
    get_thoughts,
    get_history,
    table_socket,
)
