"""What one look at the table comes to for a seat: whom it wants dead, and what cards are worth."""

from typing import Final, final

from parlour.core.ids import CardId
from parlour.core.native import vec
from parlour.games.bang.basic.barrel import tries
from parlour.games.bang.belief import KINDS
from parlour.games.bang.bots_numbers import Numbers
from parlour.games.bang.kinds import DEPUTY, OUTLAW, QUARRY, RENEGADE, SHERIFF
from parlour.games.bang.state import BangTable

ALONE: Final = 0.05
"""So few of a role are none."""


@final
class Standing:
    """How a seat stands.  It reads what the seat knows, and nothing else."""

    def __init__(self, t: BangTable, me: int, n: Numbers) -> None:
        self.t: Final = t
        self.me: Final = me
        self.n: Final = n
        self.role: Final = t.roles[me]
        self.reach: Final = t.reach(me)
        self.others: Final = [seat for seat in t.ring if seat != me]
        self.enmity: Final[list[float]] = [0.0] * t.players
        self.chance: Final[list[list[float]]] = [] if t.rules.three else n.beliefs.of(t, me).chance
        wishes = [] if t.rules.three else self.wishes()
        for seat in self.others:
            self.enmity[seat] = self.of_three(seat) if t.rules.three else self.mean(seat, wishes)
        if self.role == OUTLAW and n.veil and not t.rules.three:
            self.hide()

    # --- whom I want dead -------------------------------------------------------------------

    def mean(self, seat: int, wishes: list[float]) -> float:
        chance, total = self.chance[seat], 0.0
        for role in range(KINDS):
            total += chance[role] * wishes[role]
        return total

    def alive(self, role: int) -> float:
        """How many of this role are still in the game, as far as one can tell."""
        total = 0.0
        for seat in self.t.ring:
            total += self.chance[seat][role]
        return total

    def wishes(self) -> list[float]:
        """How much this role wants each other dead: Sheriff, Deputy, Outlaw, Renegade."""
        n = self.n
        if self.role != RENEGADE:
            return n.wishes[self.role]
        if len(self.t.ring) == 2:
            return [2.0, 1.0, 1.0, 1.0]
        # The Renegade keeps the sides level and the Sheriff alive until nobody else is left.
        law, outlaws = self.alive(DEPUTY) + 1.2, self.alive(OUTLAW)
        ahead, behind = n.renegade_ahead, n.renegade_behind
        deputy, outlaw = (ahead, behind) if law > outlaws else (behind, ahead)
        return [n.renegade_sheriff, deputy, outlaw, n.renegade_alone]

    def of_three(self, seat: int) -> float:
        """With three everybody hunts one of the others."""
        hunted = len(self.t.ring) == 2 or QUARRY[self.role] == self.t.roles[seat]
        return self.n.quarry if hunted else self.n.rival

    def hide(self) -> None:
        """An Outlaw whom nobody knows yet may wait until others have begun on the Sheriff.

        Not once all others who live are Outlaws too, as far as he can tell.
        """
        t, sheriff = self.t, self.t.roles.index(SHERIFF)
        if self.alive(DEPUTY) + self.alive(RENEGADE) < ALONE:
            return
        if t.life[sheriff] == t.full[sheriff] and not t.shots[self.me * t.players + sheriff]:
            self.enmity[sheriff] *= 1.0 - self.n.veil

    def foes(self) -> float:
        """How much more enmity than friendship there is round the table."""
        total = 0.0
        for seat in self.others:
            total += self.enmity[seat]
        return total

    def wary(self) -> float:
        """Whoever is less of an enemy than this is left alone."""
        return self.n.wary[self.role]

    def blow(self, seat: int) -> float:
        """What one life point less for this seat is worth."""
        enmity, life, n = self.enmity[seat], self.t.life[seat], self.n
        if life > 1:
            return enmity * n.last_but_one if life == 2 else enmity
        if not self.chance:
            return enmity * n.last
        chance = self.chance[seat]
        last = enmity * n.last + chance[OUTLAW] * n.reward
        return last - n.own_deputy * chance[DEPUTY] if self.role == SHERIFF else last

    def hits(self, seat: int, needed: int) -> float:
        """How likely a shot at this seat is not stopped, from what is known of the hand."""
        t, n = self.t, self.n
        masks, dodges, unknown, stops = t.knows.masks, t.rules.dodges, 0, 0
        for card in t.hands[seat]:
            if masks[card] >> self.me & 1 == 0:
                unknown += 1
            elif dodges[card]:
                stops += 1
        if stops >= needed:
            return 0.1
        chance = n.has_missed * (2.0 if t.who[seat].both else 1.0)
        passes = 1.0
        for _ in range(unknown):
            passes *= 1.0 - chance
        if needed - stops > 1:
            passes = 1.0 - (1.0 - passes) * (1.0 - passes)
        for _ in range(tries(t, seat)):
            passes *= 0.75
        return n.sure + (1.0 - n.sure) * passes

    # --- what cards are worth ---------------------------------------------------------------

    def worth(self, card: CardId) -> float:
        return self.n.hold.get(self.t.rules.name[card], self.n.ordinary)

    def holds(self, wanted: vec[bool]) -> int:
        """How many of my cards are of a kind."""
        found = 0
        for card in self.t.hands[self.me]:
            found += wanted[card]
        return found

    def bangs(self) -> int:
        """Cards in hand that can be fired."""
        rules = self.t.rules
        return self.holds(rules.either if self.t.who[self.me].both else rules.shoots)

    def keep(self, card: CardId) -> float:
        """What a card is worth in my hand."""
        t, n, rules = self.t, self.n, self.t.rules
        worth, name = self.worth(card), rules.name[card]
        if rules.kinds[card].blue and self.lies(name):
            return 0.5
        if 0 < rules.reach[card] <= self.reach and not rules.unlimited[card]:
            return 0.8
        if rules.rescues[card] and len(t.ring) == 2:
            return 0.6 if t.who[self.me].hope(2) == 0 else 1.5
        if rules.shoots[card]:
            return worth - n.third_bang * max(0, self.bangs() - 2)
        if rules.dodges[card]:
            return worth - n.second_missed * max(0, self.holds(rules.dodges) - 1)
        return worth

    def lies(self, name: str) -> bool:
        """Whether a card of this name lies in front of me."""
        return any(self.t.rules.name[card] == name for card in self.t.front[self.me])

    def life(self) -> float:
        """What my next life point is worth, in cards: the last one most."""
        return self.n.lives[max(1, min(3, self.t.life[self.me]))]

    def missing(self, seat: int) -> int:
        return int(self.t.life[seat] < self.t.full[seat])
