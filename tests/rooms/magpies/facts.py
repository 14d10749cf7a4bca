"""What lies on a table of Magpies, and who sees it."""

from typing import Final

from parlour.core.fact import COVERED, EVERYBODY, HOLDER, Number, Pile, Piles
from parlour.core.view_builder import TableFacts

FACTS: Final = TableFacts(
    "Magpies",
    int,
    [
        Number("turns", "how many turns have been taken"),
        Piles("hands", HOLDER, "each seat's cards", "three unknown cards"),
        Piles("nests", HOLDER, "each seat's hidden card"),
        Piles("shown", EVERYBODY, "the cards each seat has shown"),
        Pile("aside", COVERED, "cards that were not dealt", "every card that is nowhere else"),
    ],
)
