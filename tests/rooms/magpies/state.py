"""The table of Magpies: who holds what."""

from typing import Final, final

from parlour.core.dice import Dice
from parlour.core.piles import Knowledge
from parlour.core.table import Table

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
class MagpiesTable(Table):
    """Hands are secret, nests are secret, what is shown lies open, the rest lies aside."""

    def __init__(self, rounds: int, players: int, dice: Dice, knows: Knowledge) -> None:
        super().__init__(players, dice, knows)
        self.rounds: Final = rounds
        self.turns = 0
        self.hands: list[tuple[int, ...]] = [()] * players
        self.nests: list[tuple[int, ...]] = [()] * players
        self.shown: list[tuple[int, ...]] = [()] * players
        self.aside: tuple[int, ...] = ()

    def blank(self) -> "MagpiesTable":
        return MagpiesTable(self.rounds, self.players, self.dice.copy(), self.knows.copy())

    def assign(self, other: "MagpiesTable") -> None:
        self.turns = other.turns
        self.hands = other.hands[:]
        self.nests = other.nests[:]
        self.shown = other.shown[:]
        self.aside = other.aside

    def on_turn(self) -> int:
        first: int = self.carry.get("first", 0)  # in a series who begins goes round
        return (self.turns + first) % self.players

    def scores(self) -> tuple[int, ...]:
        """What is shown counts once, the nest twice.  [MAGP-5]"""
        shown = [sum([VALUE[card] for card in pile]) for pile in self.shown]
        nests = [sum([VALUE[card] for card in pile]) for pile in self.nests]
        return tuple([shown[seat] + 2 * nests[seat] for seat in range(self.players)])
