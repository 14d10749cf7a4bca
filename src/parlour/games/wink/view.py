"""What a seat sees of Wink.

A contact card's text is `c12`; the numbers of the crowd, of tokens and calls are bare.  Places to
look at are seats by number, "crowd", and "nowhere" for a head that is turning.
"""

from typing import Any

import msgspec

from parlour.core.drawing import UNKNOWN
from parlour.core.seats import EVERYONE, only, seats_in
from parlour.core.view import Eyes, View, common
from parlour.games.wink.body import glance_text
from parlour.games.wink.glances import Linger, place
from parlour.games.wink.kinds import CROWD, PACES, SAME_ROOM
from parlour.games.wink.state import Wink, WinkState


class WinkView(msgspec.Struct, frozen=True):
    """A wink somebody gave: `seen` lists those known to have seen it."""

    tick: int
    seat: int
    to: int
    number: int
    seen: list[int]


class Sighting(msgspec.Struct, frozen=True):
    """A wink as `by` saw it, in the tick in which they had seen enough."""

    by: int
    tick: int
    seat: int
    to: int
    number: int


class TableView(View, frozen=True, kw_only=True):
    """All lists are by seat, except `layout`, `crowd`, `face_down`, `admitted` and lists of winks.

    The table: `layout` the crowd as it was laid out, `crowd` what still shows its face, `open` and
    `covered` what lies face up and face down before each seat.  `tokens`: the number under each
    token, 0 for none.  `links`: the number each seat waits for.  `closed`: who may not accuse on
    that seat's link.  `cards` unplayed and `caught` successful counter-intelligence cards.
    `lacks`: numbers that a seat is known by all not to hold.  `admitted`: numbers in hand that a
    pass has shown to all.  `idle`: turns in which no card left a hand, -1 where one just did.

    Heads and eyes: `heads` are public, `gazes` and `lowered` None where unknown, `winking` the
    seats seen winking in this very tick, `plans` glances given and still to come.  `contacts`:
    callers the seat may wink at.  `seen`: winks the seat has seen; `winks`: those it gave, and all
    of them when the game is over.  `attention`: row by caller, ticks that each head has pointed at
    them since their call.  `watched`: for each caller, ticks their own eyes were on each seat.
    `lasts`: live, the `clock` at which this turn goes on by itself.
    """

    pace: str
    layout: list[int]
    crowd: list[int]
    face_down: list[int]
    hands: list[list[str]]
    open: list[list[str]]
    covered: list[list[str]]
    aside: list[int] = []
    tokens: list[int]
    links: list[int]
    closed: list[list[int]] = []
    cards: list[int]
    caught: list[int]
    lacks: list[list[int]]
    admitted: list[int] = []
    idle: int
    tick: int
    clock: int
    heads: list[int | str] = []
    gazes: list[int | str | None] = []
    lowered: list[bool | None] = []
    turning: list[int] = []
    held: list[int] = []
    winking: list[int] = []
    busy: list[int | None] = []
    rest: list[int | None] = []
    glimpsed: list[list[int]] = []
    plans: list[list[str]] = []
    contacts: list[int] = []
    seen: list[Sighting] = []
    winks: list[WinkView] = []
    attention: list[list[int]] = []
    watched: list[list[int]] = []
    lasts: int | None = None


def look(t: WinkState, eyes: Eyes) -> TableView:
    """All that these eyes may know.  The only function in the room that makes a TableView."""
    faces = t.rules.pace != SAME_ROOM
    return TableView(
        **common(t, eyes),
        **table(t, eyes),
        **(bodies(t, eyes) | memory(t, eyes) if faces else {}),
        contacts=seats_in(t.callers_of(eyes.seat), t.players) if eyes.seat is not None else [],
        lasts=lasts(t),
    )


def lasts(t: WinkState) -> int | None:
    """A question lapses at the longest; a turn that has been answered lingers for the least."""
    if not t.is_live() or not t.stack:
        return None
    return t.rules.timing.least if type(t.stack[-1]) is Linger else t.rules.timing.longest


def card(number: int) -> str:
    return f"c{number}"


def table(t: WinkState, eyes: Eyes) -> dict[str, Any]:
    """Cards, tokens and what everybody has heard."""
    seats = range(t.players)
    up = sorted(t.crowd)
    return {
        "pace": PACES[t.rules.pace],
        "layout": list(t.layout),
        "crowd": list(t.crowd),
        "face_down": list(t.face_down),
        "hands": [hand(t, eyes, seat) for seat in seats],
        "open": [[card(n) for n in t.open[seat]] for seat in seats],
        "covered": [[card(n) for n in t.covered[seat]] for seat in seats],
        "aside": list(t.aside),
        "tokens": t.tokens[:],
        "links": t.links[:],
        "closed": [seats_in(mask, t.players) for mask in t.closed] if any(t.closed) else [],
        "cards": t.cards[:],
        "caught": t.caught[:],
        "lacks": [[n for n in up if t.lacks[n] >> seat & 1] for seat in seats],
        "admitted": [n for n in t.admitted if n in t.crowd],
        "idle": t.idle,
        "tick": t.tick_number,
        "clock": t.clock,
    }


def hand(t: WinkState, eyes: Eyes, seat: int) -> list[str]:
    """Known cards in order, then the unknown."""
    held = t.hands[seat]
    if eyes.everything:
        return [card(n) + eyes.mark(t, n, only(seat)) for n in held]
    known = [card(n) for n in held if eyes.know(t, n)]
    return known + [UNKNOWN] * (len(held) - len(known))


def bodies(t: WinkState, eyes: Eyes) -> dict[str, Any]:
    """Heads for everybody; eyes for their owner and for those whose eyes rest on them."""
    timing = t.rules.timing
    seats = range(t.players)
    known = faces(t, eyes)
    own = EVERYONE if eyes.everything else known & only(eyes.eye)
    heads = [body.head for body in t.bodies]
    public = [body.turning > 0 or body.head == CROWD for body in t.bodies]
    gazes = [place(body.gaze()) for body in t.bodies]
    lowered = [body.lowered for body in t.bodies]
    turning = [known >> s & 1 and not t.bodies[s].turning for s in seats]
    return {
        "heads": [place(head) for head in heads],
        "gazes": [gazes[s] if public[s] or known >> s & 1 else None for s in seats],
        "lowered": [
            lowered[s] if own >> s & 1 or turning[s] or heads[s] == CROWD else None for s in seats
        ],
        "turning": [body.turning for body in t.bodies] if timing.turn else [],
        "held": [body.held for body in t.bodies] if timing.hold > 1 else [],
        "winking": [s for s in seats if known >> s & 1 and seen_winking(t, eyes, s)],
        "busy": private([body.busy for body in t.bodies], own) if timing.wink > 1 else [],
        "rest": private([body.rest for body in t.bodies], own) if timing.cooldown else [],
        "glimpsed": glimpsed(t) if eyes.everything else [],
        "plans": plans(t, own),
    }


def faces(t: WinkState, eyes: Eyes) -> int:
    """The faces these eyes can see: their own, and the one they rest on."""
    if eyes.everything:
        return EVERYONE
    if eyes.seat is None:
        return 0
    gaze = t.bodies[eyes.seat].gaze()
    return only(eyes.seat) | (only(gaze) if 0 <= gaze < t.players else 0)


def seen_winking(t: WinkState, eyes: Eyes, seat: int) -> bool:
    if not t.bodies[seat].winking:
        return False
    return eyes.everything or eyes.seat == seat or bool(t.winks[t.going[seat]].seen >> eyes.eye & 1)


def private(values: list[int], own: int) -> list[int | None]:
    return [value if own >> seat & 1 else None for seat, value in enumerate(values)]


def glimpsed(t: WinkState) -> list[list[int]]:
    """How many ticks each has seen of the winks that still go on."""
    going = [list(t.glimpsed[s]) if t.bodies[s].busy else [] for s in range(t.players)]
    return going if any(map(any, going)) else []


def plans(t: WinkState, own: int) -> list[list[str]]:
    given = [
        [glance_text(g) for g in plan] if own >> s & 1 else [] for s, plan in enumerate(t.plans)
    ]
    return given if any(given) else []


def memory(t: WinkState, eyes: Eyes) -> dict[str, Any]:
    """Winks seen and given, and who has looked at whom."""
    players = t.players
    rows = range(players)
    watchers = [s for s in rows if eyes.everything or s == eyes.seat]
    watched = [t.watched[s * players : (s + 1) * players] if s in watchers else [] for s in rows]
    return {
        "seen": [Sighting(s, w.tick, w.seat, w.to, w.number) for s in watchers for w in t.seen[s]],
        "winks": winks(t, eyes),
        "attention": [t.attention[s * players : (s + 1) * players] for s in rows],
        "watched": watched if watchers else [],
    }


def winks(t: WinkState, eyes: Eyes) -> list[WinkView]:
    """Until the game is over a seat knows of its own, and whether the caller looked back."""
    whole = eyes.everything or t.outcome is not None
    return [
        WinkView(w.tick, w.seat, w.to, w.number, seen_by(t, w, whole))
        for w in t.winks
        if whole or w.seat == eyes.seat
    ]


def seen_by(t: WinkState, wink: Wink, whole: bool) -> list[int]:
    return seats_in(wink.seen if whole else wink.seen & only(wink.to), t.players)
