"""Uvicorn's protocol classes with what this server adds: the only module that knows their insides.

What it uses of them is no public interface of uvicorn, so that uvicorn is pinned exactly
(`UVICORN`), and the server refuses to start with another version.

`SocketProtocol.at_once` sends a message without waking a task for it, if the socket takes it now;
`ping` asks the other end for a sign of life, and who asked hears of it; when the server stops,
every guest is told so.  Connections find it in the scope's extensions, and do without it behind
any other ASGI server.

Here are also the bounds of what the application never sees: a frame that is no whole message counts
like a message, and nobody who does not read is sent pongs.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

from parlour.server.limits import Bucket
from parlour.server.metrics import METRICS
from parlour.server.pinned import check_uvicorn
from parlour.server.settings import MAX_FRAME, Settings

EXTENSION: Final = "parlour.socket"
PART: Final = 1_024
"""Bytes that are read before the bounds are looked at: a flood costs one part, not all it sent."""
AHEAD: Final = 4
"""So many bursts of messages may wait to be read, which only one write of a client can bring about.
One burst is read, then the connection says `too_fast` in words."""
BAD_TEXT: Final = 1007
TOO_FAST: Final = 1008


def head(size: int) -> bytes:
    """Of a text frame of a server: whole and without a mask."""
    if size < 126:
        return bytes((0x81, size))
    wide, mark = (2, 126) if size < 65_536 else (8, 127)
    return bytes((0x81, mark)) + size.to_bytes(wide, "big")


def parts(data: bytes) -> Iterator[bytes]:
    """What came in, in pieces of bounded size."""
    if len(data) <= PART:
        yield data
    else:
        yield from (data[at : at + PART] for at in range(0, len(data), PART))


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class Serving(uvicorn.Config):
    """uvicorn's configuration, and ours, which the protocol classes find in it."""

    settings: Settings


class HttpProtocol(HttpToolsProtocol):
    """One connection, until it asks for a socket."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """One socket."""

    farewell = b""  # what is said if the server stops
    flushing = False
    heard_pong: Callable[[bytes], None] | None = None

    def __init__(self, config: Serving, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        settings = config.settings
        self._burst: Final = settings.message_burst
        self._bucket: Final = Bucket(settings.messages_per_second, self._burst, self._now_ms())

    def _now_ms(self) -> int:
        return int(self.loop.time() * 1000)

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

    # --- what comes in, and how much of it ----------------------------------------------------

    def data_received(self, data: bytes) -> None:
        for part in parts(data):
            if self.transport.is_closing():
                return
            super().data_received(part)

    def handle_ping(self) -> None:
        if not self.writable.is_set():
            self.transport.abort()  # whoever does not read would fill the buffer with pongs
        elif self._allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._allowed():
            super().handle_pong(event)
            if self.heard_pong is not None:
                self.heard_pong(bytes(event.data))

    def handle_cont(self, event: Frame) -> None:
        if self._allowed():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if event.fin or self._allowed():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if event.fin or self._allowed():
            super().handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        if self.transport.is_closing():
            return
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._let_go(BAD_TEXT, "bad_message")  # uvicorn would log a traceback
            return
        super().send_receive_event_to_app()
        if self.queue.qsize() > AHEAD * self._burst:
            self._let_go(TOO_FAST, "too_fast")

    def _allowed(self) -> bool:
        """Count a frame that is no whole message; False: there were too many of them."""
        if self.transport.is_closing():
            return False
        if not self._bucket.take(self._now_ms()):
            self._let_go(TOO_FAST, "too_fast")
            return False
        return True

    def _let_go(self, code: int, reason: str) -> None:
        METRICS.refusals.labels(reason).inc()
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    # --- what goes out ------------------------------------------------------------------------

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


def serving(app: Any, settings: Settings, **more: Any) -> Serving:
    """How this application is served, on the command line and in tests alike."""
    check_uvicorn()
    config = Serving(
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
    config.settings = settings
    return config
