"""What an operator's commands ask of a server that runs.  Refused without the server's secret."""

import hmac
from typing import Final, Literal

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath

from parlour.core.errors import Refusal
from parlour.server.http.requests import HttpRequest, hub_of, key_of
from parlour.server.http.tables import TableId
from parlour.server.http.types import Found
from parlour.server.node.hub import Hub
from parlour.server.table.deeds import close_by


def check_secret(hub: Hub, request: HttpRequest) -> None:
    secret = hub.settings.admin_secret
    if not secret or not hmac.compare_digest(key_of(request).encode(), secret.encode()):
        raise Refusal("bad_key")


@post("/admin/tables/{id:str}/{deed:str}", status_code=200, include_in_schema=False)
async def do_admin(
    state: State, request: HttpRequest, id: TableId, deed: FromPath[Literal["close", "delete"]]
) -> Found:
    hub = hub_of(state)
    check_secret(hub, request)
    if deed == "close":
        await (await hub.keeper(id)).do(close_by("operator"))
    else:
        await hub.delete(id)
    return Found(id)


ADMIN: Final = (do_admin,)
