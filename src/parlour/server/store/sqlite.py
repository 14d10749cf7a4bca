"""Tables in a SQLite file: one process, no configuration.

Writes go through one thread, many to a transaction; reads have a thread and a connection of their
own, and never wait for writes.  Notes reach all stores on the same file in this process.  Several
processes that write would be safe, since appends are conditional, but would not hear each other;
`sqlite_lock` keeps it to one.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar
from weakref import WeakSet, WeakValueDictionary

from parlour.server.store import (
    FINISHED,
    Census,
    Conflict,
    Lease,
    Listing,
    ListingState,
    NewTable,
    Row,
    Snapshot,
    StoreDown,
    StoredTable,
    StoreError,
    TableMeta,
    UnknownTable,
)
from parlour.server.store import queries as q
from parlour.server.store.batch import MOST_WAITING, Batcher
from parlour.server.store.checks import (
    BIGGEST,
    check_append,
    check_lease,
    check_note,
    check_rows,
    check_snapshot,
    check_table,
    could_be,
    size_of,
    within,
)
from parlour.server.store.exchange import read_export, write_export
from parlour.server.store.ledger import Ledger
from parlour.server.store.notes import Subscriber, Subscribers
from parlour.server.store.one import OneStore
from parlour.server.store.parcels import Parcels
from parlour.server.store.queries import for_sqlite
from parlour.server.store.sqlite_file import (
    SqliteConnection,
    SqliteWriter,
    Work,
    down,
    prepare,
    touch,
    unusable,
)
from parlour.server.store.sqlite_log import PUT, SqliteAppend, must_exist, read_at_once, values
from parlour.server.store.subscriptions import Subscriptions

BUSY_MS = 5_000  # how long a write waits for another process that holds the file
ROOM: Final = 16 * 2**20  # bytes of the disk that must be free
PRUNED: Final = 50  # tables deleted in one transaction, so that players hardly notice

_hubs: "WeakValueDictionary[Path, Subscribers]" = WeakValueDictionary()

T = TypeVar("T")


class SqliteStore(OneStore):
    """See the protocol `Store`."""

    shared = False

    def __init__(
        self,
        path: str | Path,
        busy_ms: int = 0,
        most_waiting: int = MOST_WAITING,
        create: bool = True,
        read_only: bool = False,
    ) -> None:
        self._path = Path(path).absolute()
        self._busy_ms = busy_ms or BUSY_MS
        self._most_waiting = most_waiting
        self._create_file = create
        self._read_only = read_only
        self._writing = SqliteConnection(self._path, self._busy_ms, read_only)
        self._reading = SqliteConnection(self._path, self._busy_ms, read_only, reading=True)
        self._threads: list[ThreadPoolExecutor] = []
        self._batcher: Batcher[Work, object] | None = None
        self._hub = Subscribers()
        self._listeners: WeakSet[Subscriber] = WeakSet()
        self.ledger: Final = Ledger(self._read, self._change)
        self.parcels: Final = Parcels(self._read, self._change)
        self.subscriptions: Final = Subscriptions(self._read, self._change)

    # -- open and close ---

    async def open(self) -> None:
        assert not self._threads, "opened twice"
        self._threads = [ThreadPoolExecutor(1, f"store-{name}") for name in ("write", "read")]
        try:
            await self._in_thread(0, self._prepare)
        except BaseException:
            self._stop_threads()
            raise
        self._hub = _hubs.setdefault(self._path.resolve(), self._hub)
        self._batcher = Batcher(self._commit, self._most_waiting)

    def _prepare(self) -> None:
        try:
            prepare(self._path, self._busy_ms, self._create_file, self._read_only)
        except (sqlite3.Error, OSError) as error:
            raise unusable(error, self._path) from error

    async def close(self) -> None:
        if self._batcher is None:
            return
        await self._batcher.close()
        self._batcher = None
        for listener in list(self._listeners):
            listener.close()
        await self._in_thread(1, self._reading.drop)
        await self._in_thread(0, self._writing.drop)  # the last one out folds the WAL in
        self._stop_threads()

    def _stop_threads(self) -> None:
        for thread in self._threads:
            thread.shutdown()
        self._threads = []

    async def ping(self) -> None:
        def work(conn: sqlite3.Connection) -> None:
            if shutil.disk_usage(self._path.parent).free < ROOM:
                raise StoreDown("the disk is nearly full")
            touch(conn)

        await self._write("", work)

    # -- the two threads ---

    async def _in_thread(self, which: int, call: Callable[..., T], *args: Any) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads[which], call, *args)

    async def _commit(self, batch: list[Work]) -> list[object | StoreError]:
        return await self._in_thread(0, SqliteWriter(self._writing).commit, batch)

    async def _write(
        self, lane: str, work: Callable[[sqlite3.Connection], T], size: int = 100
    ) -> T:
        if self._batcher is None:
            raise StoreDown("the store is closed")
        return await self._batcher.put(lane, work, size)  # type: ignore[return-value]

    async def _change(self, sql: str, *args: object) -> list[Any]:
        def work(conn: sqlite3.Connection) -> list[Any]:
            return conn.execute(for_sqlite(sql), args).fetchall()

        return await self._write(str(args[0]), work)

    async def _read(self, sql: str, *args: object) -> list[Any]:
        if self._batcher is None:
            raise StoreDown("the store is closed")
        return await self._in_thread(1, self._fetch, for_sqlite(sql), args)

    def _fetch(self, sql: str, args: tuple[object, ...]) -> list[Any]:
        try:
            return self._reading.get().execute(sql, args).fetchall()
        except (sqlite3.Error, OSError) as error:
            self._reading.drop()
            raise down(error) from error

    # -- the log ---

    async def create(self, table: NewTable, rows: Sequence[Row]) -> None:
        check_table(table)
        check_rows(0, rows)
        await self._create(table, rows, rows[0].at_ms)

    async def _create(self, table: NewTable, rows: Sequence[Row], created_ms: int) -> None:
        about = table.listing

        def work(conn: sqlite3.Connection) -> None:
            made = conn.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT DO NOTHING",
                (about.table, about.code, about.game, table.version, table.seed, table.salt)
                + (created_ms, rows[-1].at_ms, rows[-1].seq)
                + (about.state, about.public, about.at_ms, about.body.decode()),
            )
            if made.rowcount != 1:
                raise Conflict(f"table {about.table}: its id or code is taken")
            conn.executemany(PUT, values(about.table, rows))

        await self._write(about.table, work, size_of(rows))

    async def append(
        self,
        table: str,
        after: int,
        rows: Sequence[Row],
        listing: Listing | None = None,
        note: str | None = None,
    ) -> None:
        check_append(table, after, rows, listing, note)
        work = SqliteAppend(table, after, rows, listing)
        await self._write(table, work, size_of(rows, listing))
        if note is not None:
            self._hub.publish(note)

    async def read(self, table: str, whole: bool = False) -> StoredTable | None:
        if self._batcher is None:
            raise StoreDown("the store is closed")
        return await self._in_thread(1, self._at_once, table, whole) if could_be(table) else None

    def _at_once(self, table: str, whole: bool) -> StoredTable | None:
        try:
            return read_at_once(self._reading.get(), table, whole)
        except (sqlite3.Error, OSError) as error:
            self._reading.drop()  # and with it the transaction
            raise down(error) from error

    async def load(self, table: str, after: int = 0) -> list[Row]:
        if not could_be(table):
            return []
        return [q.row_of(found) for found in await self._read(q.LOAD, table, within(after))]

    async def meta(self, table: str) -> TableMeta | None:
        found = await self._about(q.META, table)
        return q.meta_of(found[0]) if found else None

    async def _about(self, sql: str, name: str, *args: object) -> list[Any]:
        """Nothing is known about a name that nothing can bear."""
        return await self._read(sql, name, *args) if could_be(name) else []

    async def find(self, code: str) -> str | None:
        found = await self._about(q.FIND, code)
        return str(found[0][0]) if found else None

    async def listing(self, limit: int, state: ListingState) -> list[Listing]:
        found = await self._read(q.LISTED, state, within(limit))
        return [q.listing_of(one) for one in found]

    # -- snapshots ---

    async def snapshot(self, table: str, seq: int, body: bytes) -> None:
        check_snapshot(table, seq, body)

        def work(conn: sqlite3.Connection) -> None:
            conn.execute(for_sqlite(q.SNAPSHOT), (table, seq, body))
            must_exist(conn, table)

        await self._write(table, work, len(body))

    async def latest(self, table: str) -> Snapshot | None:
        found = await self._about(q.LATEST, table)
        return q.snapshot_of(found[0]) if found else None

    # -- replays ---

    async def keep_replay(self, table: str, number: int, body: bytes) -> None:
        check_snapshot(table, number, body)

        def work(conn: sqlite3.Connection) -> None:
            conn.execute(for_sqlite(q.KEEP_REPLAY), (table, number, body))
            must_exist(conn, table)

        await self._write(table, work, len(body))

    async def replay(self, table: str, number: int) -> bytes | None:
        found = await self._about(q.REPLAY, table, within(number))
        return found[0][0] if found else None

    async def replays(self, table: str) -> dict[int, bytes]:
        return dict(await self._about(q.REPLAYS, table))

    # -- leases ---

    async def lease(self, table: str, node: str, ttl_ms: int, now_ms: int) -> bool:
        check_lease(table, node, now_ms + ttl_ms, now_ms)

        def work(conn: sqlite3.Connection) -> bool:
            must_exist(conn, table)
            args = (table, node, now_ms + ttl_ms, now_ms)
            return bool(conn.execute(for_sqlite(q.LEASE), args).fetchall())

        return await self._write(table, work)

    async def renew(self, node: str, ttl_ms: int, now_ms: int) -> list[str]:
        check_lease("all", node, now_ms + ttl_ms, now_ms)

        def work(conn: sqlite3.Connection) -> list[str]:
            args = (node, now_ms + ttl_ms, now_ms)
            return sorted(found[0] for found in conn.execute(for_sqlite(q.RENEW), args).fetchall())

        return await self._write("", work)

    async def release(self, table: str, node: str) -> None:
        check_lease(table, node, 0, 0)

        def work(conn: sqlite3.Connection) -> None:
            conn.execute(for_sqlite(q.RELEASE), (table, node))

        await self._write(table, work)

    async def holder(self, table: str, now_ms: int) -> Lease | None:
        found = await self._about(q.HOLDER, table, within(now_ms))
        return q.lease_of(found[0]) if found else None

    async def expired(
        self, now_ms: int, state: ListingState = "playing", limit: int = 100
    ) -> list[str]:
        found = await self._read(q.EXPIRED, state, within(now_ms), within(limit))
        return [one[0] for one in found]

    # -- notes ---

    async def notify(self, note: str) -> None:
        check_note(note)
        self._hub.publish(note)

    def notes(self) -> Subscriber:
        listener = self._hub.subscribe()
        self._listeners.add(listener)
        return listener

    # -- keeping house ---

    async def census(self) -> Census:
        return q.census_of(await self._read(q.CENSUS))

    async def prune(
        self, before_ms: int, states: Sequence[ListingState] = FINISHED, limit: int = BIGGEST
    ) -> int:
        pruned = 0
        for state in states:
            while most := min(PRUNED, limit - pruned):
                some = await self._write("", Prune(state, before_ms, most))
                pruned += some
                if some < most:
                    break
        return pruned

    async def recent(self, limit: int) -> list[TableMeta]:
        return [q.meta_of(found) for found in await self._read(q.RECENT, within(limit))]

    async def ids(self, after: str, limit: int) -> list[str]:
        return [found[0] for found in await self._read(q.IDS, after, within(limit))]

    async def faults(self) -> list[str]:
        found = await self._read("PRAGMA integrity_check")
        return [told for (told,) in found if told != "ok"]

    async def delete(self, table: str) -> bool:
        def work(conn: sqlite3.Connection) -> bool:
            conn.execute("DELETE FROM log WHERE table_id = ?", (table,))
            return conn.execute("DELETE FROM tables WHERE id = ?", (table,)).rowcount > 0

        return await self._write(table, work)

    async def export(self, table: str) -> bytes:
        kept = await self.read(table, whole=True)
        if kept is None:
            raise UnknownTable(table)
        return write_export(kept, await self.replays(table))

    async def restore(self, exported: bytes) -> str:
        moved = read_export(exported)
        await self._create(moved.table, moved.rows, moved.created_ms)
        for number, body in moved.replays.items():
            await self.keep_replay(moved.table.listing.table, number, body)
        return moved.table.listing.table


# ------------------------------------------------------ works, in the thread that writes ---


class Prune:
    """Delete a few old tables in one state, the oldest first; how many."""

    def __init__(self, state: ListingState, before_ms: int, most: int) -> None:
        self.state = state
        self.before_ms = before_ms
        self.most = most

    def __call__(self, conn: sqlite3.Connection) -> int:
        old = conn.execute(
            "SELECT id FROM tables WHERE state = ? AND touched_ms < ? ORDER BY touched_ms LIMIT ?",
            (self.state, self.before_ms, self.most),
        ).fetchall()
        conn.executemany("DELETE FROM log WHERE table_id = ?", old)
        conn.executemany("DELETE FROM tables WHERE id = ?", old)
        return len(old)
