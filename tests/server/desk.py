"""A tavern without a network or a clock: every message, moment and chance is the test's own."""

import asyncio
import hashlib
import itertools
import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec

from parlour.server.node import opening
from parlour.server.node.hub import Hub
from parlour.server.settings import Settings
from parlour.server.socket.channel import Channel
from parlour.server.socket.connection import Connection
from parlour.server.store import Store, open_store
from parlour.server.table import live, seats
from parlour.server.table.keeper import Keeper
from parlour.server.table.people import hashed
from parlour.server.table.steward import Steward
from tools.patience import Patience

T = TypeVar("T")
START_MS = 1_700_000_000_000
PLAIN = Settings(node="desk", think_ms=0)


class FakeWorld:
    """Time stands until somebody moves it; chance is a counter."""

    def __init__(self) -> None:
        self.now = START_MS
        self.set_by = 0  # how far the clock was set, and is followed
        self.machine = 0  # how far somebody has set the machine's clock by now
        self.drawn = 0
        self.thinking = 0

    def now_ms(self) -> int:
        return self.now + self.set_by

    def steady_ms(self) -> int:
        return self.now

    def stepped_ms(self) -> int:
        return self.machine - self.set_by

    def follow(self) -> None:
        self.set_by = self.machine

    def token(self, bits: int) -> str:
        return self.secret().hex()[: bits // 4]

    def secret(self) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"secret {self.drawn}".encode()).digest()

    def pause(self, key: str) -> int:
        return 500 + int.from_bytes(hashlib.sha256(key.encode()).digest()[:2], "big") % 1_000

    async def sleep(self, ms: int) -> None:
        self.now += ms

    async def think(self, task: Callable[[], T]) -> T:
        self.thinking += 1
        return task()


class FakeLine(Channel):
    """The other end of a connection, in the test's hands.  `stuck`: it takes nothing."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = 0
        self.stuck = False
        self.pinged: list[bytes] = []
        self.pong: Callable[[bytes], None] = lambda word: None
        self._inbox: asyncio.Queue[str | bytes | None] = asyncio.Queue()

    async def send(self, message: bytes) -> None:
        if self.stuck:
            await asyncio.Event().wait()
        self.sent.append(message)

    async def receive(self) -> str | bytes | None:
        return await self._inbox.get()

    async def close(self, code: int) -> None:
        self.closed = code

    def ping(self, word: bytes) -> None:
        self.pinged.append(word)

    def pongs(self, heard: Callable[[bytes], None]) -> None:
        self.pong = heard

    def put(self, frame: str | bytes | None) -> None:
        self._inbox.put_nowait(frame)


class Guest:
    """Somebody at the table: a connection with both ends in one process."""

    def __init__(self, desk: "Desk", key: str) -> None:
        self.desk = desk
        self.key = key
        self.line = FakeLine()
        self.connection = Connection(desk.hub, desk.id, self.line)
        self.task: asyncio.Task[None] | None = None
        self.name = f"{desk.hub.node}{len(desk.guests)}"
        self.mids = 0

    async def hello(self, **more: Any) -> "Guest":
        self.line.put(json.dumps({"type": "hello", "key": self.key, **more}))
        self.task = asyncio.create_task(self.connection.run())
        await self.until(lambda: bool(self.heard("welcome") or self.heard("bye")))
        await self.desk.settle()
        return self

    async def until(self, done: Callable[[], bool]) -> None:
        patience = Patience("a message")
        for turn in itertools.count():
            if done():
                return
            patience.check(lambda: self.messages()[-3:])
            await asyncio.sleep(0 if turn < 50 else 0.0005)

    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(frame) for frame in self.line.sent]

    def heard(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.messages() if message["type"] == kind]

    @property
    def news(self) -> dict[str, Any]:
        return self.heard("news")[-1]

    @property
    def n(self) -> int:
        return int(self.news["n"])

    async def send(self, message: dict[str, Any]) -> Callable[[], list[dict[str, Any]]]:
        """Send a message, which the server takes in; how to find the replies to it."""
        before = len(self.line.sent)
        mid = message.get("mid", "")
        self.line.put(json.dumps(message))
        await self.desk.settle()

        def replies() -> list[dict[str, Any]]:
            new = [json.loads(frame) for frame in self.line.sent[before:]]
            kinds = ("ack", "refused", "pong", "bye")
            return [m for m in new if m["type"] in kinds and m.get("mid", mid) == mid]

        return replies

    async def say(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message; the reply to it, for which its tick must end where there are ticks."""
        replies = await self.send(message)
        if message["type"] in ("answer", "undo") and live.collects(self.desk.keeper):
            await self.desk.end_of_tick()
        await self.until(lambda: bool(replies()))
        await self.desk.settle()
        return replies()[0]

    async def act(self, choice: str, **more: Any) -> Callable[[], list[dict[str, Any]]]:
        """An answer that is sent and not waited for."""
        self.mids += 1
        message = {"type": "answer", "mid": f"{self.name}-{self.mids}", "choice": choice}
        number = self.desk.table.serial[self.connection.seat]
        return await self.send({**message, "decision": number, **more})

    async def measured(self, trip: int, times: int = 1) -> None:
        """The server's pings come back so late."""
        for _ in range(times):
            self.connection.trip.ask()
            await self.desk.pass_time(trip)
            self.line.pong(self.line.pinged[-1])

    async def do(self, kind: str, **more: Any) -> dict[str, Any]:
        self.mids += 1
        return await self.say({"type": kind, "mid": f"{self.name}-{self.mids}", **more})

    async def answer(self, choice: str | None = None, **more: Any) -> dict[str, Any]:
        decision = self.news["decision"]
        chosen = choice or decision["choices"][0]["text"]
        return await self.do("answer", **{"decision": decision["id"], "choice": chosen, **more})

    async def gone(self) -> None:
        self.line.put(None)
        assert self.task is not None
        await self.task
        await self.desk.settle()


class Desk:
    """One table of one node, and everybody at it."""

    def __init__(self, store: Store, settings: Settings = PLAIN, world: Any = None) -> None:
        self.world: FakeWorld = world or FakeWorld()
        self.hub = Hub(self.world, store, settings)
        self.hub.stopping = True  # nobody runs the clock but the test
        self.id = ""
        self.keys: dict[int, str] = {}
        self.guests: list[Guest] = []

    @classmethod
    async def at(cls, store: str, settings: Settings = PLAIN, world: Any = None) -> "Desk":
        opened = open_store(store)
        await opened.open()
        return cls(opened, settings, world)

    async def open(self, game: str, people: int, bots: int = 0, **more: Any) -> "Desk":
        plans = [{"who": "reserved", "name": f"Guest {k}"} for k in range(people)]
        plans += [{"who": "bot"}] * bots
        wanted = {"game": game, "name": "Anna", "players": people + bots, "seats": plans, **more}
        keys = await opening.open_table(self.hub, msgspec.convert(wanted, opening.TableRequest))
        self.id = keys.id
        self.keys = {0: keys.key}
        keeper = await self.hub.keeper(self.id)
        for seat, link in keys.reserved.items():
            self.keys[seat] = f"{link}+"
            sitter = seats.Sitter("", hashed(self.keys[seat]), hashed(link))
            await keeper.do(seats.join(None, sitter, []))
        return self

    async def begin(self) -> "Desk":
        await self.keeper.do(seats.start)
        return self

    @property
    def keeper(self) -> Keeper:
        return self.hub.keepers[self.id]

    @property
    def house(self) -> Steward:
        return self.hub.stewards[self.id]

    @property
    def table(self) -> Any:
        return self.keeper.sitting.game_table

    async def guest(self, seat: int | None, **hello: Any) -> Guest:
        guest = Guest(self, self.keys[seat] if seat is not None else "")
        self.guests.append(guest)
        return await guest.hello(**hello)

    async def settle(self) -> None:
        """Let every outbox run empty."""
        boxes = [g.connection.outbox for g in self.guests if g.task and not g.line.stuck]
        for _ in range(50):
            await asyncio.sleep(0)
            if not any(box._queue or box._fresh for box in boxes):
                break
        await asyncio.sleep(0)

    async def pass_time(self, ms: int) -> None:
        """The clock moves on, and the house does what falls due on the way."""
        end = self.world.now + ms
        for _ in range(100_000):
            due = self.house.due()
            if due is None or due - self.world.set_by > end:
                break
            self.world.now = max(self.world.now, due - self.world.set_by)
            await self.house.wake()
            await self.settle()
        self.world.now = end
        await self.settle()

    async def end_of_tick(self) -> None:
        """Until the tick that is on has ended, and what came of it is told."""
        self.house.due()
        told = self.house.next_tick + self.hub.settings.hold_ms
        await self.pass_time(max(0, told - self.world.now_ms()))

    async def close(self) -> None:
        for guest in self.guests:
            if guest.task is not None and not guest.task.done():
                guest.line.put(None)
                guest.task.cancel()
        await asyncio.gather(*(g.task for g in self.guests if g.task), return_exceptions=True)
        for keeper in self.hub.keepers.values():
            await keeper.settled()
        await self.hub.store.close()


Opener = Callable[..., Coroutine[Any, Any, Desk]]
"""The fixture `desk`: opens desks over one store, and clears them away."""
