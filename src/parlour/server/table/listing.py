"""How the list of tables shows one of them."""

from typing import Final

from parlour.server.store import Listing, ListingState, Row
from parlour.server.table import rows, shown
from parlour.server.table.sitting import Sitting

STATES: Final[dict[str, ListingState]] = {
    "lobby": "open",
    "playing": "playing",
    "over": "over",
    "frozen": "frozen",
    "closed": "closed",
}
QUIET_KINDS: Final = (
    *(rows.Chose, rows.Said),
    *(rows.Pleaded, rows.Agreed, rows.Declined, rows.Lapsed),
    *(rows.Device, rows.Ready, rows.Hastened, rows.Hurried),
)
"""Rows that change nothing in the list of tables."""


def listing_after(s: Sitting, written: list[Row]) -> Listing:
    """How the list of tables will show this one, once these rows are in."""
    future = Sitting(id=s.id, seq=s.seq).take_over(s.copy())
    for row in written:
        future.apply(row)
    return listing_of(future, written[-1].at_ms)


def listing_of(s: Sitting, at_ms: int) -> Listing:
    config = s.config
    body = shown.encode(
        {
            "players": config.players,
            "pace": config.pace,
            "options": config.options,
            "seats": [{"who": seat.who, "name": seat.name} for seat in s.seats],
            "watchers": config.watchers,
        }
    )
    return Listing(s.id, config.code, config.game, STATES[s.phase], config.public, at_ms, body)
