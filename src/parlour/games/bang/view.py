"""What is odd about what a seat sees of BANG!.

A card's text is kind:rank and suit, `bang:7C`; `?` stands for a card or a role that is not known.
"""

from typing import Final

from parlour.core.drawing import UNKNOWN, Drawing
from parlour.core.seats import NO_ONE, around
from parlour.core.view import Eyes
from parlour.core.view_builder import ViewBuilder
from parlour.games.bang.facts import FACTS, Grave, Hiring, Sight
from parlour.games.bang.kinds import ROLES
from parlour.games.bang.layout import READS, BangLayout, check, place_rest
from parlour.games.bang.state import BangTable
from parlour.games.bang.view_gen import BangView as BangView


def roles(t: BangTable, eyes: Eyes) -> list[str]:
    shown = [eyes.everything or eyes.seat == s or t.revealed(s) for s in range(t.players)]
    return [ROLES[role] if shown[seat] else UNKNOWN for seat, role in enumerate(t.roles)]


def characters(t: BangTable, eyes: Eyes) -> list[str]:
    return [who.name for who in t.who] if t.full else []


def fallen(t: BangTable, eyes: Eyes) -> list[Grave]:
    return [Grave(seat, None if by == NO_ONE else by, batch) for seat, by, batch in t.fallen]


def offered(t: BangTable, eyes: Eyes) -> list[list[str]]:
    return [
        [t.character(one) if eyes.everything or eyes.seat == seat else UNKNOWN for one in two]
        for seat, two in enumerate(t.offered)
    ]


def sight(t: BangTable, eyes: Eyes) -> Sight | None:
    """All of it can be counted from what lies open."""
    me = eyes.seat
    if me is None or me not in t.ring or not t.full:
        return None
    others = t.others(me)
    return Sight(
        reach=t.reach(me),
        distances=[t.distance(me, s) if s in others else 0 for s in range(t.players)],
        within=around(t.within(me, t.reach(me)), me)[:],
        threats=[s for s in others if t.distance(s, me) <= t.reach(s)],
    )


def hiring(t: BangTable, eyes: Eyes) -> Hiring | None:
    if not t.hired:
        return None
    return Hiring(
        hired=[t.character(one) for one in t.hired],
        pool=[t.character(one) for one in t.pool],
        lot=t.character(t.lot),
        price=t.price,
        by=None if t.bidder == NO_ONE else t.bidder,
    )


VIEWS: Final = ViewBuilder(
    BangView,
    FACTS,
    shows={
        "roles": roles,
        "who": characters,
        "fallen": fallen,
        "fired": lambda t, eyes: t.texts(t.fired),
        "offered": offered,
        "full": lambda t, eyes: list(t.full),
        "sight": sight,
        "hired": hiring,
    },
    reads=READS,
    first=("hired", "fallen"),
    alike=("who", "fallen", "fired", "full", "hired"),
)


def draw(t: BangTable, d: Drawing) -> None:
    """Lay out a drawing.  Not drawn: strangers with full life, empty hands and tables,

    roles by lot with the Sheriff on the first free seat, all other cards in the deck.
    """
    lay = BangLayout(t, d)
    VIEWS.read(t, d, lay)
    lay.deal()
    place_rest(t, d, lay.rest)
    check(t, d)
