"""One connection: a reader, an outbox, and a pair of eyes.

The outbox is the connection's own.  A reader that is slow gets the newest view instead of all
that it missed; one that stops is let go; neither is ever waited for by the table.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

import structlog

from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT, spoken
from parlour.server import live, moves, wire
from parlour.server.acts import Act
from parlour.server.chat import say
from parlour.server.fold import Sitting
from parlour.server.hub import Hub
from parlour.server.keeper import Keeper
from parlour.server.limits import Bucket
from parlour.server.lobby import hashed
from parlour.server.metrics import METRICS
from parlour.server.speak import example, told
from parlour.server.stream import Stream
from parlour.server.trip import Trip

PING_S: Final = 3.0
"""How often a line is measured, where it matters how long it is."""
QUEUE: Final = 8
"""News that wait for a slow reader, before the newest view takes their place."""
MOST_REPLIES: Final = 256

log = structlog.get_logger("parlour.socket")


class Wire:
    """What a connection needs of the web framework."""

    async def send(self, message: bytes) -> None:
        raise NotImplementedError

    async def receive(self) -> str | bytes | None:
        """The next frame; None: the other side is gone."""
        raise NotImplementedError

    async def close(self, code: int) -> None:
        raise NotImplementedError

    def at_once(self, message: bytes) -> bool:
        """Send now, if the line takes it without waiting; False: it does not."""
        return False

    def farewell(self, message: bytes) -> None:
        """What to say if the server stops."""

    def ping(self, word: bytes) -> None:
        """Ask the other end to send this word back, if the line can do that."""

    def pongs(self, heard: Callable[[bytes], None]) -> None:
        """Whom to give the words that come back."""


class Outbox:
    """What waits to be sent to one connection."""

    def __init__(self, at_once: Callable[[bytes], bool]) -> None:
        self._at_once: Final = at_once
        self._idle = False  # nothing waits, nothing is being sent: what comes may go at once
        self._queue: deque[tuple[bool, bytes]] = deque()
        self._news = 0
        self._fresh = False
        self._filled: Final = asyncio.Event()
        self.kicked = ""

    def push(self, message: bytes) -> None:
        """News.  Too much of it waiting: only the newest view counts."""
        if self._fresh or (self._idle and self._at_once(message)):
            return
        if self._news >= QUEUE:
            self._queue = deque(entry for entry in self._queue if not entry[0])
            self._news, self._fresh = 0, True
        else:
            self._queue.append((True, message))
            self._news += 1
        self._wake()

    def reply(self, message: wire.FromServer) -> None:
        self.relay(wire.encode(message))
        if len(self._queue) > MOST_REPLIES:
            self.kick("too_fast")

    def relay(self, message: bytes) -> None:
        """In order and whole, however slow the reader."""
        if self._idle and self._at_once(message):
            return
        self._queue.append((False, message))
        self._wake()

    def kick(self, code: str) -> None:
        """Say goodbye and close."""
        self.kicked = code
        self._wake()

    def _wake(self) -> None:
        self._idle = False
        self._filled.set()

    async def next(self, stream: Stream) -> bytes | None:
        """The next message to send; None: it is time to say goodbye."""
        while not (self._queue or self._fresh or self.kicked):
            self._idle = True
            self._filled.clear()
            await self._filled.wait()
        if self._queue:
            news, message = self._queue.popleft()
            self._news -= news
            return message
        if self.kicked:
            return None
        self._fresh = False
        return stream.fresh()


class Connection:
    """A seat's or a bystander's connection to one table."""

    def __init__(self, hub: Hub, table: str, line: Wire) -> None:
        self.hub: Final = hub
        self.table: Final = table
        self.line: Final = line
        self.lang = DEFAULT
        self.seat: int | None = None
        self.hash = ""
        self.trip: Final = Trip(hub.world.now_ms, hub.world.token, line.ping)
        self._sending = 0.0  # since when one message has waited to be taken
        self._obeying = self._leaving = False
        self.outbox: Final = Outbox(line.at_once)
        settings = hub.settings
        now = hub.world.now_ms()
        self._bucket = Bucket(settings.messages_per_second, settings.message_burst, now)

    async def run(self) -> None:
        try:
            hello = await self._hello()
            if hello is None:
                return
            keeper = await self.hub.keeper(self.table)
            self._sit_down(keeper, hello)
            if self.seat is not None and keeper.sitting.seats[self.seat].away:
                await keeper.do(moves.come_back(self.seat))
        except Refusal as refusal:
            await self._bye(refusal.code, told(refusal, self.lang))
            return
        await self._stay(keeper, hello)

    async def _hello(self) -> wire.Hello | None:
        try:
            frame = await asyncio.wait_for(self.line.receive(), self.hub.settings.hello_s)
        except TimeoutError:
            raise Refusal("hello_first") from None
        if frame is None:
            return None
        message = wire.read(frame)
        if not isinstance(message, wire.Hello):
            raise Refusal("hello_first")
        self.lang = spoken([message.lang])
        bye = wire.Bye("stopping", told(Refusal("stopping"), self.lang))
        self.line.farewell(wire.encode(bye))
        return message

    def _sit_down(self, keeper: Keeper, hello: wire.Hello) -> None:
        s = keeper.sitting
        if keeper.foreign:
            raise Refusal("other_rules")
        self.hash = hashed(hello.key)
        self.seat = s.seat_of(self.hash)
        if hello.key and self.seat is None and not s.is_host(self.hash):
            raise Refusal("bad_key")
        if self.seat is None and not s.config.watchers and not s.is_host(self.hash):
            raise Refusal("no_watchers")
        if self.seat is None and keeper.streams.watchers() >= self.hub.settings.max_watchers:
            raise Refusal("too_many")

    async def _stay(self, keeper: Keeper, hello: wire.Hello) -> None:
        stream = keeper.listen(self.seat, self.outbox)
        self._greet(keeper, stream, hello)
        keeper.arrived(stream, self.outbox)
        self.line.pongs(self.trip.answered)
        if self.seat is not None:
            self.trip.ask()
        writer = asyncio.create_task(self._write(stream))
        reader = asyncio.create_task(self._read(keeper))
        watcher = asyncio.create_task(self._watch(keeper))
        tasks = {writer, reader, watcher}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            keeper.leave(stream, self.outbox)
            self._leaving = True
            for task in tasks:
                if task is not reader or not self._obeying:  # a move under way is carried through
                    task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self.outbox.kicked:
            code = self.outbox.kicked
            await self._bye(code, told(Refusal(code), self.lang))

    def _greet(self, keeper: Keeper, stream: Stream, hello: wire.Hello) -> None:
        gap = stream.gap(hello.last) if hello.stream == stream.id else None
        self.outbox.reply(
            wire.Welcome(
                wire.PROTOCOL,
                stream.id,
                stream.n,
                self.seat,
                self.hub.world.now_ms(),
                keeper.info(),
                list(keeper.sitting.chat),
            )
        )
        for message in gap if gap is not None else [stream.fresh()]:
            self.outbox.relay(message)

    async def _bye(self, code: str, text: str) -> None:
        METRICS.refusals.labels(code).inc()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self.line.send(wire.encode(wire.Bye(code, text))), 1)
            await asyncio.wait_for(self.line.close(4000), 1)

    # --- writing ----------------------------------------------------------------------------

    async def _write(self, stream: Stream) -> None:
        clock = asyncio.get_running_loop().time
        while (message := await self.outbox.next(stream)) is not None:
            self._sending = clock()
            await self.line.send(message)
            self._sending = 0.0

    async def _watch(self, keeper: Keeper) -> None:
        """Ends when one message has not been taken for too long.  A timer for each is dear.

        On the way it measures the line.
        """
        clock = asyncio.get_running_loop().time
        limit = self.hub.settings.stall_s
        while not self._sending or clock() - self._sending < limit:
            await asyncio.sleep(min(limit / 4, PING_S))
            if self.seat is not None and _counts(keeper):
                self.trip.ask()
        METRICS.stalled.inc()
        self.outbox.kick("stalled")

    # --- reading ----------------------------------------------------------------------------

    async def _read(self, keeper: Keeper) -> None:
        while not self._leaving and (frame := await self.line.receive()) is not None:
            if not self._bucket.take(self.hub.world.now_ms()):
                self.outbox.kick("too_fast")
                return
            self._obeying = True
            await self._obey(keeper, frame)
            self._obeying = False

    async def _obey(self, keeper: Keeper, frame: str | bytes) -> None:
        mid = ""
        try:
            message = wire.read(frame)
            mid = getattr(message, "mid", "")
            reply = await self._answer(keeper, message)
        except Refusal as refusal:
            reply = refused(refusal, mid, self.lang, keeper.sitting)
        if reply is not None:
            self.outbox.reply(reply)

    async def _answer(self, keeper: Keeper, message: Any) -> wire.FromServer | None:
        if isinstance(message, wire.Ping):
            return wire.Pong(message.t, self.hub.world.now_ms())
        if isinstance(message, wire.Hello):
            raise Refusal("bad_message", facts={"reason": "hello"})
        seat = self.seat
        if seat is None:
            raise Refusal("watcher")
        if isinstance(message, wire.Why):
            refusal = moves.why(keeper.sitting, seat, message.choice)
            if refusal is not None:
                raise refusal
        elif isinstance(message, wire.Answer | wire.Undo):
            act = self._act(seat, message)
            if live.collects(keeper):
                live.collect(keeper, act, lambda refusal: self._tell(keeper, act.mid, refusal))
                return None
            await self._carry(keeper, act)
        else:
            await keeper.carry(self._move(keeper, seat, message))
        return wire.Ack(message.mid)

    def _move(self, keeper: Keeper, seat: int, message: Any) -> moves.Move:
        """What this message does at the table, whatever time it is there."""
        if isinstance(message, wire.Say):
            return say(seat, message.phrase, message.text, message.mid)
        if isinstance(message, wire.Plead):
            return moves.plead(seat, message.mid, keeper.present(), self.hub.settings.plea_ms)
        return moves.reply(seat, message.plea, isinstance(message, wire.Agree), message.mid)

    def _act(self, seat: int, message: wire.Answer | wire.Undo) -> Act:
        now, half = self.hub.world.now_ms(), self.trip.half()
        if isinstance(message, wire.Undo):
            return Act(seat, "", 0, "person", now, half, message.mid, undo=True)
        return Act(seat, message.choice, message.decision, "person", now, half, message.mid)

    async def _carry(self, keeper: Keeper, act: Act) -> None:
        begun = perf_counter()
        await keeper.carry(act.move(act.number))
        METRICS.choice_seconds.observe(perf_counter() - begun)

    def _tell(self, keeper: Keeper, mid: str, refusal: Refusal | None) -> None:
        """What came of something that had to wait for its tick."""
        if refusal is None:
            self.outbox.reply(wire.Ack(mid))
        else:
            self.outbox.reply(refused(refusal, mid, self.lang, keeper.sitting))


def _counts(keeper: Keeper) -> bool:
    """Whether it matters here how far away somebody is."""
    s = keeper.sitting
    return s.playing and (s.config.pace.kind == "live" or live.is_live(keeper))


def refused(refusal: Refusal, mid: str, lang: str, sitting: Sitting | None) -> wire.Refused:
    METRICS.refusals.labels(refusal.code).inc()
    text = told(refusal, lang, sitting)
    typed = example(refusal, sitting)
    return wire.Refused(mid, refusal.code, text, refusal.rule, refusal.facts, typed)
