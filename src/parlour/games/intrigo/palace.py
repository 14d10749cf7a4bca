"""The palace as a bot judges it: what each building promises its seat, and what a card changes."""

from typing import Final, final

from parlour.core.ids import NO_CARD
from parlour.core.seats import NO_ONE
from parlour.games.intrigo.kinds import BARE, NO_GAP
from parlour.games.intrigo.state import IntrigoTable


@final
class Palace:
    """What lies in the gaps and on the buildings, to try things out in.

    weight  what a gap sets against the other; dead plots and influence weigh nothing
    gain    what each token would be worth to the judging seat in each seat's hands
    hold    how likely a plot of each value stays ahead of what comes to an open gap
    now     what each building is worth before anything is tried
    """

    def __init__(self, t: IntrigoTable, gain: list[list[float]], hold: list[float]) -> None:
        ring = t.rules.ring
        self.ring: Final = ring
        self.gain: Final = gain
        self.hold: Final = hold
        self.house_owner: Final = [t.owner(house) for house in range(5)]
        self.weight: Final = [0] * ring
        self.owner: Final = [NO_ONE] * ring
        self.open: Final = [False] * ring
        self.plot: Final = [False] * ring
        self.token: Final = [BARE if t.stolen[b] else t.tokens[b] for b in range(ring)]
        for gap in range(ring):
            if t.gaps[gap] == NO_CARD:
                self.open[gap] = True
            elif t.is_plot(gap):
                card = t.gaps[gap]
                self.put(gap, t.rules.house[card], 0 if t.dead[gap] else t.rules.value[card])
        self.now: Final = [self.value(building) for building in range(ring)]

    def put(self, gap: int, house: int, value: int) -> None:
        """A plot lies in this gap."""
        self.plot[gap] = True
        self.open[gap] = False
        self.weight[gap] = value
        self.owner[gap] = self.house_owner[house]

    def clear(self, gap: int, is_open: bool) -> None:
        """Nothing that counts lies in this gap: influence, or no card at all."""
        self.plot[gap] = False
        self.open[gap] = is_open
        self.weight[gap] = 0
        self.owner[gap] = NO_ONE

    def exchange(self, gap: int, other: int) -> None:
        self.weight[gap], self.weight[other] = self.weight[other], self.weight[gap]
        self.owner[gap], self.owner[other] = self.owner[other], self.owner[gap]
        self.open[gap], self.open[other] = self.open[other], self.open[gap]
        self.plot[gap], self.plot[other] = self.plot[other], self.plot[gap]

    # --- what it promises -------------------------------------------------------------------

    def leader(self, building: int) -> int:
        """The gap whose plot would win the building, if that plot is anybody's; else NO_GAP."""
        left = building - 1 if building else self.ring - 1
        ours, theirs = self.weight[left], self.weight[building]
        if ours == theirs:
            return NO_GAP
        gap = left if ours > theirs else building
        return gap if self.owner[gap] != NO_ONE else NO_GAP

    def value(self, building: int) -> float:
        token = self.token[building]
        if token == BARE:
            return 0.0
        gap = self.leader(building)
        if gap == NO_GAP:
            return 0.0
        worth = self.gain[self.owner[gap]][token]
        left = building - 1 if building else self.ring - 1
        if self.open[left] or self.open[building]:
            return worth * self.hold[self.weight[gap]]
        return worth

    def after(self, gap: int) -> int:
        """The second of the two buildings beside a gap; the first has the gap's own number."""
        return gap + 1 if gap + 1 < self.ring else 0

    def around(self, gap: int) -> float:
        """By how much the two buildings beside a gap are worth more than they were."""
        after = self.after(gap)
        return self.value(gap) - self.now[gap] + self.value(after) - self.now[after]

    def fill(self, gap: int) -> float:
        """Influence closes a gap: what that changes.  What follows is judged as from there."""
        self.clear(gap, False)
        gain = self.around(gap)
        self.refresh(gap)
        return gain

    def reopen(self, gap: int) -> None:
        self.clear(gap, True)
        self.refresh(gap)

    def refresh(self, gap: int) -> None:
        after = self.after(gap)
        self.now[gap] = self.value(gap)
        self.now[after] = self.value(after)

    # --- what a card changes ----------------------------------------------------------------

    def laying(self, gap: int, house: int, value: int) -> float:
        """The gain of a plot in an open gap."""
        self.put(gap, house, value)
        gain = self.around(gap)
        self.clear(gap, True)
        return gain

    def killing(self, gap: int) -> float:
        weight = self.weight[gap]
        self.weight[gap] = 0
        gain = self.around(gap)
        self.weight[gap] = weight
        return gain

    def exchanging(self, gap: int, other: int) -> float:
        self.exchange(gap, other)
        gain = self.around(gap) + self.around(other)
        if other == self.after(gap) or gap == self.after(other):  # they share a building
            shared = max(gap, other) if abs(gap - other) == 1 else 0
            gain -= self.value(shared) - self.now[shared]
        self.exchange(gap, other)
        return gain

    def stealing(self, building: int) -> float:
        return -self.now[building]

    def trading(self, building: int, other: int) -> float:
        token, now = self.token, self.now
        token[building], token[other] = token[other], token[building]
        gain = self.value(building) - now[building] + self.value(other) - now[other]
        token[building], token[other] = token[other], token[building]
        return gain

    # --- the best that a power can do from a gap --------------------------------------------

    def near(self, gap: int) -> list[int]:
        """The gaps that a power reaches from this one."""
        return [gap - 1 if gap else self.ring - 1, self.after(gap)]

    def best_theft(self, gap: int) -> float:
        return max(0.0, self.stealing(gap), self.stealing(self.after(gap)))

    def best_trade(self, gap: int) -> float:
        best = 0.0
        for building in (gap, self.after(gap)):
            token = self.token[building]
            for other in range(self.ring if token != BARE else 0):
                if self.token[other] != BARE and self.token[other] != token:
                    best = max(best, self.trading(building, other))
        return best

    def best_murder(self, gap: int) -> float:
        best = 0.0
        for near in self.near(gap):
            if self.plot[near]:
                best = max(best, self.killing(near))
        return best

    def best_exchange(self, gap: int, with_plots: bool) -> float:
        """A plot in reach for another one, or moved to an open gap."""
        best = 0.0
        others = self.plot if with_plots else self.open
        for near in self.near(gap):
            if not self.plot[near]:
                continue
            for far in range(self.ring):
                if others[far] and far != near:
                    best = max(best, self.exchanging(near, far))
        return best

    def best_call(self, gap: int, plots: list[tuple[int, int]]) -> float:
        """One of these plots (house, value) in an open gap in reach."""
        best = 0.0
        for near in self.near(gap):
            if self.open[near]:
                for house, value in plots:
                    best = max(best, self.laying(near, house, value))
        return best
