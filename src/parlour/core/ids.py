"""Numbers that stand for things, each of a type of its own, and the names of their absence.

A seat stays a plain number.  A card or a choice cannot be handed over where the other is wanted,
nor a seat where one of them is; what was a card becomes a choice, and back, by the names below.
"""

from collections.abc import Iterable
from typing import Final, NewType, cast

CardId = NewType("CardId", int)
"""A card of one table; what it is, the room's rules say."""
NO_CARD: Final = CardId(-1)

ChoiceId = NewType("ChoiceId", int)
"""A choice of one seat now; what it means, the frame that asks says."""
NO_CHOICE: Final = ChoiceId(-1)
"""Nothing is sealed."""


def all_cards(count: int) -> tuple[CardId, ...]:
    """Every card of a table that has so many."""
    return cast("tuple[CardId, ...]", tuple(range(count)))


def as_choices(numbers: Iterable[int]) -> list[ChoiceId]:
    """Choices that are called by what is chosen: cards, seats, the numbers of words."""
    return cast("list[ChoiceId]", list(numbers))


def as_card(choice: ChoiceId) -> CardId:
    """The card that is chosen, where a choice is one."""
    return CardId(choice)
