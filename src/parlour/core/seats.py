"""Seats, and sets of seats as bitmasks."""

from enum import Enum
from typing import Final

from parlour.core.native import i64

HOUSE: Final = -1
"""The seat of time in records: its only choice is `tick`."""

NO_ONE: Final = -1
"""Where a fact names a seat, and nobody is meant: nobody did it, nobody bids."""

UNTOLD: Final = -2
"""Where it is asked which seat was told, and neither a seat nor time was."""


class Everything(Enum):
    """Stands in the place of a seat where the whole position is wanted, not a view."""

    ALL = "all"


ALL: Final = Everything.ALL

BYSTANDER: Final = 15
"""Whoever watches.  Nobody plays here, but knowledge is kept for it as for any seat."""

NOBODY: Final = 0
EVERYONE: Final = 0xFFFF
"""All seats and the bystander: what lies open is known to this mask."""

MOST_SEATS: Final = 12
"""No game has more seats: a set of seats in a frame is read as so many bits."""


_LISTED: Final = [[seat for seat in range(8) if mask >> seat & 1] for mask in range(1 << 8)]
"""The seats of every set of the first eight, which is asked for at every choice."""


def only(seat: int) -> int:
    """The set that holds one seat."""
    return 1 << seat


def mask_of(seats: list[int]) -> int:
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def seats_in(mask: int, players: int) -> list[int]:
    here = mask & ((1 << players) - 1)
    if here < len(_LISTED):
        return _LISTED[here][:]
    return [seat for seat in range(players) if mask >> seat & 1]


def first_of(mask: i64) -> i64:
    """The first seat of a set that is not empty."""
    seat: i64 = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


def listed(mask: int) -> list[int]:
    """The seats of a set that holds no bystander.  Shared, and never written to."""
    return _LISTED[mask] if mask < len(_LISTED) else seats_in(mask, MOST_SEATS)


_AROUND: Final = [
    [[seat % 8 for seat in range(me + 1, me + 9) if mask >> seat % 8 & 1] for mask in range(1 << 8)]
    for me in range(8)
]
"""The same sets as each of the first eight sees them, the left neighbour first, himself last."""


def around(mask: int, me: int) -> list[int]:
    """The seats of a set, clockwise from the left of this one, which is last itself.

    Shared, and never written to.
    """
    if mask < len(_LISTED) and me < len(_AROUND):
        return _AROUND[me][mask]
    return [seat for seat in [*range(me + 1, MOST_SEATS), *range(me + 1)] if mask >> seat & 1]


def clockwise(first: int, players: int) -> list[int]:
    """Every seat once, `first` first."""
    return [(first + k) % players for k in range(players)]
