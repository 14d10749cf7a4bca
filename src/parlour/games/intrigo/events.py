"""What people hear of a game of Intrigo."""

from parlour.core.event import Event, Secret


class Returned(Event, frozen=True):
    """Three players: this family card went back to the box.  [INT-4]"""

    family: str


class Seated(Event, frozen=True):
    """A seat plays for this family.  [INT-6]"""

    seat: int
    family: str


class Began(Event, frozen=True):
    """A round begins; this seat is its first player.  [INT-5] [INT-11] [INT-35]"""

    round: int
    seat: int


class TokensLaid(Event, frozen=True):
    """New tokens, in the order of the ring.  [INT-9] [INT-39]"""

    buildings: list[str]
    tokens: list[str]


class BankDry(Event, frozen=True):
    """The bank had no ducat for these buildings.  [INT-A11]"""

    buildings: list[str]


class Dealt(Event, frozen=True):
    """A seat got its first pack.  [INT-12]"""

    seat: int
    count: int
    cards: Secret[list[str]]


class Chose(Event, frozen=True):
    """A seat has sealed its pick.  [INT-13]"""

    seat: int


class Kept(Event, frozen=True):
    """What a seat kept of its pack.  [INT-13]"""

    seat: int
    card: Secret[str]


class Received(Event, frozen=True):
    """The rest of a pack went to the left neighbour.  [INT-13]"""

    seat: int
    by: int
    count: int
    cards: Secret[list[str]]


class Placed(Event, frozen=True):
    """A plot was laid into a gap.  [INT-15]"""

    seat: int
    card: str
    gap: str


class Bought(Event, frozen=True):
    """Influence was paid and laid into a gap.  [INT-16]"""

    seat: int
    kind: str
    price: int
    gap: str


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
    gap: str
    building: str
    facing: str
    token: str
    other: str
    other_token: str


class Murdered(Event, frozen=True):
    """An assassin turned a plot face down.  [INT-20]"""

    seat: int
    gap: str
    building: str
    facing: str
    card: str
    other: str


class Called(Event, frozen=True):
    """A courtesan named a plot: these seats were searched in vain.  [INT-21] [INT-A8]"""

    seat: int
    gap: str
    building: str
    facing: str
    card: str
    other: str
    seats: list[int] | None


class Obeyed(Event, frozen=True):
    """The holder laid the plot that was named.  [INT-21]"""

    seat: int
    card: str
    gap: str


class Ferried(Event, frozen=True):
    """A gondolier swapped two plots.  [INT-22]"""

    seat: int
    gap: str
    building: str
    facing: str
    card: str
    other: str
    other_card: str
    where: str


class Marched(Event, frozen=True):
    """A guard moved a plot.  [INT-23]"""

    seat: int
    gap: str
    building: str
    facing: str
    card: str
    other: str
    where: str


class Stole(Event, frozen=True):
    """A thief turned a token face down.  [INT-24]"""

    seat: int
    gap: str
    building: str
    facing: str
    token: str


class Declined(Event, frozen=True):
    """A power was left unused; what lay beyond either building.  [INT-A2]"""

    seat: int
    kind: str
    gap: str
    facing: list[str]


class Idle(Event, frozen=True):
    """A power had nothing to act on; what lay beyond either building.  [INT-A1]"""

    seat: int
    kind: str
    gap: str
    facing: list[str]


class Awarded(Event, frozen=True):
    """A token went to the owner of the winning plot's family.  [INT-26] [INT-27]"""

    seat: int
    building: str
    token: str
    card: str


class Stayed(Event, frozen=True):
    """Nobody won this token, and why.  [INT-28] [INT-30]"""

    building: str
    token: str
    why: str


class Collected(Event, frozen=True):
    """The new first player took in all plots, those in hands unseen.  [INT-36] [INT-A21]"""

    seat: int
    unplayed: list[int]


class TurnedUp(Event, frozen=True):
    """Stolen tokens lie open again.  [INT-38]"""

    buildings: list[str]
