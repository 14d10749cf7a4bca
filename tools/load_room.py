"""Rooms full of guests for `make load`: one choice in flight in each, the next when all saw it."""

import asyncio
import json
import os
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from parlour.cli.remote import ask, socket_url
from tools.nodes import Node
from tools.rawsocket import RawSocket

WARM_S: Final = 0.5
REST_S: Final = 0.5
RESTS: Final = 60
IDLE: Final = 0.1
"""A share of a core: whoever needs less is at rest."""


class Figures(msgspec.Struct):
    """One round of one server.  `cpu` and `client_cpu`: shares of a core, of it and of us."""

    choices_per_s: float
    fanouts_per_s: float
    p50_ms: float
    p99_ms: float
    frame_bytes: float
    cpu_us_per_fanout: float
    cpu: float
    client_cpu: float


class Meter:
    """Counts while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.took: list[float] = []
        self.fanouts = 0
        self.bytes = 0

    def heard(self, size: int) -> None:
        if self.on:
            self.fanouts += 1
            self.bytes += size

    def done(self, sent_at: float) -> None:
        if self.on:
            self.took.append(time.perf_counter() - sent_at)

    async def measure(self, pid: int, seconds: float) -> Figures:
        await asyncio.sleep(WARM_S)
        self.took, self.fanouts, self.bytes, self.on = [], 0, 0, True
        cpu, mine, begun = cpu_s(pid), time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        spent = time.perf_counter() - begun
        self.on = False
        cpu, mine = cpu_s(pid) - cpu, time.process_time() - mine
        took = sorted(self.took) or [0.0]
        fanouts = max(1, self.fanouts)
        return Figures(
            len(took) / spent,
            self.fanouts / spent,
            took[len(took) // 2] * 1000,
            took[int(len(took) * 0.99)] * 1000,
            self.bytes / fanouts,
            cpu / fanouts * 1e6,
            cpu / spent,
            mine / spent,
        )


async def play_round(rooms: list[Any], meter: Meter, pid: int, seconds: float) -> Figures:
    """All rooms play for a while, then come to rest."""
    for room in rooms:
        room.go = True
        room.move()
    figures = await meter.measure(pid, seconds)
    for room in rooms:
        room.go = False
    await rest(pid)
    return figures


async def rest(pid: int) -> None:
    """Until the server has nothing left to do: games that are over are packed for a while.

    The next server has the same core.
    """
    for _ in range(RESTS):
        before = whole_cpu_s(pid)
        await asyncio.sleep(REST_S)
        if whole_cpu_s(pid) - before < IDLE * REST_S:
            return


# --- our own ---------------------------------------------------------------------------------


class Choice(msgspec.Struct):
    text: str


class Decision(msgspec.Struct):
    id: int
    choices: list[Choice]
    default: str | None


class Table(msgspec.Struct):
    phase: str


class Message(msgspec.Struct):
    type: str
    decision: Decision | None = None
    table: Table | None = None


DECODE: Final = msgspec.json.Decoder(Message).decode


class Room:
    """People at one table of ours."""

    def __init__(self, base: str, game: dict[str, Any], meter: Meter, luck: Random) -> None:
        self.base = base
        self.game = game
        self.seats: Final = int(game["players"])
        self.meter = meter
        self.luck = luck
        self.id = ""
        self.keys: list[str] = []
        self.lines: list[RawSocket] = []
        self.asked: tuple[int, Decision] | None = None
        self.waiting = 0
        self.sent_at = 0.0
        self.over = False
        self.go = False
        self.mids = 0
        self.last = b""
        self.playing_again: asyncio.Future[None] | None = None

    async def open(self) -> None:
        plans = [{"who": "open"}] * self.seats
        keys = await ask(f"{self.base}/api/tables", {**self.game, "name": "Anna", "seats": plans})
        self.id = keys["id"]
        self.keys = [keys["key"]]
        for seat in range(1, self.seats):
            wanted = {"name": f"Guest {seat}", "seat": seat}
            joined = await ask(f"{self.base}/api/tables/{self.id}/join", wanted)
            self.keys.append(joined["key"])

    async def connect(self) -> None:
        for seat, key in enumerate(self.keys):
            line = await RawSocket(socket_url(self.base, self.id)).connect()
            line.heard = self._listener(seat)
            line.send(json.dumps({"type": "hello", "key": key}).encode())
            self.lines.append(line)
        await ask(f"{self.base}/api/tables/{self.id}/start", {}, self.keys[0])

    def _listener(self, seat: int) -> Any:
        def heard(frame: bytes) -> None:
            message = DECODE(frame)
            if message.type == "news":
                self.last = frame
                self._news(seat, message, len(frame))

        return heard

    def _news(self, seat: int, news: Message, size: int) -> None:
        self.meter.heard(size)
        if news.table is not None:  # also while it waits for everybody's word on another game
            self.over = news.table.phase == "over"
        if news.decision is not None and news.decision.default is not None:
            self.asked = (seat, news.decision)
        self.waiting -= 1
        if self.waiting == 0 and self.go:
            self.meter.done(self.sent_at)
            self.move()

    def move(self) -> None:
        if self.over:
            self.over = False
            self.playing_again = asyncio.ensure_future(self.again())
            return
        if self.asked is None:
            return
        seat, decision = self.asked
        self.asked = None
        self.waiting = self.seats
        self.mids += 1
        text = self.luck.choice(decision.choices).text
        self.sent_at = time.perf_counter()
        answer = {"type": "answer", "mid": str(self.mids), "decision": decision.id, "choice": text}
        self.lines[seat].send(msgspec.json.encode(answer))

    async def again(self) -> None:
        """Everybody wants it; every word is news to all."""
        self.waiting = self.seats * len(self.keys)
        for key in self.keys:
            await ask(f"{self.base}/api/tables/{self.id}/rematch", {}, key)


class Ours:
    """The tavern with one game.  `tree`: a compiled build of the rules."""

    def __init__(self, name: str, store: str, game: dict[str, Any], tree: str = "") -> None:
        self.name = name
        self.game = game
        self.node = Node("load", store, "tools.plain_room", tree)
        self.meter = Meter()
        self.rooms: list[Room] = []

    async def start(self, rooms: int, core: int | None) -> None:
        await self.node.start(("haste=1", "grace_ms=100000000", "lease_ms=60000"))
        await self.node.ready()
        pin(self.pid, core)
        luck = Random(1)
        self.rooms = [
            Room(self.node.url, self.game, self.meter, Random(luck.random())) for _ in range(rooms)
        ]
        for room in self.rooms:
            await room.open()
            await room.connect()

    @property
    def pid(self) -> int:
        assert self.node.process is not None
        return self.node.process.pid

    async def round(self, seconds: float) -> Figures:
        return await play_round(self.rooms, self.meter, self.pid, seconds)

    def view_bytes(self) -> int:
        """What the game itself says to one seat: the view and what it may answer."""
        sizes = []
        for room in self.rooms:
            parts = msgspec.json.decode(room.last, type=dict[str, msgspec.Raw])
            decision = bytes(parts["decision"])
            sizes.append(len(bytes(parts["view"])) + len(decision))
        return round(sum(sizes) / len(sizes))

    async def memory(self, tables: int) -> float:
        """KiB for each further table with a game on, nobody connected."""
        before = rss_kib(self.pid)
        for _ in range(tables):
            room = Room(self.node.url, self.game, self.meter, Random(1))
            await room.open()
            await ask(f"{room.base}/api/tables/{room.id}/start", {}, room.keys[0])
        return (rss_kib(self.pid) - before) / tables

    async def stop(self) -> None:
        for room in self.rooms:
            for line in room.lines:
                line.close()
        await self.node.kill()


# --- the machine -----------------------------------------------------------------------------


def pin(pid: int, core: int | None) -> None:
    """Every thread there is; those to come inherit it."""
    if core is not None:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), {core})


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def whole_cpu_s(pid: int) -> float:
    """With the processes that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    found = cpu_s(pid)
    for child in map(int, children):
        with suppress(OSError):  # it has ended
            found += cpu_s(child)
    return found


def rss_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])
