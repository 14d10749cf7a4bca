"""What lies on a table of Magpies, and who sees it."""

from typing import Final

from parlour.core.fact import EVERYBODY, HOLDER, NO_SEAT, Facts, Number, Pile, Piles

FACTS: Final = Facts(
    "Magpies",
    int,
    [
        Number("turns", "how many turns have been taken"),
        Piles("hands", HOLDER, "each seat's cards", "three unknown cards"),
        Piles("nests", HOLDER, "each seat's hidden card"),
        Piles("shown", EVERYBODY, "the cards each seat has shown"),
        Pile("aside", NO_SEAT, "cards that were not dealt", "every card that is nowhere else"),
    ],
)
