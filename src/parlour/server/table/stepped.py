"""The machine's clock is set while a table is kept: the table goes on as if nobody had.

Whatever is remembered as a moment moves at once.  What stands in rows is moved by a row, which the
table owes (`Keeper.owed_ms`) until it is written: nothing falls due there before.
"""

from typing import TYPE_CHECKING

from parlour.core.seats import HOUSE
from parlour.server.table import rows
from parlour.server.table.sitting import Sitting

if TYPE_CHECKING:
    from parlour.server.table.keeper import Keeper


def move(keeper: "Keeper", ms: int) -> None:
    """The moments in memory; whoever has the lease owes the row."""
    keeper.touched_ms += ms
    keeper.hold_until += ms if keeper.hold_until else 0
    keeper.gone = {seat: since + ms for seat, since in keeper.gone.items()}
    keeper.acts.shift(ms)
    keeper.presence.shift(ms)
    keeper.streams.shift(ms)
    keeper.owed_ms += ms if keeper.held else 0
    keeper.changed.set()


async def settle(keeper: "Keeper") -> None:
    """Before a table that owes the row is asked anything.  Conflict: somebody was quicker."""
    await keeper.reread()
    ms, now = keeper.owed_ms, keeper.world.now_ms()
    if ms and (bodies := owed(keeper.sitting, ms, now)):
        await keeper.write(bodies, now)
    keeper.owed_ms -= ms


def heard(keeper: "Keeper", body: rows.Body) -> None:
    """A row that was not known here; perhaps the very one, whose answer was lost."""
    if isinstance(body, rows.Resumed) and body.outage_ms == keeper.owed_ms:
        keeper.owed_ms = 0


def owed(s: Sitting, ms: int, now: int) -> list[rows.Body]:
    """The row, if anything here has a time, or the last row would lie in the future."""
    waits = s.phase == "playing" or s.shuffles.now is not None or bool(s.ready)
    ahead = s.at_ms > now and s.phase not in ("frozen", "closed")
    return [rows.Resumed(HOUSE, ms)] if waits or ahead else []
