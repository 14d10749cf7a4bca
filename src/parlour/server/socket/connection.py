"""One connection: a reader, an outbox, and a pair of eyes.

The outbox is the connection's own.  A reader that is slow gets the newest view instead of all
that it missed; one that stops is let go; neither is ever waited for by the table.
"""

import asyncio
import contextlib
from time import perf_counter
from typing import Any, Final

import structlog

from parlour.bots.advice import sentence
from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT, spoken
from parlour.core.words import Speaker
from parlour.server.limits import Bucket
from parlour.server.metrics import METRICS
from parlour.server.node.hub import Hub
from parlour.server.socket import messages
from parlour.server.socket.channel import Channel
from parlour.server.socket.outbox import Outbox
from parlour.server.socket.trip import Trip
from parlour.server.table import begin, deeds, hints, live, seats, shown
from parlour.server.table.acts import Act
from parlour.server.table.keeper import Keeper
from parlour.server.table.people import device_mark, hashed
from parlour.server.table.seats import held_from
from parlour.server.table.sitting import Sitting
from parlour.server.table.stream import Stream
from parlour.server.table.talk import say
from parlour.server.words import example, refusal_text

NOTED: Final = (messages.Why, messages.Partake, messages.Hint)
"""What changes nothing at the table."""
ACTS: Final = (messages.Answer, messages.Undo)
PING_S: Final = 3.0
"""How often a round trip is measured, where it matters how long it is."""
BYE_S: Final = 2.0
"""For saying goodbye to whoever may read no more.  Not by `wait_for`, here and below: it takes a
task, and its future and an exception in it refer to each other."""
log = structlog.get_logger("parlour.socket")


class Connection:
    """A seat's or a bystander's connection to one table."""

    def __init__(self, hub: Hub, table: str, channel: Channel, address: str = "") -> None:
        self.hub: Final = hub
        self.table: Final = table
        self.channel: Final = channel
        self.address: Final = channel.address
        self.lang = DEFAULT
        self.seat: int | None = None
        self.hash = ""
        self.trip: Final = Trip(hub.world.steady_ms, hub.world.token, channel.ping)
        self._sending = 0.0  # since when one message has waited to be taken
        self._obeying = self._leaving = self._partakes = False
        self.outbox: Final = Outbox(channel.way())
        settings = hub.settings
        now = hub.world.now_ms()
        self._bucket = Bucket(settings.messages_per_second, settings.message_burst, now)

    async def run(self) -> None:
        try:
            hello = await self._hello()
            if hello is None:
                return
            keeper = await self.hub.keeper(self.table)
            await seats.hear_of_key(keeper, hashed(hello.key))
            self._sit_down(keeper, hello)
            if self.seat is not None:
                await self._settle_in(keeper, self.seat, hello)
        except Refusal as refusal:
            await self._bye(refusal.code, refusal_text(refusal, self.lang))
            return
        await self._stay(keeper, hello)

    async def _hello(self) -> messages.Hello | None:
        try:
            async with asyncio.timeout(self.hub.settings.hello_s):
                frame = await self.channel.receive()
        except TimeoutError:
            raise Refusal("hello_first") from None
        if frame is None:
            return None
        message = messages.read(frame)
        if not isinstance(message, messages.Hello):
            raise Refusal("hello_first")
        self.lang = spoken([message.lang])
        bye = messages.Bye("stopping", refusal_text(Refusal("stopping"), self.lang))
        self.channel.farewell(shown.encode(bye))
        return message

    async def _settle_in(self, keeper: Keeper, seat: int, hello: messages.Hello) -> None:
        """The seat is its person's again; from which device is noted."""
        if keeper.sitting.seats[seat].away:
            await keeper.do(deeds.come_back(seat))
        device = device_mark(self.table, hello.device)
        if device and device not in keeper.sitting.seats[seat].devices:
            await keeper.do(held_from(seat, device))

    def _sit_down(self, keeper: Keeper, hello: messages.Hello) -> None:
        s = keeper.sitting
        if self.hub.house.is_curbed("ban", self.address):
            raise Refusal("banned")
        if keeper.foreign:
            raise Refusal("other_rules")
        self.hash = hashed(hello.key)
        self.seat = s.seat_of(self.hash)
        if s.link_to(self.hash) is not None:
            raise Refusal("sit_down_first")
        if s.sat_down_by(self.hash) is not None:
            raise Refusal("link_used")
        if hello.key and self.seat is None and not s.is_host(self.hash):
            raise Refusal("bad_key")
        if self.seat is None and not s.config.watchers and not s.is_host(self.hash):
            raise Refusal("no_watchers")
        if self.seat is None and keeper.streams.watchers() >= self.hub.settings.max_watchers:
            raise Refusal("too_many")

    async def _stay(self, keeper: Keeper, hello: messages.Hello) -> None:
        stream = keeper.listen(self.seat, self.address)
        self._greet(keeper, stream, hello)
        keeper.arrived(stream, self.outbox)
        self.hub.guests.enter(self)
        self.channel.pongs(self.trip.answered)
        if self.seat is not None:
            self.trip.ask()
        writer = asyncio.create_task(self._write(stream))
        reader = asyncio.create_task(self._read(keeper))
        watcher = asyncio.create_task(self._watch(keeper))
        tasks = {writer, reader, watcher}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await self.hub.turnstile.enter()
        finally:
            if self._partakes and self.seat is not None:
                keeper.presence.takers[self.seat] -= 1
            self.hub.guests.leave(self)
            keeper.leave(stream, self.outbox, self.address)
            self._leaving = True
            for task in tasks:
                if task is not reader or not self._obeying:  # a deed under way is carried through
                    task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self.outbox.kicked:
            code = self.outbox.kicked
            await self._bye(code, refusal_text(Refusal(code), self.lang))

    def _greet(self, keeper: Keeper, stream: Stream, hello: messages.Hello) -> None:
        gap = stream.gap(hello.last) if hello.stream == stream.id else None
        self.outbox.reply(
            messages.Welcome(
                messages.PROTOCOL,
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
        if self.hub.house.notice or self.hub.house.maintenance:
            self.tell_bulletin()

    def dismiss(self, code: str) -> None:
        self.outbox.kick(code)

    def tell_bulletin(self) -> None:
        house = self.hub.house
        self.outbox.reply(messages.Bulletin(house.notice, house.maintenance))

    async def _bye(self, code: str, text: str) -> None:
        METRICS.refusals.labels(code).inc()
        with contextlib.suppress(Exception):
            async with asyncio.timeout(BYE_S):
                await self.channel.send(shown.encode(messages.Bye(code, text)))
                await self.channel.close(4000)

    # --- writing ----------------------------------------------------------------------------

    async def _write(self, stream: Stream) -> None:
        clock = asyncio.get_running_loop().time
        while (message := await self.outbox.next(stream)) is not None:
            self._sending = clock()
            await self.channel.send(message)
            self._sending = 0.0

    async def _watch(self, keeper: Keeper) -> None:
        """Ends when one message has not been taken for too long.  A timer for each is dear.

        On the way it measures the round trip.
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
        while not self._leaving and (frame := await self.channel.receive()) is not None:
            if not self._bucket.take(self.hub.world.now_ms()):
                self.outbox.kick("too_fast")
                return
            self._obeying = True
            await self._obey(keeper, frame)
            self._obeying = False

    async def _obey(self, keeper: Keeper, frame: str | bytes) -> None:
        mid = ""
        try:
            message = messages.read(frame)
            mid = getattr(message, "mid", "")
            reply = await self._answer(keeper, message)
        except Refusal as refusal:
            reply = refused(refusal, mid, self.lang, keeper.sitting)
        if reply is not None:
            self.outbox.reply(reply)

    async def _answer(self, keeper: Keeper, message: Any) -> shown.FromServer | None:
        if isinstance(message, messages.Ping):
            return messages.Pong(message.t, self.hub.world.now_ms())
        if isinstance(message, messages.Hello):
            raise Refusal("bad_message", facts={"reason": "hello"})
        seat = self.seat
        if seat is None:
            raise Refusal("watcher")
        if keeper.sitting.seat_of(self.hash) != seat:  # seats were drawn while this was on its way
            raise Refusal("reseated")
        if isinstance(message, NOTED):
            return await self._note(keeper, seat, message)
        if isinstance(message, ACTS):
            act = self._act(seat, message)
            if live.collects(keeper):
                live.collect(keeper, act, lambda refusal: self._tell(keeper, act.mid, refusal))
                return None
            await self._carry(keeper, act)
        else:
            await keeper.carry(self._deed(keeper, seat, message))
        return messages.Ack(message.mid)

    async def _note(
        self, keeper: Keeper, seat: int, message: messages.Why | messages.Partake | messages.Hint
    ) -> shown.FromServer:
        """What changes nothing at the table."""
        if isinstance(message, messages.Hint):
            return await self._hint(keeper, seat, message.mid)
        if isinstance(message, messages.Partake):
            if not self._partakes:
                keeper.takes_part(seat)
            self._partakes = True
        elif (refusal := deeds.why(keeper.sitting, seat, message.choice)) is not None:
            raise refusal
        return messages.Ack(message.mid)

    async def _hint(self, keeper: Keeper, seat: int, mid: str) -> messages.Hinted:
        s = keeper.sitting
        decision = s.decision(seat) if s.playing else None
        found = await hints.hint(keeper, seat, self.hub.thinkers)
        speaker = Speaker(s.game, self.lang, shown.names_in(s, self.lang))
        return messages.Hinted(
            mid,
            decision.id if decision is not None else 0,
            found.choice,
            found.instead,
            found.margin,
            found.reason,
            found.facts,
            sentence(found, speaker),
        )

    def _deed(self, keeper: Keeper, seat: int, message: Any) -> deeds.Deed:
        """What this message does at the table, whatever time it is there."""
        if isinstance(message, messages.Say):
            if self.hub.house.is_curbed("mute", self.address):
                raise Refusal("muted")
            return say(seat, message.phrase, message.text, message.mid)
        if isinstance(message, messages.Commit):
            return begin.commit(seat, message.shuffle, message.commitment)
        if isinstance(message, messages.Reveal):
            return begin.reveal(seat, message.shuffle, message.value)
        if isinstance(message, messages.Plead):
            return deeds.plead(seat, message.mid, keeper.present(), self.hub.settings.plea_ms)
        return deeds.reply(seat, message.plea, isinstance(message, messages.Agree), message.mid)

    def _act(self, seat: int, message: messages.Answer | messages.Undo) -> Act:
        now, half = self.hub.world.now_ms(), self.trip.half()
        if isinstance(message, messages.Undo):
            return Act(seat, "", 0, "person", now, half, message.mid, undo=True)
        return Act(seat, message.choice, message.decision, "person", now, half, message.mid)

    async def _carry(self, keeper: Keeper, act: Act) -> None:
        begun = perf_counter()
        await keeper.carry(act.deed(act.number))
        METRICS.choice_seconds.observe(perf_counter() - begun)

    def _tell(self, keeper: Keeper, mid: str, refusal: Refusal | None) -> None:
        """What came of something that had to wait for its tick."""
        if refusal is None:
            self.outbox.reply(messages.Ack(mid))
        else:
            self.outbox.reply(refused(refusal, mid, self.lang, keeper.sitting))


def _counts(keeper: Keeper) -> bool:
    """Whether it matters here how far away somebody is."""
    s = keeper.sitting
    return s.playing and (s.config.pace.kind == "live" or live.is_live(keeper))


def refused(refusal: Refusal, mid: str, lang: str, sitting: Sitting) -> messages.Refused:
    METRICS.refusals.labels(refusal.code).inc()
    text = refusal_text(refusal, lang, sitting.game, shown.names_in(sitting, lang))
    typed = example(refusal, sitting.game)
    return messages.Refused(mid, refusal.code, text, refusal.rule, refusal.facts, typed)
