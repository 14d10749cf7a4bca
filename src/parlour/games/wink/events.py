"""What people hear, and what only some of them see, of a game of Wink."""

from typing import Annotated

from parlour.core.event import Cards, Event, Secret, Told, Whisper
from parlour.games.wink.body import place as place

Tick = Annotated[int, Told("", "t.tick_number")]
Numbers = Annotated[list[int], Told("tuple[CardId, ...]", "list({})")]
Contact = Annotated[int, Told("CardId", "{}")]
Place = Annotated[int | str, Told("int", "events.place({})")]


class Dealt(Event, frozen=True):
    """A seat got its hand.  [WINK-6]"""

    seat: int
    count: int
    cards: Secret[Cards]


class Called(Event, frozen=True):
    """A token stands on a card, its number was said aloud.  [WINK-9]"""

    seat: int
    number: Contact


class Passed(Event, frozen=True):
    """No card could be called.  [WINK-A1]"""

    seat: int


class Admitted(Event, frozen=True):
    """A pass shows that these numbers, free in the crowd, are all in that hand.  [WINK-A1]"""

    seat: int
    numbers: Numbers


class Declined(Event, frozen=True):
    """The caller names nobody.  [WINK-A2]"""

    seat: int
    number: Contact


class Found(Event, frozen=True):
    """The caller named the right contact: a point for each.  [WINK-15]"""

    seat: int
    target: int
    number: Contact


class Mistaken(Event, frozen=True):
    """The caller named the wrong one: `owner` held the number and lays it face down.  [WINK-16]"""

    seat: int
    target: int
    number: Contact
    owner: int


class Exposed(Event, frozen=True):
    """A right accusation: the target held the number that `owner` had called.  [WINK-19]"""

    by: int
    target: int
    number: Contact
    owner: int


class Failed(Event, frozen=True):
    """A wrong accusation: the target does not hold the number, and a card is lost.  [WINK-20]"""

    by: int
    target: int
    number: Contact


class Closed(Event, frozen=True):
    """Four players: the others may not accuse on this number any more.  [WINK-22]"""

    number: Contact


class Turned(Event, frozen=True):
    """Heads that turned in this tick to the same target: a seat or "crowd"."""

    tick: Tick
    seats: list[int]
    target: Place


class Faced(Whisper, frozen=True):
    """Whoever looks at the seat sees where its eyes rest: a seat, "crowd" or "nowhere"."""

    tick: Tick
    seat: int
    target: Place


class Winked(Whisper, frozen=True):
    """A wink, told to the winker and to those who saw it.  [WINK-11]"""

    tick: Tick
    seat: int
    target: int
    number: Contact
