"""Uvicorn's protocol classes with what this server adds: the only module that knows their insides.

What it uses of them is no public interface of uvicorn, so that uvicorn is pinned exactly
(`UVICORN`), and the server refuses to start with another version.

`SocketProtocol.at_once` sends a message without waking a task for it, if the socket takes it now;
`ping` asks the other end for a sign of life, and who asked hears of it; when the server stops,
every guest is told so.  Connections find it in the scope's extensions, and do without it behind
any other ASGI server.

Here are also the bounds of what the application never sees.  Of sockets: a frame that is no whole
message counts like a message, and nobody who does not read is sent pongs.  Of requests: their
bytes, the time until they are whole, and the connections that hold a place meanwhile.  Of both:
what is left to be read when the server is done with a connection.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, Final

import httptools
import msgspec
import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT
from parlour.server.limits import Bucket, Crowd, Unread, counted_as
from parlour.server.metrics import METRICS
from parlour.server.pinned import check_uvicorn
from parlour.server.settings import MAX_FRAME, Settings
from parlour.server.words import refusal_text

EXTENSION: Final = "parlour.socket"
PART: Final = 1_024
"""Bytes that are read before the bounds are looked at: a flood costs one part, not all it sent."""
AHEAD: Final = 4
"""So many bursts of messages may wait to be read, which only one write of a client can bring about.
One burst is read, then the connection says `too_fast` in words."""
BAD_TEXT: Final = 1007
TOO_FAST: Final = 1008
PIPELINED: Final = 20
"""Requests that may wait for their turn on one connection.  Browsers send none ahead."""
CHUNKY: Final = 8
"""A body cut into small chunks is so many times as long as what is in it."""


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


def problem(status: int, refusal: Refusal) -> bytes:
    """A whole answer, in the shape of every other refusal."""
    text = refusal_text(refusal, DEFAULT)
    shown = {"code": refusal.code, "text": text, "rule": "", "facts": refusal.facts}
    body = msgspec.json.encode(shown)
    head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
    return STATUS_LINE[status] + head % len(body) + body


class Serving(uvicorn.Config):
    """uvicorn's configuration, and ours, which the protocol classes find in it."""

    def __init__(self, app: Any, settings: Settings, **more: Any) -> None:
        super().__init__(app, **more)
        self.settings: Final = settings
        self.proxies: Final = _TrustedHosts(list(settings.trusted_proxies))
        self.crowd: Final[Crowd[HttpProtocol]] = Crowd(
            settings.max_http, settings.max_http_per_address
        )
        self.unread: Final[Unread[HttpProtocol]] = Unread(settings.unread_bytes)


class HttpProtocol(HttpToolsProtocol):
    """One connection, until it asks for a socket."""

    def __init__(self, config: Serving, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        self._serving: Final = config
        self._size = 0  # bytes of the request that is coming in
        self._in_head = True
        self._since: float | None = None  # when it began; None: it is whole, the next has not begun
        self._stuck = False  # as it was at the last look
        self._running: RequestResponseCycle | None = None
        self._timer: asyncio.TimerHandle | None = None

    # --- the life of a connection -------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since = self.loop.time()
        self._look_later()
        host = self.client[0] if self.client else None
        if host is not None:
            host = None if host in self._serving.proxies else counted_as(host)
        gives_way = self._serving.crowd.enter(self, host)
        if gives_way is not None:
            gives_way._drop()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._forget()
        self._answer_no_more()

    def _answer_no_more(self) -> None:
        """Whatever is still being answered: uvicorn tells it to the newest request only."""
        self.pipeline.clear()
        for cycle in (self._running, self.cycle):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        self._forget()
        super().handle_websocket_upgrade()

    def _forget(self) -> None:
        self._serving.crowd.leave(self)
        self._serving.unread.remove(self)
        if self._timer is not None:
            self._timer.cancel()

    def _drop(self) -> None:
        self._forget()
        self._answer_no_more()
        self.transport.abort()

    # --- time -----------------------------------------------------------------------------------

    def _look_later(self) -> None:
        settings = self._serving.settings
        self._timer = self.loop.call_later(min(settings.request_s, settings.stall_s), self._look)

    def _look(self) -> None:
        """Now and then: is the request late, does nobody read the answer?"""
        stuck = self.flow.write_paused or self.transport.is_closing()
        if stuck and self._stuck:
            self._drop()
            return
        self._stuck = stuck
        if self._is_late() and not stuck:
            self._refuse(408, "too_slow", number=int(self._serving.settings.request_s))
        self._look_later()

    def pause_writing(self) -> None:
        super().pause_writing()
        for line in self._serving.unread.add(self, self.transport.get_write_buffer_size()):
            line._drop()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stuck = False
        self._serving.unread.remove(self)

    def _is_late(self) -> bool:
        """Not while an answer is under way: then it may be we who read no further."""
        if self._since is None or self._answering():
            return False
        return self.loop.time() - self._since >= self._serving.settings.request_s

    def _answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # uvicorn declares it as always there
        return cycle is not None and not (cycle.response_complete or cycle.more_body)

    # --- bytes ----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """As uvicorn's, within bounds and without a line in the log for each bad request."""
        self._unset_keepalive_if_required()
        if self._since is None:
            self._since = self.loop.time()
        try:
            for part in parts(data):
                if self.transport.is_closing():
                    return
                self.parser.feed_data(part)
                self._count(len(part))
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            else:
                self.cycle.keep_alive = False  # the parser has left off: this is the last request
        except httptools.HttpParserError as wrong:
            self._refuse(400, "bad_request", reason=type(wrong).__name__)

    def _count(self, size: int) -> None:
        settings = self._serving.settings
        if self._since is None:
            return
        self._size += size
        if self._in_head and self._size > settings.head_bytes:
            self._refuse(431, "too_long", number=settings.head_bytes)
        elif self._size > settings.head_bytes + CHUNKY * settings.body_bytes:
            self._refuse(413, "too_long", number=settings.body_bytes)
        elif len(self.pipeline) > PIPELINED:
            self._drop()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._size, self._in_head, self._since = 0, True, self.loop.time()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._since = None
        self._serving.crowd.busy(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline:
            self._serving.crowd.idle(self)

    def _refuse(self, status: int, code: str, **facts: Any) -> None:
        """The last answer on this connection, unless one has begun already."""
        METRICS.refusals.labels(code).inc()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            self.transport.write(problem(status, Refusal(code, facts=facts)))
        self._answer_no_more()
        self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """One socket."""

    farewell = b""  # what is said if the server stops
    flushing = False
    heard_pong: Callable[[bytes], None] | None = None

    def __init__(self, config: Serving, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        settings = self._settings = config.settings
        self._closing = False  # as it was at the last look
        self._timer: asyncio.TimerHandle | None = None
        self._burst: Final = settings.message_burst
        self._bucket: Final = Bucket(settings.messages_per_second, self._burst, self._now_ms())

    def _now_ms(self) -> int:
        return int(self.loop.time() * 1000)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()

    def _look_later(self) -> None:
        settings = self._settings
        self._timer = self.loop.call_later(min(settings.request_s, settings.stall_s), self._look)

    def _look(self) -> None:
        """Now and then: was it to be closed, and does nobody read what is left?"""
        closing = self.transport.is_closing()
        if closing and self._closing:
            self.transport.abort()
        else:
            self._closing = closing
            self._look_later()

    def handle_connect(self, event: Request) -> None:
        try:
            super().handle_connect(event)
        except ValueError:  # characters that are allowed in no path
            self._not_understood()

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"] or {}
        extensions[EXTENSION] = {"protocol": self}
        try:
            await super().run_asgi()
        finally:
            del extensions[EXTENSION]

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # uvicorn would log that there was none

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
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self._not_understood()

    def _not_understood(self) -> None:
        """The handshake; websockets says why, or has nothing to say."""
        said = b"".join(self.conn.data_to_send())
        refusal = Refusal("bad_request", facts={"reason": "WebSocket"})
        METRICS.refusals.labels(refusal.code).inc()
        self.transport.write(said or problem(400, refusal))
        self.transport.close()

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
    return Serving(
        app,
        settings,
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
