"""A mind: what one pair of eyes knows of a table and what it cannot, read once from its view.

It holds a template, a full table that fits the view.  A world is a clone of it in which all that
the eyes do not know is dealt anew.  A bot that searches plays in worlds, so it cannot use what its
seat does not know.  What the eyes know is the same in every world, ids of their choices included.
"""

from __future__ import annotations

from bisect import bisect_right
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, final

from parlour.core.dice import Dice
from parlour.core.ids import NO_CHOICE
from parlour.core.native import mypyc_attr
from parlour.core.seats import NO_ONE
from parlour.core.view import sealing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.core.ids import CardId
    from parlour.core.rng import Rng
    from parlour.core.table import Table

T = TypeVar("T", bound="Table")

SPAN: Final = float(1 << 32)


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind(Generic[T]):
    """What one seat knows of a table, to draw worlds from.

    A room's subclass says what is dealt anew in each world (`deal`), and what else must hold.
    """

    def __init__(self, template: T, eye: int) -> None:
        self.template: Final[T] = template
        """A complete table that fits the view; every world is a changed clone of it."""
        self.eye: Final[int] = eye
        """Whose mind this is: a seat, or `BYSTANDER`."""
        seats = range(template.players)
        self.sealers: Final = [s for s in seats if s != eye and template.sealed[s] != NO_CHOICE]
        """The other seats that have sealed a choice."""
        self.sealing: Final = sealing(template) if self.sealers else None
        """The frame that those choices belong to."""

    def world(self, rng: Rng, odds: Odds | None = None) -> T:
        """A complete table that fits the view, with dice of its own.

        Every one is equally likely, or by `odds` where the caller has some.
        """
        if odds is not None and odds.mind is not self:
            raise ValueError("these odds were weighed for another mind")
        t = self.template.clone()
        t.dice = Dice(rng.key())
        self.deal(t, rng, odds)
        for seat in self.sealers:
            self.seal(t, seat, rng)
        return t

    def deal(self, t: T, rng: Rng, odds: Odds | None) -> None:
        """Deal anew whatever the eyes do not know."""

    def seal(self, t: T, seat: int, rng: Rng) -> None:
        """Somebody else's choice, sealed: any that could be made is as likely."""
        assert self.sealing is not None
        options = self.sealing.options(t, seat)
        t.sealed[seat] = options[rng.below(len(options))]

    def odds(self, layouts: list[tuple[int, ...]], weights: list[float]) -> Odds:
        """How likely the caller holds each layout: a number for each seat, its role in BANG!.

        For `world`, which then draws by these odds.  ValueError says what cannot be.
        """
        for layout in layouts:
            wrong = self.why_not(layout)
            if wrong:
                raise ValueError(f"the layout {layout} cannot be: {wrong}")
        return Odds(self, layouts, weights)

    def why_not(self, layout: tuple[int, ...]) -> str:
        """Why a layout cannot be, in a sentence; nothing if it can."""
        return "no such thing is hidden here"


@final
class Odds:
    """Layouts of what is hidden and the weight of each, which need not add up to 1."""

    def __init__(
        self, mind: Mind[Any], layouts: list[tuple[int, ...]], weights: list[float]
    ) -> None:
        if len(weights) != len(layouts):
            raise ValueError(f"{len(layouts)} layouts need as many weights, not {len(weights)}")
        self.mind: Final = mind
        """The mind that they were checked against; they fit no other."""
        self.layouts: Final[list[tuple[int, ...]]] = layouts
        """The possible layouts."""
        self.sums: Final[list[float]] = []
        """The weights of the layouts, added up from the first."""
        total = 0.0
        for weight in weights:
            if not isfinite(weight) or weight < 0:
                raise ValueError(f"a weight is a number from 0 up, not {weight}")
            total += weight
            self.sums.append(total)
        if total <= 0:
            raise ValueError("some layout must be possible: all weights are 0")

    def draw(self, rng: Rng) -> tuple[int, ...]:
        """A layout at random, by the weights."""
        at = rng.word() / SPAN * self.sums[-1]
        return self.layouts[bisect_right(self.sums, at)]


@final
class Afresh(Mind[T]):
    """For a room without a mind of its own: each world is drawn from the view again, slowly."""

    def __init__(self, template: T, eye: int, draw: Callable[[Rng], T]) -> None:
        super().__init__(template, eye)
        self.draw: Final = draw

    def world(self, rng: Rng, odds: Odds | None = None) -> T:
        return self.draw(rng)


@final
class Place:
    """A pile of the template with cards that the eyes do not know.

    seat    whose it is, or NO_ONE
    slots   where in the pile they lie
    masks   who knows the card that lies there, whichever it is
    """

    def __init__(
        self, name: str, seat: int, pile: tuple[CardId, ...], slots: list[int], masks: list[int]
    ) -> None:
        self.name: Final = name
        self.seat: Final = seat
        self.pile: Final = pile
        self.slots: Final = slots
        self.masks: Final = masks


@mypyc_attr(allow_interpreted_subclasses=True)
class CardMind(Mind[T]):
    """Where all that is hidden is which card lies where: unknown cards change places.

    `piles` names the fields of the table that hold such cards, a pile or one for each seat.
    """

    def __init__(self, template: T, eye: int, piles: Sequence[str]) -> None:
        super().__init__(template, eye)
        self.places: Final[list[Place]] = []
        for name in piles:
            found = getattr(template, name)
            if isinstance(found, tuple):
                self._note(name, NO_ONE, found)
            else:
                for seat in range(len(found)):
                    self._note(name, seat, found[seat])

    def _note(self, name: str, seat: int, pile: tuple[CardId, ...]) -> None:
        known, eye = self.template.knows.masks, self.eye
        slots = [k for k in range(len(pile)) if not known[pile[k]] >> eye & 1]
        if slots:
            masks = [known[pile[k]] for k in slots]
            self.places.append(Place(name, seat, pile, slots, masks))

    def pool(self) -> list[CardId]:
        """All cards that the eyes do not know, in the order of the places."""
        return [place.pile[slot] for place in self.places for slot in place.slots]

    def deal(self, t: T, rng: Rng, odds: Odds | None) -> None:
        cards = self.pool()
        self.shuffle(cards, rng)
        masks = t.knows.masks
        at = 0
        for place in self.places:
            pile = list(place.pile)
            for k in range(len(place.slots)):
                card = cards[at]
                at += 1
                pile[place.slots[k]] = card
                masks[card] = place.masks[k]
            if place.seat == NO_ONE:
                setattr(t, place.name, tuple(pile))
            else:
                getattr(t, place.name)[place.seat] = tuple(pile)

    def shuffle(self, cards: list[CardId], rng: Rng) -> None:
        """Put the cards in any order; a room may know more of those that lie first."""
        rng.shuffle(cards)
