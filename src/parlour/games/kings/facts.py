"""What lies on a table of Kings Under Mountains, and who sees it."""

from typing import Final

import msgspec

from parlour.core import fact
from parlour.core.fact import COVERED, EVERYBODY, HOLDER, Box, Own, Pile, Piles
from parlour.core.view_builder import TableFacts
from parlour.games.kings.kinds import RACES, Mine
from parlour.games.kings.rules import KingsRules


class MineView(msgspec.Struct, frozen=True):
    """A mine and the units on it, the last one on top."""

    mine: str
    units: list[str]


FULL: Final = "six unknown cards (option `hand`), one less for a seat that is about to draw"
REST: Final = "every card that is nowhere else"
PHASE: Final = '`"lay"` for the start of a turn, `"draw"` for after the unit was laid'
MINES: Final = "each seat's mines in work, in the order they were taken, written like the centre's"
BARE: Final = "unknown mines without units, up to four (option `centre`)"

FACTS: Final = TableFacts(
    "Kings",
    KingsRules,
    [
        fact.Turn(),
        fact.Drawn("phase", PHASE, '`"lay"`; a stuck hand is replaced at once'),
        fact.Words("kings", RACES, "the race of each seat"),
        Piles("hands", HOLDER, "each seat's cards, the latest last", FULL),
        Pile("deck", COVERED, "the deck, its top card first", REST, top="dealt"),
        Box("dealt", "int", "0"),  # the deck's top is deck[dealt]
        fact.Stacks("camp", RACES, EVERYBODY, "a stack for each race, its top card last"),
        Own("centre", "list[CardId]", "[]", "list[MineView]", "a list of mines", BARE),
        Box("siege", "list[tuple[CardId, ...]]", "[]"),  # the units on each mine of the centre
        Own("mines", "list[tuple[Mine, ...]]", "[()] * players", "list[list[MineView]]", MINES),
        Piles("tucked", COVERED, "each seat's completed mines, in order"),
        Pile("discards", EVERYBODY, "units out of the game, in order"),
        Pile("aside", COVERED, "cards that are not in this game"),
        Box("face", "bytes", 'b""'),  # the hidden pairing: card -> unit face
    ],
    [Mine, MineView],
)
