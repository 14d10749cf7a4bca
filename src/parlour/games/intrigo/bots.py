"""How bots play Intrigo.

A position is worth the sum of its buildings: what a token brings whoever would win it, for or
against me, and less while a gap beside it is open.  A choice is worth the change it makes.
"""

from math import exp
from typing import Final, final

from parlour.core.decision import unpack
from parlour.core.ids import NO_CHOICE, CardId, ChoiceId
from parlour.core.policy import Policy, Weights
from parlour.core.seats import NO_ONE
from parlour.games.intrigo.draft import Draft
from parlour.games.intrigo.kinds import (
    ALIKE_TO_WIN,
    BUY,
    DECLINE,
    KINDS,
    ORGANISATIONS,
    PASS,
)
from parlour.games.intrigo.palace import Palace
from parlour.games.intrigo.state import IntrigoTable
from parlour.games.intrigo.turn import Act, Use

MERCHANT: Final = KINDS.index("merchant")
ASSASSIN: Final = KINDS.index("assassin")
COURTESAN: Final = KINDS.index("courtesan")
GONDOLIER: Final = KINDS.index("gondolier")
THIEF: Final = KINDS.index("thief")
HIGHEST: Final = 9
"""No plot has a higher value, whatever the options."""


@final
class IntrigoPolicy(Policy[IntrigoTable]):
    """The numbers stand in `bots.toml`, which says what each is."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        self.near: Final = [weights[f"near{k}"] for k in range(len(ORGANISATIONS) + 1)]
        self.ducat: Final = weights["ducat"]
        self.spite: Final = weights["spite"]
        self.firm: Final = weights["firm"]
        self.firmest: Final = weights["firmest"]
        self.thrift: Final = weights["thrift"]
        self.passing: Final = weights["passing"]
        self.declining: Final = weights["declining"]
        self.own: Final = weights["own"]
        self.own_value: Final = weights["own_value"]
        self.deny: Final = weights["deny"]
        self.neutral: Final = weights["neutral"]
        self.alike: Final = [0.0] + [weights[f"alike{k}"] for k in range(1, ALIKE_TO_WIN + 1)]
        self.kinds: Final = [0.0] + [weights[f"kinds{k}"] for k in range(1, len(ORGANISATIONS) + 1)]
        self.purse: Final = weights["purse"]

    def weigh(self, t: IntrigoTable, seat: int, choices: list[ChoiceId]) -> list[float]:
        top = t.stack[-1]
        if isinstance(top, Draft):
            return [self.keep(t, seat, t.packs[seat][choice]) for choice in choices]
        palace = Palace(t, self.gains(t, seat), self.holding(t))
        if isinstance(top, Act):
            return self.act(t, seat, palace, choices)
        assert isinstance(top, Use)
        return [self.use(t, palace, top.kind, choice) for choice in choices]

    # --- the draft --------------------------------------------------------------------------

    def keep(self, t: IntrigoTable, seat: int, card: CardId) -> float:
        """My own plots first; then what would serve a rival well, to waste or to block with."""
        value = t.rules.value[card]
        owner = t.owner(t.rules.house[card])
        if owner == seat:
            return self.own + self.own_value * value
        return (self.neutral if owner == NO_ONE else self.deny) * value

    # --- plots and influence ----------------------------------------------------------------

    def act(
        self, t: IntrigoTable, seat: int, palace: Palace, choices: list[ChoiceId]
    ) -> list[float]:
        rules = t.rules
        loose = self.loose(t)
        found: list[float] = []
        for choice in choices:
            if choice == PASS:
                found.append(self.passing)
                continue
            thing, gap = unpack(choice)
            if thing < BUY:
                found.append(palace.laying(gap, rules.house[thing], rules.value[thing]))
            else:
                kind = thing - BUY
                cost = self.thrift + self.ducat * t.price(kind)
                found.append(self.buy(palace, kind, gap, loose) - cost)
        return found

    def loose(self, t: IntrigoTable) -> list[tuple[int, int]]:
        """House and value of the plots that lie in no gap: a courtesan can call any of them."""
        rules = t.rules
        return [
            (rules.house[card], rules.value[card])
            for card in range(rules.plots)
            if card not in t.gaps
        ]

    def buy(self, palace: Palace, kind: int, gap: int, loose: list[tuple[int, int]]) -> float:
        """What influence in this gap changes, with the best use of its power."""
        before = palace.around(gap)
        palace.clear(gap, False)
        gain = palace.around(gap) - before
        if kind == MERCHANT:
            gain += palace.best_trade(gap)
        elif kind == ASSASSIN:
            gain += palace.best_murder(gap)
        elif kind == COURTESAN:
            gain += palace.best_call(gap, loose)
        elif kind == THIEF:
            gain += palace.best_theft(gap)
        else:
            gain += palace.best_exchange(gap, kind == GONDOLIER)
        palace.clear(gap, True)
        return gain

    def use(self, t: IntrigoTable, palace: Palace, kind: int, choice: ChoiceId) -> float:
        """Each use of a power by what it changes."""
        if choice == DECLINE:
            return self.declining
        if kind == ASSASSIN:
            return palace.killing(choice)
        if kind == THIEF:
            return palace.stealing(choice)
        what, where = unpack(choice)
        if kind == MERCHANT:
            return palace.trading(what, where)
        if kind == COURTESAN:
            card = t.rules.look.index(what)
            return palace.laying(where, t.rules.house[card], t.rules.value[card])
        return palace.exchanging(what, where)

    # --- what tokens are worth --------------------------------------------------------------

    def gains(self, t: IntrigoTable, me: int) -> list[list[float]]:
        """What each token would be worth to me in each seat's hands."""
        found: list[list[float]] = []
        for seat in range(t.players):
            counts = t.seals_of(seat)
            now = self.nearness(counts)
            share = 1.0 if seat == me else -self.spite
            row: list[float] = []
            for k in range(len(counts)):
                counts[k] += 1
                row.append(share * (self.nearness(counts) - now))
                counts[k] -= 1
            row.append(share * self.ducat)
            found.append(row)
        return found

    def nearness(self, counts: list[int]) -> float:
        """Few seals are missing to four alike, or to one of each."""
        return self.near[max(0, ALIKE_TO_WIN - max(counts))] + self.near[counts.count(0)]

    def holding(self, t: IntrigoTable) -> list[float]:
        """How likely a plot of each value wins against whatever comes to the open gap."""
        values = t.rules.value
        found: list[float] = []
        for value in range(HIGHEST + 1):
            lower = len([v for v in values if v < value]) / len(values)
            found.append(min(self.firmest, lower + self.firm))
        return found

    # --- what a table is worth --------------------------------------------------------------

    def rests(self, t: IntrigoTable) -> bool:
        """A round is over, and the next one dealt."""
        if t.kept[0] or not isinstance(t.stack[-1], Draft):
            return False
        return t.sealed.count(NO_CHOICE) == t.players

    def value(self, t: IntrigoTable, seat: int) -> float:
        """Everybody's nearness to victory, as shares."""
        mine = exp(self.standing(t, seat))
        total = 0.0
        for other in range(t.players):
            total += exp(self.standing(t, other))
        return mine / total

    def standing(self, t: IntrigoTable, seat: int) -> float:
        counts = t.seals_of(seat)
        alike = self.alike[max(0, ALIKE_TO_WIN - max(counts))]
        return alike + self.kinds[counts.count(0)] + self.purse * min(t.purses[seat], 6)
