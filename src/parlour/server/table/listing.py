"""How the list of tables shows one of them."""

from typing import Final

import msgspec

from parlour.server.store import Listing, Row, State
from parlour.server.table import shown as wire
from parlour.server.table.sitting import Sitting

STATES: Final[dict[str, State]] = {
    "lobby": "open",
    "playing": "playing",
    "over": "over",
    "frozen": "frozen",
    "closed": "closed",
}


def listing_after(s: Sitting, written: list[Row]) -> Listing:
    """How the list of tables will show this one, once these rows are in."""
    future = Sitting(s.id, None, b"", b"")
    future.config, future.phase, future.host = s.config, s.phase, s.host
    future.seats = [msgspec.structs.replace(seat) for seat in s.seats]
    future.games, future.runs, future.seq = list(s.games), list(s.runs), s.seq
    future.paused_at = s.paused_at
    for row in written:
        future.apply(row)
    return listing_of(future, written[-1].at_ms)


def listing_of(s: Sitting, at_ms: int) -> Listing:
    config = s.config
    body = wire.encode(
        {
            "players": config.players,
            "pace": config.pace,
            "options": config.options,
            "seats": [{"who": seat.who, "name": seat.name} for seat in s.seats],
            "watchers": config.watchers,
        }
    )
    return Listing(s.id, config.code, config.game, STATES[s.phase], config.public, at_ms, body)
