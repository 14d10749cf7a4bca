"""One table's numbers and plots, from its options."""

from typing import Final, final

from parlour.core.drawing import Catalogue
from parlour.core.ids import all_cards
from parlour.core.native import i64, vec
from parlour.games.intrigo.kinds import DRAFT, FAMILIES, HOUSES, SOLD_OUT


@final
class IntrigoRules:
    """One table's numbers.  A plot is a card; its look is its name, house and value."""

    def __init__(
        self,
        players: int,
        plots: list[tuple[int, int]],
        prices: list[tuple[int, ...]],
        ducats: int,
        start_ducats: int,
        unlimited: bool,
        first: int,
    ) -> None:
        self.ring: Final = DRAFT * players
        self.house: Final = [house for house, _ in plots]
        self.value: Final = [value for _, value in plots]
        self.text: Final = [f"{HOUSES[house]}{value}" for house, value in plots]
        self.catalogue: Final = Catalogue(self.text)
        self.look_text: Final = sorted(set(self.text))
        self.look_number: Final = {text: look for look, text in enumerate(self.look_text)}
        self.cards: Final = all_cards(len(plots))
        # In bytes: compiled code reads these quickest.  There are fewer plots than INFLUENCE.
        self.look: Final = bytes([self.look_number[text] for text in self.text])
        self.ranked: Final = sorted(self.cards, key=lambda card: (self.look[card], card))
        self.rank: Final = bytes([self.ranked.index(card) for card in self.cards])
        self.marks: Final = vec[i64]([1 << look for look in self.look])
        self.copies: Final = [self.text.count(text) for text in self.look_text]
        self.plots: Final = len(plots)
        self.families: Final = tuple(range(len(FAMILIES)))
        self.prices: Final = prices
        self.price: Final = vec[i64]([price for pile in prices for price in (*pile, SOLD_OUT)])
        self.cheapest: Final = min([min(pile) for pile in prices])
        self.ducats: Final = ducats
        self.start_ducats: Final = start_ducats
        self.unlimited: Final = unlimited
        self.first: Final = first  # the seat that leads round 1, or NO_ONE: by lot
