"""Parcels: what one device leaves for another, encrypted by the page, to be fetched once.

The same statements for both databases; each store hands in how it reads and how it writes.
"""

from typing import Final

from parlour.server.store.checks import check_name, check_number, within
from parlour.server.store.ledger import Ask

PUT: Final = """
INSERT INTO parcels (id, body, until_ms)
SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS bigint)
WHERE (SELECT count(*) FROM parcels) < $4
ON CONFLICT DO NOTHING RETURNING id
"""
COUNT: Final = "SELECT count(*) FROM parcels"
FETCH: Final = "DELETE FROM parcels WHERE id = $1 AND until_ms > $2 RETURNING body"
PRUNE: Final = "DELETE FROM parcels WHERE until_ms <= $1 RETURNING id"


class Parcels:
    """They are deleted when they are fetched, or when their time is over."""

    def __init__(self, read: Ask, write: Ask) -> None:
        self._read: Final = read
        self._write: Final = write

    async def put(self, id: str, body: str, until_ms: int, most: int) -> bool:
        """False: there are too many, or there is one of this id."""
        check_name("id", id)
        check_number("until_ms", until_ms)
        return bool(await self._write(PUT, id, body, until_ms, most))

    async def fetch(self, id: str, now_ms: int) -> str | None:
        """It is gone from the store then, whoever else asks."""
        found = await self._write(FETCH, id, within(now_ms))
        return str(found[0][0]) if found else None

    async def prune(self, now_ms: int) -> int:
        return len(await self._write(PRUNE, within(now_ms)))

    async def count(self) -> int:
        return int((await self._read(COUNT))[0][0])
