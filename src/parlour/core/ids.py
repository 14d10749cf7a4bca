"""Numbers that stand for things, each of a type of its own, and the names of their absence.

A seat stays a plain number.  A card or a choice cannot be handed over where the other is wanted,
nor a seat where one of them is; what was a card becomes a choice, and back, by the names below.
"""

from typing import Final, NewType, TypeVar, cast

T = TypeVar("T", bound=int)

CardId = NewType("CardId", int)
"""A card of one table; what it is, the room's rules say."""
NO_CARD: Final[CardId] = -1  # type: ignore[assignment]  # a literal is folded when compiled

ChoiceId = NewType("ChoiceId", int)
"""A choice of one seat now; what it means, the frame that asks says."""
NO_CHOICE: Final[ChoiceId] = -1  # type: ignore[assignment]
"""Nothing is sealed."""


def all_cards(count: int) -> tuple[CardId, ...]:
    """Every card of a table that has so many."""
    return cast("tuple[CardId, ...]", tuple(range(count)))


def as_choices(numbers: list[T]) -> list[ChoiceId]:
    """The same list, as choices that are called by what is chosen: cards, seats, words' numbers."""
    return cast("list[ChoiceId]", numbers)


def as_card(choice: ChoiceId) -> CardId:
    """The card that is chosen, where a choice is one."""
    return CardId(choice)
