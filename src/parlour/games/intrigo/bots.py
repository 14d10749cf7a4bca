"""How bots play Intrigo.

A position is worth the sum of its buildings: what a token brings whoever would win it, for or
against me, and less while a gap beside it is open.  A choice is worth the change it makes.
"""

from math import exp
from typing import Final, final

from parlour.core.decision import unpack
from parlour.core.ids import NO_CHOICE, CardId, ChoiceId
from parlour.core.policy import Policy, Reason, Weights
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


def share_below(values: list[int], value: int) -> float:
    """The share of these values that are lower."""
    lower = 0
    for one in values:
        if one < value:
            lower += 1
    return lower / max(1, len(values))


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
        self.memory: Final = weights["memory"]
        self.haste: Final = weights["haste"]
        self.thrift: Final = weights["thrift"]
        self.passing: Final = weights["passing"]
        self.declining: Final = weights["declining"]
        self.own: Final = weights["own"]
        self.own_value: Final = weights["own_value"]
        self.deny: Final = weights["deny"]
        self.threat: Final = weights["threat"]
        self.neutral: Final = weights["neutral"]
        self.alike: Final = [0.0] + [weights[f"alike{k}"] for k in range(1, ALIKE_TO_WIN + 1)]
        self.kinds: Final = [0.0] + [weights[f"kinds{k}"] for k in range(1, len(ORGANISATIONS) + 1)]
        self.purse: Final = weights["purse"]

    def weigh(self, t: IntrigoTable, seat: int, choices: list[ChoiceId]) -> list[float]:
        top = t.stack[-1]
        if isinstance(top, Draft):
            return [self.keep(t, seat, t.packs[seat][choice]) for choice in choices]
        loose = self.loose(t)
        palace = Palace(t, self.gains(t, seat), self.holding(t, loose))
        if isinstance(top, Act):
            return self.act(t, seat, palace, loose, choices)
        assert isinstance(top, Use)
        return [self.use(t, palace, top.kind, choice) for choice in choices]

    # --- the draft --------------------------------------------------------------------------

    def keep(self, t: IntrigoTable, seat: int, card: CardId) -> float:
        """My own plots first; then what would serve a rival well, to waste or to block with."""
        value = t.rules.value[card]
        owner = t.owner(t.rules.house[card])
        if owner == seat:
            return self.own + self.own_value * value
        if owner == NO_ONE:
            return self.neutral * value
        return (self.deny + self.threat * self.nearness(t.seals_of(owner))) * value

    # --- plots and influence ----------------------------------------------------------------

    def act(
        self,
        t: IntrigoTable,
        seat: int,
        palace: Palace,
        loose: list[tuple[int, int]],
        choices: list[ChoiceId],
    ) -> list[float]:
        found: list[float] = []
        for choice in choices:
            thing, gap = unpack(choice)
            if choice == PASS:
                found.append(self.passing)
            elif thing < BUY:
                found.append(self.lay(t, seat, palace, thing, gap))
            else:
                cost = self.thrift + self.ducat * t.price(thing - BUY)
                found.append(self.buy(palace, thing - BUY, gap, loose) - cost)
        return found

    def lay(self, t: IntrigoTable, seat: int, palace: Palace, card: int, gap: int) -> float:
        """What a plot changes; one's own should lie before the good places are taken."""
        house, value = t.rules.house[card], t.rules.value[card]
        gain = palace.laying(gap, house, value)
        return gain + self.haste * value if t.families[seat] == house else gain

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
        gain = palace.fill(gap)
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
        palace.reopen(gap)
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

    # --- what speaks for a choice -----------------------------------------------------------

    def reason(self, t: IntrigoTable, seat: int, choice: ChoiceId) -> Reason:
        top = t.stack[-1]
        if isinstance(top, Draft):
            return self.why_kept(t, seat, t.packs[seat][choice])
        if isinstance(top, Use):
            return ("declines" if choice == DECLINE else KINDS[top.kind]), {}
        if choice == PASS:
            return "passes", {}
        thing, _ = unpack(choice)
        if thing >= BUY:
            return "buys", {}
        own = t.families[seat] == t.rules.house[thing]
        return ("claims" if own else "blocks"), {}

    def why_kept(self, t: IntrigoTable, seat: int, card: CardId) -> Reason:
        owner = t.owner(t.rules.house[card])
        if owner == NO_ONE:
            return "nobodys", {}
        return ("own", {}) if owner == seat else ("denies", {"seat": owner})

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

    def holding(self, t: IntrigoTable, loose: list[tuple[int, int]]) -> list[float]:
        """How likely a plot of each value wins against whatever comes to the open gap.

        Whoever remembers counts the plots that are still to come, whoever does not all of them.
        """
        coming = [value for _, value in loose]
        values = t.rules.value
        found: list[float] = []
        for value in range(HIGHEST + 1):
            lower = share_below(values, value)
            lower += self.memory * (share_below(coming, value) - lower)
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
