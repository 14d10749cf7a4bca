"""How much the tests in the browser look at: everything by `make browser`, a part in the suite."""

from collections.abc import Sequence
from typing import TypeVar

from tools.length import LONG as LONG

T = TypeVar("T")


def part(things: Sequence[T], place: str, of: int) -> Sequence[T]:
    """One of so many parts of these things, by the name of the place; in a long run all of them."""
    return things if LONG else things[sum(map(ord, place)) % of :: of]
