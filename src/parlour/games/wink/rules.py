"""One table's numbers, from its options."""

from typing import Final, final

from parlour.core.ids import all_cards
from parlour.games.wink.body import Body, Timing


@final
class WinkRules:
    """One table's numbers."""

    def __init__(
        self,
        numbers: int,
        hand: int,
        cards: int,
        pace: int,
        timing: Timing,
        closed_to_all: bool,
        tie_by_caught: bool,
        still_rounds: int,
    ) -> None:
        self.numbers: Final = numbers
        self.contacts: Final = all_cards(numbers + 1)[1:]  # a contact card is its number
        self.hand: Final = hand
        self.cards: Final = cards
        self.pace: Final = pace
        self.timing: Final = timing
        self.closed_to_all: Final = closed_to_all
        self.tie_by_caught: Final = tie_by_caught
        self.still_rounds: Final = still_rounds
        self.rest: Final = Body()  # how everybody sits down, made once
