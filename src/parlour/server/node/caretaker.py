"""What a node does again and again for the tables of one database: leases, notes, putting away.

A house of several databases has a caretaker for each, and they wait for nobody but their own: while
one database is away, its tables wait and all others go on.

A lease keeps a table's own business (bots, clocks, ticks) on one node.  It is for speed alone: a
node that wrongly believes it holds one loses the race at the next append, and nothing else.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

import structlog

from parlour.core.errors import Refusal
from parlour.server.node import upkeep
from parlour.server.node.pruning import DAY_MS, EVERY_MS, Pruning
from parlour.server.store import MISSED, Notes, Store, StoreError
from parlour.server.table import live
from parlour.server.table.keeper import Keeper

if TYPE_CHECKING:
    from parlour.server.node.hub import Hub

PRESENCE_MS: Final = 10_000
PUT_AWAY_MS: Final = 60_000
MOST: Final = 10_000
TAKEN: Final = 100
"""Tables taken up at one look; those that are set aside come on top."""
OUTAGE_MS: Final = 1_000
"""Shorter than this, and nobody was kept waiting."""
EVERYTHING: Final = 1 << 62
"""A number beyond every row."""

log = structlog.get_logger("parlour.hub")


async def every(ms: int, work: Callable[[], Awaitable[None]], store: str = "") -> None:
    """For ever, whatever becomes of it; `store`: the database that it needs, for the log."""
    name = getattr(work, "__name__", "")
    while True:
        try:
            await work()
        except StoreError as wrong:
            log.warning("store_down", work=name, store=store, reason=type(wrong).__name__)
        except Exception:
            log.exception("unexpected", work=name)
        await asyncio.sleep(ms / 1000)


class Caretaker:
    """Over the tables that live in `store`, as far as they are open on this node."""

    def __init__(self, hub: "Hub", store: Store) -> None:
        self.hub: Final = hub
        self.store: Final = store
        self.moved: set[str] = set()  # tables where people came or went since it was told
        self.up = False  # whether the tables of this node's last life have been taken up
        self._pruning: Pruning | None = None

    @property
    def is_first(self) -> bool:
        """Whether this database has the orders of the house."""
        return self.store is self.hub.store.parts[0]

    def keepers(self) -> list[Keeper]:
        return [keeper for keeper in self.hub.keepers.values() if keeper.store is self.store]

    def works(self) -> list[Coroutine[Any, Any, None]]:
        """All that goes on at the same time."""
        return [
            self.follow(self.store.notes()),
            every(self.hub.settings.lease_ms // 3, self.keep_leases, self.store.name),
            every(PRESENCE_MS // 2, self.tell_presence, self.store.name),
            every(PUT_AWAY_MS, self.put_away, self.store.name),
            every(EVERY_MS, self.prune, self.store.name),
        ]

    # --- leases -----------------------------------------------------------------------------

    async def take_lease(self, keeper: Keeper, first: bool = False) -> None:
        hub, now = self.hub, self.hub.world.now_ms()
        before = await self.store.holder(keeper.id, 0)  # the last one, in force or not
        ttl = hub.settings.lease_ms
        keeper.held = await self.store.lease(keeper.id, hub.node, ttl, now)
        keeper.changed.set()
        if keeper.held and keeper.sitting.at_ms - now >= OUTAGE_MS:
            await live.set_back(keeper)
            return
        if not keeper.held or before is None or (before.node == hub.node and not first):
            return
        outage = now - (before.until_ms - ttl)
        if outage >= OUTAGE_MS:
            await upkeep.compensate(keeper, outage)

    async def keep_leases(self) -> None:
        """Prolong what is ours, and take over what nobody keeps."""
        hub = self.hub
        if not self.up:
            await self._take_up()
            self.up = True
        await self.renew()
        limit = TAKEN + len(hub.quarantine)
        for id in await self.store.expired(hub.world.now_ms(), limit=limit):
            known = hub.keepers.get(id)
            await hub.alone(id, self.take_lease(known) if known else hub.keeper(id))

    async def _take_up(self) -> None:
        """After a crash: what this node kept before it fell, with the lost time made good.

        Before the first renewal, which would make the old leases look alive.
        """
        hub = self.hub
        for id in await self.store.expired(EVERYTHING, limit=MOST):  # whatever the clock says
            holder = await self.store.holder(id, 0)
            if holder is not None and holder.node == hub.node and id not in hub.keepers:
                await hub.alone(id, hub.keeper(id))

    async def renew(self, before: int | None = None) -> None:
        """What is prolonged is ours.  What was taken while we asked may not be in the answer.

        `before`: what was now, until the clock was set a moment ago.
        """
        hub = self.hub
        held = [keeper for keeper in self.keepers() if keeper.held]
        ttl, now = hub.settings.lease_ms, hub.world.now_ms()
        was = now if before is None else before
        mine = set(await self.store.renew(hub.node, ttl + now - was, was))
        for keeper in held:
            keeper.held = keeper.held and keeper.id in mine
        for keeper in self.keepers():
            if keeper.id in mine and not keeper.held:
                keeper.held = True
                keeper.changed.set()

    # --- notes ------------------------------------------------------------------------------

    async def follow(self, notes: Notes) -> None:
        """A database that was away at the start, and is joined later, ends its subscriptions."""
        while True:
            await self.listen(notes)
            notes = self.store.notes()

    async def listen(self, notes: Notes) -> None:
        if not self.store.shared:  # nobody else wrote what a row of our own tells
            notes.ignore(f"r {self.hub.node} ")
        async for note in notes:
            try:
                await self.note(note)
            except Exception as wrong:  # whatever it is, the next note is heeded
                log.warning("note_lost", reason=type(wrong).__name__)

    async def note(self, note: str) -> None:
        hub = self.hub
        if self.is_first and (note == MISSED or note.startswith("h ")):
            await hub.house.refresh()
        if note == MISSED:
            await self._read_all()
            return
        kind, node, id, *rest = note.split(" ")
        table = hub.keepers.get(id)
        if table is None:
            if kind == "r" and id in hub.opening:
                hub.meanwhile[id] = max(hub.meanwhile.get(id, 0), int(rest[0]))
        elif node != hub.node:
            await self._heed(table, kind, node, rest)
        elif kind == "r" and not table.lock.locked():
            # A row of our own that we do not know: the last transaction of a former life of this
            # node, or one whose answer was lost, came through after the table was read.
            await table.hear(int(rest[0]))

    async def _read_all(self) -> None:
        """Notes were lost."""
        for keeper in self.keepers():
            await self.hub.alone(keeper.id, keeper.hear(EVERYTHING))
        self.hub.meanwhile.update(dict.fromkeys(self.hub.opening, EVERYTHING))

    async def _heed(self, keeper: Keeper, kind: str, node: str, rest: list[str]) -> None:
        if kind in ("r", "t"):
            self.hub.stewards[keeper.id].hold()
        if kind == "r":
            await keeper.hear(int(rest[0]))
        elif kind == "t":
            await keeper.hear_tick(int(rest[0]), int(rest[1]))
        elif kind == "a":
            live.hear_act(keeper, node, " ".join(rest))
        elif kind == "n":
            live.hear_no(keeper, rest[0], " ".join(rest[1:]))
        elif kind == "d":
            await self.hub.forget(keeper)
        elif kind == "p":
            keeper.presence.heard(node, self.hub.world.now_ms() + 2 * PRESENCE_MS, rest)
            keeper.publish()
            keeper.changed.set()

    async def tell_presence(self) -> None:
        for keeper in self.keepers():
            presence = keeper.presence
            wanted = not keeper.held or presence.elsewhere
            if wanted and (presence.here or keeper.id in self.moved):
                await keeper.tell_presence()
        self.moved.clear()

    # --- keeping house ----------------------------------------------------------------------

    async def put_away(self) -> None:
        """Tables that nobody plays at and nobody looks at take no room."""
        for keeper in self.keepers():
            if not keeper.streams.listening():
                await self.hub.alone(keeper.id, self._tidy(keeper))

    async def _tidy(self, keeper: Keeper) -> None:
        hub = self.hub
        quiet = hub.world.now_ms() - max(keeper.touched_ms, keeper.sitting.at_ms)
        if keeper.sitting.phase == "playing" and quiet > self._patience(keeper):
            with contextlib.suppress(Refusal):
                await keeper.do(upkeep.abandon)
        if keeper.sitting.phase != "playing" and quiet > hub.settings.idle_ms:
            await hub.close(keeper)

    def _patience(self, keeper: Keeper) -> int:
        """How long a game may lie still; a game by days longer than any of its clocks."""
        pace = keeper.sitting.config.pace
        clock = pace.days * DAY_MS if pace.kind == "days" else 0
        return max(self.hub.settings.abandon_ms, 2 * clock)

    async def prune(self) -> None:
        """What is older than the house keeps it, unless the clock looks wrong."""
        hub = self.hub
        if self._pruning is None:
            newest = (await self.store.census()).newest_ms
            self._pruning = Pruning(hub.world, self.store, hub.settings, newest)
        if await self._pruning.round():
            await hub.calls.prune(self.store)
            if self.is_first:
                await hub.house.tidy()
