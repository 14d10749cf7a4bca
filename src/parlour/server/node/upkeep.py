"""What the hub does at one table, beside opening and closing it."""

import asyncio
import contextlib

import structlog

from parlour.core.errors import Refusal
from parlour.core.seats import HOUSE
from parlour.server.packing import Packing
from parlour.server.table import replays, rows
from parlour.server.table.keeper import Keeper
from parlour.server.table.sitting import Sitting

log = structlog.get_logger("parlour.hub")


async def keep_replay(keeper: Keeper, number: int, packing: Packing) -> None:
    if not await replays.keep(keeper, number, packing):
        log.warning("no_replay", table=keeper.id, game=number)


def abandon(s: Sitting, now: int) -> list[rows.Body]:
    return [rows.Closed("abandoned")] if s.phase == "playing" else []


async def changed(keeper: Keeper, within: int | None) -> None:
    """Sleep until something changes, or so many milliseconds.  `wait_for` would cost a task."""
    if within is None:
        await keeper.changed.wait()
        return
    # a long sleep is broken up: the machine's clock may be set meanwhile
    limit = min(within, 60_000) / 1000
    alarm = asyncio.get_running_loop().call_later(limit, keeper.changed.set)
    try:
        await keeper.changed.wait()
    finally:
        alarm.cancel()


async def compensate(keeper: Keeper, outage: int) -> None:
    """Clocks do not run while nobody keeps the table, nor does the time of a shuffle."""
    if _has_deadlines(keeper.sitting):
        with contextlib.suppress(Refusal):
            await keeper.do(
                lambda s, now: [rows.Resumed(HOUSE, outage)] if _has_deadlines(s) else []
            )


def _has_deadlines(s: Sitting) -> bool:
    return (s.running and s.config.pace.kind != "relaxed") or s.shuffles.now is not None
