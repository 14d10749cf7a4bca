"""How long a table with a long log takes to open, with its snapshot and without."""

import time
from typing import Any

import msgspec

from parlour.games import game as find_game
from parlour.server.node import opening
from parlour.server.node.hub import Hub
from parlour.server.settings import Settings
from parlour.server.store import Store, StoredTable, open_store
from parlour.server.table import begin, seats
from parlour.server.table.keeper import Keeper
from parlour.server.world import RealWorld

HASTY = Settings(node="opening", haste=1e9, think_ms=0)


class Hasty(RealWorld):
    """Bots that do not wait, and think where they stand."""

    async def think(self, task: Any) -> Any:
        return task()


async def long_table(store: Store, choices: int) -> str:
    """A table of bots that has seen so many choices, over as many games as it takes."""
    hub = Hub(Hasty(1e9), store, HASTY)
    hub.stopping = True  # nobody else runs its clock
    wanted = opening.TableRequest("kings", players=4, seat=None, seats=[seats.SeatPlan("bot")] * 4)
    keys = await opening.open_table(hub, wanted)
    keeper = await hub.keeper(keys.id)
    keeper.held = True
    await keeper.do(seats.start)
    made = 0
    while made < choices:
        before = keeper.sitting.entries
        await hub.stewards[keys.id].wake()
        made += max(0, keeper.sitting.entries - before)
        if keeper.sitting.phase == "over":
            await keeper.do(begin.rematch(0))
    await keeper.settled()
    return keys.id


async def timed(store: Store, id: str) -> float:
    meta = await store.meta(id)  # only what never changes is used of it
    assert meta is not None
    begun = time.perf_counter()
    keeper = Keeper(RealWorld(), store, meta, find_game(meta.listing.game), "opening")
    await keeper.load()
    return (time.perf_counter() - begun) * 1000


class NoSnapshots:
    """The same store, as if no snapshot had been taken."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def read(self, table: str, whole: bool = False) -> StoredTable | None:
        return await self._store.read(table, whole=True)


async def opening_times(url: str, choices: int) -> dict[str, float]:
    """Milliseconds, the middle of five."""
    store = open_store(url)
    await store.open()
    id = await long_table(store, choices)
    bare: Any = NoSnapshots(store)
    quick = sorted([await timed(store, id) for _ in range(5)])
    slow = sorted([await timed(bare, id) for _ in range(3)])
    rows = len(await store.load(id))
    await store.close()
    found = {"rows": rows, "ms": round(quick[2], 1), "ms_without_snapshot": round(slow[1], 1)}
    return msgspec.to_builtins(found)  # type: ignore[no-any-return]
