"""Whether a log can be a table's: looked at before it is stored, and by `parlour check`.

No rules are asked: a game may be exported from a house whose rules this one has not.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from parlour.core.seats import HOUSE
from parlour.server.store import Listing, Row
from parlour.server.table import rows
from parlour.server.table.listing import STATES
from parlour.server.table.sitting import Sitting

YEAR_2100_MS: Final = 4_102_444_800_000
LARGEST: Final = 10**12
MOST_TICKS: Final = 10**8
WITHOUT_SEAT: Final = (
    *(rows.Chose, rows.Paused, rows.Resumed, rows.Ready, rows.Rematch, rows.BrokenOff),
    rows.Hurried,
)
"""Rows that time, the house or a host without a seat may write."""


def examine(listing: Listing, version: int, log: Sequence[Row]) -> Sitting:
    """The table without its game.  Unreadable: what is wrong, and in which row."""
    s = Sitting(id=listing.table)
    for row in log:
        body = rows.read(row)
        wrong = next(faults(s, row, body), "")
        if wrong:
            raise rows.Unreadable(row, wrong)
        s.apply(row)
    told = (listing.game, version, listing.code, listing.state)
    found = (s.config.game, s.config.version, s.config.code, STATES[s.phase])
    if told != found:
        raise rows.Unreadable(log[-1], f"the table is listed as {told}, its rows say {found}")
    return s


def faults(s: Sitting, row: Row, body: rows.Body) -> Iterator[str]:
    """What cannot be, after the rows before."""
    if isinstance(body, rows.Opened) != (row.seq == 1):
        yield "a table is opened by its first row, and by no other"
    if not 0 <= row.at_ms < YEAR_2100_MS:
        yield f"it was written at {row.at_ms}"
    if isinstance(body, rows.Started) and body.number != s.number + 1:
        yield f"game {body.number} follows game {s.number}"
    yield from _bad_seats(s.players, body)
    if isinstance(body, rows.Chose) and not 0 <= _ticks(body) <= MOST_TICKS:
        yield "so many ticks cannot have passed"
    largest = max((abs(number) for number in _numbers(msgspec.to_builtins(body))), default=0)
    if largest > LARGEST:
        yield f"a number as large as {largest}"


def _bad_seats(players: int, body: rows.Body) -> Iterator[str]:
    seat: int = getattr(body, "seat", 0 if players else HOUSE)
    least = HOUSE if isinstance(body, WITHOUT_SEAT) or not players else 0
    seats = [*getattr(body, "waits", ()), *getattr(body, "winners", ())]
    seats += [share.seat for share in getattr(body, "shares", ())]
    if not least <= seat < max(players, 1) or any(not 0 <= other < players for other in seats):
        yield f"there is no such seat among {players}"
    for name in ("scores", "pays"):
        if len(getattr(body, name, ())) not in (0, players):
            yield f"{name} for another number of seats than {players}"


def _ticks(body: rows.Chose) -> int:
    """More than can pass, where the text is none of a tick."""
    if body.seat != HOUSE:
        return body.ticks
    kind, _, number = body.text.partition(":")
    return int(number or 1) if kind == "tick" and (number or "1").isdecimal() else MOST_TICKS + 1


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _numbers(part)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value
