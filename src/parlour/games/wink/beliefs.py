"""What a seat can believe at a table of Wink, from what it knows: who holds what, who looks where.

Heads are seen by all.  Eyes are known to their owner and to whoever looks at them.  Nothing here
reads a hand, a wink or a pair of eyes that the seat does not know of.
"""

from parlour.core.ids import CardId
from parlour.core.seats import NO_ONE
from parlour.games.wink.kinds import CROWD
from parlour.games.wink.state import WinkTable


def known_holder(t: WinkTable, me: int, number: CardId) -> int:
    """Who holds the number as far as this seat knows, from winks and admissions, or NO_ONE."""
    return t.holder(number) if t.knows.masks[number] >> me & 1 else NO_ONE


def unknown_cards(t: WinkTable, me: int) -> list[int]:
    """For each other seat, how many cards of its hand this seat does not know."""
    masks = t.knows.masks
    found: list[int] = []
    for seat in range(t.players):
        count = 0
        for number in t.hands[seat]:
            if not masks[number] >> me & 1:
                count += 1
        found.append(count)
    return found


def holders(t: WinkTable, me: int, number: CardId) -> list[float]:
    """How likely each seat holds the number, by the cards alone.  Adds up to 1, or 0 if I do."""
    known = known_holder(t, me, number)
    if known != NO_ONE:
        return [1.0 if seat == known != me else 0.0 for seat in range(t.players)]
    lacks = t.lacks[number]
    weights = [float(count) for count in unknown_cards(t, me)]
    for seat in range(t.players):
        if seat == me or lacks >> seat & 1:
            weights[seat] = 0.0
    return shares(weights)


def balanced(t: WinkTable, me: int, number: CardId, rounds: int) -> list[float]:
    """The same, but that cards which others lack crowd into the hands that are left.

    Every number of the crowd gets its share of every hand, and in turn each hand and each number
    is made to add up: after a few rounds that is close to counting all deals.
    """
    if known_holder(t, me, number) != NO_ONE:
        return holders(t, me, number)
    hidden = [n for n in t.crowd if not t.knows.masks[n] >> me & 1]
    if number not in hidden:
        return holders(t, me, number)
    rooms = unknown_cards(t, me)
    rows = [
        [0.0 if s == me or t.lacks[n] >> s & 1 else 1.0 for s in range(t.players)] for n in hidden
    ]
    for _ in range(rounds):
        for seat in range(t.players):
            total = sum([row[seat] for row in rows])
            for row in rows:
                row[seat] *= rooms[seat] / total if total else 0.0
        rows = [shares(row) for row in rows]
    return rows[hidden.index(number)]


def shares(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [w / total for w in weights] if total else weights


# --- links ----------------------------------------------------------------------------------


def may_accuse(t: WinkTable, me: int, caller: int) -> bool:
    """Whether I could accuse on this seat's link."""
    number = t.links[caller]
    if not number or caller == me or not t.cards[me] or t.closed[caller] >> me & 1:
        return False
    return number not in t.hands[me]


def answered(t: WinkTable, me: int, caller: int) -> bool:
    """Whether I know that this caller has seen me wink for the number."""
    number = t.links[caller]
    for wink in t.winks:
        if wink.seat == me and wink.number == number and wink.seen >> caller & 1:
            return True
    return False


def duties(t: WinkTable, me: int) -> list[int]:
    """The callers whose contact I am and who have not seen me wink."""
    mask = t.callers_of(me)
    return [c for c in range(t.players) if mask >> c & 1 and not answered(t, me, c)]


def elapsed(t: WinkTable, caller: int) -> float:
    """The part of the trip round the table that is over since this seat called, 0 to 1."""
    turns = float((t.turn - caller) % t.players)
    if t.is_live():
        turns += min(1.0, t.clock / t.rules.timing.least)
    else:
        turns += 0.5
    return min(1.0, turns / t.players)


def faced(t: WinkTable, caller: int, seat: int) -> float:
    """The part of that time in which the seat's head was on the caller, 0 to 1."""
    timing = t.rules.timing
    whole = t.players * (timing.least if t.is_live() else timing.ticks)
    return min(1.0, t.attention[caller * t.players + seat] / max(1.0, elapsed(t, caller) * whole))


# --- heads and eyes -------------------------------------------------------------------------


def on(t: WinkTable, seat: int, target: int) -> bool:
    """Whether a head points there: everybody sees it."""
    return t.bodies[seat].head == target


def meets(t: WinkTable, me: int, other: int) -> bool:
    """Whether my eyes and theirs rest on each other: both know it."""
    return t.bodies[me].gaze() == other and t.bodies[other].gaze() == me


def eyes_on(t: WinkTable, me: int) -> int:
    """The seat on whose face my eyes rest, or NO_ONE."""
    gaze = t.bodies[me].gaze()
    return gaze if 0 <= gaze < t.players and gaze != CROWD else NO_ONE
