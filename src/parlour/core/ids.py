"""Numbers that stand for things, each of a type of its own, and the names of their absence.

A seat stays a plain number.  A card or a choice cannot be handed over where the other is wanted,
nor a seat where one of them is.  The functions below convert cards to choices and back.  They
silence the type check instead of calling the type for each id, which would cost time in the
interpreted build.
"""

from typing import Final, NewType, TypeVar

N = TypeVar("N", bound=int)

CardId = NewType("CardId", int)
"""A card of one table; what it is, the room's rules say."""
NO_CARD: Final[CardId] = -1  # type: ignore[assignment]  # a literal is folded when compiled

ChoiceId = NewType("ChoiceId", int)
"""A choice of one seat now; what it means, the frame that asks says."""
NO_CHOICE: Final[ChoiceId] = -1  # type: ignore[assignment]
"""Nothing is sealed."""


def _probe() -> None:
    """Which type it has says which build this is."""


COMPILED: Final = type(_probe).__name__ != "function"
"""Compiled code compares numbers quicker than it has Python search for one of them."""


def among(numbers: list[N], one: N) -> bool:
    """Whether this number is one of these."""
    if not COMPILED:
        return one in numbers
    return any(number == one for number in numbers)


def all_cards(count: int) -> tuple[CardId, ...]:
    """Every card of a table that has so many."""
    return tuple(range(count))  # type: ignore[arg-type]


def as_cards(numbers: list[int]) -> list[CardId]:
    """The same list, of numbers that are cards."""
    return numbers  # type: ignore[return-value]


def as_choices(numbers: list[N]) -> list[ChoiceId]:
    """The same list, of choices that are what is chosen: cards, seats, the numbers of words."""
    return numbers  # type: ignore[return-value]


def as_card(choice: ChoiceId) -> CardId:
    """The card that is chosen, where a choice is one."""
    return choice  # type: ignore[return-value]
