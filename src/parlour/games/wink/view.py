"""What is odd about what a seat sees of Wink.

A contact card's text is `c12`; the numbers of the crowd, of tokens and calls are bare.  Places to
look at are seats by number, "crowd", and "nowhere" for a head that is turning.
"""

from collections.abc import Callable
from typing import Final

from parlour.core.drawing import UNKNOWN
from parlour.core.seats import EVERYONE, NOBODY, mask_of, only, seats_in
from parlour.core.view import Eyes
from parlour.core.view_builder import ViewBuilder
from parlour.games.wink import layout
from parlour.games.wink.body import glance_text, place
from parlour.games.wink.facts import FACTS, GivenWink, Sighting
from parlour.games.wink.glances import Linger
from parlour.games.wink.kinds import CROWD, NOWHERE, PACES, SAME_ROOM
from parlour.games.wink.state import WinkTable
from parlour.games.wink.view_gen import WinkView as WinkView

Show = Callable[[WinkTable, Eyes], object]


def lasts(t: WinkTable, eyes: Eyes) -> int | None:
    """A question lapses at the longest; a turn that has been answered lingers for the least."""
    if not t.is_live() or not t.stack:
        return None
    return t.rules.timing.least if type(t.stack[-1]) is Linger else t.rules.timing.longest


def hands(t: WinkTable, eyes: Eyes) -> list[list[str]]:
    """Known cards in order, then the unknown."""
    found: list[list[str]] = []
    for seat, held in enumerate(t.hands):
        known = [eyes.card(t, n, only(seat)) for n in held if eyes.know(t, n)]
        found.append(known + [UNKNOWN] * (len(held) - len(known)))
    return found


def lacks(t: WinkTable, eyes: Eyes) -> list[list[int]]:
    said = [n for n in sorted(t.crowd) if t.lacks[n]]
    return [[n for n in said if t.lacks[n] >> seat & 1] for seat in range(t.players)]


def contacts(t: WinkTable, eyes: Eyes) -> list[int]:
    return seats_in(t.callers_of(eyes.seat), t.players) if eyes.seat is not None else []


# --- heads and eyes -------------------------------------------------------------------------


def own(eyes: Eyes) -> int:
    """Whose private affairs these eyes know."""
    if eyes.everything:
        return EVERYONE
    return NOBODY if eyes.seat is None else only(eyes.seat)


def faces(t: WinkTable, eyes: Eyes) -> int:
    """The faces these eyes can see: their own, and the one they rest on."""
    gaze = NOWHERE if eyes.seat is None else t.bodies[eyes.seat].gaze()
    return own(eyes) | (only(gaze) if 0 <= gaze < t.players else NOBODY)


def gazes(t: WinkTable, eyes: Eyes) -> list[int | str | None]:
    """Eyes for their owner and for those whose eyes rest on them; none in a head that turns."""
    known = faces(t, eyes)
    return [
        place(body.gaze()) if body.turning or body.head == CROWD or known >> seat & 1 else None
        for seat, body in enumerate(t.bodies)
    ]


def lowered(t: WinkTable, eyes: Eyes) -> list[bool | None]:
    """As it is with gazes, but that only its owner knows how a head that turns will look."""
    known, mine = faces(t, eyes), own(eyes)
    return [
        body.lowered
        if body.head == CROWD or (mine if body.turning else known) >> seat & 1
        else None
        for seat, body in enumerate(t.bodies)
    ]


def winking(t: WinkTable, eyes: Eyes) -> list[int]:
    """Those whose eyes are known, and whose wink was seen long enough."""
    known = faces(t, eyes)
    return [
        seat
        for seat, body in enumerate(t.bodies)
        if body.winking
        and known >> seat & 1
        and (own(eyes) >> seat & 1 or t.winks[t.going[seat]].seen >> eyes.eye & 1)
    ]


def private(eyes: Eyes, values: list[int]) -> list[int | None]:
    mine = own(eyes)
    return [value if mine >> seat & 1 else None for seat, value in enumerate(values)]


def glimpsed(t: WinkTable, eyes: Eyes) -> list[list[int]]:
    """How many ticks each has seen of the winks that still go on: nobody can know it."""
    winkers = mask_of([seat for seat, body in enumerate(t.bodies) if body.busy])
    going = rows(t, t.glimpsed, winkers) if eyes.everything else []
    return going if any(map(any, going)) else []


def plans(t: WinkTable, eyes: Eyes) -> list[list[str]]:
    mine = own(eyes)
    given = [
        [glance_text(g) for g in plan] if mine >> s & 1 else [] for s, plan in enumerate(t.plans)
    ]
    return given if any(given) else []


# --- winks and who has looked at whom -------------------------------------------------------


def seen(t: WinkTable, eyes: Eyes) -> list[Sighting]:
    mine = seats_in(own(eyes), t.players)
    return [Sighting(s, w.tick, w.seat, w.to, w.number) for s in mine for w in t.seen[s]]


def winks(t: WinkTable, eyes: Eyes) -> list[GivenWink]:
    """Until the game is over a seat knows of its own, and whether the caller looked back."""
    whole = eyes.everything or t.outcome is not None
    return [
        GivenWink(
            *(w.tick, w.seat, w.to, w.number),
            seats_in(w.seen if whole else w.seen & only(w.to), t.players),
        )
        for w in t.winks
        if whole or w.seat == eyes.seat
    ]


def rows(t: WinkTable, numbers: list[int], mask: int) -> list[list[int]]:
    """The rows of the seats in the mask; nothing where there are none."""
    n = t.players
    return [numbers[s * n : s * n + n] if mask >> s & 1 else [] for s in range(n)] if mask else []


def in_sight(show: Show) -> Show:
    """Where people look and wink in the flesh, the table knows nothing of it."""
    return lambda t, eyes: [] if t.rules.pace == SAME_ROOM else show(t, eyes)


TABLE: Final[dict[str, Show]] = {
    "pace": lambda t, eyes: PACES[t.rules.pace],
    "hands": hands,
    "closed": lambda t, eyes: [seats_in(m, t.players) for m in t.closed] if any(t.closed) else [],
    "lacks": lacks,
    "admitted": lambda t, eyes: [n for n in t.admitted if n in t.crowd],
    "contacts": contacts,
    "lasts": lasts,
}
EYES: Final[dict[str, Show]] = {
    "heads": lambda t, eyes: [place(body.head) for body in t.bodies],
    "gazes": gazes,
    "lowered": lowered,
    "turning": lambda t, eyes: [b.turning for b in t.bodies] if t.rules.timing.turn else [],
    "held": lambda t, eyes: [b.held for b in t.bodies] if t.rules.timing.hold > 1 else [],
    "winking": winking,
    "busy": lambda t, eyes: (
        private(eyes, [b.busy for b in t.bodies]) if t.rules.timing.wink > 1 else []
    ),
    "rest": lambda t, eyes: (
        private(eyes, [b.rest for b in t.bodies]) if t.rules.timing.cooldown else []
    ),
    "glimpsed": glimpsed,
    "plans": plans,
    "seen": seen,
    "winks": winks,
    "attention": lambda t, eyes: rows(t, t.attention, EVERYONE),
    "watched": lambda t, eyes: rows(t, t.watched, own(eyes)),
}
VIEWS: Final = ViewBuilder(
    WinkView,
    FACTS,
    shows=TABLE | {name: in_sight(show) for name, show in EYES.items()},
    reads=layout.READS,
    alike=("pace", "closed", "lacks", "admitted"),
)
