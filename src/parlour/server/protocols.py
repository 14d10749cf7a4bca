"""Uvicorn's protocol classes with what this server adds: the only module that knows their insides.

What it uses of them is no public interface of uvicorn, so that uvicorn is pinned exactly
(`UVICORN`), and the server refuses to start with another version.

`SocketProtocol.at_once` sends a message without waking a task for it, if the socket takes it now;
`ping` asks the other end for a sign of life, and who asked hears of it; when the server stops,
every guest is told so.  Connections find it in the scope's extensions, and do without it behind
any other ASGI server.
"""

from collections.abc import Callable
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

from parlour.server.pinned import check_uvicorn
from parlour.server.settings import MAX_FRAME, Settings

EXTENSION: Final = "parlour.socket"


def head(size: int) -> bytes:
    """Of a text frame of a server: whole and without a mask."""
    if size < 126:
        return bytes((0x81, size))
    wide, mark = (2, 126) if size < 65_536 else (8, 127)
    return bytes((0x81, mark)) + size.to_bytes(wide, "big")


class HttpProtocol(HttpToolsProtocol):
    """One connection, until it asks for a socket."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """One socket."""

    farewell = b""  # what is said if the server stops
    flushing = False
    heard_pong: Callable[[bytes], None] | None = None

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"] or {}
        extensions[EXTENSION] = {"protocol": self}
        try:
            await super().run_asgi()
        finally:
            del extensions[EXTENSION]

    def at_once(self, message: bytes) -> bool:
        """A text frame, now; False: the reader is slow or gone, wait your turn."""
        if not self._open():
            return False
        if self.conn.extensions:  # permessage-deflate
            self.conn.send_text(message)
        else:
            self.conn.writes += (head(len(message)), message)
        self._flush_soon()
        return True

    def ping(self, word: bytes) -> None:
        """Where much waits to be read, a ping would only measure that."""
        if self._open():
            self.conn.send_ping(word)
            self._flush_soon()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        if self.heard_pong is not None:
            self.heard_pong(bytes(event.data))

    def _open(self) -> bool:
        return self.writable.is_set() and self.conn.state is OPEN and not self.disconnected

    def _flush_soon(self) -> None:
        """What one step says to one guest is one write."""
        if not self.flushing:
            self.flushing = True
            self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        self.flushing = False
        waiting = self.conn.data_to_send()
        if waiting and not self.transport.is_closing():
            self.transport.write(b"".join(waiting))

    def shutdown(self) -> None:
        if self.farewell:
            self.at_once(self.farewell)
        super().shutdown()


def serving(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """How this application is served, on the command line and in tests alike."""
    check_uvicorn()
    return uvicorn.Config(
        app,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies) or None,
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=4 * MAX_FRAME,
        ws_per_message_deflate=settings.compress,
        **more,
    )
