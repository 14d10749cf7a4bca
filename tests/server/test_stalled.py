"""A real socket that nobody reads from: its table goes on without it."""

import asyncio
import base64
import json
import os
import socket
from pathlib import Path
from random import Random

from parlour.server.table.keeper import Keeper
from tests.server.tavern import play, tavern
from tools.patience import until


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


async def test_clients_that_stop_reading_do_not_hold_up_their_table(tmp_path: Path) -> None:
    """None of them is let go before the end: a table that waited for one would never get there."""
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        seats = await house.open("kings", 2)
        lines = [await asyncio.to_thread(deaf, house.url, seats[0].table_id) for _ in range(5)]
        keeper = house.hub.keepers[seats[0].table_id]
        await until("all of them watch", watching, keeper, 5)
        await house.begin(seats)
        await asyncio.gather(*(play(s, Random(1)) for s in seats))
        assert keeper.streams.watchers() == 5
        for outlet in [o for s in keeper.streams.everybody() for o in s.outlets]:
            assert len(outlet._queue) <= 8
        for line in lines:
            line.close()


async def watching(keeper: Keeper, number: int) -> bool:
    return keeper.streams.watchers() == number
