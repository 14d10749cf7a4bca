"""Who is who: the exact posterior over all role layouts, from what happened in the open.

At most 210 layouts fit what a seat knows.  Each hostile act weighs them by how readily a player of
that role aims at one of the other (`belief_table.py`, fitted to games among bots).  An act counts
less the more of its kind there are, so that one odd move never makes a layout impossible.
"""

from math import exp
from typing import Final, final

from parlour.core.native import append, i64, vec
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
KNOWN: Final = -1
"""Of a seat that is no stranger."""
CELLS: Final = KINDS * KINDS
SATURATION: Final = 0.15
"""The third act of a kind says about half as much as the first."""
_MARK: Final = 0xFFFFFFFFFF


# --- how roles may lie ------------------------------------------------------------------------


@final
class Deals:
    """Every way to deal these roles to as many strangers, in the order of their roles."""

    def __init__(self, left: Layout) -> None:
        self.ways: Final = _dealt(left)
        roles = vec[i64]()
        for way in self.ways:
            for role in way:
                roles = append(roles, i64(role))
        self.roles: Final = roles
        """The ways one after the other."""


_deals: Final[dict[Layout, Deals]] = {}


def _dealt(left: Layout) -> list[Layout]:
    if not left:
        return [()]
    found: list[Layout] = []
    for role in sorted(set(left)):
        at = left.index(role)
        found += [(role, *rest) for rest in _dealt(left[:at] + left[at + 1 :])]
    return found


def deals(players: int, known: Layout) -> Deals:
    """How the roles may lie that are not known.  There are few such sets of roles."""
    left = list(CASTS[players])
    for role in known:
        if role != UNKNOWN_ROLE:
            left.remove(role)
    rest = tuple(sorted(left))
    found = _deals.get(rest)
    if found is None:
        found = Deals(rest)
        _deals[rest] = found
    return found


def layouts(players: int, known: Layout) -> list[Layout]:
    """Every way to deal the roles that fits what is known (or UNKNOWN_ROLE)."""
    found = []
    for way in deals(players, known).ways:
        rest = iter(way)
        found.append(tuple([next(rest) if role == UNKNOWN_ROLE else role for role in known]))
    return found


def known_roles(t: BangTable, eye: int) -> Layout:
    """Roles as this seat, or a bystander, knows them: its own, and those that are shown."""
    return tuple(
        [
            t.roles[seat] if seat == eye or t.revealed(seat) else UNKNOWN_ROLE
            for seat in range(t.players)
        ]
    )


# --- what acts say ----------------------------------------------------------------------------


def weighty(count: int, most: float) -> float:
    """What so many acts of a kind say: each one less than the one before."""
    seen = min(float(count), most)
    return seen / (1.0 + SATURATION * seen)


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
        for by in range(players):
            if by == eye:
                continue
            for at in range(players):
                shots, tricks = t.shots[by * players + at], t.tricks[by * players + at]
                if shots:
                    self.note(looks[at], by, at, trust * weighty(shots, most))
                if tricks:
                    self.note(TRICKS + looks[at], by, at, trust * weighty(tricks, most))

    def note(self, kind: int, by: int, at: int, says: float) -> None:
        self.kind.append(kind)
        self.by.append(by)
        self.at.append(at)
        self.says.append(says)
        self.bold[by] += says


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


@final
class Fitted:
    """The fitted table as two rows."""

    def __init__(self) -> None:
        aims, bold = vec[float](), vec[float]()
        for row in AIMS:
            for each in row:
                aims = append(aims, each)
        for each in BOLD:
            bold = append(bold, each)
        self.aims: Final = aims
        self.bold: Final = bold


_fitted: Final = Fitted()


@final
class Evidence:
    """What all acts say together of strangers: of each by itself, and of two at a time.

    Logarithms, added up once, so that a layout is weighed by a few additions.  What is known of
    both, who aimed and who was aimed at, says the same of every layout and is left out.
    """

    def __init__(self, known: Layout, acts: Acts) -> None:
        self.known: Final = known
        self.place: Final[list[int]] = []
        """Which stranger a seat is, or KNOWN."""
        self.strangers: i64 = 0
        for role in known:
            stranger = role == UNKNOWN_ROLE
            self.place.append(int(self.strangers) if stranger else KNOWN)
            self.strangers += stranger
        self.alone = vec[float]([0.0] * (self.strangers * KINDS))
        """For each stranger and role."""
        self.first = vec[i64]()
        self.second = vec[i64]()
        self.both = vec[float]()
        """For two strangers, `first` before `second`, and the roles of the two."""
        self.boldness(acts)
        for k in range(len(acts.kind)):
            self.add(acts.kind[k], acts.by[k], acts.at[k], acts.says[k])

    def boldness(self, acts: Acts) -> None:
        bold = _fitted.bold
        for seat in range(len(self.known)):
            place: i64 = self.place[seat]
            if place >= 0:
                says = acts.bold[seat]
                for role in range(i64(KINDS)):
                    self.alone[place * KINDS + role] += says * bold[role]

    def add(self, kind: int, by: int, at: int, says: float) -> None:
        aims, cell = _fitted.aims, i64(kind) * CELLS
        one: i64 = self.place[by]
        other: i64 = self.place[at]
        if one >= 0 and other >= 0:
            self.add_both(cell, one, other, says)
        elif one >= 0:
            cell += i64(self.known[at])
            for role in range(i64(KINDS)):
                self.alone[one * KINDS + role] += says * aims[cell + role * KINDS]
        elif other >= 0:
            cell += i64(self.known[by]) * KINDS
            for role in range(i64(KINDS)):
                self.alone[other * KINDS + role] += says * aims[cell + role]

    def add_both(self, cell: i64, one: i64, other: i64, says: float) -> None:
        aims = _fitted.aims
        start = self.pair(min(one, other), max(one, other)) * CELLS
        for role in range(i64(KINDS)):
            for its in range(i64(KINDS)):
                at = role * KINDS + its if one < other else its * KINDS + role
                self.both[start + at] += says * aims[cell + role * KINDS + its]

    def pair(self, first: i64, second: i64) -> i64:
        """The number of these two; new ones have said nothing yet."""
        for k in range(i64(len(self.first))):
            if self.first[k] == first and self.second[k] == second:
                return k
        self.first = append(self.first, first)
        self.second = append(self.second, second)
        for _ in range(CELLS):
            self.both = append(self.both, 0.0)
        return i64(len(self.first)) - 1

    def likelihoods(self, roles: vec[i64]) -> vec[float]:
        """The logarithm of how likely all of it is, for one deal after the other."""
        alone, both, first, second = self.alone, self.both, self.first, self.second
        pairs: i64 = len(first)
        logs, start = vec[float](), i64(0)
        while start < i64(len(roles)):
            total = 0.0
            for k in range(self.strangers):
                total += alone[k * KINDS + roles[start + k]]
            for k in range(pairs):
                its = roles[start + first[k]] * KINDS + roles[start + second[k]]
                total += both[k * CELLS + its]
            logs = append(logs, total)
            start += self.strangers
        return logs


# --- what is believed -------------------------------------------------------------------------


@final
class Belief:
    """For each seat the chance of each role, as one seat must see it, or a bystander.

    `layouts` and their `shares` are what a mind takes for odds.  `trust`: how far acts are
    believed, 1 as fitted, 0 not at all; `most`: so many acts of one seat against another are
    remembered.
    """

    def __init__(self, t: BangTable, eye: int, trust: float = 1.0, most: float = 8.0) -> None:
        self.known: Final = known_roles(t, eye)
        self.deals: Final = deals(t.players, self.known)
        self.shares: Final[list[float]] = [1.0]
        """The share of each layout, the likeliest 1."""
        self.chance: Final[list[list[float]]] = [[0.0] * KINDS for _ in range(t.players)]
        for seat in range(t.players):
            if self.known[seat] != UNKNOWN_ROLE:
                self.chance[seat][self.known[seat]] = 1.0
        if UNKNOWN_ROLE in self.known:
            self.weigh(Evidence(self.known, Acts(t, eye, trust, most)))

    def layouts(self) -> list[Layout]:
        return layouts(len(self.known), self.known)

    def weigh(self, evidence: Evidence) -> None:
        logs, roles = evidence.likelihoods(self.deals.roles), self.deals.roles
        best = logs[0]
        for log in logs:
            best = max(best, log)
        strangers, total, start = evidence.strangers, 0.0, i64(0)
        chance = vec[float]([0.0] * (strangers * KINDS))
        self.shares.clear()
        for k in range(i64(len(logs))):
            share = exp(logs[k] - best)
            self.shares.append(share)
            total += share
            for place in range(strangers):
                chance[place * KINDS + roles[start + place]] += share
            start += strangers
        for seat in range(len(self.known)):
            at: i64 = evidence.place[seat]
            if at >= 0:
                for role in range(i64(KINDS)):
                    self.chance[seat][role] = chance[at * KINDS + role] / total


@final
class Beliefs:
    """Between two acts everybody believes the same: beliefs are kept by all they depend on.

    `kept`: so many; those of one table, or of all worlds that a search imagines.
    """

    def __init__(self, trust: float = 1.0, most: float = 8.0, kept: int = 64) -> None:
        self.trust: Final = trust
        self.most: Final = most
        self.kept: Final = kept
        self.found: Final[dict[int, Belief]] = {}

    def of(self, t: BangTable, eye: int) -> Belief:
        key = mark(t, eye)
        found = self.found.get(key)
        if found is None:
            if len(self.found) >= self.kept:
                self.found.clear()
            found = Belief(t, eye, self.trust, self.most)
            self.found[key] = found
        return found


def mark(t: BangTable, eye: int) -> int:
    """A number for all that a belief depends on.

    Of 40 bits: two of the few beliefs that are kept have the same once in ten thousand million.
    """
    found: i64 = eye + 1
    for seat in range(t.players):
        role = t.roles[seat] if seat == eye or t.revealed(seat) else UNKNOWN_ROLE
        found = (found * 1000003 + i64(role) + 1) & _MARK
    for k in range(t.players * t.players):
        found = (found * 1000003 + t.shots[k]) & _MARK
        found = (found * 1000003 + t.tricks[k]) & _MARK
    return int(found)
