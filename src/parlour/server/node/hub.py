"""All tables of one node: which are open here, and what opening, closing and deleting them takes.

What is done for them again and again is in `caretaker.py`.
"""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Final

import structlog

from parlour.core.errors import Refusal
from parlour.core.game import Game
from parlour.games import all_games
from parlour.server.metrics import METRICS
from parlour.server.node import upkeep
from parlour.server.node.bot_tables import BotTables
from parlour.server.node.calls import Calls
from parlour.server.node.caretaker import Caretaker, every
from parlour.server.node.guests import Guests
from parlour.server.node.health import Health
from parlour.server.node.house import REFRESH_MS, House
from parlour.server.node.quarantine import Quarantine
from parlour.server.node.setting import WATCH_MS, follow_clock
from parlour.server.packing import Packing
from parlour.server.settings import Settings
from parlour.server.store import Damaged, Store, StoreDown, StoreError
from parlour.server.table import rows
from parlour.server.table.keeper import Keeper
from parlour.server.table.steward import Steward
from parlour.server.thinkers import Thinkers
from parlour.server.turnstile import Turnstile
from parlour.server.world import World

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
        self.thinkers: Final = Thinkers(settings)
        self.packing: Final = Packing()
        self.turnstile: Final = Turnstile()  # for those who leave
        self.guests: Final = Guests()
        self.house: Final = House(world, store, settings, self.node)
        self.house.on_change = self._heed_orders
        self.calls: Final = Calls(world, store, settings)
        self.stopping = False
        self._closing: set[asyncio.Task[None]] = set()
        self.opening: dict[str, asyncio.Future[Keeper]] = {}
        self.meanwhile: dict[str, int] = {}  # rows that others wrote while a table was opened
        self.caretakers: Final = {part.name: Caretaker(self, part) for part in store.parts}
        self._runners: dict[str, asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    # --- the node's day ---------------------------------------------------------------------

    async def start(self) -> None:
        await self.store.open()
        await self.house.refresh()
        await self.calls.start()
        works = [every(REFRESH_MS, self.house.refresh), every(WATCH_MS, self.follow_clock)]
        for one in self.caretakers.values():
            works += one.works()
        self._tasks = [asyncio.create_task(work) for work in works]

    async def follow_clock(self) -> None:
        await follow_clock(self)

    async def stop(self) -> None:
        """Finish what is under way; leases run out at once, so that other nodes go on."""
        self.stopping = True
        for task in [*self._tasks, *self._runners.values()]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._runners.values(), return_exceptions=True)
        await asyncio.gather(*self._closing, return_exceptions=True)
        await self.calls.stop()
        await self.thinkers.stop()
        self.packing.stop()
        for keeper in list(self.keepers.values()):
            await keeper.settled()
            if keeper.held:
                with contextlib.suppress(StoreError):
                    await keeper.store.lease(keeper.id, self.node, 1, self.world.now_ms())
        await self.store.close()

    # --- opening and putting away -----------------------------------------------------------

    async def keeper(self, id: str) -> Keeper:
        """The table's keeper on this node; opened if need be.  Refusal: there is no such table."""
        if (keeper := self.keepers.get(id)) is not None:
            return keeper
        self.quarantine.check(id, self.world.now_ms())
        if (opening := self.opening.get(id)) is None:
            opening = self.opening[id] = asyncio.ensure_future(self._open(id))
            opening.add_done_callback(lambda _: self._opened(id))
        try:
            return await asyncio.shield(opening)
        finally:
            del opening  # a refusal refers to this frame: only the collector would find the two

    def _opened(self, id: str) -> None:
        self.opening.pop(id, None)
        self.meanwhile.pop(id, None)

    async def _open(self, id: str) -> Keeper:
        try:
            keeper = await self.read(id)
            caretaker = self.caretakers[keeper.store.name]
            await caretaker.take_lease(keeper, first=True)
        except rows.Unreadable as wrong:
            await self._set_aside(id, wrong.reason)
            raise
        except Damaged as wrong:
            await self._set_aside(id, str(wrong))
            raise Refusal("table_unreadable") from wrong
        except StoreError as wrong:
            raise Refusal(await self._why_not(id, wrong)) from wrong
        self.quarantine.drop(id)
        self.keepers[id] = keeper
        self.stewards[id] = Steward(keeper, self.settings, self.thinkers, self.bot_tables.count)
        keeper.on_presence = lambda: caretaker.moved.add(id)
        keeper.on_awaited = lambda seat: self.calls.call(keeper, seat)
        keeper.on_over = lambda number: keeper.spawn(
            upkeep.keep_replay(keeper, number, self.packing)
        )
        keeper.on_unreadable = lambda wrong: self._put_out(keeper, wrong)
        if not self.stopping:
            self._runners[id] = asyncio.create_task(self._run(self.stewards[id]))
        METRICS.tables.set(len(self.keepers))
        await self._catch_up(keeper)
        return keeper

    async def _why_not(self, id: str, wrong: StoreError) -> str:
        """A table that was deleted between two looks is gone; all else is the store's fault."""
        if not isinstance(wrong, StoreDown):
            with contextlib.suppress(StoreError):
                if await self.store.part(id).read(id) is None:
                    return "no_such_table"
        return "store_down"

    async def delete(self, id: str) -> None:
        """With its log, for good; every node that has it open lets go of it."""
        part = self.store.part(id)
        await self._let_go(id)
        if not await part.delete(id):
            raise Refusal("no_such_table")
        await self._let_go(id)  # whoever looked meanwhile has opened it again
        await part.notify(f"d {self.node} {id}")

    async def _let_go(self, id: str) -> None:
        """Also of a table that is just being opened."""
        if (opening := self.opening.get(id)) is not None:
            await asyncio.wait([opening])
        if (keeper := self.keepers.get(id)) is not None:
            await self.forget(keeper)

    async def forget(self, keeper: Keeper) -> None:
        keeper.streams.dismiss("no_such_table")
        await self.close(keeper)

    async def read(self, id: str) -> Keeper:
        """A keeper of the table as it stands, without a lease."""
        part = self.store.part(id)
        kept = await part.read(id)
        if kept is None or kept.meta.listing.game == rows.EVENING:
            raise Refusal("no_such_table")
        if len(self.keepers) >= self.settings.max_tables:
            raise Refusal("too_many_tables")
        game = _game(kept.meta.listing.game)
        keeper = Keeper(self.world, part, kept.meta, game, self.node)
        await keeper.load(kept)
        return keeper

    async def _set_aside(self, id: str, reason: str) -> None:
        """A lease of this node's last life is given back: it would be renewed with the others."""
        self.quarantine.put(id, reason, self.world.now_ms())
        with contextlib.suppress(StoreError):
            await self.store.part(id).release(id, self.node)

    def _put_out(self, keeper: Keeper, wrong: rows.Unreadable) -> None:
        """Another node has written what cannot be read here: whoever listens is sent on."""
        self.quarantine.put(keeper.id, wrong.reason, self.world.now_ms())
        self.keepers.pop(keeper.id, None)
        keeper.streams.dismiss("table_unreadable")
        closing = asyncio.ensure_future(self.alone(keeper.id, self.close(keeper)))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def alone(self, id: str, work: Awaitable[object]) -> None:
        """What fails at one table keeps no other from it; a database that is away concerns all."""
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
            await keeper.hear(self.meanwhile.get(keeper.id, 0))
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
            await keeper.store.release(keeper.id, self.node)
        METRICS.tables.set(len(self.keepers))

    def _heed_orders(self) -> None:
        """Whoever is banned goes at once, and everybody is told what there is to tell."""
        for line in self.guests:
            if self.house.is_curbed("ban", line.address):
                line.dismiss("banned")
            else:
                line.tell_bulletin()


def _game(id: str) -> Game | None:
    """The rules of a table; None, if this house no longer has them."""
    return all_games().get(id)
