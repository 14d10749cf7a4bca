"""What people hear of a game of Intrigo."""

from typing import Annotated

from parlour.core.event import Card, Cards, Event, Secret, Told
from parlour.games.intrigo.kinds import FAMILIES as FAMILIES
from parlour.games.intrigo.kinds import KINDS as KINDS
from parlour.games.intrigo.kinds import WHYS as WHYS

Family = Annotated[str, Told("int", "events.FAMILIES[{}]")]
Kind = Annotated[str, Told("int", "events.KINDS[{}]")]
Gap = Annotated[str, Told("int", "t.gap_text({})")]
Building = Annotated[str, Told("int", "t.building_text({})")]
Buildings = Annotated[list[str], Told("list[int]", "[t.building_text(one) for one in {}]")]
Count = Annotated[int, Told("", "len(cards)")]
Token = Annotated[str, Told("", "t.token_text(building)")]
"""What lies on the building that an event tells of."""

Between = Annotated[str, Told("", "t.building_text(t.between(gap, other))")]
Facing = Annotated[str, Told("", "t.facing(other)")]
Beyond = Annotated[str, Told("", "t.facing(t.other_gap(gap, building))")]
Around = Annotated[list[str], Told("", "[t.facing(one) for one in t.reach(gap)]")]
Other = Annotated[str, Told("", "t.text(t.gaps[other])")]
"""Of a power: the building between its gap and the other one, what lies there, and the plot."""


class Returned(Event, frozen=True):
    """Three players: this family card went back to the box.  [INT-4]"""

    family: Family


class Seated(Event, frozen=True):
    """A seat plays for this family.  [INT-6]"""

    seat: int
    family: Family


class Began(Event, frozen=True):
    """A round begins; this seat is its first player.  [INT-5] [INT-11] [INT-35]"""

    round: int
    seat: int


class TokensLaid(Event, frozen=True):
    """New tokens, in the order of the ring.  [INT-9] [INT-39]"""

    buildings: Buildings
    tokens: Annotated[list[str], Told("", "[t.token_text(one) for one in buildings]")]


class BankDry(Event, frozen=True):
    """The bank had no ducat for these buildings.  [INT-A11]"""

    buildings: Buildings


class Dealt(Event, frozen=True):
    """A seat got its first pack.  [INT-12]"""

    seat: int
    count: Count
    cards: Secret[Cards]


class Chose(Event, frozen=True):
    """A seat has sealed its pick.  [INT-13]"""

    seat: int


class Kept(Event, frozen=True):
    """What a seat kept of its pack.  [INT-13]"""

    seat: int
    card: Secret[Card]


class Received(Event, frozen=True):
    """The rest of a pack went to the left neighbour.  [INT-13]"""

    seat: int
    by: int
    count: Count
    cards: Secret[Cards]


class Placed(Event, frozen=True):
    """A plot was laid into a gap.  [INT-15]"""

    seat: int
    card: Card
    gap: Gap


class Bought(Event, frozen=True):
    """Influence was paid and laid into a gap.  [INT-16]"""

    seat: int
    kind: Kind
    price: int
    gap: Gap


class Passed(Event, frozen=True):
    """A seat without plots bought nothing.  [INT-17]"""

    seat: int


class HadToPass(Event, frozen=True):
    """A seat with neither plots nor money enough.  [INT-A15]"""

    seat: int


# Each use of a power tells the gap of the influence card, the building it was turned on, and what
# lay in that building's other gap: `facing` is empty, plot, dead or influence.


class Traded(Event, frozen=True):
    """A merchant swapped two tokens.  [INT-19]"""

    seat: int
    gap: Gap
    building: Building
    facing: Beyond
    token: Token
    other: Building
    other_token: Annotated[str, Told("", "t.token_text(other)")]


class Murdered(Event, frozen=True):
    """An assassin turned a plot face down.  [INT-20]"""

    seat: int
    gap: Gap
    building: Between
    facing: Facing
    card: Other
    other: Gap


class Called(Event, frozen=True):
    """A courtesan named a plot: these seats were searched in vain.  [INT-21] [INT-A8]"""

    seat: int
    gap: Gap
    building: Between
    facing: Facing
    card: Annotated[str, Told("int", "t.rules.look_text[{}]")]
    other: Gap
    seats: Annotated[list[int] | None, Told("list[int]", "{} or None")]


class Obeyed(Event, frozen=True):
    """The holder laid the plot that was named.  [INT-21]"""

    seat: int
    card: Card
    gap: Gap


class Ferried(Event, frozen=True):
    """A gondolier swapped two plots.  [INT-22]"""

    seat: int
    gap: Gap
    building: Between
    facing: Facing
    card: Other
    other: Gap
    other_card: Annotated[str, Told("", "t.text(t.gaps[where])")]
    where: Gap


class Marched(Event, frozen=True):
    """A guard moved a plot.  [INT-23]"""

    seat: int
    gap: Gap
    building: Between
    facing: Facing
    card: Other
    other: Gap
    where: Gap


class Stole(Event, frozen=True):
    """A thief turned a token face down.  [INT-24]"""

    seat: int
    gap: Gap
    building: Building
    facing: Beyond
    token: Token


class Declined(Event, frozen=True):
    """A power was left unused; what lay beyond either building.  [INT-A2]"""

    seat: int
    kind: Kind
    gap: Gap
    facing: Around


class Idle(Event, frozen=True):
    """A power had nothing to act on; what lay beyond either building.  [INT-A1]"""

    seat: int
    kind: Kind
    gap: Gap
    facing: Around


class Awarded(Event, frozen=True):
    """A token went to the owner of the winning plot's family.  [INT-26] [INT-27]"""

    seat: int
    building: Building
    token: Token
    card: Annotated[str, Told("", "t.text(t.gaps[t.winning_gap(building)])")]


class Stayed(Event, frozen=True):
    """Nobody won this token, and why.  [INT-28] [INT-30]"""

    building: Building
    token: Token
    why: Annotated[str, Told("int", "events.WHYS[{}]")]


class Collected(Event, frozen=True):
    """The new first player took in all plots, those in hands unseen.  [INT-36] [INT-A21]"""

    seat: int
    unplayed: Annotated[list[int], Told("", "[len(hand) for hand in t.hands]")]


class TurnedUp(Event, frozen=True):
    """Stolen tokens lie open again.  [INT-38]"""

    buildings: Buildings
