"""What a page asks for the person in front of it: how their own tables stand."""

from typing import Annotated, Final

import msgspec
import structlog
from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody

from parlour.core.errors import Refusal
from parlour.games import all_games
from parlour.server.http.requests import HttpRequest, address_of, hub_of
from parlour.server.http.types import PROBLEMS
from parlour.server.limits import Buckets
from parlour.server.node.hub import Hub
from parlour.server.store import Damaged, ListingState, StoreDown, StoredTable
from parlour.server.table.glance import MyTable, glance, stored
from parlour.server.table.rows import EVENING
from parlour.server.table.saved import Phase

MOST: Final = 50
PHASES: Final[dict[ListingState, Phase]] = {
    "open": "lobby",
    "playing": "playing",
    "over": "over",
    "frozen": "frozen",
    "closed": "closed",
}
ShortWord = Annotated[str, msgspec.Meta(max_length=64)]

log = structlog.get_logger("parlour.app")


class MyKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table or an evening, and the key of one's seat there; it may be empty."""

    id: ShortWord
    key: ShortWord = ""


class MineRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tables: Annotated[list[MyKey], msgspec.Meta(max_length=MOST)]


@post("/mine", status_code=200, summary="How one's own tables stand", responses=PROBLEMS)
async def ask_mine(
    state: State, request: HttpRequest, data: JSONBody[MineRequest]
) -> list[MyTable | None]:
    """In the order asked; null: there is no such table.  Opens no table, and wakes nobody.

    Of several databases one may be away: its tables are not gone, and all others are told.
    """
    hub = hub_of(state)
    asked: Buckets = state.asked
    if not asked.take(address_of(request), hub.world.now_ms()):
        raise Refusal("too_fast")
    return [await _look(hub, one) for one in data.tables]


async def _look(hub: Hub, one: MyKey) -> MyTable | None:
    keeper = hub.keepers.get(one.id)
    if keeper is not None and not keeper.foreign:
        return glance(keeper.sitting, one.key)
    try:
        kept = await hub.store.read(one.id)
    except Damaged:
        return None
    except StoreDown:
        if hub.store.away:
            raise
        return MyTable(id=one.id, game="", phase="playing", away=True)
    return None if kept is None else _read(kept, one.key)


def _read(kept: StoredTable, key: str) -> MyTable:
    """The rules are needed for whose turn it is alone: that of a game which is on elsewhere."""
    about = kept.meta.listing
    plain = MyTable(
        id=about.table, game=about.game, phase=PHASES[about.state], at=kept.meta.touched_ms
    )
    if about.game == EVENING:
        return plain
    game = all_games().get(about.game) if about.state == "playing" else None
    try:
        return glance(stored(kept, game), key)
    except Exception as wrong:  # other rules, a newer version, or a row that cannot be read
        log.info("glance_failed", table=about.table, reason=type(wrong).__name__)
        return plain
