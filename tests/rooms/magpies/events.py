"""What people hear of a game of Magpies."""

from parlour.core.event import Card, Cards, Event, Secret


class Dealt(Event, frozen=True):
    """A seat got its cards.  [MAGP-1]"""

    seat: int
    cards: Secret[Cards]


class Hid(Event, frozen=True):
    """A seat has chosen a card for its nest.  [MAGP-2]"""

    seat: int


class Nested(Event, frozen=True):
    """The card lies in the nest.  [MAGP-2]"""

    seat: int
    card: Secret[Card]


class Showed(Event, frozen=True):
    """A card was laid open.  [MAGP-3]"""

    seat: int
    card: Card


class Stole(Event, frozen=True):
    """A card changed hands; only those two know which.  [MAGP-3]"""

    seat: int
    target: int
    card: Secret[Card]
