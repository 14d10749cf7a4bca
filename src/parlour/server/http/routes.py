"""Every path of the server, put together."""

from collections.abc import Sequence
from typing import Final

from litestar import MediaType, Response, Router, get
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler

from parlour.server.http.admin import ADMIN
from parlour.server.http.evenings import EVENINGS
from parlour.server.http.games import GAMES
from parlour.server.http.mine import ask_mine
from parlour.server.http.parcels import PARCELS
from parlour.server.http.privacy import get_privacy
from parlour.server.http.push import PUSH
from parlour.server.http.requests import hub_of
from parlour.server.http.tables import TABLES
from parlour.server.metrics import METRICS, exposition

# --- for machines ---------------------------------------------------------------------------


@get("/healthz", include_in_schema=False)
async def healthz(state: State) -> Response[dict[str, str]]:
    hub = hub_of(state)
    if not await hub.health.ask():
        return Response({"status": "store_down"}, status_code=503)
    if hub.stopping:
        return Response({"status": "stopping"})
    away = hub.health.away()
    return Response({"status": "partly", "away": ", ".join(away)} if away else {"status": "ok"})


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics(state: State) -> bytes:
    for part in hub_of(state).store.parts:
        METRICS.store(part.name, up=not part.away)
    return exposition()


API: Final = Router(
    "/api",
    route_handlers=[
        *(*GAMES, get_privacy, *EVENINGS, *ADMIN, *TABLES),
        *(ask_mine, *PARCELS, *PUSH),
    ],
)
ROUTES: Final[Sequence[ControllerRouterHandler]] = [API, healthz, metrics]
