"""The machine's clock is set while the node runs: a wrong one was corrected, or a right one spoilt.

Nobody can tell which at that moment, so it is followed either way, and no table notices: thinking
time, pauses, shuffles and what is abandoned go by the time that has really passed.
"""

from typing import TYPE_CHECKING, Final

import structlog

from parlour.server.table import rows, stepped
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
        stepped.move(keeper, step)
    for steward in hub.stewards.values():
        steward.shift(step)
    log.warning("clock_set", by_s=step // 1000, tables=len(hub.keepers))
    for caretaker in hub.caretakers.values():
        await caretaker.renew(before)
    for keeper in list(hub.keepers.values()):
        if keeper.owed_ms:
            await hub.alone(keeper.id, keeper.do(nothing))
            keeper.publish()


def nothing(s: Sitting, now: int) -> list[rows.Body]:
    """Whatever a table owes is written before it is asked anything."""
    return []
