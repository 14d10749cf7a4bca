"""Magpies: the game class of the room."""

from typing import ClassVar

from parlour.core.dice import Dice
from parlour.core.drawing import Drawing
from parlour.core.game import Game
from parlour.core.ids import CardId, all_cards
from parlour.core.options import Values
from parlour.core.piles import Knowledge
from parlour.core.seats import NOBODY, mask_of, only
from parlour.games.magpies import tell_gen as tell
from parlour.games.magpies import view
from parlour.games.magpies.encoding import MagpiesEncoder
from parlour.games.magpies.frames import Nest, Turn
from parlour.games.magpies.state import CARDS, DEALT, MagpiesTable


class Magpies(Game[MagpiesTable, view.MagpiesView]):
    id: ClassVar = "magpies"
    version: ClassVar = 1
    least: ClassVar = 2
    most: ClassVar = 4
    package: ClassVar = "parlour.games.magpies"
    views: ClassVar = view.VIEWS
    reasons: ClassVar = ("quiet",)

    def empty(self, rules: Values, players: int, dice: Dice) -> MagpiesTable:
        return MagpiesTable(rules["rounds"], players, dice, Knowledge([NOBODY] * len(CARDS)))

    def deal(self, t: MagpiesTable) -> None:
        """[MAGP-1]"""
        deck = t.dice.shuffled(all_cards(len(CARDS)))
        for seat in range(t.players):
            hand, deck = deck[:DEALT], deck[DEALT:]
            t.hands[seat] = hand
            t.knows.show_all(hand, only(seat))
            tell.dealt(t, seat, hand, only(seat))
        t.aside = deck
        t.push(Nest(mask_of(list(range(t.players)))))

    def draw(self, t: MagpiesTable, d: Drawing) -> None:
        view.draw(t, d)

    def arrange(self, t: MagpiesTable, d: Drawing) -> None:
        view.arrange(t, d)

    def opening(self, t: MagpiesTable, d: Drawing) -> None:
        t.push(Turn())

    def card(self, t: MagpiesTable, text: str) -> CardId:
        return CardId(CARDS.index(text))

    def encoder(self) -> MagpiesEncoder:
        return MagpiesEncoder()

    def bound(self, players: int) -> int:
        return 20 * players + players


GAME = Magpies()
