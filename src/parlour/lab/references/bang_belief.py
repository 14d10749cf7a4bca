"""Who is who: the exact posterior over all role layouts, from what happened in the open.

At most 210 layouts fit what a seat knows.  Each hostile act weighs them by how likely it is for a
player of that role against one of the other, with some noise, so that one odd move never makes a
layout impossible.
"""

from math import exp, log
from typing import Final

from parlour.games.bang.kinds import CASTS, DEPUTY, OUTLAW, RENEGADE, ROLES, SHERIFF, UNKNOWN_ROLE
from parlour.games.bang.view import BangView

AIMS_AT: Final = {
    SHERIFF: {SHERIFF: 0.1, DEPUTY: 0.22, OUTLAW: 0.45, RENEGADE: 0.33},
    DEPUTY: {SHERIFF: 0.02, DEPUTY: 0.22, OUTLAW: 0.5, RENEGADE: 0.4},
    OUTLAW: {SHERIFF: 0.8, DEPUTY: 0.4, OUTLAW: 0.15, RENEGADE: 0.25},
    RENEGADE: {SHERIFF: 0.25, DEPUTY: 0.3, OUTLAW: 0.4, RENEGADE: 0.3},
}
"""How readily a role (the row) aims at another."""

NOISE: Final = 0.12
TRICK: Final = 0.5
"""A Panic!, Cat Balou or Jail says less than a shot."""
MOST: Final = 4.0
"""More acts of one seat against another say no more than so many."""

_layouts: dict[tuple[int, tuple[int, ...]], list[tuple[int, ...]]] = {}


def layouts(players: int, known: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every way to deal the roles that fits what is known (or UNKNOWN_ROLE)."""
    key = (players, known)
    if key not in _layouts:
        left = list(CASTS[players])
        for role in known:
            if role != UNKNOWN_ROLE:
                left.remove(role)
        _layouts[key] = _filled(known, left)
    return _layouts[key]


def _filled(known: tuple[int, ...], left: list[int]) -> list[tuple[int, ...]]:
    if not known:
        return [()]
    if known[0] != UNKNOWN_ROLE:
        return [(known[0], *rest) for rest in _filled(known[1:], left)]
    found: list[tuple[int, ...]] = []
    for role in sorted(set(left)):
        fewer = left[:]
        fewer.remove(role)
        found += [(role, *rest) for rest in _filled(known[1:], fewer)]
    return found


class Belief:
    """For each seat the chance of each role, as the view's seat must see it.

    `layouts` and their `shares` are what a mind takes for odds.
    """

    def __init__(self, view: BangView) -> None:
        players = view.players
        known = tuple([ROLES.index(role) if role in ROLES else UNKNOWN_ROLE for role in view.roles])
        self.chance: list[list[float]] = [[0.0] * len(ROLES) for _ in range(players)]
        acts = hostile_acts(view)
        self.layouts: Final = layouts(players, known)
        weights = [weight(layout, acts) for layout in self.layouts]
        best = max(weights)
        self.shares: Final = [exp(weight - best) for weight in weights]
        total = sum(self.shares)
        for k in range(len(self.layouts)):
            for seat in range(players):
                self.chance[seat][self.layouts[k][seat]] += self.shares[k]
        for row in self.chance:
            for role in range(len(row)):
                row[role] /= total


def hostile_acts(view: BangView) -> list[tuple[int, int, float]]:
    """(who, at whom, how much): shots in full, tricks in part, never more than some."""
    found: list[tuple[int, int, float]] = []
    for by in range(view.players):
        for at in range(view.players):
            count = view.shots[by][at] + TRICK * view.tricks[by][at]
            if count > 0:
                found.append((by, at, min(MOST, count)))
    return found


def weight(world: tuple[int, ...], acts: list[tuple[int, int, float]]) -> float:
    total = 0.0
    for by, at, count in acts:
        likely = AIMS_AT[world[by]][world[at]]
        total += count * log((1 - NOISE) * likely + NOISE * 0.3)
    return total
