"""The SQL that both databases understand.  Written with $1; `for_sqlite` makes it ?1."""

from typing import Any, Final

from parlour.server.store import Census, Lease, Listing, Row, Snapshot, StoredTable, TableMeta

LOAD: Final = "SELECT seq, at_ms, kind, body FROM log WHERE table_id = $1 AND seq > $2 ORDER BY seq"

_LISTING: Final = "id, code, game, state, public, listed_ms, listing"

META: Final = (
    f"SELECT {_LISTING}, version, seed, salt, created_ms, touched_ms, last "
    "FROM tables WHERE id = $1"
)
RECENT: Final = (
    f"SELECT {_LISTING}, version, seed, salt, created_ms, touched_ms, last "
    "FROM tables ORDER BY touched_ms DESC, id LIMIT $1"
)
IDS: Final = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2"
CENSUS: Final = "SELECT count(*), coalesce(max(touched_ms), 0) FROM tables"
FIND: Final = "SELECT id FROM tables WHERE code = $1"
LISTED: Final = (
    f"SELECT {_LISTING} FROM tables WHERE public AND state = $1 "
    "ORDER BY listed_ms DESC, id LIMIT $2"
)

SNAPSHOT: Final = """
INSERT INTO snapshots (table_id, seq, body)
SELECT id, CAST($2 AS bigint), $3 FROM tables WHERE id = $1
ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, body = excluded.body
WHERE snapshots.seq < excluded.seq
"""
LATEST: Final = "SELECT table_id, seq, body FROM snapshots WHERE table_id = $1"

KEEP_REPLAY: Final = """
INSERT INTO replays (table_id, number, body)
SELECT id, CAST($2 AS bigint), $3 FROM tables WHERE id = $1
ON CONFLICT (table_id, number) DO NOTHING
"""
REPLAYS: Final = "SELECT number, body FROM replays WHERE table_id = $1 ORDER BY number"
REPLAY: Final = "SELECT body FROM replays WHERE table_id = $1 AND number = $2"

# The column `fence` counted how often a lease passed on.  Nothing reads it any more; it stays
# because servers of older versions on the same database write it.
LEASE: Final = """
INSERT INTO leases (table_id, node, fence, until_ms)
SELECT id, $2, 1, CAST($3 AS bigint) FROM tables WHERE id = $1
ON CONFLICT (table_id) DO UPDATE SET
    node = excluded.node,
    until_ms = excluded.until_ms
WHERE leases.node = excluded.node OR leases.until_ms <= $4
RETURNING node
"""
RENEW: Final = """
UPDATE leases SET until_ms = $2 WHERE node = $1 AND until_ms > $3 RETURNING table_id
"""
RELEASE: Final = "UPDATE leases SET until_ms = 0 WHERE table_id = $1 AND node = $2"
HOLDER: Final = """
SELECT table_id, node, until_ms FROM leases WHERE table_id = $1 AND until_ms > $2
"""
# Those that wait longest come first, so that a few that nobody can open do not hide the others.
EXPIRED: Final = """
SELECT t.id FROM tables t LEFT JOIN leases l ON l.table_id = t.id
WHERE t.state = $1 AND (l.until_ms IS NULL OR l.until_ms <= $2)
ORDER BY coalesce(l.until_ms, 0), t.id LIMIT $3
"""


def for_sqlite(sql: str) -> str:
    return sql.replace("$", "?")


# ------------------------------------------------------------ what comes back ---


def row_of(found: Any) -> Row:
    seq, at_ms, kind, body = found
    return Row(seq, at_ms, kind, body.encode())


def listing_of(found: Any) -> Listing:
    table, code, game, state, public, listed_ms, body = found
    return Listing(table, code, game, state, bool(public), listed_ms, body.encode())


def meta_of(found: Any) -> TableMeta:
    version, seed, salt, created_ms, touched_ms, last = found[7:]
    about = listing_of(found[:7])
    return TableMeta(about, version, seed, salt, created_ms, touched_ms, last)


def snapshot_of(found: Any) -> Snapshot:
    table, seq, body = found
    return Snapshot(table, seq, body)


def kept_of(meta: Any, snapshot: Any, rows: Any) -> StoredTable:
    return StoredTable(
        meta_of(meta), snapshot and snapshot_of(snapshot), [row_of(one) for one in rows]
    )


def census_of(found: Any) -> Census:
    return Census(*found[0])


def lease_of(found: Any) -> Lease:
    table, node, until_ms = found
    return Lease(table, node, until_ms)
