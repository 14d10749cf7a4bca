"""How much one process of the tavern bears.

    python -m tools.load                     SQLite and PostgreSQL, in turns
    PEERS=1 python -m tools.load             and boardgame.io's released server, in the same run

Rooms of four people play Kings over sockets, one choice in flight in each room, the next as soon
as everybody has seen the last.  Every choice is on the disk before anybody sees it.  The "plain
room" has no rules worth the name, like the peer's: it measures the tavern alone.  The server has
one core and this program the other, where the machine has two.  Rounds of the servers take turns,
so that a noisy machine is noisy to all: read the ratios.
"""

import argparse
import asyncio
import json
import os
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
import uvloop

from parlour.cli.remote import ask, socket_url
from tools.faults import Node
from tools.opening import opening_times
from tools.rawsocket import RawSocket

SEATS = 5
WARM_S = 0.5


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
    n: int = 0


DECODE = msgspec.json.Decoder(Message).decode


class Figures(msgspec.Struct):
    """One round of one server."""

    choices_per_s: float
    fanouts_per_s: float
    p50_ms: float
    p99_ms: float
    bytes_per_view: float
    cpu_us_per_fanout: float


class Meter:
    """Counts while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.took: list[float] = []
        self.fanouts = 0
        self.bytes = 0

    def start(self) -> None:
        self.took, self.fanouts, self.bytes, self.on = [], 0, 0, True

    def figures(self, seconds: float, cpu: float) -> Figures:
        self.on = False
        took = sorted(self.took) or [0.0]
        return Figures(
            len(self.took) / seconds,
            self.fanouts / seconds,
            took[len(took) // 2] * 1000,
            took[int(len(took) * 0.99)] * 1000,
            self.bytes / max(1, self.fanouts),
            cpu / max(1, self.fanouts) * 1e6,
        )


class Room:
    """Four people at one table, one choice in flight."""

    def __init__(self, base: str, game: dict[str, Any], meter: Meter, luck: Random) -> None:
        self.base = base
        self.game = game
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
        self.playing_again: asyncio.Future[None] | None = None

    async def open(self) -> None:
        plans = [{"who": "reserved"}] * SEATS
        wanted = {**self.game, "name": "Anna", "players": SEATS, "seats": plans}
        keys = await ask(f"{self.base}/api/tables", wanted)
        self.id = keys["id"]
        self.keys = [keys["key"], *(keys["reserved"][str(seat)] for seat in range(1, SEATS))]

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
                self._news(seat, message, len(frame))

        return heard

    def _news(self, seat: int, news: Message, size: int) -> None:
        if self.meter.on:
            self.meter.fanouts += 1
            self.meter.bytes += size
        if news.table is not None and news.table.phase == "over":
            self.over = True
        if news.decision is not None and news.decision.default is not None:
            self.asked = (seat, news.decision)
        self.waiting -= 1
        if self.waiting == 0 and self.go:
            if self.meter.on:
                self.meter.took.append(time.perf_counter() - self.sent_at)
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
        self.waiting = SEATS
        self.mids += 1
        text = self.luck.choice(decision.choices).text
        self.sent_at = time.perf_counter()
        answer = {"type": "answer", "mid": str(self.mids), "decision": decision.id, "choice": text}
        self.lines[seat].send(msgspec.json.encode(answer))

    async def again(self) -> None:
        self.waiting = SEATS
        await ask(f"{self.base}/api/tables/{self.id}/rematch", {}, self.keys[0])


class Ours:
    """The tavern, as `make load` measures it."""

    def __init__(self, name: str, store: str, game: dict[str, Any]) -> None:
        self.name = name
        self.game = game
        self.node = Node("load", store, "tools.plain_room")
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
        await asyncio.sleep(0.2)
        for room in self.rooms:
            room.go = True
            room.move()
        await asyncio.sleep(WARM_S)
        self.meter.start()
        cpu, begun = cpu_s(self.pid), time.perf_counter()
        await asyncio.sleep(seconds)
        spent = time.perf_counter() - begun
        figures = self.meter.figures(spent, cpu_s(self.pid) - cpu)
        for room in self.rooms:
            room.go = False
        await asyncio.sleep(0.3)
        return figures

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


def pin(pid: int, core: int | None) -> None:
    if core is not None:
        os.sched_setaffinity(pid, {core})


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rss_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def middle(rounds: list[Figures]) -> dict[str, float]:
    found = [msgspec.to_builtins(one) for one in rounds]
    return {name: round(median(one[name] for one in found), 2) for name in found[0]}


async def measure(servers: list[Any], args: argparse.Namespace) -> dict[str, Any]:
    cores = os.cpu_count() or 1
    if cores > 1:
        os.sched_setaffinity(0, {1})
    rounds: dict[str, list[Figures]] = {server.name: [] for server in servers}
    for server in servers:
        await server.start(args.rooms, 0 if cores > 1 else None)
    for number in range(args.rounds):
        for server in servers:
            figures = await server.round(args.seconds)
            rounds[server.name].append(figures)
            print(f"  round {number + 1} {server.name}: {figures}", file=sys.stderr)
    report: dict[str, Any] = {name: middle(found) for name, found in rounds.items()}
    for server in servers:
        if isinstance(server, Ours):
            report[server.name]["kib_per_table"] = round(await server.memory(args.tables), 1)
        await server.stop()
    return report


def ratios(report: dict[str, Any], peer: str) -> dict[str, Any]:
    names = ("fanouts_per_s", "choices_per_s", "p99_ms", "cpu_us_per_fanout")
    return {
        f"{name} / {peer}": {
            figure: round(report[name][figure] / max(1e-9, report[peer][figure]), 2)
            for figure in names
        }
        for name in report
        if name != peer and "fanouts_per_s" in report[name]
    }


async def load(args: argparse.Namespace, stores: dict[str, str]) -> dict[str, Any]:
    servers: list[Any] = [Ours(name, store, {"game": "kings"}) for name, store in stores.items()]
    if "sqlite" in stores:
        plain = {"game": "plain", "options": {"lines": args.lines}}
        plain_store = stores["sqlite"].replace("load.db", "plain.db")
        servers.append(Ours("plain room, sqlite", plain_store, plain))
    if os.environ.get("PEERS") == "1":
        from tools.peers import Peer, installed

        if installed():
            servers.append(Peer(args.lines))
    report = await measure(servers, args)
    for name, store in stores.items():
        report[name]["opening"] = await opening_times(store, args.choices)
    if any(name == "boardgame.io" for name in report):
        report["ratios"] = ratios(report, "boardgame.io")
    return report


def main() -> int:
    top = argparse.ArgumentParser(description=__doc__)
    top.add_argument("--rooms", type=int, default=100)
    top.add_argument("--tables", type=int, default=300, help="further tables, for the memory")
    top.add_argument("--seconds", type=float, default=4)
    top.add_argument("--rounds", type=int, default=3)
    top.add_argument("--choices", type=int, default=2000)
    top.add_argument("--lines", type=int, default=8, help="lines of the log in a plain view")
    top.add_argument("--only", choices=("sqlite", "postgres"))
    args = top.parse_args()
    with ExitStack() as stack:
        stores: dict[str, str] = {}
        if args.only != "postgres":
            folder = Path(tempfile.mkdtemp(prefix="parlour-load-"))
            stack.callback(shutil.rmtree, folder)
            stores["sqlite"] = f"sqlite:///{folder / 'load.db'}"
        if args.only != "sqlite":
            from tools.postgres_server import fresh_database, running

            server = stack.enter_context(running())
            stores["postgres"] = stack.enter_context(fresh_database(server))
        report = uvloop.run(load(args, stores))
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
