"""Laying out the cards of a drawing: those named first, then one of the rest for every `?`."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from parlour.core.drawing import UNKNOWN, Drawing, Pool
from parlour.core.ids import CardId
from parlour.core.seats import EVERYONE, NOBODY, only
from parlour.core.table import Table
from parlour.core.view import knowers

Slots = tuple[int, ...]
UNNAMED: Final = -1
"""In the place of a card, a character, a word: what stands there is not drawn."""


class Layout:
    """Cards drawn one by one get slots; `deal` gives each slot its card.

    `sides`: the texts of all cards, side by side where a card has two and their pairing is part
    of the deal; the last side is the card itself.  `witnesses` have seen a face that a view shows
    in a place whose cards its seat does not usually know.
    """

    def __init__(
        self, t: Table, d: Drawing, sides: Sequence[list[str]], witnesses: int | None = None
    ) -> None:
        self.d: Final = d
        self.knows: Final = t.knows
        self.sides: Final = sides
        self.viewer: Final = (
            NOBODY if not d.is_view else only(d.viewer) if d.viewer is not None else EVERYONE
        )
        self.witnesses: Final = self.viewer if witnesses is None else witnesses
        self.wanted: Final[list[list[str]]] = []
        self.masks: Final[list[int]] = []
        self.ids: list[list[int]] = []
        self.cards: list[CardId] = []
        self._then: Final[list[Callable[[], None]]] = []

    def card(self, text: str, usual: int) -> int:
        """A slot for this card; `usual` know it in its place."""
        text, extra = knowers(text) if "+" in text else (text, NOBODY)
        faces = self.faces(text) if len(self.sides) > 1 else [text]
        shown = self.viewer and faces[0] != UNKNOWN and self.viewer & usual != self.viewer
        self.wanted.append(faces)
        self.masks.append(usual | extra | (self.witnesses if shown else NOBODY))
        return len(self.wanted) - 1

    def faces(self, text: str) -> list[str]:
        """A text for each side; of one that is drawn alone, the others are unknown."""
        faces = text.split("/")
        if len(faces) < len(self.sides):
            alone = next((k for k, side in enumerate(self.sides) if text in side), 0)
            faces = [UNKNOWN] * len(self.sides)
            faces[alone] = text
        return faces

    def pile(self, name: str, drawn: Any, usual: int) -> Slots:
        return tuple([self.card(text, usual) for text in self.d.words(name, drawn)])

    def numbers(self, name: str, drawn: Any) -> tuple[int, ...]:
        """Bare numbers, of cards or of seats; a room may have words for them."""
        return tuple([int(number) for number in drawn])

    def missing(self, name: str, seat: int) -> list[str]:
        """The cards of a seat's pile that is not drawn."""
        return []

    def one_each(self, drawn: list[Any], words: Sequence[str]) -> tuple[int, ...]:
        """The number of each seat's word; seats without one draw from the others."""
        pool = Pool(list(words))
        named = [pool.take(word) if word is not None else UNNAMED for word in drawn]
        rest = pool.rest(self.d.rng)
        return tuple([rest.pop() if one == UNNAMED else one for one in named])

    def then(self, place: Callable[[], None]) -> None:
        """What to do when the slots have their cards."""
        self._then.append(place)

    def those(self, slots: Slots) -> tuple[CardId, ...]:
        return tuple([self.cards[slot] for slot in slots])

    @property
    def rest(self) -> tuple[CardId, ...]:
        """The cards that nobody asked for."""
        return tuple(self.cards[len(self.wanted) :])

    def deal(self) -> None:
        """Each side of each slot; the cards left over follow."""
        for number, side in enumerate(self.sides):
            self.ids.append(self.assigned([faces[number] for faces in self.wanted], Pool(side)))
        self.cards = [CardId(id) for id in self.ids[-1]]
        for mask, card in zip(self.masks, self.cards, strict=False):
            self.knows.show(card, mask)
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
