"""What an operator sees and orders of a server that runs.  Refused without the server's secret."""

import hmac
import re
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter

import parlour
from parlour.core.errors import Refusal
from parlour.core.language import LANGUAGES
from parlour.server.http.admin_types import (
    AdminGuest,
    AdminHouse,
    AdminTable,
    AuditPage,
    CurbOrder,
    MaintenanceOrder,
    NoticeOrder,
)
from parlour.server.http.requests import HttpRequest, address_of, hub_of, key_of
from parlour.server.http.tables import TableId
from parlour.server.http.types import Found
from parlour.server.limits import Bucket, Buckets, counted_as
from parlour.server.node.house import LABEL, Maintenance
from parlour.server.node.hub import Hub
from parlour.server.settings import Settings
from parlour.server.store import TableMeta
from parlour.server.store.checks import BIGGEST
from parlour.server.table.deeds import close_by, unlist

NOTED_PER_S: Final = 1.0
NOTED_AT_ONCE: Final = 60
"""Wrong secrets that are noted down; from many addresses there may be any number of them."""
PRIVATE: Final = {"Cache-Control": "no-store"}


class SecretDoor:
    """Lets operators in.  Whoever was wrong too often is not listened to for a while."""

    def __init__(self, settings: Settings, now_ms: int) -> None:
        self.tries: Final = Buckets(settings.admin_tries_per_minute)
        self.noted: Final = Bucket(NOTED_PER_S, NOTED_AT_ONCE, now_ms)

    async def check(self, hub: Hub, request: HttpRequest) -> str:
        """The operator's address; a refusal, if it is no operator."""
        address, now = address_of(request), hub.world.now_ms()
        if not self.tries.has(address, now):
            raise Refusal("too_fast")
        secret = hub.settings.admin_secret
        if secret and hmac.compare_digest(key_of(request).encode(), secret.encode()):
            return address
        self.tries.take(address, now)
        if self.noted.take(now):
            await hub.house.note("refused", "guest", address)
        raise Refusal("bad_secret")


async def operator(state: State, request: HttpRequest) -> tuple[Hub, str]:
    hub = hub_of(state)
    door: SecretDoor = state.secret_door
    return hub, await door.check(hub, request)


def told(answer: msgspec.Struct | Sequence[msgspec.Struct]) -> Response[Any]:
    return Response(answer, headers=PRIVATE)


# --- looking ----------------------------------------------------------------------------------


@get("/admin/house", include_in_schema=False)
async def show_orders(state: State, request: HttpRequest) -> Response[Any]:
    hub, _ = await operator(state, request)
    return told(orders(hub))


def orders(hub: Hub) -> AdminHouse:
    house = hub.house
    return AdminHouse(
        parlour.__version__,
        hub.node,
        house.notice,
        house.maintenance,
        house.curbs["ban"],
        house.curbs["mute"],
        len(hub.keepers),
        len(list(hub.guests)),
        len(hub.quarantine),
        hub.settings.audit_days,
        hub.settings.label_days,
        hub.health.away(),
    )


@get("/admin/tables", include_in_schema=False)
async def show_tables(
    state: State,
    request: HttpRequest,
    limit: Annotated[int, QueryParameter(ge=1, le=1_000)] = 100,
) -> Response[Any]:
    hub, _ = await operator(state, request)
    metas = await hub.store.recent(limit)
    known = {meta.listing.table for meta in metas}
    aside = [await hub.store.meta(id) for id in hub.quarantine.reasons() if id not in known]
    return told([admin_table(hub, meta) for meta in [*aside, *metas] if meta is not None])


def admin_table(hub: Hub, meta: TableMeta) -> AdminTable:
    about = meta.listing
    here = sum(line.table == about.table for line in hub.guests)
    return AdminTable(
        about.table,
        about.code,
        about.game,
        about.state,
        about.public,
        names_in(about.body),
        here,
        meta.created_ms,
        meta.touched_ms,
        hub.quarantine.reasons().get(about.table, ""),
    )


def names_in(listing: bytes) -> list[str]:
    """It may be damaged; a list for operators shows such tables too."""
    try:
        seats = msgspec.json.decode(listing)["seats"]
        return [str(seat["name"]) for seat in seats if seat["who"] == "person"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return []


@get("/admin/guests", include_in_schema=False)
async def show_guests(state: State, request: HttpRequest) -> Response[Any]:
    hub, mine = await operator(state, request)
    house = hub.house
    found: list[AdminGuest] = [
        AdminGuest(
            house.label(address),
            len(lines),
            sorted({line.table for line in lines}),
            house.is_curbed("ban", address),
            house.is_curbed("mute", address),
            address == mine,
        )
        for address, lines in hub.guests.by_address().items()
    ]
    found.sort(key=lambda guest: -guest.sockets)
    return told(found)


@get("/admin/audit", include_in_schema=False)
async def show_audit(
    state: State,
    request: HttpRequest,
    limit: Annotated[int, QueryParameter(ge=1, le=1_000)] = 100,
    before: Annotated[int, QueryParameter(ge=0, le=BIGGEST)] = BIGGEST,
    after_id: Annotated[str, QueryParameter(name="id", max_length=64)] = "",
) -> Response[Any]:
    """The newest first; `before` and `id` of the last line go on behind it."""
    hub, _ = await operator(state, request)
    return told(AuditPage(await hub.store.ledger.audit(limit, before, after_id)))


# --- ordering ---------------------------------------------------------------------------------

DONE: Final = {"close": "closed", "delete": "deleted", "unlist": "unlisted"}


@post("/admin/tables/{id:str}/{deed:str}", status_code=200, include_in_schema=False)
async def do_admin(
    state: State,
    request: HttpRequest,
    id: TableId,
    deed: FromPath[Literal["close", "delete", "unlist"]],
) -> Found:
    hub, address = await operator(state, request)
    if deed == "delete":
        await hub.delete(id)
    else:
        await (await hub.keeper(id)).do(close_by("operator") if deed == "close" else unlist)
    await hub.house.note(DONE[deed], "operator", address, table=id)
    return Found(id)


@post("/admin/guests", status_code=200, include_in_schema=False)
async def curb_guest(
    state: State, request: HttpRequest, data: JSONBody[CurbOrder]
) -> Response[Any]:
    hub, address = await operator(state, request)
    house = hub.house
    label = label_of(hub, data.who)
    if data.deed == "lift":
        await house.lift(label)
        await house.note("lifted", "operator", address, who=label)
    else:
        if label == house.label(address):
            raise Refusal("own_address")
        await house.curb(data.deed, label, data.hours, data.why)
        kind = "banned" if data.deed == "ban" else "muted"
        await house.note(kind, "operator", address, who=label, hours=data.hours, why=data.why)
    return told(orders(hub))


def label_of(hub: Hub, who: str) -> str:
    """Of an address or of a network of IPv6; a label is one already."""
    if LABEL.fullmatch(who):
        return who
    try:
        plain = str(ip_network(who, strict=False).network_address) if "/" in who else who
        return hub.house.label(counted_as(str(ip_address(plain))))
    except ValueError:
        raise Refusal("no_such_address", facts={"name": re.sub(r"\s+", " ", who)}) from None


@post("/admin/notice", status_code=200, include_in_schema=False)
async def set_notice(
    state: State, request: HttpRequest, data: JSONBody[NoticeOrder]
) -> Response[Any]:
    hub, address = await operator(state, request)
    everybody = data.text.get("", "")
    text = {lang: (data.text.get(lang) or everybody).strip() for lang in LANGUAGES}
    await hub.house.set_notice(text)
    await hub.house.note("notice", "operator", address, **{k: v for k, v in text.items() if v})
    return told(orders(hub))


@post("/admin/maintenance", status_code=200, include_in_schema=False)
async def set_maintenance(
    state: State, request: HttpRequest, data: JSONBody[MaintenanceOrder]
) -> Response[Any]:
    hub, address = await operator(state, request)
    wanted = Maintenance(hub.world.now_ms(), data.until) if data.on else None
    await hub.house.set_maintenance(wanted)
    facts = {"on": int(data.on), "until": data.until}
    await hub.house.note("maintenance", "operator", address, **facts)
    return told(orders(hub))


ADMIN: Final = (
    show_orders,
    show_tables,
    show_guests,
    show_audit,
    do_admin,
    curb_guest,
    set_notice,
    set_maintenance,
)
