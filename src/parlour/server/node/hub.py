"""All tables of one node: which are open here, who keeps them, what other nodes say.

A lease keeps a table's own business (bots, clocks, ticks) on one node.  It is for speed alone: a
node that wrongly believes it holds one loses the race at the next append, and nothing else.
"""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Any, Final

import structlog

from parlour.core.errors import Refusal
from parlour.core.game import Game
from parlour.games import all_games
from parlour.server.metrics import METRICS
from parlour.server.node import upkeep
from parlour.server.node.bot_tables import BotTables
from parlour.server.node.calls import Calls
from parlour.server.node.guests import Guests
from parlour.server.node.health import Health
from parlour.server.node.house import REFRESH_MS, House
from parlour.server.node.pruning import DAY_MS, EVERY_MS, Pruning
from parlour.server.node.quarantine import Quarantine
from parlour.server.settings import Settings
from parlour.server.store import MISSED, Damaged, Store, StoreDown, StoreError
from parlour.server.table import live, rows
from parlour.server.table.keeper import Keeper
from parlour.server.table.steward import Steward
from parlour.server.turnstile import Turnstile
from parlour.server.world import World

PRESENCE_MS: Final = 10_000
MOST: Final = 10_000
TAKEN: Final = 100
"""Tables taken up at one look; those that are set aside come on top."""
OUTAGE_MS: Final = 1_000
"""Shorter than this, and nobody was kept waiting."""
EVERYTHING: Final = 1 << 62
"""A number beyond every row."""
PUT_AWAY_MS: Final = 60_000

log = structlog.get_logger("parlour.hub")


class Hub:
    """The tables that are open on this node."""

    def __init__(self, world: World, store: Store, settings: Settings) -> None:
        self.world: Final = world
        self.store: Final = store
        self.settings: Final = settings
        self.node: Final = settings.node or world.token(48)
        self.keepers: dict[str, Keeper] = {}
        self.stewards: dict[str, Steward] = {}
        self.quarantine: Final = Quarantine()
        self.bot_tables: Final = BotTables(self.keepers, settings)
        self.health: Final = Health(store)
        self.turnstile: Final = Turnstile()  # for those who leave
        self.guests: Final = Guests()
        self.house: Final = House(world, store, settings, self.node)
        self.house.on_change = self._heed_orders
        self.calls: Final = Calls(world, store, settings)
        self.stopping = False
        self._closing: set[asyncio.Task[None]] = set()
        self._opening: dict[str, asyncio.Future[Keeper]] = {}
        self._meanwhile: dict[str, int] = {}  # rows that others wrote while a table was opened
        self._runners: dict[str, asyncio.Task[None]] = {}
        self._up = False  # whether the tables of this node's last life have been taken up
        self._tasks: list[asyncio.Task[None]] = []
        self._presence: set[str] = set()

    # --- the node's day ---------------------------------------------------------------------

    async def start(self) -> None:
        await self.store.open()
        await self.house.refresh()
        await self.calls.start()
        newest = (await self.store.census()).newest_ms
        pruning = Pruning(self.world, self.store, self.settings, newest)

        async def prune() -> None:
            if await pruning.round():
                await self.house.tidy()
                await self.calls.prune()

        notes = self.store.notes()
        self._tasks = [
            asyncio.create_task(self._listen(notes)),
            asyncio.create_task(self._every(self.settings.lease_ms // 3, self._keep_leases)),
            asyncio.create_task(self._every(PRESENCE_MS // 2, self._tell_presence)),
            asyncio.create_task(self._every(PUT_AWAY_MS, self._put_away)),
            asyncio.create_task(self._every(EVERY_MS, prune)),
            asyncio.create_task(self._every(REFRESH_MS, self.house.refresh)),
        ]

    async def stop(self) -> None:
        """Finish what is under way; leases run out at once, so that other nodes go on."""
        self.stopping = True
        for task in [*self._tasks, *self._runners.values()]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._runners.values(), return_exceptions=True)
        await asyncio.gather(*self._closing, return_exceptions=True)
        await self.calls.stop()
        for keeper in list(self.keepers.values()):
            await keeper.settled()
            if keeper.held:
                with contextlib.suppress(StoreError):
                    await self.store.lease(keeper.id, self.node, 1, self.world.now_ms())
        await self.store.close()

    async def _every(self, ms: int, work: Any) -> None:
        while True:
            try:
                await work()
            except StoreError as wrong:
                log.warning("store_down", work=work.__name__, reason=type(wrong).__name__)
            except Exception:
                log.exception("unexpected", work=work.__name__)
            await asyncio.sleep(ms / 1000)

    # --- opening and putting away -----------------------------------------------------------

    async def keeper(self, id: str) -> Keeper:
        """The table's keeper on this node; opened if need be.  Refusal: there is no such table."""
        if (keeper := self.keepers.get(id)) is not None:
            return keeper
        self.quarantine.check(id, self.world.now_ms())
        if (opening := self._opening.get(id)) is None:
            opening = self._opening[id] = asyncio.ensure_future(self._open(id))
            opening.add_done_callback(lambda _: self._opened(id))
        return await asyncio.shield(opening)

    def _opened(self, id: str) -> None:
        self._opening.pop(id, None)
        self._meanwhile.pop(id, None)

    async def _open(self, id: str) -> Keeper:
        try:
            keeper = await self.read(id)
            await self._take_lease(keeper, first=True)
        except rows.Unreadable as wrong:
            await self._set_aside(id, wrong.reason)
            raise
        except Damaged as wrong:
            await self._set_aside(id, str(wrong))
            raise Refusal("table_unreadable") from wrong
        except StoreError as wrong:
            raise Refusal("store_down") from wrong
        self.quarantine.drop(id)
        self.keepers[id] = keeper
        self.stewards[id] = Steward(keeper, self.settings, self.bot_tables.count)
        keeper.on_presence = lambda: self._presence.add(id)
        keeper.on_awaited = lambda seat: self.calls.call(keeper, seat)
        keeper.on_over = lambda number: keeper.spawn(upkeep.keep_replay(keeper, number))
        keeper.on_unreadable = lambda wrong: self._put_out(keeper, wrong)
        if not self.stopping:
            self._runners[id] = asyncio.create_task(self._run(self.stewards[id]))
        METRICS.tables.set(len(self.keepers))
        await self._catch_up(keeper)
        return keeper

    async def delete(self, id: str) -> None:
        """With its log, for good; every node that has it open lets go of it."""
        if (keeper := self.keepers.get(id)) is not None:
            await self._forget(keeper)
        if not await self.store.delete(id):
            raise Refusal("no_such_table")
        await self.store.notify(f"d {self.node} {id}")

    async def _forget(self, keeper: Keeper) -> None:
        keeper.streams.dismiss("no_such_table")
        await self.close(keeper)

    async def read(self, id: str) -> Keeper:
        """A keeper of the table as it stands, without a lease."""
        kept = await self.store.read(id)
        if kept is None or kept.meta.listing.game == rows.EVENING:
            raise Refusal("no_such_table")
        if len(self.keepers) >= self.settings.max_tables:
            raise Refusal("too_many_tables")
        game = _game(kept.meta.listing.game)
        keeper = Keeper(self.world, self.store, kept.meta, game, self.node)
        await keeper.load(kept)
        return keeper

    async def _set_aside(self, id: str, reason: str) -> None:
        """A lease of this node's last life is given back: it would be renewed with the others."""
        self.quarantine.put(id, reason, self.world.now_ms())
        with contextlib.suppress(StoreError):
            await self.store.release(id, self.node)

    def _put_out(self, keeper: Keeper, wrong: rows.Unreadable) -> None:
        """Another node has written what cannot be read here: whoever listens is sent on."""
        self.quarantine.put(keeper.id, wrong.reason, self.world.now_ms())
        self.keepers.pop(keeper.id, None)
        keeper.streams.dismiss("table_unreadable")
        closing = asyncio.ensure_future(self._alone(keeper.id, self.close(keeper)))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _alone(self, id: str, work: Awaitable[object]) -> None:
        """What fails at one table keeps no other from it; a store that is away concerns all."""
        try:
            await work
        except Refusal:
            pass
        except StoreDown:
            raise
        except Exception:
            log.exception("table_failed", table=id)

    async def _catch_up(self, keeper: Keeper) -> None:
        """What was told of a table after it was read, and before it was there to be told."""
        try:
            await keeper.hear(self._meanwhile.get(keeper.id, 0))
        except StoreError:
            keeper.suspect()  # read again before anything is written

    async def _run(self, house: Steward) -> None:
        """Watch over one table's time."""
        keeper = house.keeper
        while True:
            keeper.changed.clear()
            due = house.due()
            wait = None if due is None else due - self.world.now_ms()
            if wait is not None and wait <= 0:
                await self._wake(house)
                continue
            await upkeep.changed(keeper, wait)

    async def _wake(self, house: Steward) -> None:
        try:
            await house.wake()
            await asyncio.sleep(0)
        except StoreError as wrong:
            log.warning("store_down", table=house.keeper.id, reason=type(wrong).__name__)
            await asyncio.sleep(0.5)
        except Exception as wrong:
            log.exception("house_failed", table=house.keeper.id)
            house.keeper.broken(wrong)
            await asyncio.sleep(0.5)

    async def close(self, keeper: Keeper) -> None:
        """Put a table away; its log stays."""
        self.keepers.pop(keeper.id, None)
        self.stewards.pop(keeper.id, None)
        if (runner := self._runners.pop(keeper.id, None)) is not None:
            runner.cancel()
        await keeper.settled()
        if keeper.held:
            keeper.held = False
            await self.store.release(keeper.id, self.node)
        METRICS.tables.set(len(self.keepers))

    # --- leases -----------------------------------------------------------------------------

    async def _take_lease(self, keeper: Keeper, first: bool = False) -> None:
        now = self.world.now_ms()
        before = await self.store.holder(keeper.id, 0)  # the last one, in force or not
        ttl = self.settings.lease_ms
        keeper.held = await self.store.lease(keeper.id, self.node, ttl, now)
        keeper.changed.set()
        if keeper.held and keeper.sitting.at_ms - now >= OUTAGE_MS:
            await live.set_back(keeper)
            return
        if not keeper.held or before is None or (before.node == self.node and not first):
            return
        outage = now - (before.until_ms - ttl)
        if outage >= OUTAGE_MS:
            await upkeep.compensate(keeper, outage)

    async def _take_up(self) -> None:
        """After a crash: what this node kept before it fell, with the lost time made good.

        Before the first renewal, which would make the old leases look alive.
        """
        for id in await self.store.expired(EVERYTHING, limit=MOST):  # whatever the clock says
            holder = await self.store.holder(id, 0)
            if holder is not None and holder.node == self.node and id not in self.keepers:
                await self._alone(id, self.keeper(id))

    async def _keep_leases(self) -> None:
        """Prolong what is ours, and take over what nobody keeps."""
        if not self._up:
            await self._take_up()
            self._up = True
        await self._renew()
        limit = TAKEN + len(self.quarantine)
        for id in await self.store.expired(self.world.now_ms(), limit=limit):
            known = self.keepers.get(id)
            await self._alone(id, self._take_lease(known) if known else self.keeper(id))

    async def _renew(self) -> None:
        """What is prolonged is ours.  What was taken while we asked may not be in the answer."""
        held = [keeper for keeper in self.keepers.values() if keeper.held]
        mine = set(await self.store.renew(self.node, self.settings.lease_ms, self.world.now_ms()))
        for keeper in held:
            keeper.held = keeper.held and keeper.id in mine
        for keeper in self.keepers.values():
            if keeper.id in mine and not keeper.held:
                keeper.held = True
                keeper.changed.set()

    # --- notes ------------------------------------------------------------------------------

    async def _listen(self, notes: Any) -> None:
        async for note in notes:
            try:
                await self._note(note)
            except Exception as wrong:  # whatever it is, the next note is heeded
                log.warning("note_lost", reason=type(wrong).__name__)

    async def _note(self, note: str) -> None:
        if note == MISSED or note.startswith("h "):
            await self.house.refresh()
        if note == MISSED:
            for keeper in list(self.keepers.values()):
                await self._alone(keeper.id, keeper.hear(EVERYTHING))
            self._meanwhile.update(dict.fromkeys(self._opening, EVERYTHING))
            return
        kind, node, id, *rest = note.split(" ")
        table = self.keepers.get(id)
        if table is None:
            if kind == "r" and id in self._opening:
                self._meanwhile[id] = max(self._meanwhile.get(id, 0), int(rest[0]))
        elif node != self.node:
            await self._heed(table, kind, node, rest)
        elif kind == "r" and not table.lock.locked():
            # A row of our own that we do not know: the last transaction of a former life of this
            # node, or one whose answer was lost, came through after the table was read.
            await table.hear(int(rest[0]))

    async def _heed(self, keeper: Keeper, kind: str, node: str, rest: list[str]) -> None:
        if kind in ("r", "t"):
            self.stewards[keeper.id].hold()
        if kind == "r":
            await keeper.hear(int(rest[0]))
        elif kind == "t":
            await keeper.hear_tick(int(rest[0]), int(rest[1]))
        elif kind == "a":
            live.hear_act(keeper, node, " ".join(rest))
        elif kind == "n":
            live.hear_no(keeper, rest[0], " ".join(rest[1:]))
        elif kind == "d":
            await self._forget(keeper)
        elif kind == "p":
            keeper.presence.heard(node, self.world.now_ms() + 2 * PRESENCE_MS, rest)
            keeper.publish()
            keeper.changed.set()

    def _heed_orders(self) -> None:
        """Whoever is banned goes at once, and everybody is told what there is to tell."""
        for line in self.guests:
            if self.house.is_curbed("ban", line.address):
                line.dismiss("banned")
            else:
                line.tell_bulletin()

    async def _tell_presence(self) -> None:
        for keeper in list(self.keepers.values()):
            presence = keeper.presence
            wanted = not keeper.held or presence.elsewhere
            if wanted and (presence.here or keeper.id in self._presence):
                await keeper.tell_presence()
        self._presence.clear()

    # --- keeping house ----------------------------------------------------------------------

    async def _put_away(self) -> None:
        """Tables that nobody plays at and nobody looks at take no room."""
        for keeper in list(self.keepers.values()):
            if not keeper.streams.listening():
                await self._alone(keeper.id, self._tidy(keeper))

    async def _tidy(self, keeper: Keeper) -> None:
        quiet = self.world.now_ms() - max(keeper.touched_ms, keeper.sitting.at_ms)
        if keeper.sitting.phase == "playing" and quiet > self._patience(keeper):
            with contextlib.suppress(Refusal):
                await keeper.do(upkeep.abandon)
        if keeper.sitting.phase != "playing" and quiet > self.settings.idle_ms:
            await self.close(keeper)

    def _patience(self, keeper: Keeper) -> int:
        """How long a game may lie still; a game by days longer than any of its clocks."""
        pace = keeper.sitting.config.pace
        clock = pace.days * DAY_MS if pace.kind == "days" else 0
        return max(self.settings.abandon_ms, 2 * clock)


def _game(id: str) -> Game | None:
    """The rules of a table; None, if this house no longer has them."""
    return all_games().get(id)
