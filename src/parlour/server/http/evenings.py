"""The paths of evenings: several tables at once, round by round, and one standing for everybody."""

from typing import Annotated, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from parlour.bots import make_bot
from parlour.core.errors import Refusal
from parlour.core.rng import Rng
from parlour.games import game as find_game
from parlour.server.evening import log, overview, rounds
from parlour.server.evening.shown import (
    BotGuest,
    DrawRequest,
    EveningInfo,
    EveningJoin,
    EveningJoined,
    EveningKeys,
    EveningRequest,
    FinishRequest,
    LockRequest,
    ShareRequest,
)
from parlour.server.http.requests import SEAT, HttpRequest, address_of, by_seat, hub_of, key_of
from parlour.server.http.types import (
    PROBLEMS,
)
from parlour.server.limits import Buckets, Comings
from parlour.server.table import names, people

EveningId = Annotated[str, PathParameter(min_length=1, max_length=64)]
GuestNumber = Annotated[int, PathParameter(ge=0, le=999)]


async def shown(state: State, e: log.Gathering, hash: str) -> EveningInfo:
    return overview.info(e, await rounds.look(hub_of(state), e), hash)


@post("/evenings", summary="Open an evening", responses=PROBLEMS)
async def open_evening(
    state: State, request: HttpRequest, data: JSONBody[EveningRequest]
) -> EveningKeys:
    hub, address = hub_of(state), address_of(request)
    hub.house.check_open()
    _take_opened(state, request)
    keys = await rounds.open_evening(hub, data)
    comings_of(state).host_at(keys.id, address)
    await hub.house.note("opened", "guest", address, evening=keys.id, game=data.game)
    return keys


def _take_opened(state: State, request: HttpRequest) -> None:
    opened: Buckets = state.opened
    if not opened.take(address_of(request), hub_of(state).world.now_ms()):
        raise Refusal("too_fast")


def comings_of(state: State) -> Comings:
    comings: Comings = state.comings
    return comings


@get("/evenings/{id:str}", summary="An evening and its standing", responses=PROBLEMS, security=SEAT)
async def show_evening(state: State, request: HttpRequest, id: EveningId) -> EveningInfo:
    hub, hash = hub_of(state), people.hashed(key_of(request))
    e = await rounds.settle(hub, await log.read(hub, id))
    if e.is_host(hash):
        comings_of(state).host_at(id, address_of(request))
    return await shown(state, e, hash)


@post("/evenings/{id:str}/join", summary="Come to an evening", responses=PROBLEMS, security=SEAT)
async def join(
    state: State, request: HttpRequest, id: EveningId, data: JSONBody[EveningJoin]
) -> EveningJoined:
    """Drawn from the next round on.  The key answers for every seat of this evening.

    With the key of a guest: nothing changes.
    """
    hub = hub_of(state)
    if old := key_of(request):
        number = (await log.read(hub, id)).guest_of(people.hashed(old))
        if number is None:
            raise Refusal("bad_key")
        return EveningJoined(number, old)
    key = hub.world.token(people.KEY_BITS)
    found: list[int] = []
    guest = log.Came(names.tidy_name(data.name), people.hashed(key))
    with comings_of(state).one_more(id, address_of(request)):
        await log.change(hub, id, log.come(guest, found))
    return EveningJoined(found[0], key)


@by_seat("/evenings/{id:str}/leave", "Leave an evening")
async def leave(state: State, request: HttpRequest, id: EveningId) -> EveningInfo:
    """Not drawn any more; a bot plays on in the guest's seat."""
    hash = people.hashed(key_of(request))
    guest = (await log.read(hub_of(state), id)).guest_of(hash)
    if guest is None:
        raise Refusal("bad_key")
    e = await log.change(hub_of(state), id, log.go(guest))
    await rounds.get_up(hub_of(state), e, guest)
    return await shown(state, e, hash)


@by_seat("/evenings/{id:str}/share", "Take part in the draw of a round")
async def give_share(
    state: State, request: HttpRequest, id: EveningId, data: JSONBody[ShareRequest]
) -> EveningInfo:
    """A commitment before it, the share itself when its list is closed."""
    hub, hash = hub_of(state), people.hashed(key_of(request))
    guest = (await log.read(hub, id)).guest_of(hash)
    if guest is None:
        raise Refusal("bad_key")
    e = await log.change(hub, id, lambda e: rounds.share(e, guest, data))
    return await shown(state, await rounds.settle(hub, e), hash)


# --- the host -------------------------------------------------------------------------------


async def _hosted(state: State, request: HttpRequest, id: str) -> tuple[log.Gathering, str]:
    e = await log.read(hub_of(state), id)
    hash = people.hashed(key_of(request))
    log.host_only(e, hash)
    return e, hash


@by_seat("/evenings/{id:str}/guests", "A bot comes to an evening")
async def add_bot(
    state: State, request: HttpRequest, id: EveningId, data: JSONBody[BotGuest]
) -> EveningInfo:
    e, hash = await _hosted(state, request, id)
    game, level, number = find_game(e.plan.game), data.level or e.plan.level, len(e.guests)
    temper = data.temper or rounds.temper_in_turn(game, number)
    make_bot(game, level, Rng(0), temper)
    guest = rounds.bot_guest(id, number, level, temper, e.taken())
    if data.name:
        guest = msgspec.structs.replace(guest, name=names.tidy_name(data.name))
    e = await log.change(hub_of(state), id, log.come(guest, []))
    return await shown(state, e, hash)


@by_seat("/evenings/{id:str}/guests/{guest:int}/remove", "Somebody is not drawn any more")
async def remove_guest(
    state: State, request: HttpRequest, id: EveningId, guest: GuestNumber
) -> EveningInfo:
    """A bot plays on at their table, if they are not there or keep it waiting.

    Done again it is for whoever was removed while they played, and does not play any more.
    """
    _, hash = await _hosted(state, request, id)
    hub = hub_of(state)
    e = await log.change(hub, id, log.go(guest))
    await rounds.get_up(hub, e, guest, removed=True)
    await hub.house.note("removed", "host", address_of(request), evening=id, guest=guest)
    return await shown(state, e, hash)


@by_seat("/evenings/{id:str}/lock", "Let nobody else come, or let them come again")
async def lock(
    state: State, request: HttpRequest, id: EveningId, data: JSONBody[LockRequest]
) -> EveningInfo:
    hash = people.hashed(key_of(request))
    e = await log.change(hub_of(state), id, log.lock(hash, data.locked))
    return await shown(state, e, hash)


@by_seat("/evenings/{id:str}/draw", "Draw the next round")
async def draw(
    state: State, request: HttpRequest, id: EveningId, data: JSONBody[DrawRequest | None] = None
) -> EveningInfo:
    """Its tables are opened and begin at once."""
    _take_opened(state, request)
    asked = rounds.Asked(people.hashed(key_of(request)), address_of(request))
    e = await rounds.draw(hub_of(state), id, asked, data or DrawRequest())
    return await shown(state, e, asked.hash)


@by_seat("/evenings/{id:str}/finish", "End an evening")
async def finish(
    state: State, request: HttpRequest, id: EveningId, data: JSONBody[FinishRequest]
) -> EveningInfo:
    """No more rounds are drawn; tables in play go on, and count."""
    hash = people.hashed(key_of(request))
    e = await rounds.finish(hub_of(state), id, hash, data.round)
    await hub_of(state).house.note("closed", "host", address_of(request), evening=id)
    return await shown(state, e, hash)


@get("/evenings/{id:str}/export", include_in_schema=False)
async def export(
    state: State,
    id: EveningId,
    kind: Annotated[Literal["csv", "json"], QueryParameter(name="as")] = "csv",
) -> Response[bytes]:
    """The standing as a file; not in the schema, which knows one type for each answer."""
    hub = hub_of(state)
    e = await log.read(hub, id)
    found = e.as_core(await rounds.look(hub, e))
    text = found.to_csv() if kind == "csv" else found.to_json()
    media = "text/csv; charset=utf-8" if kind == "csv" else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="evening.{kind}"'}
    return Response(text.encode(), media_type=media, headers=headers)


EVENINGS: Final = (
    open_evening,
    show_evening,
    join,
    leave,
    add_bot,
    remove_guest,
    lock,
    give_share,
    draw,
    finish,
    export,
)
