"""What a seat sees of Kings Under Mountains, and how a drawn position is laid out.

A card's text is unit/mine, `orc7/2-3o-7`: orcs of strength 7; behind it a mine of defence 2, size 3
with an overseer, worth 7.  `?` stands for a side that is not known.
"""

from typing import Any

import msgspec

from parlour.core.drawing import UNKNOWN, Drawing, Pool
from parlour.core.piles import Knowledge
from parlour.core.seats import EVERYONE, NOBODY, only
from parlour.core.view import Eyes, View, common, knowers
from parlour.games.kings.kinds import RACES
from parlour.games.kings.state import KingsTable, Mine


class MineView(msgspec.Struct, frozen=True):
    """A mine and the units on it, the last one on top."""

    mine: str
    units: list[str]


class KingsView(View, frozen=True, kw_only=True):
    """The deck's first card is its top; in the camp the last card of a stack is its top."""

    kings: list[str]
    hands: list[list[str]]
    deck: list[str]
    camp: dict[str, list[str]]
    centre: list[MineView]
    mines: list[list[MineView]]
    tucked: list[list[str]]
    discards: list[str]
    aside: list[str] = []


def look(t: KingsTable, eyes: Eyes) -> KingsView:
    """All that these eyes may know.  The only function in the room that makes a KingsView.

    It is most of what a choice costs a server, so it keeps what it asks for every card at hand.
    """
    faces, mines, face = t.rules.face_text, t.rules.back_text, t.face
    masks, eye, everything = t.knows.masks, eyes.eye, eyes.everything

    def card(c: int, usual: int) -> str:
        if everything:
            return f"{faces[face[c]]}/{mines[c]}{eyes.mark(t, c, usual)}"
        return f"{faces[face[c]] if masks[c] >> eye & 1 else UNKNOWN}/{mines[c]}"

    def opened(cards: tuple[int, ...]) -> list[str]:
        return [f"{faces[face[c]]}/{mines[c]}" for c in cards]

    def backs(cards: tuple[int, ...]) -> list[str]:
        return [card(c, NOBODY) for c in cards]

    def hand(seat: int) -> list[str]:
        held = [card(c, only(seat)) for c in t.hands[seat]]
        return held if eyes.everything or eyes.seat == seat else sorted(held)

    def in_work(mines: tuple[Mine, ...]) -> list[MineView]:
        return [MineView(card(m.card, NOBODY), opened(m.units)) for m in mines]

    return KingsView(
        **common(t, eyes),
        kings=[RACES[race] for race in t.kings],
        hands=[hand(seat) for seat in range(t.players)],
        deck=deck(t, eyes),
        camp={RACES[race]: opened(stack) for race, stack in enumerate(t.camp)},
        centre=in_work(tuple(Mine(c, t.siege[k]) for k, c in enumerate(t.centre))),
        mines=[in_work(mines) for mines in t.mines],
        tucked=[backs(cards) for cards in t.tucked],
        discards=opened(t.discards),
        aside=opened(t.aside) if eyes.everything else [UNKNOWN for _ in t.aside],
    )


def deck(t: KingsTable, eyes: Eyes) -> list[str]:
    """The mine side of the top card lies in plain view, the others are covered.  [KINGS-A7]"""
    if eyes.everything:
        return [t.text(c) for c in t.deck[t.dealt :]]
    left = t.deck_left()
    return [f"{UNKNOWN}/{t.mine(t.deck[t.dealt])}"] + [UNKNOWN] * (left - 1) if left else []


class Layout:
    """Cards drawn one by one, each with a side or two known; the rest is dealt at the end."""

    def __init__(self, t: KingsTable, d: Drawing) -> None:
        self.t = t
        self.d = d
        self.wanted: list[tuple[str, str, int]] = []

    def card(self, text: str, usual: int) -> int:
        """A slot for this card; `usual` know it in its place.  Slots become cards in `deal`."""
        text, extra = knowers(text)
        face, slash, back = text.partition("/")
        if not slash and "-" in face:
            face, back = UNKNOWN, face
        self.wanted.append((face, back or UNKNOWN, usual | extra))
        return len(self.wanted) - 1

    def cards(self, name: str, value: Any, usual: int) -> tuple[int, ...]:
        return tuple(self.card(text, usual) for text in self.d.words(name, value))

    def mine(self, drawn: Any) -> tuple[int, tuple[int, ...]]:
        """A mine with units: `{mine = "2-3o-7", units = "orc3 goblin5"}`, or the mine alone."""
        if isinstance(drawn, str):
            drawn = {"mine": drawn}
        units = self.cards("units", drawn.get("units", []), EVERYONE)
        return self.card(drawn.get("mine", UNKNOWN), NOBODY), units

    def deal(self) -> list[int]:
        """The card for each slot; the cards left over follow.  Sets the pairing and who knows."""
        rules = self.t.rules
        faces, backs = Pool(rules.face_text), Pool(rules.back_text)
        face_ids = _assigned([face for face, _, _ in self.wanted], faces, self.d)
        back_ids = _assigned([back for _, back, _ in self.wanted], backs, self.d)
        pairing = [0] * rules.cards
        for card, face in zip(back_ids, face_ids, strict=True):
            pairing[card] = face
        self.t.face = tuple(pairing)
        for (_, _, mask), card in zip(self.wanted, back_ids, strict=False):
            self.t.knows.show(card, mask)
        return back_ids


def _assigned(wanted: list[str], pool: Pool, d: Drawing) -> list[int]:
    """What is named is taken, then every question mark gets one of the rest, then the rest."""
    named = [pool.take(text) if text != UNKNOWN else -1 for text in wanted]
    rest = pool.rest(d.rng)
    if named.count(-1) > len(rest):
        raise d.wrong("more cards are drawn than there are")
    return [rest.pop() if id < 0 else id for id in named] + rest


def draw(t: KingsTable, d: Drawing) -> None:
    """Lay out a drawing, and fill in what is not drawn.

    Not drawn: kings by lot, full hands of unknown cards (one less for a seat about to draw), bare
    unknown mines in the centre, an empty camp, no mines, the rest of the cards in the deck.
    A deck that is drawn is the whole deck; what is left over then lies aside.
    """
    t.turn = d.number("turn", 0, 0, t.players - 1)
    t.kings = kings(d)
    lay = Layout(t, d)
    hands = [_hand(lay, seat, drawn) for seat, drawn in enumerate(d.by_seat("hands"))]
    camp = [lay.cards("camp", d.get("camp", {}).get(race, []), EVERYONE) for race in RACES]
    centre = [lay.mine(drawn) for drawn in _centre(t, d)]
    mines = [[lay.mine(m) for m in drawn or []] for drawn in d.by_seat("mines")]
    tucked = [lay.cards("tucked", drawn or [], NOBODY) for drawn in d.by_seat("tucked")]
    discards = lay.cards("discards", d.get("discards", []), EVERYONE)
    aside = lay.cards("aside", d.get("aside", []), NOBODY)
    deck = lay.cards("deck", d.get("deck", []), NOBODY)
    ids = lay.deal()
    rest = tuple(ids[len(lay.wanted) :])

    def those(slots: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(ids[slot] for slot in slots)

    t.hands = [those(slots) for slots in hands]
    t.camp = [those(slots) for slots in camp]
    t.centre = [ids[slot] for slot, _ in centre]
    t.siege = [those(units) for _, units in centre]
    t.mines = [tuple(Mine(ids[slot], those(u)) for slot, u in seat) for seat in mines]
    t.tucked = [those(slots) for slots in tucked]
    t.discards = those(discards)
    t.deck = those(deck) if d.has("deck") else rest
    t.aside = those(aside) + (rest if d.has("deck") else ())
    check(t, d)


def arrange(t: KingsTable, d: Drawing) -> None:
    """Kings, and cards by the places they are dealt to: the pairing first, then the deck."""
    rules = t.rules
    lay = Layout(t, d)
    at: dict[int, int] = {}  # place in the deck -> slot
    first_hand = rules.centre + rules.camp
    hands = list(enumerate(d.by_seat("hands")))
    parts = [(0, "centre", d.get("centre", []), rules.centre)]
    parts += [(rules.centre, "camp", d.get("camp", []), rules.camp)]
    parts += [(first_hand + s * rules.hand, "hands", drawn, rules.hand) for s, drawn in hands]
    parts += [(first_hand + t.players * rules.hand, "deck", d.get("deck", []), rules.cards)]
    for begin, name, drawn, most in parts:
        slots = lay.cards(name, drawn or [], NOBODY)
        if len(slots) > most or begin + len(slots) > rules.cards:
            raise d.wrong(f"{name} gets no more than {most} cards")
        at |= {begin + k: slot for k, slot in enumerate(slots)}
    races = {s: RACES.index(race) for s, race in enumerate(d.by_seat("kings")) if race}
    ids = lay.deal()
    faces = {ids[slot]: t.face[ids[slot]] for slot in at.values()}
    t.dice.orders = (races, faces, {place: ids[slot] for place, slot in at.items()})
    t.knows = Knowledge([NOBODY] * rules.cards)


def _hand(lay: Layout, seat: int, drawn: Any) -> tuple[int, ...]:
    if drawn is None:
        laid = lay.d.get("phase") == "draw" and seat == lay.t.turn
        drawn = [UNKNOWN] * (lay.t.rules.hand - laid)
    # What a view shows of a rival's hand was taken from the camp, before everybody's eyes.
    rival = lay.d.is_view and seat != lay.d.viewer
    words = lay.d.words("hands", drawn)
    return tuple(
        lay.card(text, EVERYONE if rival and not text.startswith(UNKNOWN) else only(seat))
        for text in words
    )


def _centre(t: KingsTable, d: Drawing) -> list[Any]:
    drawn = d.get("centre", [])
    if not isinstance(drawn, list) or len(drawn) > t.rules.centre:
        raise d.wrong(f"the centre holds at most {t.rules.centre} mines")
    return drawn + [UNKNOWN] * (t.rules.centre - len(drawn))


def kings(d: Drawing) -> tuple[int, ...]:
    """Each seat's race; seats without one draw from the others."""
    drawn = d.by_seat("kings")
    pool = Pool(list(RACES))
    named = [pool.take(race) if race is not None else -1 for race in drawn]
    rest = pool.rest(d.rng)
    return tuple(rest.pop() if race < 0 else race for race in named)


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


def check_siege(t: KingsTable, d: Drawing, card: int, units: tuple[int, ...]) -> None:
    """Fewer units than the defence, each fitting on the one before.  [KINGS-10] [KINGS-13]"""
    if len(units) >= t.rules.defence[card]:
        raise d.wrong(f"the mine {t.mine(card)} with {len(units)} units is conquered")
    for n, unit in enumerate(units):
        if not t.fits(unit, units[:n]):
            raise d.wrong(f"centre: {t.unit(unit)!r} cannot have been laid there on {t.mine(card)}")


def check_workers(t: KingsTable, d: Drawing, seat: int, mine: Mine) -> None:
    """Miners of other races, then an overseer of one's own, each fitting on the one before."""
    if len(mine.units) >= t.workers(mine.card):
        raise d.wrong("a mine in work has all its units already")
    for n, unit in enumerate(mine.units):
        before = Mine(mine.card, mine.units[:n])
        if not t.fits(unit, before.units) or not t.wants(seat, before, unit):
            name = t.mine(mine.card)
            raise d.wrong(f"mines: {t.unit(unit)!r} cannot have gone down into {name} there")
