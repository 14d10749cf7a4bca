"""Small tables and rows for the tests of the store."""

import sqlite3
from contextlib import closing

import asyncpg

from parlour.server.store import Listing, ListingState, NewTable, Row


def listing(
    table: str = "t1", state: ListingState = "open", public: bool = True, at_ms: int = 1_000
) -> Listing:
    return Listing(
        table, f"code-{table}", "kings", state, public, at_ms, b'{"seats":"\xd0\xb4\xd0\xb0"}'
    )


def table(
    name: str = "t1", state: ListingState = "open", public: bool = True, at_ms: int = 1_000
) -> NewTable:
    about = listing(name, state, public, at_ms)
    return NewTable(about, version=3, seed=bytes(range(32)), salt=b"\0\xff" * 16)


def rows(first: int, last: int | None = None, kind: str = "chose") -> list[Row]:
    """Rows numbered from `first` to `last`, both included."""
    numbers = range(first, (last or first) + 1)
    return [Row(n, 1_000 + n, kind, b'{"seat": 1, "text":"%d \xe2\x99\xa0"}' % n) for n in numbers]


async def run_sql(url: str, *statements: str) -> list[tuple[object, ...]]:
    """Behind the store's back; the rows of the last statement."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as conn, conn:
            return [conn.execute(sql).fetchall() for sql in statements][-1]
    conn_ = await asyncpg.connect(url)
    try:
        return [[tuple(found) for found in await conn_.fetch(sql)] for sql in statements][-1]
    finally:
        await conn_.close()
