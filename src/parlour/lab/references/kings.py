"""A heuristic player of Kings Under Mountains.  It sees what its seat sees.

It asks of every lay: whose mine does it make, can that owner still work it, and how much closer
does it bring mine to their treasure?
"""

from typing import Final, final

from parlour.core.decision import Choice, Decision
from parlour.core.rng import Rng
from parlour.games.kings.kinds import RACES
from parlour.games.kings.view import KingsView, MineView

BARE: Final = -1
"""The strength of bare rock: anything is stronger."""

PACE: Final = 0.62
"""The share of a king's coming turns that end up in his own mines."""


@final
class MineSide:
    """A mine as printed: `2-3o-7`."""

    def __init__(self, text: str) -> None:
        defence, size, value = text.partition("/")[2].split("-")
        self.defence: Final = int(defence)
        self.size: Final = int(size.removesuffix("o"))
        self.overseer: Final = size.endswith("o")
        self.value: Final = int(value)
        self.workers: Final = self.size + self.overseer


def race_of(card: str) -> str:
    return card.partition("/")[0].rstrip("0123456789")


def strength_of(card: str) -> int:
    return int(card.partition("/")[0][-1])


@final
class KingsBot:
    """Level `heuristic`."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: KingsView, decision: Decision) -> Choice | None:
        judge = judge_lay if decision.ask == "lay" else judge_draw
        best, worth = decision.choices[0], -1e9
        for choice in decision.choices:
            found = judge(view, decision.seat, choice.text) + self.rng.below(100) / 1e4
            if found > worth:
                best, worth = choice, found
        return best


def judge_lay(view: KingsView, me: int, text: str) -> float:
    card, _, place = text.partition("@")
    number = int(place[1:]) - 1
    if place[0] == "m":
        return judge_work(view, me, view.mines[me][number], card)
    return judge_siege(view, me, view.centre[number], card)


def judge_work(view: KingsView, me: int, mine: MineView, card: str) -> float:
    """One worker more: the sooner the treasure and the lower the unit, the better."""
    side = MineSide(mine.mine)
    missing = side.workers - len(mine.units) - 1
    if missing == 0:
        return 2.0 * side.value + 4
    room = 9 - strength_of(card) - missing  # what is left above this unit for those to come
    worth = 2.0 * side.value / (missing + 1) + 1.5 + 0.35 * room
    if turns_left(view) * PACE < missing:
        return worth - 6
    return worth - (4 if room < 0 and strength_of(card) != 9 else 0)


def judge_siege(view: KingsView, me: int, mine: MineView, card: str) -> float:
    side = MineSide(mine.mine)
    missing = side.defence - len(mine.units) - 1
    if missing == 0:
        owner = new_owner(view, me, card)
        worth = worth_of(view, owner, side)
        return worth if owner == me else -worth / (view.players - 1) - 0.2
    # Others may finish the siege with their own units: a rich mine should not lie open.
    prize = worth_of(view, me, side)
    return -0.35 * max(prize, 0.0) - 0.1 * strength_of(card) * 0.2 - (0.8 if missing == 1 else 0)


def new_owner(view: KingsView, me: int, card: str) -> int:
    race = race_of(card)
    return view.kings.index(race) if race in view.kings else me


def worth_of(view: KingsView, owner: int, side: MineSide) -> float:
    """What the mine will bring its owner: its value if there is time to work it, else the loss."""
    load = sum(MineSide(m.mine).workers - len(m.units) for m in view.mines[owner])
    spare = turns_left(view) * PACE - load - side.workers
    chance = min(1.0, max(0.0, 0.5 + spare / 6))
    return side.value * (2 * chance - 1) - 0.9 * side.workers * chance


def turns_left(view: KingsView) -> float:
    """Turns each king may still expect: the deck shrinks by draws and by conquests."""
    return len(view.deck) * 1.6 / view.players


def judge_draw(view: KingsView, me: int, text: str) -> float:
    """A unit that fits a mine of mine beats the unknown."""
    source = text.partition(":")[2]
    if source not in RACES:
        return 1.0
    card = view.camp[source][-1]
    return max([0.2, *(fit(view, me, mine, card) for mine in view.mines[me])])


def fit(view: KingsView, me: int, mine: MineView, card: str) -> float:
    side = MineSide(mine.mine)
    own = race_of(card) == view.kings[me]
    if own != (len(mine.units) >= side.size):
        return 0.0
    top = strength_of(mine.units[-1]) if mine.units else BARE
    strength = strength_of(card)
    if not (strength > top if strength else top in (BARE, 9)):
        return 0.0
    return 1.5 + side.value / 4 - 0.15 * (strength - top)
