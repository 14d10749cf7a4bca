"""Sockets: messages that go at once, pings, a farewell, and bounds for frames that are none."""

import asyncio
from collections.abc import Callable
from functools import partial
from traceback import clear_frames
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from parlour.core.errors import Refusal
from parlour.server.limits import Bucket
from parlour.server.metrics import METRICS
from parlour.server.protocols.bounds import Serving, dissolve, parts, problem

EXTENSION: Final = "parlour.socket"
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


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class SocketProtocol(WebSocketsSansIOProtocol):
    """One socket."""

    farewell = b""  # what is said if the server stops
    flushing = False
    disconnected = True  # what is left when the connection is dissolved
    heard_pong: Callable[[bytes], None] | None = None

    def __init__(self, config: Serving, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        settings = self._settings = config.settings
        self._exit: Final = config.exit
        self._closing = False  # as it was at the last look
        self._lost = False
        self._served = True  # nobody is served here yet
        self._timer: asyncio.TimerHandle | None = None
        self._burst: Final = settings.message_burst
        self._bucket: Final = Bucket(settings.messages_per_second, self._burst, self._now_ms())

    def _now_ms(self) -> int:
        return int(self.loop.time() * 1000)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """From now on nothing is sent; the application is told when its turn has come."""
        self.disconnected = True
        self._exit.call(partial(self._leave, exc))

    def _leave(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()
        self._lost = True
        self._end()

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
        self._served = False
        try:
            super().handle_connect(event)
            if self.close_sent:  # refused: nobody is served, and it refers to what was wrong
                self._served = True
                dissolve(event)
        except ValueError:  # characters that are allowed in no path
            self._served = True
            self._not_understood()

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"] or {}
        extensions[EXTENSION] = {"protocol": self}
        try:
            await super().run_asgi()
        finally:
            del extensions[EXTENSION]
            self._served = True
            self.loop.call_soon(self._end)

    def _end(self) -> None:
        if self._lost and self._served:
            self._lost = False  # once
            self.loop.call_soon(self._dissolve)

    def _dissolve(self) -> None:
        """With `conn`, whose own generator refers to it, and so do the frames of what was wrong."""
        for wrong in (self.conn.handshake_exc, self.conn.parser_exc):
            if wrong is not None:
                clear_frames(wrong.__traceback__)
        dissolve(self.conn)
        dissolve(self)

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
        return not self.disconnected and self.writable.is_set() and self.conn.state is OPEN

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
        if self.disconnected:  # it waits for its turn to leave
            return
        if self.farewell:
            self.at_once(self.farewell)
        super().shutdown()
