"""Tables in PostgreSQL: any number of nodes on one database.

Appends go through one connection, many to a transaction; all else through a small pool.  Notes are
LISTEN/NOTIFY.  Behind a pooler, only session pooling will do: both need a connection of their own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar
from weakref import WeakSet

import asyncpg

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
from parlour.server.store.postgres_link import (
    CHANNEL,
    Contact,
    Listener,
    Pool,
    Server,
    blame,
    check_schema,
    let_go,
    migrate,
    persist,
)
from parlour.server.store.postgres_log import (
    CREATE,
    MARK,
    MARKED,
    PostgresAppend,
    PostgresWriter,
    create_values,
    read_at_once,
)
from parlour.server.store.subscriptions import Subscriptions

PATIENCE_S = 5.0  # how long a call waits for a server that is away
TOUCH: Final = "UPDATE schema_version SET name = name WHERE version = 1"
DELETE: Final = """
WITH rows AS (DELETE FROM log WHERE table_id = $1)
DELETE FROM tables WHERE id = $1 RETURNING id
"""
EXISTS: Final = "SELECT 1 FROM tables WHERE id = $1"
PRUNED: Final = 50  # tables deleted in one transaction, so that players hardly notice
PRUNE: Final = """
WITH old AS (
    SELECT id FROM tables WHERE state = $1 AND touched_ms < $2
    ORDER BY touched_ms, id LIMIT $3 FOR UPDATE
), rows AS (
    DELETE FROM log USING old WHERE table_id = old.id
)
DELETE FROM tables t USING old WHERE t.id = old.id RETURNING t.id
"""


T = TypeVar("T")


class PostgresStore(OneStore):
    """See the protocol `Store`."""

    shared = True

    def __init__(
        self,
        url: str,
        patience_s: float = 0,
        most_waiting: int = MOST_WAITING,
        read_only: bool = False,
    ) -> None:
        self._server = Server(url, read_only)
        self._contact = Contact(patience_s or PATIENCE_S)
        self._most_waiting = most_waiting
        self._hub = Subscribers()
        self._writer = PostgresWriter(self._server, self._contact.patience_s)
        self._listener = Listener(self._server, self._hub)
        self._batcher: Batcher[PostgresAppend, None] | None = None
        self._pool: Pool | None = None
        self._listeners: WeakSet[Subscriber] = WeakSet()
        self.ledger: Final = Ledger(self._fetch, self._fetch)
        self.parcels: Final = Parcels(self._fetch, self._fetch)
        self.subscriptions: Final = Subscriptions(self._fetch, self._fetch)

    # -- open and close ---

    async def open(self) -> None:
        assert self._pool is None, "opened twice"
        try:
            await persist(self._prepare, self._contact)
        except (asyncpg.PostgresError, ValueError) as error:
            raise blame(error) from error
        pool = await persist(self._server.pool, self._contact)
        try:
            await persist(self._listener.open, self._contact)
        except BaseException:
            pool.terminate()  # it may be opened again
            raise
        self._pool = pool
        self._batcher = Batcher(self._writer.commit, self._most_waiting)

    @property
    def away(self) -> bool:
        return self._pool is None or self._contact.lost or self._writer.contact.lost

    async def _prepare(self) -> None:
        await self._server.probe()
        conn = await self._server.connect("migration")
        try:
            await migrate(conn) if not self._server.read_only else await check_schema(conn)
        finally:
            await let_go(conn)

    async def close(self) -> None:
        batcher, self._batcher = self._batcher, None
        if batcher is not None:
            await batcher.close()
        for listener in list(self._listeners):
            listener.close()
        await self._listener.close()
        await self._writer.close()
        pool, self._pool = self._pool, None
        if pool is not None:
            try:
                await asyncio.wait_for(pool.close(), 5.0)
            except (TimeoutError, OSError, asyncpg.InterfaceError):
                pool.terminate()

    async def ping(self) -> None:
        await self._fetch(TOUCH)

    async def _fetch(self, sql: str, *args: object) -> list[Any]:
        """Through the pool, again and again while the server is away: may happen twice."""
        return await self._ask(lambda pool: pool.fetch(sql, *args))

    async def _ask(self, question: Callable[[Pool], Awaitable[T]]) -> T:
        pool = self._pool
        if pool is None:
            raise StoreDown(f"PostgreSQL: database {self.name} is not open")
        try:
            return await persist(lambda: question(pool), self._contact)
        except (asyncpg.PostgresError, ValueError) as error:
            raise blame(error) from error

    # -- the log ---

    async def create(self, table: NewTable, rows: Sequence[Row]) -> None:
        check_table(table)
        check_rows(0, rows)
        await self._create(table, rows, rows[0].at_ms)

    async def _create(self, table: NewTable, rows: Sequence[Row], created_ms: int) -> None:
        values = create_values(table, rows, created_ms)
        try:
            await self._create_once(table.listing.table, values)
        except StoreDown as away:
            raise StoreDown(str(away), doubt=True) from away

    async def _create_once(self, name: str, values: list[object]) -> None:
        if await self._fetch(CREATE, *values):
            return
        # Not ours to take, unless we took it ourselves before the line broke.
        if not await self._fetch(MARKED, [name], [1], [values[MARK]]):
            raise Conflict(f"table {name}: its id or code is taken")

    async def append(
        self,
        table: str,
        after: int,
        rows: Sequence[Row],
        listing: Listing | None = None,
        note: str | None = None,
    ) -> None:
        check_append(table, after, rows, listing, note)
        if self._batcher is None:
            raise StoreDown(f"PostgreSQL: database {self.name} is not open")
        work = PostgresAppend(table, after, rows, listing, note)
        await self._batcher.put(table, work, size_of(rows, listing))

    async def read(self, table: str, whole: bool = False) -> StoredTable | None:
        if not could_be(table):
            return None
        return await self._ask(lambda pool: read_at_once(pool, table, whole))

    async def load(self, table: str, after: int = 0) -> list[Row]:
        if not could_be(table):
            return []
        return [q.row_of(found) for found in await self._fetch(q.LOAD, table, within(after))]

    async def meta(self, table: str) -> TableMeta | None:
        found = await self._about(q.META, table)
        return q.meta_of(tuple(found[0])) if found else None

    async def _about(self, sql: str, name: str, *args: object) -> list[Any]:
        """Nothing is known about a name that nothing can bear."""
        return await self._fetch(sql, name, *args) if could_be(name) else []

    async def find(self, code: str) -> str | None:
        found = await self._about(q.FIND, code)
        return str(found[0][0]) if found else None

    async def listing(self, limit: int, state: ListingState) -> list[Listing]:
        found = await self._fetch(q.LISTED, state, within(limit))
        return [q.listing_of(one) for one in found]

    # -- snapshots ---

    async def snapshot(self, table: str, seq: int, body: bytes) -> None:
        check_snapshot(table, seq, body)
        await self._must_exist(table)
        await self._fetch(q.SNAPSHOT, table, seq, body)

    async def latest(self, table: str) -> Snapshot | None:
        found = await self._about(q.LATEST, table)
        return q.snapshot_of(found[0]) if found else None

    async def _must_exist(self, table: str) -> None:
        if not await self._fetch(EXISTS, table):
            raise UnknownTable(table)

    # -- replays ---

    async def keep_replay(self, table: str, number: int, body: bytes) -> None:
        check_snapshot(table, number, body)
        await self._must_exist(table)
        await self._fetch(q.KEEP_REPLAY, table, number, body)

    async def replay(self, table: str, number: int) -> bytes | None:
        found = await self._about(q.REPLAY, table, within(number))
        return bytes(found[0][0]) if found else None

    async def replays(self, table: str) -> dict[int, bytes]:
        return {found[0]: bytes(found[1]) for found in await self._about(q.REPLAYS, table)}

    # -- leases ---

    async def lease(self, table: str, node: str, ttl_ms: int, now_ms: int) -> bool:
        check_lease(table, node, now_ms + ttl_ms, now_ms)
        found = await self._fetch(q.LEASE, table, node, now_ms + ttl_ms, now_ms)
        if not found:
            await self._must_exist(table)
        return bool(found)

    async def renew(self, node: str, ttl_ms: int, now_ms: int) -> list[str]:
        check_lease("all", node, now_ms + ttl_ms, now_ms)
        held = await self._fetch(q.RENEW, node, now_ms + ttl_ms, now_ms)
        return sorted(found[0] for found in held)

    async def release(self, table: str, node: str) -> None:
        check_lease(table, node, 0, 0)
        await self._fetch(q.RELEASE, table, node)

    async def holder(self, table: str, now_ms: int) -> Lease | None:
        found = await self._about(q.HOLDER, table, within(now_ms))
        return q.lease_of(found[0]) if found else None

    async def expired(
        self, now_ms: int, state: ListingState = "playing", limit: int = 100
    ) -> list[str]:
        found = await self._fetch(q.EXPIRED, state, within(now_ms), within(limit))
        return [one[0] for one in found]

    # -- notes ---

    async def notify(self, note: str) -> None:
        check_note(note)
        await self._fetch("SELECT pg_notify($1, $2)", CHANNEL, note)

    def notes(self) -> Subscriber:
        listener = self._hub.subscribe()
        self._listeners.add(listener)
        return listener

    # -- keeping house ---

    async def census(self) -> Census:
        return q.census_of(await self._fetch(q.CENSUS))

    async def prune(
        self, before_ms: int, states: Sequence[ListingState] = FINISHED, limit: int = BIGGEST
    ) -> int:
        pruned = 0
        for state in states:
            while most := min(PRUNED, limit - pruned):
                some = await self._fetch(PRUNE, state, before_ms, most)
                pruned += len(some)
                if len(some) < most:
                    break
        return pruned

    async def recent(self, limit: int) -> list[TableMeta]:
        return [q.meta_of(tuple(found)) for found in await self._fetch(q.RECENT, within(limit))]

    async def ids(self, after: str, limit: int) -> list[str]:
        return [found[0] for found in await self._fetch(q.IDS, after, within(limit))]

    async def faults(self) -> list[str]:
        return []  # the server watches over its own files

    async def delete(self, table: str) -> bool:
        return bool(await self._about(DELETE, table))

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
