"""A PostgreSQL of a house that has several: killed like the nodes, and started again."""

import asyncio
import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from parlour.server.store import places
from tools.patience import PAUSE_S, Patience
from tools.postgres_server import OwnServer


class Database:
    """`number`: the one that ids of its tables name."""

    def __init__(self, number: int, server: OwnServer) -> None:
        self.number: Final = number
        self.server: Final = server

    def has(self, table: str) -> bool:
        return places.number_of(table) == self.number

    async def kill(self) -> None:
        await asyncio.to_thread(self.server.kill)

    async def start(self) -> None:
        self.server.begin()
        patience = Patience("the database starts")
        while not self.server.is_ready():
            patience.check()
            await asyncio.sleep(PAUSE_S)


@contextlib.contextmanager
def databases(folder: Path, number: int) -> Iterator[list[Database]]:
    """So many, each a server of its own."""
    made: list[Database] = []
    try:
        for k in range(1, number + 1):
            home = Path(tempfile.mkdtemp(prefix=f"database-{k}-", dir=folder))
            made.append(Database(k, OwnServer(home)))
            made[-1].server.begin()
        for one in made:
            one.server.wait_until_ready()
        yield made
    finally:
        for one in made:
            one.server.stop()
