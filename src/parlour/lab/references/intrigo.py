"""A heuristic player of Intrigo.  It sees what its seat sees.

Every position is worth the sum of its buildings: what a token brings whoever would win it, for or
against me, and less while a gap beside it is open.  A choice is worth the change it makes.
"""

from typing import Final, final

from parlour.core.decision import Choice, Decision
from parlour.core.rng import Rng
from parlour.core.seats import NO_ONE
from parlour.games.intrigo.kinds import BARE, HOUSES, KINDS, ORGANISATIONS, TOKENS
from parlour.games.intrigo.view import IntrigoView

NEAR: Final = [100.0, 25.0, 8.0, 3.0, 1.0, 0.3]
"""What it is worth to be so many seals away from a victory."""

DUCAT_WORTH: Final = 0.6
SPITE: Final = 0.6
"""How much a rival's gain weighs against mine."""


@final
class Board:
    """The palace as numbers.  A dead plot and influence weigh nothing, an empty gap is open."""

    def __init__(self, view: IntrigoView, me: int) -> None:
        self.me: Final = me
        self.ring: Final = len(view.gaps)
        self.weight = [0] * self.ring
        self.owner = [NO_ONE] * self.ring
        self.open = [text == "empty" for text in view.gaps]
        self.plot = [False] * self.ring
        self.token = [BARE] * self.ring
        self.families: Final = view.families
        self.worth: Final = [worths(view, seat, me) for seat in range(view.players)]
        self.hold: Final = holding(view)
        for k in range(self.ring):
            self.read(k, view.gaps[k])
            token = view.tokens[k]
            if token in TOKENS:  # neither empty nor stolen
                self.token[k] = TOKENS.index(token)

    def read(self, gap: int, text: str) -> None:
        name, _, dead = text.partition("/")
        if name == "empty" or name in KINDS:
            return
        self.put(gap, name)
        if dead:
            self.weight[gap] = 0

    def put(self, gap: int, plot: str) -> None:
        """A plot lies in this gap."""
        self.plot[gap] = True
        self.open[gap] = False
        self.weight[gap] = value_of(plot)
        self.owner[gap] = owner_of(self.families, plot)

    def clear(self, gap: int, is_open: bool) -> None:
        """Nothing that counts lies in this gap: influence, or no card at all."""
        self.plot[gap] = False
        self.open[gap] = is_open
        self.weight[gap] = 0
        self.owner[gap] = NO_ONE

    def exchange(self, gap: int, other: int) -> None:
        for row in (self.weight, self.owner):
            row[gap], row[other] = row[other], row[gap]
        for flags in (self.open, self.plot):
            flags[gap], flags[other] = flags[other], flags[gap]

    def value(self, building: int) -> float:
        token = self.token[building]
        if token == BARE:
            return 0.0
        left, right = building - 1 if building else self.ring - 1, building
        ours, theirs = self.weight[left], self.weight[right]
        if ours == theirs:
            return 0.0
        gap = left if ours > theirs else right
        if self.owner[gap] == NO_ONE:
            return 0.0
        worth = self.worth[self.owner[gap]][token]
        if self.open[left] or self.open[right]:
            return worth * self.hold[self.weight[gap]]
        return worth

    def around(self, gap: int) -> float:
        """The two buildings beside a gap."""
        return self.value(gap) + self.value((gap + 1) % self.ring)

    def total(self) -> float:
        worth = 0.0
        for building in range(self.ring):
            worth += self.value(building)
        return worth


def value_of(plot: str) -> int:
    return int(plot[-1])


def owner_of(families: list[str], plot: str) -> int:
    house = plot[:-1]
    return families.index(house) if house in families else NO_ONE


def worths(view: IntrigoView, seat: int, me: int) -> list[float]:
    """What each token would be worth to me in this seat's hands."""
    counts = [view.seals[seat][name] for name in ORGANISATIONS]
    now = nearness(counts)
    found: list[float] = []
    for k in range(len(counts)):
        counts[k] += 1
        found.append(nearness(counts) - now)
        counts[k] -= 1
    found.append(DUCAT_WORTH)
    return found if seat == me else [-SPITE * worth for worth in found]


def nearness(counts: list[int]) -> float:
    return NEAR[max(0, 4 - max(counts))] + NEAR[counts.count(0)]


def holding(view: IntrigoView) -> list[float]:
    """How likely a plot of each value wins against whatever comes to the open gap."""
    values = [2, 3, 4] * 4 + ([2, 3, 3, 4] if view.players == 4 else [])
    family: list[int] = view.options.get("family_values", [])
    tiepolo: list[int] = view.options.get("tiepolo", [])
    if family or tiepolo:
        values = (family or [2, 3, 4]) * 4
        values += (tiepolo or [2, 3, 3, 4]) if view.players == 4 else []
    lower = [sum([v < k for v in values]) / len(values) for k in range(10)]
    return [min(0.9, share + 0.15) for share in lower]


@final
class IntrigoBot:
    """Level `heuristic`."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: IntrigoView, decision: Decision) -> Choice | None:
        if decision.ask == "keep":
            worth = [judge_keep(view, decision.seat, c.text) for c in decision.choices]
        elif decision.ask == "act":
            worth = judge_act(view, decision)
        else:
            worth = judge_use(view, decision)
        best, most = decision.choices[0], -1e9
        for choice, judged in zip(decision.choices, worth, strict=True):
            found = judged + self.rng.below(100) / 1e4
            if found > most:
                best, most = choice, found
        return best


def judge_keep(view: IntrigoView, me: int, plot: str) -> float:
    """My own plots first; then what would serve a rival well, to waste or to block with."""
    owner = owner_of(view.families, plot)
    if owner == me:
        return 4 + 2.0 * value_of(plot)
    return 1.1 * value_of(plot) if owner != NO_ONE else 1.0 * value_of(plot)


def judge_act(view: IntrigoView, decision: Decision) -> list[float]:
    board = Board(view, decision.seat)
    hand = [text for text in view.hands[decision.seat] if text[:-1] in HOUSES]
    found: list[float] = []
    for choice in decision.choices:
        what, _, where = choice.text.partition("@")
        if not where:
            found.append(0.3)
            continue
        gap = int(where[1:]) - 1
        before = board.around(gap)
        if what in KINDS:
            price = view.piles[what][0]
            board.clear(gap, False)
            worth = board.around(gap) - before + best_use(board, KINDS.index(what), gap, hand)
            found.append(worth - 0.15 - DUCAT_WORTH * price)
        else:
            board.put(gap, what)
            found.append(board.around(gap) - before)
        board.clear(gap, True)
    return found


def best_use(board: Board, kind: int, gap: int, hand: list[str]) -> float:
    """The gain of the best use of a power from this gap; none is no loss."""
    ring = board.ring
    before, after = (gap - 1) % ring, (gap + 1) % ring
    name = KINDS[kind]
    if name == "merchant":
        return max(best_trade(board, gap), best_trade(board, after))
    if name == "thief":
        return max(0.0, -board.value(gap), -board.value(after))
    gains = [0.0]
    for near in (before, after):
        if name == "courtesan":
            gains += [gain_put(board, near, plot) for plot in hand if board.open[near]]
        elif board.plot[near] and name == "assassin":
            gains.append(gain_kill(board, near))
        elif board.plot[near]:
            movable = board.plot if name == "gondolier" else board.open
            fars = [far for far in range(ring) if movable[far] and far != near]
            gains += [gain_exchange(board, near, far) for far in fars]
    return max(gains)


def best_trade(board: Board, building: int) -> float:
    if board.token[building] == BARE:
        return 0.0
    best = 0.0
    for other in range(board.ring):
        if other != building and board.token[other] != BARE:
            best = max(best, gain_trade(board, building, other))
    return best


def gain_trade(board: Board, building: int, other: int) -> float:
    before = board.value(building) + board.value(other)
    token = board.token
    token[building], token[other] = token[other], token[building]
    gain = board.value(building) + board.value(other) - before
    token[building], token[other] = token[other], token[building]
    return gain


def gain_put(board: Board, gap: int, plot: str) -> float:
    before = board.around(gap)
    board.put(gap, plot)
    gain = board.around(gap) - before
    board.clear(gap, True)
    return gain


def gain_kill(board: Board, gap: int) -> float:
    before, weight = board.around(gap), board.weight[gap]
    board.weight[gap] = 0
    gain = board.around(gap) - before
    board.weight[gap] = weight
    return gain


def gain_exchange(board: Board, gap: int, other: int) -> float:
    before = board.around(gap) + board.around(other)
    board.exchange(gap, other)
    gain = board.around(gap) + board.around(other) - before
    board.exchange(gap, other)
    return gain


def judge_use(view: IntrigoView, decision: Decision) -> list[float]:
    """Each use by what it changes.  The kind can be told from the words of the choices."""
    board = Board(view, decision.seat)
    found: list[float] = []
    for choice in decision.choices:
        what, _, where = choice.text.partition("@")
        found.append(0.05 if what == "decline" else gain(board, what, where))
    return found


def gain(board: Board, what: str, where: str) -> float:
    """`b3@b7` trades, `b3` steals, `g3@g7` moves or swaps, `g3` kills, `plot@g3` calls."""
    if not what[1:].isdecimal():
        return gain_put(board, int(where[1:]) - 1, what)
    first = int(what[1:]) - 1
    if not where:
        return -board.value(first) if what[0] == "b" else gain_kill(board, first)
    second = int(where[1:]) - 1
    if what[0] == "b":
        return gain_trade(board, first, second)
    return gain_exchange(board, first, second)
