"""The machine's clock is set while the node runs: a wrong one was corrected, or a right one spoilt.

Nobody can tell which at that moment, so it is followed either way, and no table notices: thinking
time, pauses, shuffles and what is abandoned go by the time that has really passed.
"""

import contextlib
from typing import TYPE_CHECKING, Final

import structlog

from parlour.server.store import StoreError
from parlour.server.table import rows
from parlour.server.table.keeper import Keeper
from parlour.server.table.sitting import Sitting

if TYPE_CHECKING:
    from parlour.server.node.hub import Hub

WATCH_MS: Final = 1_000

log = structlog.get_logger("parlour.hub")


async def follow_clock(hub: "Hub") -> None:
    """Once a second.  No table is asked anything between the clock and what moves with it."""
    before, step = hub.world.now_ms(), hub.world.stepped_ms()
    if not step:
        return
    hub.world.follow()
    for keeper in hub.keepers.values():
        move(keeper, step)
    for steward in hub.stewards.values():
        steward.shift(step)
    log.warning("clock_set", by_s=step // 1000, tables=len(hub.keepers))
    for caretaker in hub.caretakers.values():
        with contextlib.suppress(StoreError):  # one database that is away holds up no other
            await caretaker.renew(before)
    for keeper in list(hub.keepers.values()):
        if keeper.owed_ms:
            await hub.alone(keeper.id, keeper.do(nothing))
            keeper.publish()


def move(keeper: Keeper, ms: int) -> None:
    """The moments in memory; whoever has the lease owes the row (`table/stepped.py`)."""
    keeper.touched_ms += ms
    keeper.hold_until += ms if keeper.hold_until else 0
    keeper.gone = {seat: since + ms for seat, since in keeper.gone.items()}
    keeper.acts.shift(ms)
    keeper.presence.shift(ms)
    keeper.streams.shift(ms)
    keeper.owed_ms += ms if keeper.held else 0
    keeper.changed.set()


def nothing(s: Sitting, now: int) -> list[rows.Body]:
    """Whatever a table owes is written before it is asked anything."""
    return []
