"""Replays: of games whose rules are here, and of those that were kept when they were."""

from parlour.core.errors import Refusal
from parlour.core.record import Record
from parlour.server.background import replayed
from parlour.server.packing import Packing
from parlour.server.table import records
from parlour.server.table.keeper import Keeper
from parlour.server.table.moments import EyesOf, packed, page, played_again


async def keep(keeper: Keeper, number: int, packing: Packing) -> bool:
    """Store what the game looked like; False: that cannot be, and only the record is left."""
    try:
        record = await _record(keeper, number)
        body = await packing(packed, record)
        await keeper.store.keep_replay(keeper.id, number, body)
    except Exception:  # the store is down, or rules that have raised raise again
        return False
    return True


async def _record(keeper: Keeper, number: int) -> Record:
    game = records.played(keeper.sitting, number)
    chosen, _ = await records.choices(keeper, game)
    return records.record_of(keeper.sitting, game, chosen)


async def show(
    keeper: Keeper, number: int, eyes: EyesOf, first: int, count: int, views: bool
) -> bytes:
    """A `Replay` as JSON: under the rules, if they are here; else what was kept."""
    record = await _record(keeper, number)
    if records.has_rules(record):
        return await replayed(played_again, record, eyes, first, count, views)
    body = await keeper.store.replay(keeper.id, number)
    if body is None:
        raise Refusal("other_rules")
    return await replayed(page, body, eyes, first, count, views)
