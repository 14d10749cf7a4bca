"""The peer of `make load`: boardgame.io's released server, installed from npm when asked for.

It keeps its tables in memory; ours are on the disk before anybody sees a choice.  Its game is that
of the plain room: the same rooms, seats, views and turns.
"""

import asyncio
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from tools.faults import free_port
from tools.rawsocket import RawSocket

VERSION: Final = "0.50.2"
FOLDER: Final = Path(__file__).parents[1] / "build" / "peers"
SEATS: Final = 5


def installed() -> bool:
    """Whether the peer can be measured here; it is fetched on the first occasion."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        print("no node here: the peer is not measured", file=sys.stderr)
        return False
    if not (FOLDER / "node_modules" / "boardgame.io").exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "package.json").write_text('{"private": true}')
        words = ["npm", "install", "--no-audit", "--no-fund", f"boardgame.io@{VERSION}"]
        done = subprocess.run(words, cwd=FOLDER, capture_output=True, check=False)
        if done.returncode:
            print("boardgame.io cannot be installed here", file=sys.stderr)
            return False
    shutil.copy(Path(__file__).with_name("peer_server.cjs"), FOLDER / "server.cjs")
    return True


class PeerRoom:
    """Four seats of one match, one move in flight."""

    def __init__(self, port: int, match: str, meter: Any) -> None:
        self.url = f"http://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self.match = match
        self.meter = meter
        self.lines: list[RawSocket] = []
        self.waiting = 0
        self.state = 0
        self.sent_at = 0.0
        self.go = False
        self.synced = 0

    async def connect(self) -> None:
        for seat in range(SEATS):
            line = RawSocket(self.url)
            line.heard = self._listener(line, seat)
            await line.connect()
            self.lines.append(line)
        while self.synced < SEATS:
            await asyncio.sleep(0.005)

    def _listener(self, line: RawSocket, seat: int) -> Any:
        def heard(frame: bytes) -> None:
            if frame.startswith(b"0"):
                line.send(b"40/load,")
            elif frame.startswith(b"40/load"):
                line.send(f'42/load,["sync","{self.match}","{seat}",null,{SEATS}]'.encode())
            elif frame == b"2":
                line.send(b"3")
            elif frame.startswith(b'42/load,["sync"'):
                self.synced += 1
            elif frame.startswith(b'42/load,["update"'):
                self._update(frame)

        return heard

    def _update(self, frame: bytes) -> None:
        msgspec.json.decode(frame[8:])  # a client reads what it is sent
        if self.meter.on:
            self.meter.fanouts += 1
            self.meter.bytes += len(frame)
        self.waiting -= 1
        if self.waiting == 0:
            self.state += 1
            if self.meter.on and self.go:
                self.meter.took.append(time.perf_counter() - self.sent_at)
            if self.go:
                self.move()

    def move(self) -> None:
        if self.waiting > 0:
            return
        seat = self.state % SEATS
        self.waiting = SEATS
        self.sent_at = time.perf_counter()
        self.lines[seat].send(
            f'42/load,["update",{{"type":"MAKE_MOVE","payload":{{"type":"play","args":["card1"],'
            f'"playerID":"{seat}","credentials":null}}}},{self.state},"{self.match}","{seat}"]'.encode()
        )


class Peer:
    """boardgame.io, with the same interface as our own server has in `tools.load`."""

    name = "boardgame.io"

    def __init__(self, lines: int) -> None:
        from tools.load import Meter

        self.lines = lines
        self.meter = Meter()
        self.port = free_port()
        self.rooms: list[PeerRoom] = []
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, rooms: int, core: int | None) -> None:
        from tools.load import pin

        self.process = await asyncio.create_subprocess_exec(
            "node",
            "server.cjs",
            str(self.port),
            str(self.lines),
            cwd=FOLDER,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        pin(self.process.pid, core)
        for number in range(rooms):
            room = PeerRoom(self.port, f"room{number}", self.meter)
            await self._connected(room)
            self.rooms.append(room)

    async def _connected(self, room: PeerRoom) -> None:
        for _ in range(200):
            try:
                await room.connect()
                return
            except OSError:
                room.lines.clear()
                await asyncio.sleep(0.1)
        raise SystemExit("boardgame.io does not start")

    async def round(self, seconds: float) -> Any:
        from tools.load import WARM_S, cpu_s

        assert self.process is not None
        for room in self.rooms:
            room.go = True
            room.move()
        await asyncio.sleep(WARM_S)
        self.meter.start()
        cpu, begun = cpu_s(self.process.pid), time.perf_counter()
        await asyncio.sleep(seconds)
        spent = time.perf_counter() - begun
        figures = self.meter.figures(spent, cpu_s(self.process.pid) - cpu)
        for room in self.rooms:
            room.go = False
        await asyncio.sleep(0.3)
        return figures

    async def stop(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.wait()
