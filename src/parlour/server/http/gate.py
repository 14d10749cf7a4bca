"""Before anything else: is there room, is it too fast, does the page that asks belong here?

An ASGI layer of its own, so that it holds for every path, wrong ones included.
"""

from typing import Any, Final
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Receive, Scope, Send

from parlour.core.errors import Refusal
from parlour.server.limits import Buckets, Doors
from parlour.server.metrics import METRICS
from parlour.server.settings import Settings
from parlour.server.table import shown
from parlour.server.words import best_language, refusal_text
from parlour.server.world import World

FREE: Final = ("/healthz", "/metrics", "/assets/", "/icons/")
"""Watched by machines, or cheap and asked for by the dozen: never refused."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")


class Gate:
    """Limits for each address, and the check of origins."""

    def __init__(self, app: ASGIApp, world: World, settings: Settings) -> None:
        self.app: Final = app
        self.world: Final = world
        self.settings: Final = settings
        self.requests: Final = Buckets(settings.requests_per_minute)
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
        if not scope["path"].startswith(FREE) and not self.requests.take(
            _address(scope), self.world.now_ms()
        ):
            await _refuse(send, 429, "too_fast", headers)
        elif scope["method"] not in SAFE and not self._same_house(headers):
            await _refuse(send, 403, "bad_origin", headers)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Any, receive: Receive, send: Send) -> None:
        address = _address(scope)
        fast = not self.requests.take(address, self.world.now_ms())
        if fast or not self._same_house(_headers(scope)) or not self.doors.enter(address):
            await receive()
            await send({"type": "websocket.close", "code": 4003, "reason": ""})
            return
        METRICS.connections.inc()
        try:
            await self.app(scope, receive, send)
        finally:
            METRICS.connections.dec()
            self.doors.leave(address)

    def _same_house(self, headers: dict[str, str]) -> bool:
        """A page may connect from this server's own address, or from one that was named."""
        origin = headers.get("origin")
        if origin is None:
            return True  # no browser
        if origin in self.settings.origins:
            return True
        return urlsplit(origin).netloc == headers.get("host", "")


def _headers(scope: Any) -> dict[str, str]:
    return {name.decode("latin-1").lower(): v.decode("latin-1") for name, v in scope["headers"]}


def _address(scope: Any) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "?"


async def _refuse(send: Any, status: int, code: str, headers: dict[str, str]) -> None:
    METRICS.refusals.labels(code).inc()
    text = refusal_text(Refusal(code), best_language(headers.get("accept-language", "")))
    body = shown.encode({"code": code, "text": text, "rule": "", "facts": {}})
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        head.append((b"retry-after", b"10"))
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body, "more_body": False})
