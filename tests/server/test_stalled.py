"""A real socket that nobody reads from: its table goes on at its own pace, and it is let go."""

import asyncio
import base64
import json
import os
import socket
import time
from pathlib import Path
from random import Random

import msgspec

from tests.server.tavern import QUICK, play, tavern


def deaf(url: str, table: str) -> socket.socket:
    """Connects to watch, and never reads again."""
    host, port = url.removeprefix("http://").split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
    line.connect((host, int(port)))
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    ]
    line.sendall("\r\n".join([*upgrade, "", ""]).encode())
    line.recv(100)
    hello = json.dumps({"type": "hello"}).encode()
    line.sendall(bytes([0x81, 0x80 | len(hello)]) + b"\0\0\0\0" + hello)
    return line


async def test_a_client_that_stops_reading_does_not_slow_its_table(tmp_path: Path) -> None:
    strict = msgspec.structs.replace(QUICK, stall_s=1.0)
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", strict) as house:
        took = []
        for readers in (0, 5):
            seats = await house.open("kings", 2)
            lines = [
                await asyncio.to_thread(deaf, house.url, seats[0].table_id) for _ in range(readers)
            ]
            await house.begin(seats)
            begun = time.perf_counter()
            await asyncio.wait_for(asyncio.gather(*(play(s, Random(1)) for s in seats)), 60)
            took.append(time.perf_counter() - begun)
            keeper = house.hub.keepers[seats[0].table_id]
            for outlet in [o for s in keeper.streams.everybody() for o in s.outlets]:
                assert len(outlet._queue) <= 8
            for line in lines:
                line.close()
        assert took[1] < 4 * took[0] + 2
