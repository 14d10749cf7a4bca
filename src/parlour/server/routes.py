"""Every path of the HTTP side, each a few lines: the work is done by the keeper and the lobby."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import MediaType, Response, Router, get, post, websocket
from litestar.connection import WebSocket
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler

from parlour.bots import levels
from parlour.core.errors import Refusal
from parlour.core.game import Game
from parlour.core.seats import NO_ONE
from parlour.core.series import SeriesRecord
from parlour.games import all_games
from parlour.server import begin, lobby, records, wire
from parlour.server.api import (
    PROBLEMS,
    Found,
    GameInfo,
    Joined,
    JoinRequest,
    Listed,
    OptionInfo,
    Phrase,
    Reserved,
)
from parlour.server.asking import SEAT, Asked, address_of, hub_of, key_of
from parlour.server.chat import PHRASES
from parlour.server.evenings import EVENINGS
from parlour.server.keeper import Keeper
from parlour.server.limits import Buckets
from parlour.server.line import Line
from parlour.server.metrics import exposition
from parlour.server.reading import READING
from parlour.server.series import tournament_sizes
from parlour.server.socket import Connection
from parlour.server.speak import WORDS
from parlour.server.store import State as TableState
from parlour.server.store import StoreError

TableId = Annotated[str, PathParameter(min_length=1, max_length=64)]
SeatNumber = Annotated[int, PathParameter(ge=0, le=99)]
GameNumber = Annotated[int, PathParameter(ge=1, le=1_000_000)]


# --- what there is --------------------------------------------------------------------------


def sign(game: Game) -> str:
    """What the numbers of its rules begin with: every refusal of a room cites one."""
    return next((rule.partition("-")[0] for rule in game.refusals.values() if rule), "")


def game_info(game: Game) -> GameInfo:
    words = game.words
    options = {
        name: OptionInfo(
            option,
            words.in_languages(f"options.{name}.name"),
            words.in_languages(f"options.{name}.help"),
        )
        for name, option in game.option_list.items()
    }
    return GameInfo(
        game.id,
        sign(game),
        game.version,
        game.least,
        game.most,
        words.in_languages("title"),
        words.in_languages("about"),
        words.in_languages("credits"),
        levels(game),
        options,
        tournament_sizes(game),
    )


@get("/games", summary="The games of this house", responses=PROBLEMS)
async def list_games() -> list[GameInfo]:
    return [game_info(game) for game in all_games().values()]


@get("/phrases", summary="Ready phrases for table talk", responses=PROBLEMS)
async def list_phrases() -> list[Phrase]:
    return [Phrase(key, WORDS.in_languages(f"phrases.{key}")) for key in PHRASES]


@get("/tables", summary="Public tables, the newest first", responses=PROBLEMS)
async def list_tables(
    state: State,
    phase: Annotated[TableState, QueryParameter(name="state")] = "open",
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> list[Listed]:
    found = await hub_of(state).store.listing(limit, phase)
    return [
        Listed(one.table, one.code, one.game, one.state, one.at_ms, msgspec.Raw(one.body))
        for one in found
    ]


@get("/codes/{code:str}", summary="The table of a code", responses=PROBLEMS)
async def find_code(state: State, code: TableId) -> Found:
    id = await hub_of(state).store.find(code.upper())
    if id is None:
        raise Refusal("no_such_table")
    return Found(id)


# --- a table --------------------------------------------------------------------------------


@post("/tables", summary="Open a table", responses=PROBLEMS)
async def open_table(state: State, request: Asked, data: JSONBody[lobby.Wanted]) -> lobby.Keys:
    hub = hub_of(state)
    opened: Buckets = state.opened
    if not opened.take(address_of(request), hub.world.now_ms()):
        raise Refusal("too_fast")
    return await lobby.open_table(hub, data)


@get("/tables/{id:str}", summary="A table as everybody sees it", responses=PROBLEMS)
async def show_table(state: State, id: TableId) -> wire.TableInfo:
    return (await hub_of(state).keeper(id)).info()


@post("/tables/{id:str}/join", summary="Sit down", responses=PROBLEMS, security=SEAT)
async def join(state: State, request: Asked, id: TableId, data: JSONBody[JoinRequest]) -> Joined:
    """With the key of a reserved seat: take that seat.  Without: any open one."""
    hub = hub_of(state)
    keeper = await hub.keeper(id)
    old = key_of(request)
    if old and keeper.sitting.seat_of(lobby.hashed(old)) is None:
        raise Refusal("bad_key")
    key = old or hub.world.token(lobby.KEY_BITS)
    found: list[int] = []
    await keeper.do(lobby.join(data.seat, data.name, lobby.hashed(key), lobby.hashed(old), found))
    return Joined(id, found[0], key)


async def _seated(state: State, id: str, request: Asked, host: bool) -> tuple[Keeper, int]:
    keeper = await hub_of(state).keeper(id)
    return keeper, lobby.allowed(keeper, lobby.hashed(key_of(request)), host)


@post(
    "/tables/{id:str}/leave", status_code=200, summary="Get up", responses=PROBLEMS, security=SEAT
)
async def leave(state: State, request: Asked, id: TableId) -> wire.TableInfo:
    keeper, seat = await _seated(state, id, request, host=False)
    if seat != NO_ONE:
        await keeper.do(lobby.leave(seat, lobby.hashed(key_of(request))))
    return keeper.info()


@post(
    "/tables/{id:str}/seats/{seat:int}",
    status_code=200,
    summary="Fill, reserve or free a seat",
    responses=PROBLEMS,
    security=SEAT,
)
async def plan_seat(
    state: State, request: Asked, id: TableId, seat: SeatNumber, data: JSONBody[lobby.SeatPlan]
) -> Reserved:
    keeper, _ = await _seated(state, id, request, host=True)
    key = hub_of(state).world.token(lobby.KEY_BITS) if data.who == "reserved" else ""
    await keeper.do(lobby.plan_seat(seat, data, key))
    return Reserved(seat, key)


@post(
    "/tables/{id:str}/{deed:str}",
    status_code=200,
    summary="Start, pause, resume, rematch, close",
    responses=PROBLEMS,
)
async def do_deed(
    state: State,
    request: Asked,
    id: TableId,
    deed: FromPath[Literal["start", "pause", "resume", "rematch", "close"]],
) -> wire.TableInfo:
    """start and close are the host's; whoever sits there may pause, resume and play again."""
    keeper, seat = await _seated(state, id, request, host=deed in ("start", "close"))
    deeds = {
        "start": lobby.start,
        "pause": lobby.pause(seat),
        "resume": lobby.resume(seat),
        "rematch": begin.rematch(seat),
        "close": lobby.close,
    }
    await keeper.do(deeds[deed])
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


@get(
    "/tables/{id:str}/games/{number:int}/replay",
    summary="A finished game, moment by moment",
    responses=PROBLEMS,
)
async def get_replay(
    state: State,
    id: TableId,
    number: GameNumber,
    eyes: Annotated[str, QueryParameter(pattern=r"^(all|bystander|[0-9]{1,2})$")] = "all",
    first: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1,
    count: Annotated[int, QueryParameter(ge=1, le=records.MOST_STEPS)] = 50,
    views: FromQuery[bool] = True,
) -> records.Replay:
    keeper = await hub_of(state).keeper(id)
    s = keeper.sitting
    game = records.played(s, number)
    if eyes.isdecimal() and int(eyes) >= s.players:
        raise Refusal("no_such_seat", facts={"number": int(eyes)})
    chosen, _ = await records.choices(keeper, game)
    record = records.record_of(s, game, chosen)
    who: Any = int(eyes) if eyes.isdecimal() else ("all" if eyes == "all" else None)
    return await asyncio.to_thread(records.replay, record, who, first, count, views)


@get(
    "/tables/{id:str}/history",
    summary="What these eyes have heard of the game so far",
    responses=PROBLEMS,
    security=SEAT,
)
async def get_history(state: State, request: Asked, id: TableId) -> list[dict[str, Any]]:
    keeper = await hub_of(state).keeper(id)
    s = keeper.sitting
    key = key_of(request)
    eye = s.seat_of(lobby.hashed(key))
    if key and eye is None and not s.is_host(lobby.hashed(key)):
        raise Refusal("bad_key")
    if not key and not s.config.watchers:
        raise Refusal("no_watchers")
    if not s.games or s.game_table is None or s.fault:
        return []
    game = s.games[-1]  # while its choices are read another may begin
    chosen, _ = await records.choices(keeper, game)
    record = records.record_of(s, game, chosen)
    return await asyncio.to_thread(records.history, record, eye)


# --- the socket -----------------------------------------------------------------------------


@websocket("/tables/{id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], state: State, id: TableId) -> None:
    await socket.accept()
    await Connection(hub_of(state), id, Line(socket)).run()


# --- for machines ---------------------------------------------------------------------------


@get("/healthz", include_in_schema=False)
async def healthz(state: State) -> Response[dict[str, str]]:
    hub = hub_of(state)
    try:
        await asyncio.wait_for(hub.store.ping(), 5)
    except (StoreError, TimeoutError):
        return Response({"status": "store_down"}, status_code=503)
    return Response({"status": "stopping" if hub.stopping else "ok"})


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics() -> bytes:
    return exposition()


API: Final = Router(
    "/api",
    route_handlers=[
        list_games,
        *READING,
        *EVENINGS,
        list_phrases,
        list_tables,
        find_code,
        open_table,
        show_table,
        join,
        leave,
        plan_seat,
        do_deed,
        get_record,
        get_series,
        get_replay,
        get_history,
        table_socket,
    ],
)
ROUTES: Final[Sequence[ControllerRouterHandler]] = [API, healthz, metrics]
