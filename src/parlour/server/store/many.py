"""A store made of several databases, each table in one of them: its id says in which.

All that concerns one table goes to its database and needs no other.  What is asked of all is asked
at the same time: lists come from those that answer, sums need all.  What is no table's own (orders,
the audit log, parcels) is in the first database.

A database that is away when this is opened is joined when it comes; without the first one nothing
begins.
"""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from heapq import merge
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final, TypeVar

from parlour.server.store import (
    FINISHED,
    Census,
    Conflict,
    Lease,
    Listing,
    ListingState,
    Misplaced,
    NewTable,
    Notes,
    Row,
    Snapshot,
    Store,
    StoreDown,
    StoredTable,
    StoreError,
    TableMeta,
    places,
)
from parlour.server.store.checks import BIGGEST
from parlour.server.store.exchange import read_export
from parlour.server.store.notes import Subscriber, Subscribers
from parlour.server.store.subscriptions import Subscription, Subscriptions

if TYPE_CHECKING:
    from parlour.server.store.ledger import Ledger
    from parlour.server.store.parcels import Parcels

AGAIN_S: Final = 1.0  # between two tries to join a database that was away

T = TypeVar("T")
log = logging.getLogger(__name__)


class ManyStores:
    """See the protocol `Store`."""

    name = "all"

    def __init__(self, parts: Sequence[Store], read_only: bool = False) -> None:
        self.parts: Final = tuple(parts)
        for number, part in enumerate(parts, 1):
            part.name = str(number)
        self.shared = any(part.shared for part in parts)
        self.subscriptions: Final = SubscriptionsOfMany(self)
        self._first: Final = parts[0]
        self._read_only: Final = read_only
        self._house = ""
        self._hub: Final = Subscribers()
        self._tasks: list[asyncio.Task[None]] = []
        self._listeners: list[Subscriber] = []

    # -- where tables live ---

    def part(self, table: str) -> Store:
        """A number that there is no database for is that of another house: restored here."""
        number = places.number_of(table)
        return self.parts[number - 1] if number <= len(self.parts) else self._first

    def settle(self, id: str) -> str:
        """In one of those that answer."""
        there = [number for number, part in enumerate(self.parts, 1) if not part.away]
        numbers = there or range(1, len(self.parts) + 1)
        return places.id_in(numbers[zlib.crc32(id.encode()) % len(numbers)], id)

    @property
    def away(self) -> bool:
        return all(part.away for part in self.parts)

    @property
    def ledger(self) -> "Ledger":
        return self._first.ledger

    @property
    def parcels(self) -> "Parcels":
        return self._first.parcels

    async def _all(self, ask: Callable[[Store], Awaitable[T]]) -> list[T]:
        """The answers of all.  StoreDown: one of them is away."""
        return await asyncio.gather(*(ask(part) for part in self.parts))

    async def _some(self, ask: Callable[[Store], Awaitable[T]]) -> list[T]:
        """The answers of those that are there.  StoreDown: none is."""
        there = [part for part in self.parts if not part.away] or self.parts
        found = await asyncio.gather(*(ask(part) for part in there), return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException) and not isinstance(one, StoreDown):
                raise one
        answers = [one for one in found if not isinstance(one, BaseException)]
        if not answers:
            raise StoreDown(f"all databases are away: {found[0]}")
        return answers

    # -- open and close ---

    async def open(self) -> None:
        """Nothing is noted in any of them before all that are there are known to be right."""
        try:
            await self._first.open()
            there = [1, *filter(None, await asyncio.gather(*map(self._reach, self._further())))]
            await self._check(there)
            if not self._read_only:
                await self._note(there)
        except BaseException:
            await self.close()
            raise

    def _further(self) -> range:
        return range(2, len(self.parts) + 1)

    async def _reach(self, number: int) -> int:
        """0: it is away, and is joined when it is there."""
        try:
            await self.parts[number - 1].open()
        except StoreDown as away:
            log.warning("database %d is away: %s", number, away)
            self._tasks.append(asyncio.create_task(self._join_later(number)))
            return 0
        return number

    async def _check(self, there: Sequence[int]) -> None:
        """The first is noted first by whoever adds the others, so that it is read last."""
        kept = {n: await places.found(self.parts[n - 1], n) for n in reversed(there)}
        if (first := kept.get(1)) is not None:
            self._house = first.house
            if first.of > len(self.parts):
                raise Misplaced("fewer", given=len(self.parts), kept=first.of)
        for number, place in kept.items():
            if place is not None and place.house != self._house:
                raise Misplaced("other_house", given=number)

    async def _note(self, there: Sequence[int]) -> None:
        for number in there:
            of = len(self.parts) if number == 1 else 0
            place = places.StorePlace(self._house or places.new_house(), number, of)
            self._house = (await places.note(self.parts[number - 1], place)).house

    async def _join_later(self, number: int) -> None:
        while True:
            await asyncio.sleep(AGAIN_S)
            try:
                await self._join(number)
            except StoreDown:
                continue
            except StoreError as wrong:
                log.error("database %d cannot be used: %s", number, wrong)
            else:
                log.warning("database %d is there", number)
            return

    async def _join(self, number: int) -> None:
        part = self.parts[number - 1]
        await part.open()
        try:
            await self._check([number])
            if not self._read_only:
                await self._note([number])
        except BaseException:
            await part.close()
            raise

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for listener in self._listeners:
            listener.close()
        await asyncio.gather(*(part.close() for part in self.parts))

    async def ping(self) -> None:
        """As soon as one of them takes a write: the house is open then."""
        asked = [asyncio.ensure_future(part.ping()) for part in self.parts]
        try:
            for answer in asyncio.as_completed(asked):
                with suppress(StoreDown):
                    await answer
                    return
        finally:
            for one in asked:
                one.cancel()
        raise StoreDown("all databases are away")

    # -- the log ---

    async def create(self, table: NewTable, rows: Sequence[Row]) -> None:
        await self._home_of(table).create(table, rows)

    def _home_of(self, table: NewTable) -> Store:
        """A code that names another database than the id would never be found."""
        part = self.part(table.listing.table)
        if self.part(table.listing.code) is not part:
            raise Conflict(f"table {table.listing.table}: its code belongs to another database")
        return part

    async def append(
        self,
        table: str,
        after: int,
        rows: Sequence[Row],
        listing: Listing | None = None,
        note: str | None = None,
    ) -> None:
        await self.part(table).append(table, after, rows, listing, note)

    async def read(self, table: str, whole: bool = False) -> StoredTable | None:
        return await self.part(table).read(table, whole)

    async def load(self, table: str, after: int = 0) -> list[Row]:
        return await self.part(table).load(table, after)

    async def meta(self, table: str) -> TableMeta | None:
        return await self.part(table).meta(table)

    async def find(self, code: str) -> str | None:
        return await self.part(code).find(code)

    async def listing(self, limit: int, state: ListingState) -> list[Listing]:
        found = await self._some(lambda part: part.listing(limit, state))
        return list(merge(*found, key=lambda one: (-one.at_ms, one.table)))[: max(0, limit)]

    # -- snapshots and replays ---

    async def snapshot(self, table: str, seq: int, body: bytes) -> None:
        await self.part(table).snapshot(table, seq, body)

    async def latest(self, table: str) -> Snapshot | None:
        return await self.part(table).latest(table)

    async def keep_replay(self, table: str, number: int, body: bytes) -> None:
        await self.part(table).keep_replay(table, number, body)

    async def replay(self, table: str, number: int) -> bytes | None:
        return await self.part(table).replay(table, number)

    async def replays(self, table: str) -> dict[int, bytes]:
        return await self.part(table).replays(table)

    # -- leases ---

    async def lease(self, table: str, node: str, ttl_ms: int, now_ms: int) -> bool:
        return await self.part(table).lease(table, node, ttl_ms, now_ms)

    async def renew(self, node: str, ttl_ms: int, now_ms: int) -> list[str]:
        held = await self._all(lambda part: part.renew(node, ttl_ms, now_ms))
        return sorted(chain(*held))

    async def release(self, table: str, node: str) -> None:
        await self.part(table).release(table, node)

    async def holder(self, table: str, now_ms: int) -> Lease | None:
        return await self.part(table).holder(table, now_ms)

    async def expired(
        self, now_ms: int, state: ListingState = "playing", limit: int = 100
    ) -> list[str]:
        """By turns: those of one database do not hide the others'."""
        found = await self._all(lambda part: part.expired(now_ms, state, limit))
        return [id for turn in zip_longest(*found) for id in turn if id is not None][:limit]

    # -- notes ---

    async def notify(self, note: str) -> None:
        await self._first.notify(note)

    def notes(self) -> Subscriber:
        """Of all databases; whoever wants to know of which listens to each."""
        if not self._listeners:
            for part in self.parts:
                self._tasks.append(asyncio.create_task(self._pass_on(part.notes())))
        self._listeners.append(self._hub.subscribe())
        return self._listeners[-1]

    async def _pass_on(self, notes: Notes) -> None:
        async for note in notes:
            self._hub.publish(note)

    # -- keeping house ---

    async def census(self) -> Census:
        found = await self._all(lambda part: part.census())
        return Census(sum(one.tables for one in found), max(one.newest_ms for one in found))

    async def recent(self, limit: int) -> list[TableMeta]:
        found = await self._some(lambda part: part.recent(limit))
        in_order = merge(*found, key=lambda one: (-one.touched_ms, one.listing.table))
        return list(in_order)[: max(0, limit)]

    async def ids(self, after: str, limit: int) -> list[str]:
        """One database after the other, each in its own order: they may sort differently."""
        found: list[str] = []
        for part in self.parts[self.parts.index(self.part(after)) :]:
            behind = after if part is self.part(after) else ""
            found += await part.ids(behind, limit - len(found))
            if len(found) >= limit:
                break
        return found

    async def faults(self) -> list[str]:
        return list(chain(*await self._all(lambda part: part.faults())))

    async def delete(self, table: str) -> bool:
        return await self.part(table).delete(table)

    async def prune(
        self, before_ms: int, states: Sequence[ListingState] = FINISHED, limit: int = BIGGEST
    ) -> int:
        pruned = 0
        for part in self.parts:
            pruned += await part.prune(before_ms, states, limit - pruned)
        return pruned

    async def export(self, table: str) -> bytes:
        return await self.part(table).export(table)

    async def restore(self, exported: bytes) -> str:
        return await self._home_of(read_export(exported).table).restore(exported)


class SubscriptionsOfMany(Subscriptions):
    """Each lies beside its table."""

    def __init__(self, store: ManyStores) -> None:
        self._store: Final = store

    def _at(self, table: str) -> Subscriptions:
        return self._store.part(table).subscriptions

    async def put(self, table: str, hash: str, one: Subscription, at_ms: int, most: int) -> None:
        await self._at(table).put(table, hash, one, at_ms, most)

    async def of(self, table: str, hash: str) -> list[Subscription]:
        return await self._at(table).of(table, hash)

    async def claim(self, table: str, hash: str, endpoint: str, question: str) -> bool:
        return await self._at(table).claim(table, hash, endpoint, question)

    async def drop(self, table: str, hash: str, endpoint: str) -> bool:
        return await self._at(table).drop(table, hash, endpoint)

    async def move(self, table: str, old: str, one: Subscription) -> int:
        return await self._at(table).move(table, old, one)

    async def prune(self, before_ms: int) -> int:
        return sum([await part.subscriptions.prune(before_ms) for part in self._store.parts])
