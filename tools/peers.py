"""The peer of `make load`: boardgame.io's released server, installed from npm when asked for.

It keeps its tables in memory; ours are on the disk before anybody sees a choice.  Its game is that
of the plain room: the same rooms, seats, views and turns.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from tools.load_room import Figures, Meter, pin, play_round
from tools.ports import free_port
from tools.rawsocket import RawSocket

VERSION: Final = "0.50.2"
FOLDER: Final = Path(__file__).parents[1] / "build" / "peers"
SEATS: Final = 5
LINES: Final = 6  # of its log: views as large as ours in bytes, which have other names for things


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


class PeerState(msgspec.Struct):
    """What a client reads of an update; the rest is skipped, as with our own."""

    G: msgspec.Raw
    ctx: dict[str, Any]


DECODE: Final = msgspec.json.Decoder(tuple[str, str, PeerState, msgspec.Raw]).decode


class PeerRoom:
    """The seats of one match, one move in flight."""

    def __init__(self, port: int, match: str, meter: Meter) -> None:
        self.url = f"http://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self.match = match
        self.meter = meter
        self.lines: list[RawSocket] = []
        self.waiting = 0
        self.state = 0
        self.sent_at = 0.0
        self.go = False
        self.synced = 0
        self.view_bytes = 0

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
        _, _, state, _ = DECODE(frame[8:])
        self.view_bytes = len(bytes(state.G))
        self.meter.heard(len(frame))
        self.waiting -= 1
        if self.waiting == 0:
            self.state += 1
            if self.go:
                self.meter.done(self.sent_at)
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
    """boardgame.io, with the same interface as our own server has in `tools.load_room`."""

    name = "boardgame.io"

    def __init__(self) -> None:
        self.meter = Meter()
        self.port = free_port()
        self.rooms: list[PeerRoom] = []
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, rooms: int, core: int | None) -> None:
        self.process = await asyncio.create_subprocess_exec(
            "node",
            "server.cjs",
            str(self.port),
            str(LINES),
            cwd=FOLDER,
            env={**os.environ, "NODE_ENV": "production"},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        for number in range(rooms):
            room = PeerRoom(self.port, f"room{number}", self.meter)
            await self._connected(room)
            self.rooms.append(room)
        pin(self.process.pid, core)

    async def _connected(self, room: PeerRoom) -> None:
        for _ in range(200):
            try:
                await room.connect()
                return
            except OSError:
                room.lines.clear()
                await asyncio.sleep(0.1)
        raise SystemExit("boardgame.io does not start")

    async def round(self, seconds: float) -> Figures:
        assert self.process is not None
        return await play_round(self.rooms, self.meter, self.process.pid, seconds)

    def view_bytes(self) -> int:
        return round(sum(room.view_bytes for room in self.rooms) / len(self.rooms))

    async def stop(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.wait()
