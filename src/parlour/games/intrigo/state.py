"""The table of Intrigo: the ring, the houses, and the questions the rules ask of them.

Building b stands between gaps b-1 and b, gap g between buildings g and g+1, all counted round the
ring.  Building 0 is the Palace Door; seal buildings are the even ones.  [INT-8]
"""

from typing import final

from parlour.core.ids import NO_CARD, CardId
from parlour.core.native import i64
from parlour.core.piles import one_of_each, without
from parlour.core.seats import EVERYONE, NO_ONE, NOBODY
from parlour.games.intrigo.kinds import (
    ALIKE_TO_WIN,
    ALL_DEAD,
    BARE,
    DUCAT,
    EQUAL,
    INFLUENCE,
    KINDS,
    NEUTRAL,
    NO_GAP,
    NO_PLOTS,
    NO_TOKEN,
    NOWHERE,
    ORGANISATIONS,
    OWNERLESS,
    PILE,
    STOLEN,
    TIEPOLO,
    WON,
)
from parlour.games.intrigo.table_gen import IntrigoFacts


@final
class IntrigoTable(IntrigoFacts):
    """Everything on the table.

    `kept` is each seat's draft of this round in the order of its picks, played or not; with the
    packs it says all that anybody has seen.  A hand is what is left of it.
    """

    def copy(self) -> "IntrigoTable":
        return IntrigoTable(self.rules, self.players, self.dice.copy(), self.knows.copy(), self)

    def on_turn(self) -> int:
        return self.turn

    def may_offer(self) -> int:
        return NOBODY

    def learnt(self, before: "IntrigoTable", seat: int) -> bool:
        """A courtesan looked into hands in vain, before everybody's eyes.  [INT-A8]"""
        return self.lacks != before.lacks

    # --- the ring ---------------------------------------------------------------------------

    def prints_seal(self, building: int) -> bool:
        """What is printed: kinds alternate, and the Door is a seal building.  [INT-8]"""
        return building % 2 == 0

    def beside(self, gap: int) -> tuple[int, int]:
        """The two buildings next to a gap."""
        return gap, (gap + 1) % self.rules.ring

    def other_gap(self, gap: int, building: int) -> int:
        """The second gap of a building that stands next to this one.  [INT-A3]"""
        return (building - 1) % self.rules.ring if gap == building else building

    def reach(self, gap: int) -> list[int]:
        """The other gaps of the two buildings beside a gap.  [INT-A3]"""
        return [self.other_gap(gap, building) for building in self.beside(gap)]

    def between(self, gap: int, other: int) -> int:
        """The building that stands between a gap and another in its reach."""
        before, after = self.beside(gap)
        return before if self.other_gap(gap, before) == other else after

    def empty_gaps(self) -> list[int]:
        return [gap for gap, card in enumerate(self.gaps) if card == NO_CARD]

    def open_gaps(self) -> i64:
        """The same as a mask."""
        mark, found = i64(1), i64(0)
        for card in self.gaps:
            if card == NO_CARD:
                found |= mark
            mark <<= 1
        return found

    def is_full(self) -> bool:
        """No gap is empty."""
        return all(card != NO_CARD for card in self.gaps)

    def is_plot(self, gap: int) -> bool:
        return 0 <= self.gaps[gap] < INFLUENCE

    def plot_gaps(self) -> list[int]:
        return [gap for gap, card in enumerate(self.gaps) if 0 <= card < INFLUENCE]

    def gaps_with_plots(self) -> i64:
        """The same as a mask."""
        mark, found = i64(1), i64(0)
        for card in self.gaps:
            if 0 <= card < INFLUENCE:
                found |= mark
            mark <<= 1
        return found

    def with_tokens(self) -> i64:
        """The buildings on which a token lies, as a mask."""
        mark, found = i64(1), i64(0)
        for token in self.tokens:
            if token != BARE:
                found |= mark
            mark <<= 1
        return found

    def each(self, plots: tuple[CardId, ...]) -> tuple[CardId, ...]:
        """One plot of each look."""
        if self.differ(plots):
            return plots
        look = self.rules.look
        return tuple(one_of_each(plots, [look[card] for card in plots], self.knows))

    def differ(self, plots: tuple[CardId, ...]) -> bool:
        """Whether no two of these plots look alike."""
        marks = self.rules.marks
        seen: i64 = 0
        for card in plots:
            mark = marks[card]
            if seen & mark:
                return False
            seen |= mark
        return True

    # --- houses and money -------------------------------------------------------------------

    def owner(self, house: int) -> int:
        """The seat that plays this house; NO_ONE for the Tiepolo and for one left in the box."""
        for seat in range(len(self.families)):
            if self.families[seat] == house:
                return seat
        return NO_ONE

    def price(self, kind: int) -> int:
        """Of the top card of a pile, or SOLD_OUT.  [INT-10]"""
        return self.rules.price[kind * PILE + self.sold[kind]]

    def affordable(self, seat: int) -> list[int]:
        """The kinds of influence whose top card the seat can pay.  [INT-16]"""
        purse: i64 = self.purses[seat]
        if purse < self.rules.cheapest:
            return []
        price, sold = self.rules.price, self.sold
        found: list[int] = []
        for kind in range(len(KINDS)):
            if 0 <= price[kind * PILE + sold[kind]] <= purse:
                found.append(kind)
        return found

    def unplaced(self, look: int) -> int:
        """Copies of this plot that are not in the palace; in phase 2 they are in hands."""
        placed = 0
        for gap in self.plot_gaps():
            if self.rules.look[self.gaps[gap]] == look:
                placed += 1
        return self.rules.copies[look] - placed

    def looks_left(self) -> list[int]:
        """Every plot of which a copy is not in the palace.  `unplaced`, asked of all at once."""
        left, look = self.rules.copies[:], self.rules.look
        for card in self.gaps:
            if 0 <= card < INFLUENCE:
                left[look[card]] -= 1
        return [plot for plot in range(len(left)) if left[plot] > 0]

    def seen_at(self, seat: int, pick: int) -> list[CardId]:
        """The pack as it lay before a seat at a pick: what was kept of it since, and what is left.

        [INT-13]
        """
        players, done = self.players, len(self.kept[seat])
        found = [self.kept[(seat + k - pick) % players][k] for k in range(pick, done)]
        return found + list(self.packs[(seat + done - pick) % players])

    def prices(self, kind: int) -> list[int]:
        """Of what is left of a pile, the top card's first."""
        return list(self.rules.prices[kind][self.sold[kind] :])

    def seals_of(self, seat: int) -> list[int]:
        """How many of each organisation."""
        held = len(ORGANISATIONS)
        return self.seals[seat * held : (seat + 1) * held]

    def victory(self, seat: int) -> str:
        """The reason why this seat has won, or nothing.  [INT-2]"""
        kinds = 0
        for count in self.seals_of(seat):
            if count >= ALIKE_TO_WIN:
                return "four_alike"
            if count:
                kinds += 1
        return "one_of_each" if kinds == len(ORGANISATIONS) else ""

    # --- awards -----------------------------------------------------------------------------

    def weight(self, gap: int) -> int:
        """What a gap sets against the other: a plot's value, nothing if it lies face down."""
        card = self.gaps[gap]
        if not 0 <= card < INFLUENCE or self.dead[gap]:
            return 0
        return self.rules.value[card]

    def winning_gap(self, building: int) -> int:
        """The gap with the higher plot, or NO_GAP.  [INT-26] [INT-31]"""
        left = self.other_gap(building, building)
        ours, theirs = self.weight(left), self.weight(building)
        if ours == theirs:
            return NO_GAP
        return left if ours > theirs else building

    def award(self, building: int) -> tuple[int, int]:
        """Who wins the token as the table stands, or NO_ONE; and why, a number of WHYS.

        The walk of phase 3 and the preview both ask here.  [INT-26] [INT-28] [INT-30] [INT-31]
        """
        if self.tokens[building] == BARE:
            return NO_ONE, NO_TOKEN
        if self.stolen[building]:
            return NO_ONE, STOLEN
        gap = self.winning_gap(building)
        if gap == NO_GAP:
            return NO_ONE, self.undecided(building)
        house = self.rules.house[self.gaps[gap]]
        if house == TIEPOLO:
            return NO_ONE, NEUTRAL
        owner = self.owner(house)
        return owner, OWNERLESS if owner == NO_ONE else WON

    def undecided(self, building: int) -> int:
        left = self.other_gap(building, building)
        if self.weight(building):
            return EQUAL
        return ALL_DEAD if self.dead[left] or self.dead[building] else NO_PLOTS

    def is_open(self, building: int) -> bool:
        """A gap beside it is still empty, so its award may change by a card laid there."""
        left = self.other_gap(building, building)
        return self.gaps[left] == NO_CARD or self.gaps[building] == NO_CARD

    # --- verbs ------------------------------------------------------------------------------

    def place(self, seat: int, card: CardId, gap: int) -> None:
        """A plot goes from a hand into a gap, face up.  [INT-15]"""
        self.hands[seat] = without(self.hands[seat], card)
        self.knows.show(card, EVERYONE)
        self.gaps[gap] = card
        self.by[gap] = seat

    def exchange(self, gap: int, other: int) -> None:
        """Two gaps change contents; a card keeps its side and whose it was.  [INT-A4]"""
        self.gaps[gap], self.gaps[other] = self.gaps[other], self.gaps[gap]
        self.dead[gap], self.dead[other] = self.dead[other], self.dead[gap]
        self.by[gap], self.by[other] = self.by[other], self.by[gap]

    def receive(self, ducats: int) -> None:
        """Ducats go to the bank, or leave it if negative; without a limit nobody counts."""
        if not self.rules.unlimited:
            self.bank += ducats

    # --- texts ------------------------------------------------------------------------------

    def text(self, card: CardId) -> str:
        return self.rules.text[card]

    def gap_text(self, gap: int) -> str:
        return f"g{gap + 1}"

    def building_text(self, building: int) -> str:
        return f"b{building + 1}"

    def numbered(self, text: str, letter: str) -> int:
        """The place of a text such as g4 or b12, or NOWHERE."""
        number = text[1:]
        if text[:1] != letter or not number.isascii() or not number.isdecimal():
            return NOWHERE
        if len(number) > 2 or number[0] == "0" or int(number) > self.rules.ring:
            return NOWHERE
        return int(number) - 1

    def facing(self, gap: int) -> str:
        """What kind of thing lies in a gap: empty, plot, dead or influence."""
        if self.gaps[gap] == NO_CARD:
            return "empty"
        if self.gaps[gap] >= INFLUENCE:
            return "influence"
        return "dead" if self.dead[gap] else "plot"

    def content(self, gap: int) -> str:
        """`contarini4`, `contarini4/dead`, `thief` or `empty`."""
        card = self.gaps[gap]
        if card == NO_CARD:
            return "empty"
        if card >= INFLUENCE:
            return KINDS[card - INFLUENCE]
        return self.rules.text[card] + ("/dead" if self.dead[gap] else "")

    def token_text(self, building: int) -> str:
        """`ducat`, `clergy/stolen` or `empty`."""
        token = self.tokens[building]
        if token == BARE:
            return "empty"
        name = "ducat" if token == DUCAT else ORGANISATIONS[token]
        return name + ("/stolen" if self.stolen[building] else "")
