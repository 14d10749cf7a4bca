"""How much the long tests look at: everything with PARLOUR_LONG=1, a part in the suite."""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

LONG: Final = bool(os.environ.get("PARLOUR_LONG"))
T = TypeVar("T")


def by_turns(first: Sequence[T], second: Sequence[T]) -> list[T]:
    """The first of one list, the second of the other and so on; in a long run both lists."""
    pairs = enumerate(zip(first, second, strict=True))
    return [*first, *second] if LONG else [pair[place % 2] for place, pair in pairs]
