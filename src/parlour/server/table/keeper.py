"""One live table.  Its keeper is the only way to add a row: write, then apply, then tell.

Rows are appended conditionally, and that alone decides races.  When somebody was quicker, the
rows that are missing are read and the deed is asked again.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any, Final

import structlog

from parlour.core.errors import Refusal
from parlour.core.game import Game
from parlour.server.metrics import METRICS
from parlour.server.store import (
    Conflict,
    Row,
    Store,
    StoredTable,
    StoreError,
    TableMeta,
    UnknownTable,
)
from parlour.server.table import rows, shown, stepped
from parlour.server.table.acts import PendingActs
from parlour.server.table.aftermath import aftermath
from parlour.server.table.deeds import Deed
from parlour.server.table.listing import QUIET_KINDS, listing_after
from parlour.server.table.presence import Presence
from parlour.server.table.saved import Remark
from parlour.server.table.sitting import BehindTime, Sitting
from parlour.server.table.snapshots import keep, restore
from parlour.server.table.stream import Outlet, Stream, Streams
from parlour.server.world import World

TRIES: Final = 8
SNAPSHOT_EVERY: Final = 64
"""Rows between snapshots: so few choices are played again when a table is opened."""

log = structlog.get_logger("parlour.table")


class Keeper:
    """A table, who listens to it, and who is here."""

    def __init__(
        self, world: World, store: Store, meta: TableMeta, game: Game | None, node: str
    ) -> None:
        self.world: Final = world
        self.store: Final = store
        self.meta: Final = meta
        self.game: Final = game
        self.node: Final = node
        self.id: Final = meta.listing.table
        self.sitting = self._blank()
        self.streams: Final = Streams(lambda: world.token(48))
        self.acts: Final = PendingActs()
        self.lock: Final = asyncio.Lock()
        self.changed: Final = asyncio.Event()  # for whoever watches over this table's time
        self.presence: Final = Presence(meta.seed)
        self.gone: dict[int, int] = {}  # since when each seat has been without a connection
        self.hold_until = 0  # while a tick is held back, news is too
        self.held = False  # whether this node has the lease
        self.touched_ms = 0
        self.owed_ms = 0  # by how much this table's clocks are still to be moved (stepped.py)
        self._suspect = False
        self._said: list[Remark] = []
        self._snapshot_seq = 0
        self._pending: tuple[int, bytes] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._append_seconds: Final = METRICS.append_seconds.labels(store.name)
        self._write_failures: Final = METRICS.write_failures.labels(store.name)
        self.on_presence: Callable[[], None] = lambda: None
        self.on_over: Callable[[int], None] = lambda number: None
        self.on_awaited: Callable[[int], None] = lambda seat: None
        self.on_unreadable: Callable[[rows.Unreadable], None] = lambda wrong: None

    def _blank(self) -> Sitting:
        seed, salt = self.meta.seed, self.meta.salt
        return Sitting(id=self.id, game=self.game, seed=seed, salt=salt, able=self.able)

    # --- opening ----------------------------------------------------------------------------

    async def load(self, kept: StoredTable | None = None) -> None:
        """Take up the table as it was read, or is read now: its snapshot and what lies behind."""
        try:
            await self._load(kept or await self._kept())
        except rows.Unreadable as wrong:
            self.on_unreadable(wrong)
            raise

    async def _load(self, kept: StoredTable) -> None:
        sitting = self._blank()
        if kept.snapshot is not None:
            try:
                restore(sitting, kept.snapshot.seq, kept.snapshot.body)
            except Exception as wrong:  # these rules cannot read it: from the first row, then
                log.warning("snapshot_unread", table=self.id, reason=type(wrong).__name__)
                sitting = self._blank()
                kept = await self._kept(whole=True)
        self._snapshot_seq = sitting.seq
        for row in kept.rows:
            sitting.apply(row)
        if sitting.game_table is not None:
            sitting.game_table.take_events()  # told before; whoever listens gets a fresh view
        self.sitting = sitting
        self._suspect = False
        self.touched_ms = self.world.now_ms()

    async def _kept(self, whole: bool = False) -> StoredTable:
        kept = await self.store.read(self.id, whole)
        if kept is None:
            raise UnknownTable(self.id)  # deleted: it was very old
        return kept

    @property
    def foreign(self) -> bool:
        """A game is on under rules that this node has not, and that another keeps it under."""
        s = self.sitting
        return s.phase == "playing" and s.game_table is None and not s.fault and not self.held

    # --- the one door -----------------------------------------------------------------------

    async def do(self, deed: Deed) -> None:
        """Carry a deed through, whatever becomes of whoever asked for it."""
        task = asyncio.ensure_future(self.carry(deed))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)

    async def carry(self, deed: Deed) -> None:
        """The same for a caller that will not be cancelled meanwhile."""
        async with self.lock:
            for _ in range(TRIES):
                try:
                    if not (bodies := await self._surely(deed)):
                        return
                    late = bool(self._owed())
                    await self.write(bodies)
                except Conflict:
                    METRICS.conflicts.inc()
                    self._suspect = True
                    continue
                await self._aftermath()
                self.publish()
                if not late:
                    return
        raise Refusal("busy")

    async def _surely(self, deed: Deed) -> list[rows.Body]:
        """The rows of a deed.  Nothing, or a refusal, only of a table that was read to its end.

        Another node may have written a moment ago what makes it needed or possible, or the very
        same message, which was sent again.
        """
        if self.owed_ms:
            await stepped.settle(self)
        if self._suspect:
            await self.reread()
        elif self.store.shared:
            with contextlib.suppress(Refusal):
                if bodies := self._asked(deed):
                    return bodies
            await self.reread()
        return self._asked(deed)

    def _asked(self, deed: Deed) -> list[rows.Body]:
        try:  # what is owed comes first
            return self._owed() or deed(self.sitting, self.world.now_ms())
        except Refusal:
            raise
        except Exception as wrong:
            self.broken(wrong)
            return aftermath(self.sitting)

    def broken(self, wrong: Exception) -> None:
        """The rules have raised: this table stops, its record is kept, the server goes on."""
        self.sitting.fault = self.sitting.fault or f"{type(wrong).__name__}: {wrong}"
        self.changed.set()

    async def reread(self) -> None:
        """After a lost race, or a write that may have come through all the same."""
        try:
            await self.catch_up()
        except StoreError as wrong:
            raise Refusal("not_saved") from wrong

    async def write(self, bodies: list[rows.Body], at_ms: int = 0) -> None:
        """Append, and only then apply.  Conflict is the caller's; anything else is refused."""
        s = self.sitting
        now = at_ms or max(self.world.now_ms(), s.at_ms)
        written = [rows.write(s.seq + 1 + k, now, body) for k, body in enumerate(bodies)]
        listing = None
        if not all(isinstance(body, QUIET_KINDS) for body in bodies):
            listing = listing_after(s, written)
        try:
            begun = perf_counter()
            note = f"r {self.node} {self.id} {written[-1].seq}"
            await self.store.append(self.id, s.seq, written, listing, note)
            self._append_seconds.observe(perf_counter() - begun)
        except Conflict:
            raise
        except asyncio.CancelledError:
            self._suspect = True  # perhaps it is stored all the same
            raise
        except StoreError as wrong:
            self._suspect = True
            self._write_failures.inc()
            log.error("not_saved", table=self.id, reason=type(wrong).__name__)
            raise Refusal("not_saved") from wrong
        self._take(written, bodies)

    def _take(self, written: list[Row], bodies: list[rows.Body]) -> None:
        for row, body in zip(written, bodies, strict=True):
            self._note_pending(body)
            self.streams.let_go(self.sitting, body)
            self.sitting.apply(row)
            if isinstance(body, rows.Said):
                self._said.append(Remark(row.at_ms, body.seat, body.phrase, body.text))
            METRICS.row(row.kind)
            if isinstance(body, rows.Over | rows.Closed) and self.held and self.sitting.games:
                self.on_over(self.sitting.number)
            if isinstance(body, rows.Frozen):
                METRICS.frozen.inc()
                log.error("frozen", table=self.id, fault=self.sitting.fault[:200])
        self.touched_ms = self.world.now_ms()
        self._maybe_snapshot()
        self.changed.set()

    def _owed(self) -> list[rows.Body]:
        """An end, or that the rules have raised: whoever did the last deed may have been killed."""
        return [] if self.foreign else aftermath(self.sitting)

    async def _aftermath(self) -> None:
        """Write what is owed."""
        try:
            if bodies := self._owed():
                await self.write(bodies)
        except (Conflict, Refusal):
            self._suspect = True  # the house tries again

    async def tidy(self) -> None:
        """Write what still follows from the rules, and was not written when it did."""
        await self.do(lambda s, now: [])

    async def catch_up(self) -> None:
        """Take in what others have written."""
        missing = await self.store.load(self.id, self.sitting.seq)
        try:
            for row in missing:
                self._take([row], [rows.read(row)])
                stepped.heard(self, rows.read(row))
            self._suspect = False
        except (BehindTime, LookupError, ValueError):
            await self.load()
            self.changed.set()

    def suspect(self) -> None:
        """The log may be further on than is known here: it is read before anything is written."""
        self._suspect = True

    async def hear(self, seq: int) -> None:
        """Another node says the log has grown."""
        async with self.lock:
            if seq > self.sitting.seq:
                await self.catch_up()
                self.acts.heard(self.sitting)
                self.publish()
                if self.foreign:
                    self.streams.dismiss("other_rules")

    async def tell_tick(self) -> None:
        """An idle tick is no row; other nodes with people at this table hear of it."""
        if self.presence.elsewhere:
            s = self.sitting
            await self.note("t", f"{s.seq} {s.idle}")

    async def note(self, kind: str, what: str) -> None:
        """Tell the other nodes; whether they hear it decides nothing."""
        with contextlib.suppress(StoreError):
            await self.store.notify(f"{kind} {self.node} {self.id} {what}")

    async def hear_tick(self, seq: int, idle: int) -> None:
        """Another node lets time pass at this table."""
        async with self.lock:
            s = self.sitting
            if seq == s.seq and s.idle < idle and s.running and s.game_table is not None:
                s.game_table.pass_time(idle - s.idle)
                s.idle = idle
                self.publish()

    # --- snapshots --------------------------------------------------------------------------

    def _maybe_snapshot(self) -> None:
        """Note the position now; it is written when the next choice shows it is not undone."""
        s = self.sitting
        due = s.seq - self._snapshot_seq >= SNAPSHOT_EVERY and self._pending is None
        if due and not s.idle and not s.fault:
            self._pending = (s.seq, keep(s))

    def _note_pending(self, body: rows.Body) -> None:
        pending = self._pending
        if pending is None or not isinstance(body, rows.Chose):
            return
        self._pending = None
        if rows.is_undo(body):
            return
        self._snapshot_seq = pending[0]
        self.spawn(self._write_snapshot(*pending))

    async def _write_snapshot(self, seq: int, body: bytes) -> None:
        try:
            await self.store.snapshot(self.id, seq, body)
        except StoreError as wrong:
            log.warning("no_snapshot", table=self.id, reason=type(wrong).__name__)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait for what is under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        async with self.lock:
            pass

    # --- telling ----------------------------------------------------------------------------

    def publish(self, at: int | None = None) -> None:
        """Tell everybody what is new for them; not before a tick that is held back is out."""
        now = self.world.now_ms()
        if at is None and now < self.hold_until:
            return
        said, self._said = self._said, []
        try:
            told = self.streams.publish(self.sitting, self.devices(), said, at or now)
        except Exception as wrong:
            self.broken(wrong)
            told = self.streams.publish(self.sitting, self.devices(), said, at or now)
        METRICS.fanouts.inc(told)

    def listen(self, eye: int | None, address: str = "") -> Stream:
        now = self.world.now_ms()
        if eye is not None:
            self.presence.enter(eye, address)
            self.gone.pop(eye, None)
        stream = self.streams.open(eye, self.sitting, self.devices(), now)
        self.touched_ms = now
        return stream

    def arrived(self, stream: Stream, outlet: Outlet) -> None:
        """From now on the outlet gets the news."""
        stream.outlets.add(outlet)
        self._moved(stream.eye)

    def leave(self, stream: Stream, outlet: Outlet, address: str = "") -> None:
        now = self.world.now_ms()
        stream.outlets.discard(outlet)
        if not stream.outlets:
            stream.left_ms = now
        eye = stream.eye
        if eye is not None and self.presence.leave(eye, address):
            self.gone[eye] = now
        self._moved(eye)

    def _moved(self, eye: int | None) -> None:
        """Somebody came or went: everybody is shown who is in the seats, and no bystanders."""
        if eye is not None:
            self.publish()
            self.changed.set()
            self.on_presence()

    def devices(self) -> dict[int, int]:
        return self.presence.devices(self.world.now_ms())

    def present(self) -> set[int]:
        """Seats somebody sits in, on this node or another."""
        return set(self.devices())

    def takes_part(self, seat: int) -> None:
        """A client of this seat takes part in shuffles."""
        self.presence.takers[seat] += 1
        if not self.held or self.presence.elsewhere:
            self.spawn(self.tell_presence())  # or a game may begin elsewhere without it

    def able(self) -> set[int]:
        """Seats whose clients would take part in a shuffle, on this node or another."""
        return self.presence.able(self.world.now_ms())

    async def tell_presence(self) -> None:
        """Who sits here, for whoever keeps the table elsewhere, or has guests at it."""
        await self.note("p", self.presence.note())

    def info(self) -> shown.TableInfo:
        return shown.table_info(self.sitting, self.present())
