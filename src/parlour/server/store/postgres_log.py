"""Appends to PostgreSQL: a whole batch in one statement, which is one round trip and one commit.

Each append moves `last` of its table, if that is what it expects; only what was moved gets its
rows and its note.  So a lost race costs its batch mates nothing.  A batch that the server refuses
is halved until the one at fault stands alone.

When the line breaks, nobody knows whether the batch was committed.  It is sent again: each append
bears a random mark, and one that is "not the last" although the rows there bear its mark has won.
"""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Final

import asyncpg

from parlour.server.store import (
    Conflict,
    Listing,
    NewTable,
    Row,
    StoredTable,
    StoreError,
    UnknownTable,
)
from parlour.server.store import queries as q
from parlour.server.store.postgres_link import (
    CHANNEL,
    Connection,
    Contact,
    Pool,
    Server,
    blame,
    down,
    is_lost,
    let_go,
    pauses,
)

# Locking in the order of the ids keeps nodes with common tables out of deadlocks.
APPEND: Final = f"""
WITH ask AS (
    SELECT * FROM unnest(
        $1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
        $6::text[], $7::boolean[], $8::bigint[], $9::text[], $10::text[]
    ) AS a (id, after, last, touched_ms, mark, state, public, listed_ms, listing, note)
), locked AS (
    SELECT id FROM tables WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE
), moved AS (
    UPDATE tables t SET
        last = ask.last,
        touched_ms = ask.touched_ms,
        state = coalesce(ask.state, t.state),
        public = coalesce(ask.public, t.public),
        listed_ms = coalesce(ask.listed_ms, t.listed_ms),
        listing = coalesce(ask.listing, t.listing)
    FROM ask JOIN locked USING (id)
    WHERE t.id = ask.id AND t.last = ask.after
    RETURNING t.id, ask.mark, ask.note
), put AS (
    INSERT INTO log (table_id, seq, at_ms, kind, body, mark)
    SELECT r.id, r.seq, r.at_ms, r.kind, r.body, moved.mark
    FROM unnest($11::text[], $12::bigint[], $13::bigint[], $14::text[], $15::text[])
        AS r (id, seq, at_ms, kind, body)
    JOIN moved USING (id)
)
SELECT id, CASE WHEN note IS NOT NULL THEN pg_notify('{CHANNEL}', note) END FROM moved
"""

MARKED: Final = """
SELECT l.table_id FROM log l
JOIN unnest($1::text[], $2::bigint[], $3::bigint[]) AS a (id, seq, mark)
ON l.table_id = a.id AND l.seq = a.seq AND l.mark = a.mark
"""

MARK: Final = 13  # its place among the values of CREATE
CREATE: Final = """
WITH made AS (
    INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    ON CONFLICT DO NOTHING RETURNING id
), put AS (
    INSERT INTO log (table_id, seq, at_ms, kind, body, mark)
    SELECT made.id, r.seq, r.at_ms, r.kind, r.body, $14::bigint
    FROM made, unnest($15::bigint[], $16::bigint[], $17::text[], $18::text[])
        AS r (seq, at_ms, kind, body)
)
SELECT id FROM made
"""


class PostgresAppend:
    """One caller's rows."""

    def __init__(
        self, table: str, after: int, rows: Sequence[Row], listing: Listing | None, note: str | None
    ) -> None:
        self.table: Final = table
        self.after: Final = after
        self.rows: Final = rows
        self.listing: Final = listing
        self.note: Final = note
        self.mark: Final = new_mark()


def new_mark() -> int:
    return secrets.randbits(62)


def append_columns(batch: list[PostgresAppend]) -> list[list[object]]:
    """What APPEND wants, column by column."""
    asked: list[tuple[object, ...]] = []
    rows: list[tuple[object, ...]] = []
    for a in batch:
        last = a.rows[-1]
        to = a.listing
        listed = (to.state, to.public, to.at_ms, to.body.decode()) if to else (None,) * 4
        asked.append((a.table, a.after, last.seq, last.at_ms, a.mark, *listed, a.note))
        rows += [(a.table, r.seq, r.at_ms, r.kind, r.body.decode()) for r in a.rows]
    return [list(column) for part in (asked, rows) for column in zip(*part, strict=True)]


def create_values(table: NewTable, rows: Sequence[Row], created_ms: int) -> list[object]:
    """What CREATE wants."""
    about, last = table.listing, rows[-1]
    columns = zip(*[(r.seq, r.at_ms, r.kind, r.body.decode()) for r in rows], strict=True)
    return [
        *(about.table, about.code, about.game, table.version, table.seed, table.salt),
        *(created_ms, last.at_ms, last.seq),
        *(about.state, about.public, about.at_ms, about.body.decode()),
        new_mark(),
        *(list(column) for column in columns),
    ]


class PostgresWriter:
    """The one connection appends go through; lost, it is made anew."""

    def __init__(self, server: Server, patience_s: float) -> None:
        self._server = server
        self._conn: Connection | None = None
        self.contact: Final = Contact(patience_s)  # of its own: a server may answer and not write

    async def close(self) -> None:
        await self._drop()

    async def commit(self, batch: list[PostgresAppend]) -> list[StoreError | None]:
        """Try until it is settled or patience ends; a server long away gets one try per batch."""
        if away := self.contact.useless():
            return [away for _ in batch]
        sent = False
        for pause in pauses():
            begun = asyncio.get_running_loop().time()
            try:
                conn = await self._connected()
                again, sent = sent, True
                results = await self._settle(conn, batch, again)
            except Exception as error:
                if not is_lost(error):
                    await self._drop()
                    raise
                await self._drop()
                if self.contact.failed(error, begun, pause):
                    return [down(error, doubt=sent) for _ in batch]
                await asyncio.sleep(pause)
            else:
                self.contact.answered()
                return results
        raise AssertionError("pauses never end")

    async def _connected(self) -> Connection:
        if self._conn is None or self._conn.is_closed():
            self._conn = await self._server.connect("writer")
        return self._conn

    async def _drop(self) -> None:
        conn, self._conn = self._conn, None
        await let_go(conn)

    async def _settle(
        self, conn: Connection, batch: list[PostgresAppend], again: bool
    ) -> list[StoreError | None]:
        try:
            moved = {found[0] for found in await conn.fetch(APPEND, *append_columns(batch))}
        except (asyncpg.PostgresError, ValueError) as error:
            if is_lost(error):
                raise
            if len(batch) == 1:
                return [blame(error)]
            half = len(batch) // 2
            first = await self._settle(conn, batch[:half], again)
            return first + await self._settle(conn, batch[half:], again)
        losers = [a for a in batch if a.table not in moved]
        if not losers:
            return [None] * len(batch)
        why = await self._why_not(conn, losers, again)
        return [None if a.table in moved else why[a.table] for a in batch]

    async def _why_not(
        self, conn: Connection, losers: list[PostgresAppend], again: bool
    ) -> dict[str, StoreError | None]:
        ids = [a.table for a in losers]
        won: set[str] = set()
        if again:
            seqs, marks = [a.after + 1 for a in losers], [a.mark for a in losers]
            won = {found[0] for found in await conn.fetch(MARKED, ids, seqs, marks)}
        found = await conn.fetch("SELECT id FROM tables WHERE id = ANY ($1::text[])", ids)
        known = {there[0] for there in found}
        return {a.table: None if a.table in won else loss(a, a.table in known) for a in losers}


def loss(a: PostgresAppend, known: bool) -> StoreError:
    if known:
        return Conflict(f"table {a.table}: row {a.after} is not the last")
    return UnknownTable(a.table)


async def read_at_once(pool: Pool, table: str, whole: bool) -> StoredTable | None:
    """One snapshot of the database: what is committed after its first read is not seen."""
    async with (
        pool.acquire() as conn,
        conn.transaction(isolation="repeatable_read", readonly=True),
    ):
        meta = await conn.fetchrow(q.META, table)
        snapshot = None if whole else await conn.fetchrow(q.LATEST, table)
        rows = await conn.fetch(q.LOAD, table, snapshot["seq"] if snapshot else 0)
    return q.kept_of(tuple(meta), snapshot, rows) if meta else None
