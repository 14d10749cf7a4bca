"""Before anything else: is there room, is it too fast, is it this house that is asked for, and does
the page that asks belong here?

An ASGI layer of its own, so that it holds for every path, wrong ones included.
"""

import asyncio
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Receive, Scope, Send

from parlour.core.errors import Refusal
from parlour.server.http.hosts import Hosts, name_of
from parlour.server.limits import Buckets, Doors, counted_as
from parlour.server.memory import Tide
from parlour.server.metrics import METRICS
from parlour.server.node.house import House
from parlour.server.settings import Settings
from parlour.server.table import shown
from parlour.server.turnstile import Turnstile
from parlour.server.words import best_language, refusal_text
from parlour.server.world import World

CHEAP: Final = ("/healthz", "/metrics", "/assets/", "/icons/")
"""Watched by machines, or asked for by the dozen: they have a larger limit of their own."""
WATCHED: Final = CHEAP[:2]
"""Asked for by machines that may know this one under any name; nothing in it is secret."""
STATUS: Final = {"too_fast": 429, "bad_request": 400}
OPERATORS: Final = "/api/admin/"
"""Open to whoever has the secret, from wherever: or a ban could lock its operator out."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")
HOLD_S: Final = 0.3
"""Before somebody is told to be slower: whoever asks again at once would keep the house busy with
nothing but refusals."""


class Gate:
    """Limits for each address, and the checks of hosts and origins."""

    def __init__(self, app: ASGIApp, world: World, settings: Settings, house: House) -> None:
        self.app: Final = app
        self.house: Final = house
        self.world: Final = world
        self.settings: Final = settings
        self.requests: Final = Buckets(settings.requests_per_minute)
        self.files: Final = Buckets(settings.files_per_minute)
        self.hosts: Final = Hosts(settings)
        self.tide: Final = Tide()
        self.turnstile: Final = Turnstile()  # for requests
        self.doors: Final = Doors(settings.max_connections, settings.max_per_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = str(scope["type"].value if hasattr(scope["type"], "value") else scope["type"])
        if kind == "http":
            await self._http(scope, receive, send)
        elif kind == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        cheap = scope["path"].startswith(CHEAP)
        if not cheap:
            # A request takes a millisecond, also to be refused, and a choice some turns of the
            # event loop: it would wait for all that have come at each of them.
            await self.turnstile.enter()
        refusal = self._too_fast(scope, self.files if cheap else self.requests)
        refusal = refusal or self._bad_host(headers, scope["path"].startswith(WATCHED))
        if not scope["path"].startswith((*WATCHED, OPERATORS)):
            refusal = refusal or self._banned(scope)
        if scope["method"] not in SAFE:
            refusal = refusal or self._bad_origin(headers)
        if scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        if refusal is not None:
            await _refuse(send, "http.response", refusal, headers)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Any, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        refusal = (
            self._too_fast(scope, self.requests)
            or self._bad_host(headers)
            or self._bad_origin(headers)
            or self._banned(scope)
            or self._full(scope)
        )
        if refusal is not None:
            await receive()
            await _refuse(send, "websocket.http.response", refusal, headers)
            return
        METRICS.connections.inc()
        try:
            await self.app(scope, receive, send)
        finally:
            METRICS.connections.dec()
            self._left(_address(scope))

    def _left(self, address: str) -> None:
        self.tide.told(self.doors.total)
        self.doors.leave(address)
        self.tide.told(self.doors.total)

    def _too_fast(self, scope: Any, limit: Buckets) -> Refusal | None:
        fast = not limit.take(_address(scope), self.world.now_ms())
        return Refusal("too_fast") if fast else None

    def _full(self, scope: Any) -> Refusal | None:
        return None if self.doors.enter(_address(scope)) else Refusal("too_many")

    def _banned(self, scope: Any) -> Refusal | None:
        banned = self.house.is_curbed("ban", _address(scope))
        return Refusal("banned") if banned else None

    def _bad_host(self, headers: dict[str, str], any_name: bool = False) -> Refusal | None:
        host = headers.get("host", "")
        if not host:
            return None  # no browser
        name = name_of(host)
        if name is None:
            return Refusal("bad_request", facts={"reason": "Host"})
        known = any_name or name in self.hosts
        return None if known else Refusal("bad_host", facts={"name": name[:100]})

    def _bad_origin(self, headers: dict[str, str]) -> Refusal | None:
        return None if self._same_house(headers) else Refusal("bad_origin")

    def _same_house(self, headers: dict[str, str]) -> bool:
        """A page may connect from this server's own address, or from one that was named."""
        origin = headers.get("origin")
        if origin is None:
            return True  # no browser
        if origin in self.settings.origins:
            return True
        return _netloc(origin) == headers.get("host", "")


def _without_body(send: Any) -> Any:
    """HEAD is answered like GET, with what its head says and nothing else."""

    async def told(message: Any) -> None:
        bare = {**message, "body": b""} if message["type"] == "http.response.body" else message
        await send(bare)

    return told


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _headers(scope: Any) -> dict[str, str]:
    """By name.  One that was sent twice is both, with a comma: no host and no origin is that."""
    found: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name, text = raw.decode("latin-1").lower(), value.decode("latin-1")
        found[name] = f"{found[name]}, {text}" if name in found else text
    return found


def _address(scope: Any) -> str:
    client = scope.get("client")
    return counted_as(str(client[0])) if client else "?"


async def _refuse(send: Any, kind: str, refusal: Refusal, headers: dict[str, str]) -> None:
    METRICS.refusals.labels(refusal.code).inc()
    if refusal.code == "too_fast":
        await asyncio.sleep(HOLD_S)
    text = refusal_text(refusal, best_language(headers.get("accept-language", "")))
    body = shown.encode({"code": refusal.code, "text": text, "rule": "", "facts": refusal.facts})
    head = [
        (b"content-type", b"application/json; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
    ]
    status = STATUS.get(refusal.code, 403) if kind == "http.response" else 403
    if status == 429:
        head.append((b"retry-after", b"10"))
    await send({"type": f"{kind}.start", "status": status, "headers": head})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
