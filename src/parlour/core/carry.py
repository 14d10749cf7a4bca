"""What one game of a series leaves to the next: plain data, open to all.

The kernel knows two names, `first`, who begins, and `points`; a room lists what else it takes over.
"""

from collections.abc import Sequence
from typing import Any

from parlour.core.errors import BadTable

Carry = dict[str, Any]
"""Names and plain values."""


def check_carry(carry: Any, players: int, known: Sequence[str]) -> None:
    """BadTable if the kernel's own part of a carry cannot be."""
    if not isinstance(carry, dict) or not set(carry) <= {"first", *known}:
        raise bad_carry(f"its names can be {', '.join(['first', *known])}")
    first, points = carry.get("first"), carry.get("points")
    if first is not None and (type(first) is not int or not 0 <= first < players):
        raise bad_carry(f"no seat {first!r} can begin")
    if points is not None and not are_points(points, players):
        raise bad_carry("points must be a number for each seat")


def are_points(points: Any, players: int) -> bool:
    return isinstance(points, list) and [type(p) for p in points] == [int] * players


def bad_carry(reason: str) -> BadTable:
    return BadTable("bad_carry", facts={"reason": reason})
