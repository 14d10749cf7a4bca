"""A table in a few words, for the list of somebody's own tables.

Nothing in it is more than a bystander with the table's link is shown.  Whom the game waits for is
kept from those who may not watch.
"""

from typing import Any

import msgspec

from parlour.core.game import Game
from parlour.server.store import StoredTable
from parlour.server.table.people import hashed
from parlour.server.table.rows import Over, Pace, Who
from parlour.server.table.saved import Phase, read_snapshot
from parlour.server.table.sitting import Sitting
from parlour.server.table.snapshots import restore


class Named(msgspec.Struct, frozen=True):
    """A seat: who sits there, by name; `temper`: of a bot."""

    who: Who
    name: str
    temper: str


class Awaited(msgspec.Struct, frozen=True):
    """A seat whose answer the game waits for, since when, and how long at most.

    `left`: milliseconds that its clock had when it was asked; null: there is no clock.
    """

    seat: int
    since: int
    left: int | None


class MyTable(msgspec.Struct, frozen=True, kw_only=True):
    """One of somebody's own tables.  `seat`: the one that the key answers for; `at`: last row.

    `away`: its database does not answer, and nothing else here means anything.
    """

    id: str
    game: str
    phase: Phase
    paused: bool = False
    number: int = 0
    pace: Pace = Pace()
    seats: list[Named] = []
    seat: int | None = None
    waits: list[Awaited] = []
    over: Over | None = None
    evening: str = ""
    at: int = 0
    away: bool = False


def stored(kept: StoredTable, game: Game | None) -> Sitting:
    """A table as its log says it is, opened nowhere.  Without a game: who, but not whose turn."""
    meta = kept.meta
    s = Sitting(id=meta.listing.table, game=game, seed=meta.seed, salt=meta.salt)
    if kept.snapshot is not None and game is not None:
        restore(s, kept.snapshot.seq, kept.snapshot.body)
    elif kept.snapshot is not None:
        s.take_over(read_snapshot(kept.snapshot.body))
        s.seq = kept.snapshot.seq
    for row in kept.rows:
        s.apply(row)
    return s


def glance(s: Sitting, key: str) -> MyTable:
    hash = hashed(key)
    seat = s.seat_of(hash)
    may_look = s.config.watchers or seat is not None or s.is_host(hash)
    return MyTable(
        id=s.id,
        game=s.config.game,
        phase=s.phase,
        paused=s.paused_at is not None,
        number=s.number,
        pace=s.config.pace,
        seats=_seats(s),
        seat=seat,
        waits=_waits(s) if may_look else [],
        over=s.over,
        evening=s.config.evening,
        at=s.at_ms,
    )


def _seats(s: Sitting) -> list[Named]:
    """Who sits there; of a game that is over, who sat there when it began."""
    names: list[Any] = s.games[-1].names if s.phase == "over" and s.games else []
    return [
        Named(seat.who, names[k] if k < len(names) else seat.name, seat.temper)
        for k, seat in enumerate(s.seats)
    ]


def _waits(s: Sitting) -> list[Awaited]:
    """Settled on public grounds, as in a bystander's news."""
    if not s.running or s.game_table is None or s.clocks is None:
        return []
    clocks, timed = s.clocks, s.config.pace.kind != "relaxed"
    return [
        Awaited(seat, since, clocks.left[seat] if timed else None)
        for seat in s.game_table.wanted()
        if (since := clocks.since[seat]) is not None
    ]
