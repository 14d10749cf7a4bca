"""What people hear of a game of Kings Under Mountains."""

from typing import Annotated

from parlour.core.event import Card, Cards, Event, Secret, Told
from parlour.games.kings.kinds import RACES as RACES

Race = Annotated[str, Told("int", "events.RACES[{}]")]
Mine = Annotated[str, Told("CardId", "t.mine({})")]
Place = Annotated[str, Told("int", "t.place_text({})")]


class Crowned(Event, frozen=True):
    """A seat drew the king of a race.  [KINGS-4]"""

    seat: int
    race: Race


class Dealt(Event, frozen=True):
    """A seat got its first hand.  [KINGS-7]"""

    seat: int
    count: int
    cards: Secret[Cards]


class Laid(Event, frozen=True):
    """A unit was laid on a mine.  [KINGS-9]"""

    seat: int
    card: Card
    place: Place


class Camped(Event, frozen=True):
    """The units of a conquered mine went to the camp, in this order.  [KINGS-13]"""

    cards: Cards


class Conquered(Event, frozen=True):
    """A mine has a new owner.  [KINGS-14]"""

    owner: int
    by: int
    mine: Mine


class Opened(Event, frozen=True):
    """The gap was filled with the next mine.  [KINGS-15]"""

    place: Place
    mine: Mine


class Worked(Event, frozen=True):
    """A mine is finished: its units are discarded, it lies under the king.  [KINGS-18]"""

    seat: int
    mine: Mine


class Drew(Event, frozen=True):
    """A card from the deck; everybody sees its mine side.  [KINGS-20] [KINGS-A7]"""

    seat: int
    mine: Mine
    card: Secret[Card]


class Recruited(Event, frozen=True):
    """A card from the camp, known to all.  [KINGS-20] [KINGS-A22]"""

    seat: int
    card: Card


class Stuck(Event, frozen=True):
    """No card could be laid: the hand is shown and discarded, a new one drawn.  [KINGS-22]"""

    seat: int
    cards: Cards
