"""What an arena counts in a game of BANG!: friendly fire, who is found out, beliefs."""

from math import log
from typing import Final

from parlour.core.seats import BYSTANDER
from parlour.games.bang.belief import Belief
from parlour.games.bang.kinds import CASTS, DEPUTY, OUTLAW, RENEGADE, ROLES, SHERIFF
from parlour.games.bang.state import BangTable

FRIENDS: Final = {SHERIFF: (DEPUTY,), DEPUTY: (SHERIFF, DEPUTY), OUTLAW: (OUTLAW,), RENEGADE: ()}
"""Whom a role has no reason to aim at; with three players everybody is alone."""
ROUNDS: Final = 5
"""A belief is measured after each of the first so many rounds."""
FOUND_OUT: Final = 0.5
"""An observer who holds a role for more likely than this has found it out."""
LEAST: Final = 1e-6
"""A chance of less counts as so much, so that one mistake does not cost infinitely."""


def chances(t: BangTable, eye: int | None) -> list[list[float]]:
    """The chance of each role for each seat, as this seat must see it, or a bystander (None)."""
    return Belief(t, BYSTANDER if eye is None else eye).chance


class BangWatch:
    """Watches one game.  It looks again whenever another seat's turn begins."""

    def __init__(self, t: BangTable) -> None:
        self.first: Final = t.turn
        self.turn = t.turn
        self.turns = 1
        self.rounds = 0
        self.found_out: Final[dict[int, int]] = {}
        """The turn in which a bystander found out this seat."""
        self.last_duel = False
        """Whether Sheriff and Renegade were alone at the end."""
        self.losses: Final[dict[str, list[float]]] = {}

    def see(self, t: BangTable) -> None:
        if len(t.ring) == 2:
            self.last_duel |= {t.roles[seat] for seat in t.ring} == {SHERIFF, RENEGADE}
        if t.turn == self.turn or t.outcome is not None:
            return
        before, self.turn = self.turn, t.turn
        self.turns += 1
        self.observe(t)
        if self.order(t, t.turn) <= self.order(t, before):
            self.rounds += 1
            self.measure(t)

    def order(self, t: BangTable, seat: int) -> int:
        return (seat - self.first) % t.players

    def observe(self, t: BangTable) -> None:
        """Whom a neutral observer has found out by now."""
        chance = chances(t, None)
        for seat in range(t.players):
            if seat not in self.found_out and chance[seat][t.roles[seat]] > FOUND_OUT:
                self.found_out[seat] = self.turns

    def measure(self, t: BangTable) -> None:
        """How far every seat's belief, and what the cast alone tells, is from the truth."""
        if self.rounds > ROUNDS:
            return
        for eye in t.ring:
            strangers = [s for s in range(t.players) if s != eye and not t.revealed(s)]
            if not strangers:
                continue
            chance = chances(t, eye)
            prior = cast_alone(t, eye, strangers)
            for seat in strangers:
                self.note(t, eye, t.roles[seat], chance[seat], prior)

    def note(
        self, t: BangTable, eye: int, role: int, belief: list[float], prior: list[float]
    ) -> None:
        when = f"round {self.rounds}"
        for name, chance in (("belief", belief), ("prior", prior)):
            self.losses.setdefault(f"{when}: Brier, {name}", []).append(brier(chance, role))
            loss = -log(max(LEAST, chance[role]))
            self.losses.setdefault(f"{when}: log loss, {name}", []).append(loss)
            if t.roles[eye] == SHERIFF:
                sheriffs = f"{when}: Brier, Sheriff's {name}"
                self.losses.setdefault(sheriffs, []).append(brier(chance, role))

    # --- when the game is over --------------------------------------------------------------

    def numbers(self, t: BangTable, seat: int) -> dict[str, float]:
        role = t.roles[seat]
        found = {name: sum(each) / len(each) for name, each in self.losses.items()}
        if t.players > 3 and FRIENDS[role]:
            found[f"{ROLES[role]}: friendly fire"] = friendly_fire(t, seat)
        if role == SHERIFF and DEPUTY in t.roles:
            found["sheriff: killed a Deputy"] = float(killed(t, seat, DEPUTY))
        if role == RENEGADE and t.players > 3:
            found["renegade: reached the last duel"] = float(self.last_duel)
        if role != SHERIFF:
            found[f"{ROLES[role]}: found out"] = float(seat in self.found_out)
            turn = self.found_out.get(seat, self.turns)
            found[f"{ROLES[role]}: hidden for (of the game)"] = turn / self.turns
        return found


def friendly_fire(t: BangTable, seat: int) -> float:
    """How many shots and tricks were aimed at one's own side."""
    friends = FRIENDS[t.roles[seat]]
    row = seat * t.players
    return float(
        sum(
            t.shots[row + other] + t.tricks[row + other]
            for other in range(t.players)
            if other != seat and t.roles[other] in friends
        )
    )


def killed(t: BangTable, seat: int, role: int) -> bool:
    """Whether the seat has killed somebody of this role."""
    return any(by == seat and t.roles[victim] == role for victim, by, _ in t.fallen)


def cast_alone(t: BangTable, eye: int, strangers: list[int]) -> list[float]:
    """The chance of each role for a stranger, from the roles that are dealt and those shown."""
    left = list(CASTS[t.players])
    for seat in range(t.players):
        if seat not in strangers:
            left.remove(t.roles[seat])
    return [left.count(role) / len(left) for role in range(len(ROLES))]


def brier(chance: list[float], role: int) -> float:
    """Squared errors over all roles: 0 for certainty, 2 for certainty that was wrong."""
    return sum([(chance[k] - (k == role)) ** 2 for k in range(len(chance))])
