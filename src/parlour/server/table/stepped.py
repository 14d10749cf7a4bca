"""The machine's clock is set while a table is kept: the table goes on as if nobody had.

What stands in rows is moved by a row, which the table owes (`Keeper.owed_ms`) until it is written:
nothing falls due there before.
"""

from typing import Protocol

from parlour.core.seats import HOUSE
from parlour.server.table import rows
from parlour.server.table.sitting import Sitting
from parlour.server.world import World


class Owing(Protocol):
    """What is needed of a keeper, which stands above this module."""

    owed_ms: int
    sitting: Sitting

    @property
    def world(self) -> World: ...

    async def reread(self) -> None: ...

    async def write(self, bodies: list[rows.Body], at_ms: int = 0) -> None: ...


async def settle(keeper: Owing) -> None:
    """Before a table that owes the row is asked anything.  Conflict: somebody was quicker."""
    await keeper.reread()
    ms, now = keeper.owed_ms, keeper.world.now_ms()
    if ms and (bodies := owed(keeper.sitting, ms, now)):
        await keeper.write(bodies, now)
    keeper.owed_ms -= ms


def heard(keeper: Owing, body: rows.Body) -> None:
    """A row that was not known here; perhaps the very one, whose answer was lost."""
    if isinstance(body, rows.Resumed) and body.outage_ms == keeper.owed_ms:
        keeper.owed_ms = 0


def owed(s: Sitting, ms: int, now: int) -> list[rows.Body]:
    """The row, if anything here has a time, or the last row would lie in the future."""
    waits = s.phase == "playing" or s.shuffles.now is not None or bool(s.ready)
    ahead = s.at_ms > now and s.phase not in ("frozen", "closed")
    return [rows.Resumed(HOUSE, ms)] if waits or ahead else []
