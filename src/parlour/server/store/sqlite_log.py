"""Appends to a SQLite file: those of a whole batch in two statements, or each for itself.

An append moves `last` of its table, if that is what it expects, and then has its rows.  Everything
here runs in the thread that writes, but for `read_at_once`, which runs in the one that reads.
"""

import sqlite3
from collections.abc import Sequence
from typing import Final

from parlour.server.store import Conflict, Listing, Row, StoredTable, UnknownTable
from parlour.server.store import queries as q

MOVE: Final = "UPDATE tables SET last = ?, touched_ms = ? WHERE id = ? AND last = ?"
PUT: Final = "INSERT INTO log VALUES (?, ?, ?, ?, ?)"


class SqliteAppend:
    """One caller's rows."""

    def __init__(
        self, table: str, after: int, rows: Sequence[Row], listing: Listing | None
    ) -> None:
        self.listing: Final = listing
        self.move: Final = (rows[-1].seq, rows[-1].at_ms, table, after)
        self.rows: Final = values(table, rows)

    def __call__(self, conn: sqlite3.Connection) -> None:
        """By itself.  The condition first, so that a lost race has nothing to undo."""
        if conn.execute(MOVE, self.move).rowcount != 1:
            must_exist(conn, self.move[2])
            raise Conflict(f"table {self.move[2]}: row {self.move[3]} is not the last")
        conn.executemany(PUT, self.rows)
        if self.listing is not None:
            relist(conn, self.move[2], self.listing)


def append_all(conn: sqlite3.Connection, batch: list[SqliteAppend]) -> bool:
    """All of them, which is quicker; False: one of them cannot be, undo and try each alone."""
    if conn.executemany(MOVE, [one.move for one in batch]).rowcount != len(batch):
        return False
    conn.executemany(PUT, [row for one in batch for row in one.rows])
    for one in batch:
        if one.listing is not None:
            relist(conn, one.move[2], one.listing)
    return True


def values(table: str, rows: Sequence[Row]) -> list[tuple[str, int, int, str, str]]:
    return [(table, row.seq, row.at_ms, row.kind, row.body.decode()) for row in rows]


def relist(conn: sqlite3.Connection, table: str, to: Listing) -> None:
    conn.execute(
        "UPDATE tables SET state = ?, public = ?, listed_ms = ?, listing = ? WHERE id = ?",
        (to.state, to.public, to.at_ms, to.body.decode(), table),
    )


def must_exist(conn: sqlite3.Connection, table: str) -> None:
    if not conn.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchall():
        raise UnknownTable(table)


def read_at_once(conn: sqlite3.Connection, table: str, whole: bool) -> StoredTable | None:
    """One transaction: what is committed after its first read is not seen by the others."""
    conn.execute("BEGIN")
    meta = conn.execute(q.for_sqlite(q.META), (table,)).fetchone()
    snapshot = None if whole else conn.execute(q.for_sqlite(q.LATEST), (table,)).fetchone()
    behind = snapshot[1] if snapshot else 0
    rows = conn.execute(q.for_sqlite(q.LOAD), (table, behind)).fetchall()
    conn.execute("COMMIT")
    return q.kept_of(meta, snapshot, rows) if meta else None
