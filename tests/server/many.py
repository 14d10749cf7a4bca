"""A house of two databases without PostgreSQL: two SQLite files, each of which can be away."""

from pathlib import Path
from typing import Any

from parlour.server.store import StoreDown, StoredTable
from parlour.server.store.many import ManyStores
from parlour.server.store.sqlite import SqliteStore


class Loose(SqliteStore):
    """A database that is away while the test says so."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gone = False

    @property
    def away(self) -> bool:
        return self.gone

    def check(self) -> None:
        if self.gone:
            raise StoreDown("away")

    async def open(self) -> None:
        self.check()
        await super().open()

    async def notify(self, note: str) -> None:
        self.check()
        await super().notify(note)

    async def read(self, table: str, whole: bool = False) -> StoredTable | None:
        self.check()
        return await super().read(table, whole)

    async def _read(self, *args: Any) -> Any:
        self.check()
        return await super()._read(*args)

    async def _write(self, *args: Any) -> Any:
        self.check()
        return await super()._write(*args)


def two_files(folder: Path) -> tuple[ManyStores, Loose, Loose]:
    first, second = (Loose(folder / f"{name}.db") for name in ("first", "second"))
    return ManyStores([first, second]), first, second
