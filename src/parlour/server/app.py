"""The HTTP side put together.  Litestar does most of it, the OpenAPI page included."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final, cast

import structlog
from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp
from secure import (
    ContentSecurityPolicy,
    CrossOriginOpenerPolicy,
    CrossOriginResourcePolicy,
    PermissionsPolicy,
    ReferrerPolicy,
    Secure,
    XContentTypeOptions,
    XFrameOptions,
)
from secure.middleware import SecureASGIMiddleware

import parlour
from parlour.core.errors import BadTable, BadText, Refusal
from parlour.server.http.admin import SecretDoor
from parlour.server.http.gate import Gate
from parlour.server.http.pages import pages
from parlour.server.http.requests import CarefulRequest, HttpRequest
from parlour.server.http.routes import ROUTES
from parlour.server.http.types import Problem
from parlour.server.limits import Buckets, Comings
from parlour.server.metrics import METRICS
from parlour.server.node.hub import Hub
from parlour.server.settings import Settings
from parlour.server.store import StoreError, open_store
from parlour.server.words import best_language, refusal_text
from parlour.server.world import RealWorld, World

STATUS: Final = {
    "bad_key": 403,
    "bad_secret": 403,
    "banned": 403,
    "link_used": 403,
    "sit_down_first": 403,
    "host_only": 403,
    "no_watchers": 403,
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_moment": 404,
    "no_such_seat": 404,
    "no_such_series": 404,
    "no_such_evening": 404,
    "no_such_guest": 404,
    "no_such_parcel": 404,
    "not_found": 404,
    "not_curbed": 404,
    "no_such_address": 400,
    "too_fast": 429,
    "store_down": 503,
    "not_saved": 503,
    "table_unreadable": 503,
    "too_many_tables": 503,
    "maintenance": 503,
    "bad_name": 400,
    "unclear_name": 400,
    "bad_request": 400,
    "bad_endpoint": 400,
}
CONFLICT: Final = 409
TOO_LONG: Final = 413
BAD: Final = 400

log = structlog.get_logger("parlour.app")


def problem(request: HttpRequest, refusal: Refusal, status: int) -> Response[Problem]:
    METRICS.refusals.labels(refusal.code).inc()
    text = refusal_text(refusal, best_language(request.headers.get("accept-language", "")))
    headers = {"Retry-After": "10"} if status in (429, 503) else {}
    shown = Problem(refusal.code, text, refusal.rule, refusal.facts)
    return Response(
        shown, status_code=status, headers=headers, media_type="application/json; charset=utf-8"
    )


def refused(request: HttpRequest, refusal: Refusal) -> Response[Problem]:
    usual = BAD if isinstance(refusal, BadTable | BadText) else CONFLICT
    return problem(request, refusal, STATUS.get(refusal.code, usual))


def store_down(request: HttpRequest, wrong: StoreError) -> Response[Problem]:
    """Whatever was asked, the store does not answer: try again."""
    log.warning("store_down", path=request.scope["path"], reason=type(wrong).__name__)
    return problem(request, Refusal("store_down"), STATUS["store_down"])


def misunderstood(request: HttpRequest, wrong: HTTPException) -> Response[Problem]:
    """What the framework refuses: a wrong path, a wrong method, a body that does not fit."""
    status = wrong.status_code
    response = problem(request, _refusal_of(request, wrong), status)
    for name, value in (wrong.headers or {}).items():
        response.headers[name] = value
    return response


def _refusal_of(request: HttpRequest, wrong: HTTPException) -> Refusal:
    if wrong.status_code == TOO_LONG:
        return Refusal("too_long", facts={"number": request.app.state.hub.settings.body_bytes})
    code = "not_found" if wrong.status_code in (404, 405) else "bad_request"
    return Refusal(code, facts={"reason": f"{wrong.detail} {_details(wrong)}".strip()[:300]})


def _details(wrong: HTTPException) -> str:
    extra = wrong.extra
    if not isinstance(extra, list):
        return ""
    return "; ".join(str(part.get("message", "")) for part in extra if isinstance(part, dict))


def unexpected(request: HttpRequest, wrong: Exception) -> Response[Problem]:
    METRICS.refusals.labels("unexpected").inc()
    log.error("unexpected", path=request.scope["path"], error=type(wrong).__name__, exc_info=wrong)
    return Response(Problem("unexpected", ""), status_code=500, media_type="application/json")


def security_headers() -> Secure:
    """A policy under which the page runs nothing but our own.  HTTPS is the proxy's business."""
    policy = (
        ContentSecurityPolicy()
        .default_src("'self'")
        .img_src("'self'", "data:")
        .style_src("'self'", "'unsafe-inline'")
        .connect_src("'self'", "ws:", "wss:")
        .object_src("'none'")
        .base_uri("'none'")
        .frame_ancestors("'none'")
        .form_action("'self'")
    )
    return Secure(
        csp=policy,
        coop=CrossOriginOpenerPolicy().same_origin(),
        corp=CrossOriginResourcePolicy().same_origin(),
        permissions=PermissionsPolicy().geolocation().camera().microphone(),
        referrer=ReferrerPolicy().no_referrer(),
        xcto=XContentTypeOptions().nosniff(),
        xfo=XFrameOptions().deny(),
    )


def make_app(settings: Settings, world: World | None = None, client: Path | None = None) -> ASGIApp:
    """The whole server as one ASGI application."""
    world = world or RealWorld(settings.haste)
    hub = Hub(world, open_store(settings.store), settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    app = Litestar(
        route_handlers=[*ROUTES, *pages(client)],
        lifespan=[lifespan],
        state=State(
            {
                "hub": hub,
                "opened": Buckets(settings.opened_per_minute),
                "asked": Buckets(settings.mine_per_minute),
                "parcels": Buckets(settings.parcels_per_minute),
                "comings": Comings(settings.guests_per_address),
                "secret_door": SecretDoor(settings, world.now_ms()),
            }
        ),
        exception_handlers={
            Refusal: refused,
            StoreError: store_down,
            HTTPException: misunderstood,
            Exception: unexpected,
        },
        request_class=CarefulRequest,
        request_max_body_size=settings.body_bytes,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1_000, gzip_compress_level=6
        ),
        openapi_config=OpenAPIConfig(
            title="Parlour",
            version=parlour.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
            components=Components(
                security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}
            ),
            use_handler_docstrings=True,
        ),
        logging_config=None,
        debug=False,
    )
    app.state.hub = hub
    gate = Gate(app, world, settings, hub.house)
    guarded: Any = SecureASGIMiddleware(cast("Any", gate), secure=security_headers())
    return cast("ASGIApp", guarded)
