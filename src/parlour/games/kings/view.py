"""What is odd about what a seat sees of Kings Under Mountains, and about how it is drawn.

A card's text is unit/mine, `orc7/2-3o-7`: orcs of strength 7; behind it a mine of defence 2, size 3
with an overseer, worth 7.  `?` stands for a side that is not known.
"""

from typing import Any, Final

from parlour.core.drawing import UNKNOWN, Drawing
from parlour.core.ids import CardId
from parlour.core.layout import NO_SLOTS, Layout, Slots
from parlour.core.piles import Knowledge
from parlour.core.seats import EVERYONE, NOBODY
from parlour.core.view import Eyes
from parlour.core.view_builder import ViewBuilder
from parlour.games.kings.facts import FACTS
from parlour.games.kings.facts import MineView as MineView
from parlour.games.kings.kinds import RACES, Mine
from parlour.games.kings.state import KingsTable
from parlour.games.kings.view_gen import KingsView as KingsView


def deck(t: KingsTable, eyes: Eyes) -> list[str]:
    """The mine side of the top card lies in plain view, the others are covered.  [KINGS-A7]"""
    if eyes.everything:
        return [t.text(c) for c in t.deck[t.dealt :]]
    left = t.deck_left()
    return [t.back(t.deck[t.dealt])] + [UNKNOWN] * (left - 1) if left else []


def aside(t: KingsTable, eyes: Eyes) -> list[str]:
    return [t.text(card) if eyes.everything else UNKNOWN for card in t.aside]


def mine(t: KingsTable, eyes: Eyes, card: CardId, units: tuple[CardId, ...]) -> MineView:
    return MineView(eyes.card(t, card, NOBODY), [t.text(unit) for unit in units])


def centre(t: KingsTable, eyes: Eyes) -> list[MineView]:
    return [mine(t, eyes, card, t.siege[place]) for place, card in enumerate(t.centre)]


def mines(t: KingsTable, eyes: Eyes) -> list[list[MineView]]:
    return [[mine(t, eyes, m.card, m.units) for m in own] for own in t.mines]


class KingsLayout(Layout):
    """Unit and mine sides are paired anew in every game."""

    def __init__(self, t: KingsTable, d: Drawing) -> None:
        # What a view shows of a rival's hand was taken from the camp, before everybody's eyes.
        super().__init__(t, d, t.rules.sides, witnesses=EVERYONE)
        self.t: Final = t

    def missing(self, name: str, seat: int) -> list[str]:
        """A full hand, less the card that was laid; no completed mines."""
        laid = self.d.get("phase") == "draw" and seat == self.t.turn
        return [UNKNOWN] * (self.t.rules.hand - laid) if name == "hands" else []

    def mine(self, drawn: Any) -> tuple[int, Slots]:
        """A mine with units: `{mine = "2-3o-7", units = "orc3 goblin5"}`, or the mine alone."""
        if isinstance(drawn, str):
            return self.card(drawn, NOBODY), NO_SLOTS
        if isinstance(drawn, MineView):
            units = self.pile("units", drawn.units, EVERYONE)
            return self.card(drawn.mine, NOBODY), units
        units = self.pile("units", drawn.get("units", []), EVERYONE)
        return self.card(drawn.get("mine", UNKNOWN), NOBODY), units

    def laid(self, mine: tuple[int, Slots]) -> Mine:
        card, units = mine
        return Mine(self.cards[card], self.those(units))

    def pair(self) -> None:
        faces, cards = self.ids
        paired = faces[:]
        for slot in range(len(cards)):
            paired[cards[slot]] = faces[slot]
        self.t.face = bytes(paired)


def read_centre(t: KingsTable, d: Drawing, lay: KingsLayout) -> None:
    drawn = d.get("centre", [])
    if not isinstance(drawn, list) or len(drawn) > t.rules.centre:
        raise d.wrong(f"the centre holds at most {t.rules.centre} mines")
    slots = [lay.mine(one) for one in drawn + [UNKNOWN] * (t.rules.centre - len(drawn))]

    def place() -> None:
        laid = [lay.laid(mine) for mine in slots]
        t.centre = [mine.card for mine in laid]
        t.siege = [mine.units for mine in laid]

    lay.then(place)


def read_mines(t: KingsTable, d: Drawing, lay: KingsLayout) -> None:
    slots = [[lay.mine(one) for one in drawn or []] for drawn in d.by_seat("mines")]

    def place() -> None:
        t.mines = [tuple([lay.laid(mine) for mine in own]) for own in slots]

    lay.then(place)


VIEWS: Final = ViewBuilder(
    KingsView,
    FACTS,
    shows={"deck": deck, "aside": aside, "centre": centre, "mines": mines},
    reads={"centre": read_centre, "mines": read_mines},
    alike=("deck", "aside"),
)


def draw(t: KingsTable, d: Drawing) -> None:
    """Lay out a drawing, and fill in what is not drawn."""
    lay = KingsLayout(t, d)
    VIEWS.read(t, d, lay)
    lay.deal()
    lay.pair()
    if d.has("deck"):  # then it is the whole deck
        t.aside += lay.rest
    else:
        t.deck = lay.rest
    check(t, d)


def arrange(t: KingsTable, d: Drawing) -> None:
    """Kings, and cards by the places they are dealt to: the pairing first, then the deck."""
    rules = t.rules
    lay = KingsLayout(t, d)
    at: dict[int, int] = {}  # place in the deck -> slot
    first_hand = rules.centre + rules.camp
    hands = list(enumerate(d.by_seat("hands")))
    parts = [(0, "centre", d.get("centre", []), rules.centre)]
    parts += [(rules.centre, "camp", d.get("camp", []), rules.camp)]
    parts += [(first_hand + s * rules.hand, "hands", drawn, rules.hand) for s, drawn in hands]
    parts += [(first_hand + t.players * rules.hand, "deck", d.get("deck", []), rules.cards)]
    for begin, name, drawn, most in parts:
        first, end = lay.pile(name, drawn or [], NOBODY)
        if end - first > most or begin + end - first > rules.cards:
            raise d.wrong(f"{name} gets no more than {most} cards")
        at |= {begin + k: first + k for k in range(end - first)}
    races = {s: RACES.index(race) for s, race in enumerate(d.by_seat("kings")) if race}
    lay.deal()
    lay.pair()
    cards = lay.cards
    faces: dict[int, int] = {cards[slot]: t.face[cards[slot]] for slot in at.values()}
    t.dice.orders = (races, faces, {place: cards[slot] for place, slot in at.items()})
    t.knows = Knowledge([NOBODY] * rules.cards)


def check(t: KingsTable, d: Drawing) -> None:
    """Nothing that could not lie on a table."""
    for race, stack in enumerate(t.camp):
        if any(t.race(card) != race for card in stack):
            raise d.wrong(f"the camp's stack of {RACES[race]} holds another race")
    for k, card in enumerate(t.centre):
        check_siege(t, d, card, t.siege[k])
    for seat, mines in enumerate(t.mines):
        for mine in mines:
            check_workers(t, d, seat, mine)
    if not t.deck_left() and not d.has("over"):
        raise d.wrong("the deck is empty: the game is over")


def check_siege(t: KingsTable, d: Drawing, card: CardId, units: tuple[CardId, ...]) -> None:
    """Fewer units than the defence, each fitting on the one before.  [KINGS-10] [KINGS-13]"""
    if len(units) >= t.rules.defence[card]:
        raise d.wrong(f"the mine {t.mine(card)} with {len(units)} units is conquered")
    for n, unit in enumerate(units):
        if not t.fits(t.strength(unit), units[:n]):
            raise d.wrong(f"centre: {t.unit(unit)!r} cannot have been laid there on {t.mine(card)}")


def check_workers(t: KingsTable, d: Drawing, seat: int, mine: Mine) -> None:
    """Miners of other races, then an overseer of one's own, each fitting on the one before."""
    if len(mine.units) >= t.workers(mine.card):
        raise d.wrong("a mine in work has all its units already")
    for n, unit in enumerate(mine.units):
        before = Mine(mine.card, mine.units[:n])
        if not t.fits(t.strength(unit), before.units) or not t.wants(t.own(seat, unit), before):
            name = t.mine(mine.card)
            raise d.wrong(f"mines: {t.unit(unit)!r} cannot have gone down into {name} there")
