"""Requests: their bytes, the time until they are whole, and who holds a place meanwhile."""

import asyncio
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from parlour.core.errors import Refusal
from parlour.server.limits import counted_as
from parlour.server.metrics import METRICS
from parlour.server.protocols.bounds import Serving, dissolve, parts, problem

PIPELINED: Final = 20
"""Requests that may wait for their turn on one connection.  Browsers send none ahead."""
CHUNKY: Final = 8
"""A body cut into small chunks is so many times as long as what is in it."""


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
        self._wants_socket = False  # the last request on this line
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
        self._serving.tide.told(len(self._serving.crowd))
        if gives_way is not None:
            gives_way.drop()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._forget()
        self._answer_no_more()
        self._unset_keepalive_if_required()
        if self._has_answered():
            self.loop.call_soon(dissolve, self)

    def _has_answered(self) -> bool:
        """Whoever is still being answered will tell this connection when that is over."""
        cycles: tuple[RequestResponseCycle | None, ...] = (self._running, self.cycle)
        return all(cycle is None or cycle.response_complete for cycle in cycles)

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
        """When all before it is answered and its turn has come; what it says is read then."""
        self._wants_socket = True
        self.transport.pause_reading()
        if self._has_answered():
            self._come_in()

    def _come_in(self) -> None:
        self._forget()
        self._unset_keepalive_if_required()
        self.transport.pause_reading()  # an answer before it has gone on reading
        self._serving.turnstile.call(self._upgrade)

    def _upgrade(self) -> None:
        is_lost = not vars(self)  # and dissolved
        if not (is_lost or self.transport.is_closing()):
            super().handle_websocket_upgrade()
            self.transport.resume_reading()
            dissolve(self)

    def _forget(self) -> None:
        self._serving.crowd.leave(self)
        self._serving.tide.told(len(self._serving.crowd))
        self._serving.unread.remove(self)
        if self._timer is not None:
            self._timer.cancel()

    def drop(self) -> None:
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
            self.drop()
            return
        self._stuck = stuck
        if self._is_late() and not stuck:
            self._refuse(408, "too_slow", number=int(self._serving.settings.request_s))
        self._look_later()

    def pause_writing(self) -> None:
        super().pause_writing()
        for line in self._serving.unread.add(self, self.transport.get_write_buffer_size()):
            line.drop()

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
            self.drop()

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
        if self.pipeline or self.transport.is_closing():
            return
        if not self._wants_socket:
            self._serving.crowd.idle(self)
        elif self._has_answered():
            self._come_in()

    def _refuse(self, status: int, code: str, **facts: Any) -> None:
        """The last answer on this connection, unless one has begun already."""
        METRICS.refusals.labels(code).inc()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            self.transport.write(problem(status, Refusal(code, facts=facts)))
        self._answer_no_more()
        self.transport.close()
