"""Looking for a card in a pile."""

from typing import TypeVar

from parlour.core.ids import COMPILED

N = TypeVar("N", bound=int)


def lies_in(pile: tuple[N, ...], one: N) -> bool:
    """Whether it is one of these few: compiled code compares quicker than it has Python search."""
    if not COMPILED:
        return one in pile
    return any(card == one for card in pile)
