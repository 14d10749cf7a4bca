"""The table of Magpies: who holds what."""

from typing import Final, final

from parlour.core.ids import CardId
from parlour.games.magpies.table_gen import MagpiesFacts

COLOURS: Final = ("red", "blue")
CARDS: Final = [f"{colour}{number}" for colour in COLOURS for number in range(1, 9)]
VALUE: Final = [int(text[-1]) for text in CARDS]
DEALT: Final = 3

REFUSALS: Final = {
    "wrong_players": "MAGP-1",
    "already_chosen": "MAGP-2",
    "not_asked": "MAGP-3",
    "not_held": "MAGP-3",
    "nothing_to_steal": "MAGP-3",
}


@final
class MagpiesTable(MagpiesFacts):
    """Hands are secret, nests are secret, what is shown lies open, the rest lies aside.

    The rules of a table are how many rounds it plays.
    """

    def copy(self) -> "MagpiesTable":
        return MagpiesTable(self.rules, self.players, self.dice.copy(), self.knows.copy(), self)

    def text(self, card: CardId) -> str:
        return CARDS[card]

    def on_turn(self) -> int:
        first: int = self.carry.get("first", 0)  # in a series who begins goes round
        return (self.turns + first) % self.players

    def scores(self) -> tuple[int, ...]:
        """What is shown counts once, the nest twice.  [MAGP-5]"""
        shown = [sum([VALUE[card] for card in pile]) for pile in self.shown]
        nests = [sum([VALUE[card] for card in pile]) for pile in self.nests]
        return tuple([shown[seat] + 2 * nests[seat] for seat in range(self.players)])
