"""Who is who: the exact posterior over all role layouts, from what happened in the open.

At most 210 layouts fit what a seat knows.  Each hostile act weighs them by how readily a player of
that role aims at one of the other (`belief_table.py`, fitted to games among bots).  An act counts
less the more of its kind there are, so that one odd move never makes a layout impossible.
"""

from math import exp
from typing import Final, final

from parlour.games.bang.belief_table import AIMS, BOLD
from parlour.games.bang.kinds import CASTS, ROLES, SHERIFF, UNKNOWN_ROLE
from parlour.games.bang.state import BangTable

AT_SHERIFF: Final = 0
FOE: Final = 1
"""Has shot at the Sheriff."""
FRIEND: Final = 2
"""Has not, but at such a foe."""
STRANGE: Final = 3
TRICKS: Final = 4
"""Rows of AIMS from here on are of Panic!, Cat Balou and Jail, the same four again."""

Layout = tuple[int, ...]
"""Everybody's role."""

KINDS: Final = len(ROLES)
SATURATION: Final = 0.15
"""The third act of a kind says about half as much as the first."""

_layouts: dict[tuple[int, ...], list[Layout]] = {}


def layouts(players: int, known: tuple[int, ...]) -> list[Layout]:
    """Every way to deal the roles that fits what is known (or UNKNOWN_ROLE)."""
    found = _layouts.get(known)
    if found is None:
        left = list(CASTS[players])
        for role in known:
            if role != UNKNOWN_ROLE:
                left.remove(role)
        found = _filled(known, left)
        _layouts[known] = found
    return found


def _filled(known: tuple[int, ...], left: list[int]) -> list[Layout]:
    if not known:
        return [()]
    if known[0] != UNKNOWN_ROLE:
        return [(known[0], *rest) for rest in _filled(known[1:], left)]
    found: list[Layout] = []
    for role in sorted(set(left)):
        fewer = left[:]
        fewer.remove(role)
        found += [(role, *rest) for rest in _filled(known[1:], fewer)]
    return found


def known_roles(t: BangTable, eye: int) -> tuple[int, ...]:
    """Roles as this seat, or a bystander, knows them: its own, and those that are shown."""
    return tuple(
        [
            t.roles[seat] if seat == eye or t.revealed(seat) else UNKNOWN_ROLE
            for seat in range(t.players)
        ]
    )


def weighty(count: int, most: float) -> float:
    """What so many acts of a kind say: each one less than the one before."""
    seen = min(float(count), most)
    return seen / (1.0 + SATURATION * seen)


@final
class Belief:
    """For each seat the chance of each role, as one seat must see it, or a bystander.

    `layouts` and their `shares` are what a mind takes for odds.  `trust`: how far acts are
    believed, 1 as fitted, 0 not at all; `most`: so many acts of one seat against another are
    remembered.
    """

    def __init__(self, t: BangTable, eye: int, trust: float = 1.0, most: float = 8.0) -> None:
        self.layouts: Final = layouts(t.players, known_roles(t, eye))
        self.shares: Final[list[float]] = [1.0] * len(self.layouts)
        self.chance: Final[list[list[float]]] = [[0.0] * KINDS for _ in range(t.players)]
        if len(self.layouts) > 1:
            self.weigh(Acts(t, eye, trust, most))
        self.count()

    def weigh(self, acts: "Acts") -> None:
        """The share of each layout, the likeliest 1."""
        logs = [acts.likelihood(layout) for layout in self.layouts]
        best = max(logs)
        for k in range(len(logs)):
            self.shares[k] = exp(logs[k] - best)

    def count(self) -> None:
        total = sum(self.shares)
        for k in range(len(self.layouts)):
            share, layout = self.shares[k] / total, self.layouts[k]
            for seat in range(len(layout)):
                self.chance[seat][layout[seat]] += share


@final
class Beliefs:
    """Between two acts everybody believes the same: beliefs are kept by all they depend on.

    `kept`: so many; those of one table, or of all worlds that a search imagines.
    """

    def __init__(self, trust: float = 1.0, most: float = 8.0, kept: int = 64) -> None:
        self.trust: Final = trust
        self.most: Final = most
        self.kept: Final = kept
        self.found: Final[dict[tuple[int, ...], Belief]] = {}

    def of(self, t: BangTable, eye: int) -> Belief:
        key = (eye, *known_roles(t, eye), *t.shots, *t.tricks)
        found = self.found.get(key)
        if found is None:
            if len(self.found) >= self.kept:
                self.found.clear()
            found = Belief(t, eye, self.trust, self.most)
            self.found[key] = found
        return found


@final
class Acts:
    """Who aimed at whom, in what way; one's own acts say nothing to oneself."""

    def __init__(self, t: BangTable, eye: int, trust: float, most: float) -> None:
        self.kind: Final[list[int]] = []
        self.by: Final[list[int]] = []
        self.at: Final[list[int]] = []
        self.says: Final[list[float]] = []
        """How much an act says, for each: `kind`, `by`, `at` and `says` belong together."""
        self.bold: Final[list[float]] = [0.0] * t.players
        if not t.rules.three:
            self.read(t, eye, trust, most)

    def read(self, t: BangTable, eye: int, trust: float, most: float) -> None:
        players, looks = t.players, appearances(t)
        for k in range(players * players):
            by, at = k // players, k % players
            if by != eye and (t.shots[k] or t.tricks[k]):
                self.note(looks[at], by, at, trust * weighty(t.shots[k], most))
                self.note(TRICKS + looks[at], by, at, trust * weighty(t.tricks[k], most))

    def note(self, kind: int, by: int, at: int, says: float) -> None:
        if says > 0:
            self.kind.append(kind)
            self.by.append(by)
            self.at.append(at)
            self.says.append(says)
            self.bold[by] += says

    def likelihood(self, layout: Layout) -> float:
        """The logarithm of how likely all of it is, if these are the roles."""
        total = 0.0
        for k in range(len(self.by)):
            aims = AIMS[self.kind[k]]
            total += self.says[k] * aims[layout[self.by[k]] * KINDS + layout[self.at[k]]]
        for seat in range(len(layout)):
            total += self.bold[seat] * BOLD[layout[seat]]
        return total


def appearances(t: BangTable) -> list[int]:
    """What everybody looks like to all: who has shot at the Sheriff is a foe, and so on."""
    players, sheriff = t.players, t.roles.index(SHERIFF)
    foes = [t.shots[seat * players + sheriff] > 0 for seat in range(players)]
    found = [STRANGE] * players
    for seat in range(players):
        if seat == sheriff:
            found[seat] = AT_SHERIFF
        elif foes[seat]:
            found[seat] = FOE
        elif any(foes[at] and t.shots[seat * players + at] > 0 for at in range(players)):
            found[seat] = FRIEND
    return found
