"""How bots play Kings Under Mountains.

They ask of every lay: whose mine does it make, can that owner still work it, and how much closer
does it bring mine to their treasure?
"""

from math import exp
from typing import Final, final

from parlour.core.decision import unpack_card
from parlour.core.ids import CardId, ChoiceId
from parlour.core.policy import Policy, Reason, Weights
from parlour.games.kings.frames import Lay
from parlour.games.kings.kinds import DECK, HIGHEST, Mine
from parlour.games.kings.state import KingsTable

BARE: Final = -1
"""The strength of bare rock: anything is stronger."""


@final
class KingsPolicy(Policy[KingsTable]):
    """The numbers stand in `bots.toml`, which says what each is."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        self.pace: Final = weights["pace"]
        self.finished: Final = weights["finished"]
        self.worker: Final = weights["worker"]
        self.room: Final = weights["room"]
        self.late: Final = weights["late"]
        self.blocked: Final = weights["blocked"]
        self.toil: Final = weights["toil"]
        self.spite: Final = weights["spite"]
        self.burden: Final = weights["burden"]
        self.open: Final = weights["open"]
        self.nearly: Final = weights["nearly"]
        self.turns: Final = weights["turns"]
        self.unknown: Final = weights["unknown"]
        self.fit: Final = weights["fit"]
        self.ready: Final = weights["ready"]
        self.plan: Final = weights["plan"]
        self.kin: Final = weights["kin"]
        self.hurry: Final = weights["hurry"]
        self.speed: Final = weights["speed"]
        self.start: Final = weights["start"]
        self.doubt: Final = weights["doubt"]
        self.swing: Final = weights["swing"]
        self.settles: Final = weights["settles"]

    def weigh(self, t: KingsTable, seat: int, choices: list[ChoiceId]) -> list[float]:
        if isinstance(t.stack[-1], Lay):
            return [self.lay(t, seat, choice) for choice in choices]
        return [self.draw(t, seat, choice) for choice in choices]

    def lay(self, t: KingsTable, seat: int, choice: ChoiceId) -> float:
        card, place = unpack_card(choice)
        centre = len(t.centre)
        if place >= centre:
            return self.work(t, t.mines[seat][place - centre], card)
        return self.siege(t, seat, place, card)

    def work(self, t: KingsTable, mine: Mine, card: CardId) -> float:
        """One worker more: the sooner the treasure and the lower the unit, the better."""
        value, strength = t.rules.value[mine.card], t.strength(card)
        missing = t.workers(mine.card) - len(mine.units) - 1
        if missing == 0:
            return 2.0 * value + self.finished
        room = HIGHEST - strength - missing  # what is left above this unit for those to come
        worth = 2.0 * value / (missing + 1) + self.worker + self.room * room
        if self.turns_left(t) * self.pace < missing:
            return worth - self.late
        return worth - (self.blocked if room < 0 and strength != HIGHEST else 0.0)

    def siege(self, t: KingsTable, seat: int, place: int, card: CardId) -> float:
        mine = t.centre[place]
        missing = t.rules.defence[mine] - len(t.siege[place]) - 1
        if missing == 0:
            owner = t.heir(t.race(card), seat)
            worth = self.worth(t, owner, mine)
            if owner != seat:
                harm = -worth if worth > 0 else -self.burden * worth
                return harm / (t.players - 1) - self.spite
            return worth + self.ready * self.workforce(t, seat, mine, card)
        # Others may finish the siege with their own units: a rich mine should not lie open.
        prize = max(self.worth(t, seat, mine), 0.0)
        worth = -self.open * prize - 0.02 * t.strength(card)
        if missing > 1:
            return worth
        return worth - self.nearly + (self.plan * prize if self.follows(t, seat, card) else 0.0)

    def workforce(self, t: KingsTable, seat: int, mine: CardId, card: CardId) -> int:
        """How many units of the hand this mine could use, at most as many as it needs."""
        miners = overseers = 0
        for unit in t.hands[seat]:
            if unit != card:
                own = t.own(seat, unit)
                miners += not own
                overseers += own
        return min(miners, t.rules.size[mine]) + min(overseers, t.rules.overseer[mine])

    def follows(self, t: KingsTable, seat: int, card: CardId) -> bool:
        """Whether a unit of one's own race in hand could be laid on this one."""
        strength = t.strength(card)
        for unit in t.hands[seat]:
            if t.own(seat, unit) and unit != card and t.strength(unit) > strength:
                return True
        return False

    def worth(self, t: KingsTable, owner: int, mine: CardId) -> float:
        """What a mine will bring: its value if there is time to work it, else the loss."""
        load = 0
        for m in t.mines[owner]:
            load += t.workers(m.card) - len(m.units)
        workers = t.workers(mine)
        spare = self.turns_left(t) * self.pace - load - workers
        chance = min(1.0, max(0.0, 0.5 + spare / 6))
        return t.rules.value[mine] * (2 * chance - 1) - self.toil * workers * chance

    def turns_left(self, t: KingsTable) -> float:
        """Turns each king may still expect: the deck shrinks by draws and by conquests."""
        return t.deck_left() * self.turns / t.players

    def draw(self, t: KingsTable, seat: int, choice: ChoiceId) -> float:
        """A unit that fits a mine of mine beats the unknown; whoever leads shortens the deck."""
        if choice == DECK:
            lead = self.lead(t, seat) if self.hurry else 0.0
            return self.unknown + self.hurry * min(1.0, max(-1.0, lead / 5))
        card = t.camp[choice][-1]
        # The fewer kings, the more races are nobody's: their units take mines as well.
        best = 0.2 + (self.kin * (t.players - 2) if t.own(seat, card) else 0.0)
        for mine in t.mines[seat]:
            best = max(best, self.fitting(t, seat, mine, card))
        return best

    def fitting(self, t: KingsTable, seat: int, mine: Mine, card: CardId) -> float:
        if not (t.wants(t.own(seat, card), mine) and t.fits(t.strength(card), mine.units)):
            return 0.0
        top = t.strength(mine.units[-1]) if mine.units else BARE
        return self.fit + t.rules.value[mine.card] / 4 - 0.15 * (t.strength(card) - top)

    # --- what speaks for a choice -----------------------------------------------------------

    def reason(self, t: KingsTable, seat: int, choice: ChoiceId) -> Reason:
        if not isinstance(t.stack[-1], Lay):
            return ("unknown" if choice == DECK else self.why_from_camp(t, seat, choice)), {}
        card, place = unpack_card(choice)
        missing = t.needs(seat, place) - 1
        if place >= len(t.centre):
            value = t.rules.value[t.mines[seat][place - len(t.centre)].card]
            return ("works", {"count": missing}) if missing else ("finishes", {"value": value})
        mine = t.centre[place]
        if missing:
            return ("quiet" if self.worth(t, seat, mine) > 0 else "poor"), {}
        owner = t.heir(t.race(card), seat)
        rich = self.worth(t, owner, mine) > 0
        if owner == seat:
            return ("wins" if rich else "takes"), {"value": t.rules.value[mine]}
        return ("least" if rich else "burdens"), {"owner": owner}

    def why_from_camp(self, t: KingsTable, seat: int, choice: ChoiceId) -> str:
        card = t.camp[choice][-1]
        fits = [mine for mine in t.mines[seat] if self.fitting(t, seat, mine, card) > 0]
        return "fits" if fits else "later"

    # --- what a table is worth --------------------------------------------------------------

    def value(self, t: KingsTable, seat: int) -> float:
        """Everybody's points to be expected, as shares: the later, the more a lead counts."""
        spread = self.settles + self.swing * t.deck_left() / t.players
        mine = self.standing(t, seat)
        total = 0.0
        for other in range(t.players):
            total += exp(min(50.0, (self.standing(t, other) - mine) / spread))
        return 1.0 / total

    def lead(self, t: KingsTable, seat: int) -> float:
        """Points ahead of the best of the others."""
        rival = max([self.standing(t, s) for s in range(t.players) if s != seat])
        return self.standing(t, seat) - rival

    def standing(self, t: KingsTable, seat: int) -> float:
        """Treasures, and what mines in work will come to: those that lack least are done first."""
        points = 0.0
        value = t.rules.value
        for card in t.tucked[seat]:
            points += value[card]
        left = self.speed * t.deck_left() / t.players + self.start
        lacking = [(t.workers(m.card) - len(m.units), value[m.card]) for m in t.mines[seat]]
        lacking.sort()
        for missing, worth in lacking:
            left -= missing
            chance = 1.0 / (1.0 + exp(-max(-30.0, min(30.0, left / self.doubt))))
            points += worth * (2 * chance - 1)
        return points
