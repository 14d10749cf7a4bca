"""What a seat sees of BANG!.

A card's text is kind:rank and suit, `bang:7C`; `?` stands for a card or a role that is not known.
"""

from typing import Any

import msgspec

from parlour.core.drawing import UNKNOWN
from parlour.core.seats import NOBODY, only
from parlour.core.view import Eyes, View, common
from parlour.games.bang.kinds import NO_ONE, ROLES
from parlour.games.bang.ledger import NO_CHARACTER, Ledger
from parlour.games.bang.state import BangTable


class Grave(msgspec.Struct, frozen=True):
    """Who fell, by whose hand (None: nobody's), and with whom: one card, one batch."""

    seat: int
    by: int | None = None
    batch: int = 1


class Sight(msgspec.Struct, frozen=True):
    """How far things are for the eyes' own seat, while it is in the game.  [BANG-21] [BANG-24]

    `reach`: of its weapon.  `distances`: to each seat, 0 to itself and to those who are out.
    `within`: whom the weapon reaches; `threats`: whose weapon reaches it.
    """

    reach: int
    distances: list[int]
    within: list[int]
    threats: list[int]


class Hiring(msgspec.Struct, frozen=True):
    """The auction for characters: who has one already, those turned up, the one bid for."""

    hired: list[str]
    pool: list[str] = []
    lot: str = ""
    price: int = 0
    by: int | None = None


class BangView(View, frozen=True, kw_only=True):
    """The deck's first card is its top; of the discards the last one is.

    `front`: the cards on the table before each seat.  `store`: a General Store in progress.
    `turned`: the two cards of Lucky Duke.  `looked`: what the seat on turn looks at.
    `bangs`: BANG! cards played this turn; `fired`: those that No Mercy may give back.
    `doomed`: who will leave when the card being resolved is over; `fallen`: who has left.
    `shots` and `tricks`: how often each seat (row) aimed a BANG! or Duel, or a Panic!, Cat Balou
    or Jail, at each other.  `still`: turns since a life point was last lost or regained.
    `full`: the life points each seat started with; `sight` (none for bystanders): both follow from
    the rest and are only shown.
    In a scored game: `money`, what each has now; `fees`, what each paid for its character.
    """

    roles: list[str]
    characters: list[str]
    life: list[int]
    hands: list[list[str]]
    front: list[list[str]]
    deck: list[str]
    discards: list[str]
    bangs: int
    still: int
    shuffles: int
    shots: list[list[int]]
    tricks: list[list[int]]
    fallen: list[Grave] = []
    doomed: list[int] = []
    store: list[str] = []
    turned: list[str] = []
    looked: list[str] = []
    fired: list[str] = []
    offered: list[list[str]] = []
    aside: list[str] = []
    full: list[int] = []
    sight: Sight | None = None
    money: list[int] = []
    fees: list[int] = []
    hiring: Hiring | None = None


def look(t: BangTable, eyes: Eyes) -> BangView:
    """All that these eyes may know.  The only function in the room that makes a BangView."""

    def card(c: int, usual: int) -> str:
        return (t.text(c) if eyes.know(t, c) else UNKNOWN) + eyes.mark(t, c, usual)

    def pile(cards: tuple[int, ...], usual: int) -> list[str]:
        return [card(c, usual) for c in cards]

    def hand(seat: int) -> list[str]:
        held = pile(t.hands[seat], only(seat))
        return held if eyes.everything or eyes.seat == seat else sorted(held)

    return BangView(
        **common(t, eyes),
        roles=[role(t, eyes, seat) for seat in range(t.players)],
        characters=[who.name for who in t.who] if t.full[0] else [],
        life=list(t.life),
        hands=[hand(seat) for seat in range(t.players)],
        front=[t.texts(cards) for cards in t.front],
        deck=pile(t.deck[t.dealt :], NOBODY),
        discards=t.texts(t.discards),
        bangs=t.bangs,
        still=t.still,
        shuffles=t.shuffles,
        fallen=[Grave(seat, None if by == NO_ONE else by, batch) for seat, by, batch in t.fallen],
        doomed=list(t.doomed),
        store=t.texts(t.store),
        turned=t.texts(t.turned),
        looked=pile(t.looked, only(t.turn)),
        fired=t.texts(t.fired),
        **history(t),
        offered=[offered(t, eyes, seat) for seat in range(len(t.offered))],
        aside=pile(t.aside, NOBODY),
        full=list(t.full) if t.full[0] else [],
        sight=sight(t, eyes.seat) if t.full[0] and eyes.seat in t.ring else None,
        money=list(t.ledger.money),
        fees=list(t.ledger.fees) if t.rules.hiring else [],
        hiring=market(t, t.ledger) if t.ledger.hired else None,
    )


def sight(t: BangTable, me: int) -> Sight:
    """All of it can be counted from what lies open."""
    others = t.others(me)
    return Sight(
        reach=t.reach(me),
        distances=[t.distance(me, s) if s in others else 0 for s in range(t.players)],
        within=t.within(me, t.reach(me)),
        threats=[s for s in others if t.distance(s, me) <= t.reach(s)],
    )


def market(t: BangTable, ledger: Ledger) -> Hiring:
    return Hiring(
        hired=[character(t, one) for one in ledger.hired],
        pool=[character(t, one) for one in ledger.pool],
        lot=character(t, ledger.lot),
        price=ledger.price,
        by=None if ledger.bidder == NO_ONE else ledger.bidder,
    )


def character(t: BangTable, number: int) -> str:
    return "" if number == NO_CHARACTER else t.rules.characters[number].name


def role(t: BangTable, eyes: Eyes, seat: int) -> str:
    shown = eyes.everything or eyes.seat == seat or t.revealed(seat)
    return ROLES[t.roles[seat]] if shown else UNKNOWN


def offered(t: BangTable, eyes: Eyes, seat: int) -> list[str]:
    shown = eyes.everything or eyes.seat == seat
    return [t.rules.characters[one].name if shown else UNKNOWN for one in t.offered[seat]]


def history(t: BangTable) -> dict[str, Any]:
    """Who aimed what at whom: all of it happened in the open."""
    n = t.players
    rows = {"shots": t.shots, "tricks": t.tricks}
    return {name: [row[s * n : s * n + n] for s in range(n)] for name, row in rows.items()}
