"""Laying out the cards of a drawing: those named first, then one of the rest for every `?`."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from parlour.core.drawing import UNKNOWN, Drawing, Pool, Texts, catalogue
from parlour.core.ids import CardId, as_cards
from parlour.core.native import mypyc_attr
from parlour.core.seats import BYSTANDER, EVERYONE, NOBODY, only
from parlour.core.table import Table

Slots = tuple[int, ...]
"""By what `Layout.those` finds the cards of a pile: its first slot, and the first behind it."""
NO_SLOTS: Final = (0, 0)
UNNAMED: Final = -1
"""In the place of a card, a character, a word: what stands there is not drawn."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Layout:
    """Cards drawn one by one get slots; `deal` gives each slot its card.

    `sides`: the texts of all cards, side by side where a card has two and their pairing is part
    of the deal; the last side is the card itself.  `witnesses` have seen a face that a view shows
    in a place whose cards its seat does not usually know.
    """

    def __init__(
        self, t: Table, d: Drawing, sides: Sequence[Texts], witnesses: int | None = None
    ) -> None:
        self.d: Final = d
        self.knows: Final = t.knows
        self.sides: Final = [catalogue(side) for side in sides]
        self.viewer: Final = (
            NOBODY if not d.is_view else only(d.viewer) if d.viewer is not None else EVERYONE
        )
        self.witnesses: Final = self.viewer if witnesses is None else witnesses
        self.wanted: Final[list[list[str]]] = [[] for _ in sides]
        """Of each side, the text that is drawn in each slot."""
        self.masks: Final[list[int]] = []
        """Who knows the card in each slot."""
        self.ids: list[list[int]] = []
        self.cards: list[CardId] = []
        self._then: Final[list[Callable[[], None]]] = []

    def card(self, text: str, usual: int) -> int:
        """A slot for this card; `usual` know it in its place."""
        extra = NOBODY
        if "+" in text:
            text, extra = knowers(text)
        faces = self.faces(text) if len(self.sides) > 1 else [text]
        for side, wanted in enumerate(self.wanted):
            wanted.append(faces[side])
        if self.viewer and faces[0] != UNKNOWN and self.viewer & usual != self.viewer:
            extra |= self.witnesses
        self.masks.append(usual | extra)
        return len(self.masks) - 1

    def unknown(self, count: int, usual: int) -> None:
        """Slots for so many cards of which nothing is drawn."""
        for wanted in self.wanted:
            wanted.extend([UNKNOWN] * count)
        self.masks.extend([usual] * count)

    def faces(self, text: str) -> list[str]:
        """A text for each side; of one that is drawn alone, the others are unknown."""
        faces = text.split("/")
        if len(faces) < len(self.sides):
            alone = 0
            for k, side in enumerate(self.sides):
                if side.has(text):
                    alone = k
                    break
            faces = [UNKNOWN] * len(self.sides)
            faces[alone] = text
        return faces

    def pile(self, name: str, drawn: Any, usual: int) -> Slots:
        texts = self.d.words(name, drawn)
        first, named = len(self.masks), len(texts) - texts.count(UNKNOWN)
        for text in texts:
            if not named:  # what follows the last named card goes in at once
                self.unknown(len(texts) - (len(self.masks) - first), usual)
                break
            named -= text != UNKNOWN
            self.card(text, usual)
        return first, len(self.masks)

    def numbers(self, name: str, drawn: Any) -> tuple[int, ...]:
        """Bare numbers, of cards or of seats; a room may have words for them."""
        return tuple([int(number) for number in drawn])

    def missing(self, name: str, seat: int) -> list[str]:
        """The cards of a seat's pile that is not drawn."""
        return []

    def one_each(self, drawn: list[Any], words: Texts) -> tuple[int, ...]:
        """The number of each seat's word; seats without one draw from the others."""
        pool = Pool(words)
        named = [pool.take(word) if word is not None else UNNAMED for word in drawn]
        rest = pool.rest(self.d.rng)
        return tuple([rest.pop() if one == UNNAMED else one for one in named])

    def then(self, place: Callable[[], None]) -> None:
        """What to do when the slots have their cards."""
        self._then.append(place)

    def those(self, slots: Slots) -> tuple[CardId, ...]:
        first, end = slots
        return tuple(self.cards[first:end])

    @property
    def rest(self) -> tuple[CardId, ...]:
        """The cards that nobody asked for."""
        return tuple(self.cards[len(self.masks) :])

    def deal(self) -> None:
        """Each side of each slot; the cards left over follow."""
        for number, side in enumerate(self.sides):
            self.ids.append(self.assigned(self.wanted[number], Pool(side)))
        self.cards = as_cards(self.ids[-1])
        known = self.knows.masks
        for slot in range(len(self.masks)):
            mask = self.masks[slot]
            if mask:
                known[self.cards[slot]] |= mask
        for place in self._then:
            place()

    def assigned(self, wanted: list[str], pool: Pool) -> list[int]:
        """What is named is taken, then every question mark gets one of the rest, then the rest."""
        named = [pool.take(text) if text != UNKNOWN else UNNAMED for text in wanted]
        rest = pool.rest(self.d.rng)
        if named.count(UNNAMED) > len(rest):
            raise self.d.wrong("more cards are drawn than there are")
        self.fill(named, rest)
        return [rest.pop() if id == UNNAMED else id for id in named] + rest

    def fill(self, named: list[int], rest: list[int]) -> None:
        """A room may know more of some slots: what is UNNAMED in `named` gets one of the rest."""


def knowers(card: str) -> tuple[str, int]:
    """Split `orc7+0+2` into the card and the mask of those who know it."""
    card, *seats = card.split("+")
    mask = 0
    for seat in seats:
        if seat == "all":
            mask |= EVERYONE
        elif seat == "watchers":
            mask |= 1 << BYSTANDER
        elif seat.isdecimal():
            mask |= 1 << int(seat)
        else:
            raise ValueError(f"nobody is called {seat!r}")
    return card, mask
