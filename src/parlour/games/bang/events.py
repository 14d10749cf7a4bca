"""What people hear of a game of BANG!."""

from typing import Annotated, Literal

from parlour.core.event import Card, Cards, Event, Secret, SomeSeat, Told
from parlour.games.bang.kinds import AT_NONE as AT_NONE
from parlour.games.bang.kinds import ROLES as ROLES

Count = Annotated[int, Told("", "len(cards)")]
Role = Annotated[str, Told("", "events.ROLES[t.roles[seat]]")]
Name = Annotated[str, Told("CharacterId", "t.character({})")]
Names = Annotated[list[str], Told("tuple[CharacterId, ...]", "[t.character(one) for one in {}]")]
Target = Annotated[int | None, Told("int", "None if {} == events.AT_NONE else {}")]
Used = Annotated[str | None, Told("str", "None if {} == t.rules.kinds[card].name else {}")]
"""What a card was played as: told only where it is another kind."""
Left = Annotated[int, Told("", "t.life[seat]")]
Place = Literal["hand", "table"]
Loss = Literal["excess", "pair", "lost", "replaced", "dead", "penalty"]
"""Why cards are discarded: hand limit, Sid Ketchum, Cat Balou, a new weapon, death, a penalty."""


class RoleDealt(Event, frozen=True):
    """A seat got a role; the Sheriff's lies open, and with three players all do.  [BANG-4]"""

    seat: int
    role: Secret[Role]


class CharactersOffered(Event, frozen=True):
    """A seat may choose between two characters.  [BANG-A58]"""

    seat: int
    characters: Secret[Names]


class CharacterChosen(Event, frozen=True):
    """A seat has decided which of its two characters to play.  [BANG-A58]"""

    seat: int


class CharacterShown(Event, frozen=True):
    """A seat's character and life points.  [BANG-5] [BANG-6]"""

    seat: int
    character: Annotated[str, Told("", "t.who[seat].name")]
    life: Annotated[int, Told("", "t.full[seat]")]


class Dealt(Event, frozen=True):
    """A seat got its first hand.  [BANG-7]"""

    seat: int
    count: Count
    cards: Secret[Cards]


class TurnBegan(Event, frozen=True):
    """A turn begins.  [BANG-9]"""

    seat: int


class Drew(Event, frozen=True):
    """Cards from the deck.  [BANG-10]"""

    seat: int
    count: Count
    cards: Secret[Cards]


class DrewDiscard(Event, frozen=True):
    """The top of the discards went to a hand.  [BANG-56]"""

    seat: int
    card: Card


class Showed(Event, frozen=True):
    """A drawn card is shown to everybody.  [BANG-61]"""

    seat: int
    card: Card


class Looked(Event, frozen=True):
    """The top cards of the deck were looked at.  [BANG-54]"""

    seat: int
    count: Count
    cards: Secret[Cards]


class PutBack(Event, frozen=True):
    """One of them went back on top.  [BANG-54]"""

    seat: int
    card: Secret[Card]


class Reshuffled(Event, frozen=True):
    """The discards are the new deck.  [BANG-10] [BANG-A19]"""

    count: int


class Flipped(Event, frozen=True):
    """Cards turned for a "draw!".  [BANG-30] [BANG-49]"""

    seat: int
    cards: Cards
    reason: str


class FlipChosen(Event, frozen=True):
    """Which of two turned cards counts.  [BANG-49]"""

    seat: int
    card: Card


class Played(Event, frozen=True):
    """A card was played; `used`: as another kind than it is.  [BANG-11] [BANG-48]"""

    seat: int
    card: Card
    target: Target
    used: Used


class Idled(Event, frozen=True):
    """The card had no effect.  [BANG-A9]"""

    seat: int
    card: Card


class Answered(Event, frozen=True):
    """A card against a shot, a Duel or the Indians.  [BANG-26] [BANG-41] [BANG-45]"""

    seat: int
    card: Card
    to: str


class Dodged(Event, frozen=True):
    """The shot misses.  [BANG-26] [BANG-31]"""

    seat: int


class Wounded(Event, frozen=True):
    """Life points are lost; `life` are left.  [BANG-8]"""

    seat: int
    by: SomeSeat
    count: int
    life: Left


class Regained(Event, frozen=True):
    """A life point is regained; `life` are there now.  [BANG-27]"""

    seat: int
    life: Left


class Drank(Event, frozen=True):
    """A Beer against death.  [BANG-28]"""

    seat: int
    card: Card


class Discarded(Event, frozen=True):
    """Cards left a hand or the table for the discards, in this order."""

    seat: int
    cards: Cards
    reason: Annotated[Loss, Told("events.Loss", "{}")]


class Took(Event, frozen=True):
    """A card taken from somebody's hand or table.  [BANG-32]"""

    seat: int
    target: int
    place: Annotated[Place, Told("events.Place", "{}")]
    card: Secret[Card]


class StoreOpened(Event, frozen=True):
    """The cards of a General Store.  [BANG-43]"""

    seat: int
    cards: Cards


class Picked(Event, frozen=True):
    """A card from the General Store.  [BANG-43]"""

    seat: int
    card: Card


class Exploded(Event, frozen=True):
    """The Dynamite goes off.  [BANG-39]"""

    seat: int


class Handed(Event, frozen=True):
    """The Dynamite goes on to the left.  [BANG-39] [BANG-A17]"""

    seat: int
    target: int


class Escaped(Event, frozen=True):
    """Out of Jail, and to the turn.  [BANG-44]"""

    seat: int


class Sat(Event, frozen=True):
    """The turn is spent in Jail.  [BANG-44]"""

    seat: int


class Eliminated(Event, frozen=True):
    """A player is out, and shows the role.  [BANG-15] [BANG-16]"""

    seat: int
    by: SomeSeat
    role: Role


class Looted(Event, frozen=True):
    """Cards of the dead went to a hand.  [BANG-59]"""

    seat: int
    target: int
    count: Count
    cards: Secret[Cards]


class Rewarded(Event, frozen=True):
    """Three cards for a kill.  [BANG-18] [BANG-78]"""

    seat: int
    target: int


class Penalised(Event, frozen=True):
    """The Sheriff has killed a Deputy.  [BANG-17]"""

    seat: int
    target: int


class TookBack(Event, frozen=True):
    """No Mercy: a BANG! is back in the Sheriff's hand.  [BANG-67]"""

    seat: int
    card: Card


class Unmasked(Event, frozen=True):
    """A role shown at the end of the game.  [BANG-A64]"""

    seat: int
    role: Role


class Retained(Event, frozen=True):
    """Hiring: a survivor keeps his character for the old price.  [BANG-69]"""

    seat: int
    character: Name
    price: int


class TurnedUp(Event, frozen=True):
    """Hiring: these characters can be had.  [BANG-69]"""

    characters: Names


class Auctioned(Event, frozen=True):
    """Hiring: somebody opens the bidding for a character.  [BANG-69]"""

    seat: int
    character: Name
    price: int


class Raised(Event, frozen=True):
    """Hiring: a higher bid.  [BANG-A52]"""

    seat: int
    price: int


class Passed(Event, frozen=True):
    """Hiring: no more bids from this seat for this character.  [BANG-A52]"""

    seat: int


class Hired(Event, frozen=True):
    """Hiring: a seat has got its character, for nothing if nobody paid.  [BANG-69]"""

    seat: int
    character: Name
    price: int


class Kept(Event, frozen=True):
    """Experience: a card of the game before goes to the hand.  [BANG-68]"""

    seat: int
    card: Card
    price: int


class Bounty(Event, frozen=True):
    """Bounties: money for an Outlaw.  [BANG-70]"""

    seat: int
    target: int
    amount: int


class Paid(Event, frozen=True):
    """What the end of a scored game is worth to a seat.  [BANG-63]"""

    seat: int
    amount: int


class Fined(Event, frozen=True):
    """A Deputy has killed the Sheriff.  [BANG-64]"""

    seat: int
    amount: int
