"""Deleting what is older than the house keeps, under a clock that may be wrong.

A clock that is set far ahead makes every table look old.  So nothing is deleted unless the clock
agrees with the newest row that was there when this node started, and one round deletes a small
share of the tables at most.  Whatever was held back is said in the log.
"""

from typing import Final

import structlog

from parlour.server.metrics import METRICS
from parlour.server.settings import Settings
from parlour.server.store import FINISHED, ListingState, Store
from parlour.server.world import World

DAY_MS: Final = 86_400_000
EVERY_MS: Final = 3_600_000
AGREES_MS: Final = 30 * DAY_MS
"""A clock that is further ahead of the newest row than this is not believed."""
SHARE: Final = 0.01
"""Of all tables, in one round."""
EVEN_FLOW: Final = 4
"""Where tables are kept for a short time: so many times what falls due in a round anyway."""

log = structlog.get_logger("parlour.hub")


class Pruning:
    """`newest_ms`: the time of the newest row when this node started; 0: there was none."""

    def __init__(self, world: World, store: Store, settings: Settings, newest_ms: int) -> None:
        self.world: Final = world
        self.store: Final = store
        self.settings: Final = settings
        self.newest_ms: Final = newest_ms or world.now_ms()
        self.steady_ms: Final = world.steady_ms()

    async def round(self) -> bool:
        """Once an hour.  Tables in their lobby count as never begun.  False: a wrong clock."""
        if not self.agrees():
            return False
        tables = (await self.store.census()).tables
        kinds: list[tuple[int, tuple[ListingState, ...]]] = [
            (self.settings.abandon_ms, ("open",)),
            (self.settings.retain_days * DAY_MS, FINISHED),
            (self.settings.retain_frozen_days * DAY_MS, ("frozen",)),
        ]
        pruned = 0
        for age_ms, states in kinds:
            if age_ms:
                pruned += await self._prune(age_ms, states, tables)
        log.info("pruned", tables=pruned)
        return True

    def agrees(self) -> bool:
        now = self.newest_ms + self.world.steady_ms() - self.steady_ms
        ahead = self.world.now_ms() - now
        METRICS.clock_ahead.set(ahead / 1000 if ahead > AGREES_MS else 0)
        if ahead > AGREES_MS:
            log.warning("prune_refused", clock_ahead_days=ahead // DAY_MS)
        return ahead <= AGREES_MS

    async def _prune(self, age_ms: int, states: tuple[ListingState, ...], tables: int) -> int:
        share = max(SHARE, EVEN_FLOW * EVERY_MS / age_ms)
        most = max(1, int(tables * share))
        pruned = await self.store.prune(self.world.now_ms() - age_ms, states, most)
        if pruned >= most:
            log.warning("prune_limited", states=states, pruned=pruned, tables=tables)
        return pruned
