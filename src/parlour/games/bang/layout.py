"""How a drawn position of BANG! is laid out.  The fields are described in SCENES.md."""

from typing import Any, Final

from parlour.core.carry import are_points
from parlour.core.drawing import UNKNOWN, Drawing, Pool
from parlour.core.piles import without
from parlour.core.seats import EVERYONE, NOBODY, only
from parlour.core.view import knowers
from parlour.games.bang import series
from parlour.games.bang.base import STRANGER, Character
from parlour.games.bang.deal import hire, provide, seat_characters
from parlour.games.bang.kinds import DEPUTY, NO_ONE, QUARRY, ROLES, SHERIFF
from parlour.games.bang.mind import count, draw_beers, rescuers
from parlour.games.bang.state import BangTable
from parlour.games.bang.turn import Discard, EndTurn, NoMercy, Play, Turn, phases

PHASES: Final = ("start", "draw", "play", "discard", "hire", "keep")
RESTS: Final = ("deck", "discards", "aside")
MOST_TRIES: Final = 200
Slots = tuple[int, ...]


class Layout:
    """Cards drawn one by one; every question mark gets one of the others at the end."""

    def __init__(self, t: BangTable, d: Drawing) -> None:
        self.t = t
        self.d = d
        self.wanted: list[tuple[str, int]] = []
        self.viewer = NOBODY
        if d.is_view:
            self.viewer = EVERYONE if d.viewer is None else only(d.viewer)

    def card(self, text: str, usual: int) -> int:
        """A slot for this card; `usual` know it in its place, and whoever drew its face."""
        text, extra = knowers(text)
        seen = NOBODY if text == UNKNOWN else self.viewer
        self.wanted.append((text, usual | extra | seen))
        return len(self.wanted) - 1

    def cards(self, name: str, usual: int) -> Slots:
        return self.pile(name, self.d.get(name, []), usual)

    def pile(self, name: str, drawn: Any, usual: int) -> Slots:
        return tuple(self.card(text, usual) for text in self.d.words(name, drawn or []))

    def deal(self, musts: list[tuple[Slots, int]]) -> list[int]:
        """The card for each slot; the cards left over follow.

        `musts`: slots that hold at least so many Beers between them.
        """
        pool = Pool(self.t.rules.text)
        ids = [pool.take(text) if text != UNKNOWN else -1 for text, _ in self.wanted]
        rest = pool.rest(self.d.rng)
        if ids.count(-1) > len(rest):
            raise self.d.wrong("more cards are drawn than there are")
        for slots, beers in musts:
            self.with_beers(ids, rest, slots, beers)
        ids = [rest.pop() if id < 0 else id for id in ids]
        for (_, mask), card in zip(self.wanted, ids, strict=True):
            self.t.knows.show(card, mask)
        return ids + rest

    def with_beers(self, ids: list[int], rest: list[int], slots: Slots, beers: int) -> None:
        """A hand of which it is known that it can still save its owner.  [BANG-A7]"""
        is_beer = self.t.rules.rescues
        unknown = [slot for slot in slots if ids[slot] < 0]
        missing = beers - count([ids[slot] for slot in slots if ids[slot] >= 0], is_beer)
        try:
            draw_beers(rest, 0, len(unknown), missing, is_beer, self.d.rng)
        except ValueError as wrong:
            raise self.d.wrong(str(wrong)) from wrong
        for slot in unknown:
            ids[slot] = rest.pop(0)


def draw(t: BangTable, d: Drawing) -> None:
    """Lay out a drawing.  Not drawn: strangers with full life, empty hands and tables,

    roles by lot with the Sheriff on the first free seat, all other cards in the deck.
    """
    for name in ("phase", "full", "sight"):  # read or not, they may be drawn
        d.get(name)
    books(t, d)
    graves(t, d)
    t.roles = roles(t, d)
    t.turn = d.number("turn", t.first(), 0, t.players - 1)
    people(t, d)
    numbers(t, d)
    piles(t, d)
    check(t, d)


def books(t: BangTable, d: Drawing) -> None:
    """Money, as the carry says if it is not drawn; characters for hire.  [BANG-69]"""
    ledger = t.ledger
    for name in ("money", "fees"):
        drawn = d.by_seat(name)
        if d.has(name) and (not ledger.money or not are_points(drawn, t.players)):
            raise d.wrong(f"{name} must be a number for each seat of a scored game")
        if d.has(name):
            setattr(ledger, name, list(drawn))
    market = d.get("hiring", {} if d.get("phase") == "hire" else None)
    if market is None:
        return
    if not t.rules.hiring:
        raise d.wrong("nobody is hired at this table")
    hired = market.get("hired") or [""] * t.players
    ledger.hired = [series.character(t, name or "") for name in hired]
    pool = d.words("pool", market.get("pool", []))
    ledger.pool = tuple(series.character(t, name) for name in pool)
    ledger.lot = series.character(t, market.get("lot", ""))
    ledger.price = market.get("price", 0)
    by = market.get("by")
    ledger.bidder = NO_ONE if by is None else by


def graves(t: BangTable, d: Drawing) -> None:
    """`fallen`: seats, or `{seat, by, batch}`."""
    for number, drawn in enumerate(d.get("fallen", []), 1):
        grave = {"seat": drawn} if isinstance(drawn, int) else drawn
        by = grave.get("by")
        seat, by = grave["seat"], NO_ONE if by is None else by
        if seat not in t.ring or not NO_ONE <= by < t.players:
            raise d.wrong(f"fallen: seat {seat} has fallen already, or is none")
        t.fallen += ((seat, by, grave.get("batch", number)),)
        t.ring = without(t.ring, seat)


def roles(t: BangTable, d: Drawing) -> tuple[int, ...]:
    """Each seat's role; the others by lot, every layout of a game that goes on equally likely."""
    left = list(t.rules.cast)
    dealt = [-1 if name in (None, UNKNOWN) else ROLES.index(name) for name in d.by_seat("roles")]
    if SHERIFF in left and SHERIFF not in dealt:
        free = [seat for seat in t.ring if dealt[seat] < 0]
        if not free:
            raise d.wrong("roles leave no seat for the Sheriff")
        dealt[free[0]] = SHERIFF
    for role in dealt:
        if role >= 0 and role not in left:
            raise d.wrong(f"there is no {ROLES[role]} left for {t.players} players")
        if role >= 0:
            left.remove(role)
    for _ in range(MOST_TRIES):
        d.rng.shuffle(left)
        rest = iter(left)
        found = tuple(next(rest) if role < 0 else role for role in dealt)
        if d.has("stack") or d.has("over") or t.rules.three or not law_reigns(t, found):
            return found
    raise d.wrong("fallen: no Outlaw and no Renegade is left, so the game is over")


def law_reigns(t: BangTable, roles: tuple[int, ...]) -> bool:
    """Nobody is left against the Sheriff.  [BANG-20]"""
    return all(roles[seat] in (SHERIFF, DEPUTY) for seat in t.ring)


def people(t: BangTable, d: Drawing) -> None:
    """Characters and life points."""
    if d.has("offered") or t.ledger.hired:
        choose_from(t, d)
        d.get("characters")
        d.get("life")
        return
    told, t.sink = t.sink, None
    seat_characters(t, [character(t, d, name) for name in d.by_seat("characters")])
    t.sink = told
    t.doomed = tuple(d.get("doomed", []))
    for seat, drawn in enumerate(d.by_seat("life")):
        full = t.full[seat] if t.alive(seat) else 0
        life = full if drawn is None else drawn
        if type(life) is not int or life > full:
            raise d.wrong(f"{t.who[seat].name} cannot have {life!r} life points")
        t.life[seat] = life


def character(t: BangTable, d: Drawing, name: Any) -> Character:
    if name is None:
        return STRANGER
    if name not in t.rules.box.named:
        raise d.wrong(f"there is no character {name!r}")
    return t.rules.box.named[name]


def choose_from(t: BangTable, d: Drawing) -> None:
    """Two characters each; those of others are unknown.  [BANG-A58]"""
    if not d.has("offered"):
        return
    pool = Pool([one.name for one in t.rules.characters])
    drawn = [d.words("offered", names) for names in d.by_seat("offered")]
    ids = [[pool.take(name) if name != UNKNOWN else -1 for name in names] for names in drawn]
    rest = pool.rest(d.rng)
    t.offered = [tuple(rest.pop() if one < 0 else one for one in names) for names in ids]


def numbers(t: BangTable, d: Drawing) -> None:
    t.bangs = d.number("bangs", 0)
    t.still = d.number("still", 0)
    t.shuffles = d.number("shuffles", 0)
    t.shots = matrix(t, d, "shots")
    t.tricks = matrix(t, d, "tricks")


def matrix(t: BangTable, d: Drawing, name: str) -> list[int]:
    rows = [row or [0] * t.players for row in d.by_seat(name)]
    if any(len(row) != t.players for row in rows):
        raise d.wrong(f"{name} must have a number for each seat in each row")
    return [int(count or 0) for row in rows for count in row]


def piles(t: BangTable, d: Drawing) -> None:
    lay = Layout(t, d)
    drawn = d.by_seat("hands")
    hands = [lay.pile("hands", cards, only(seat)) for seat, cards in enumerate(drawn)]
    front = [lay.pile("front", cards, EVERYONE) for cards in d.by_seat("front")]
    discards = lay.cards("discards", EVERYONE)
    store = lay.cards("store", EVERYONE)
    turned = lay.cards("turned", EVERYONE)
    looked = lay.cards("looked", only(t.turn))
    aside = lay.cards("aside", NOBODY)
    deck = lay.cards("deck", NOBODY)
    ids = lay.deal(musts(t, d, hands))
    rest = tuple(ids[len(lay.wanted) :])

    def those(slots: Slots) -> tuple[int, ...]:
        return tuple(ids[slot] for slot in slots)

    t.hands = [those(slots) for slots in hands]
    t.front = [those(slots) for slots in front]
    t.store, t.turned, t.looked = those(store), those(turned), those(looked)
    place_rest(t, d, rest, those(deck), those(discards), those(aside))
    t.fired = tuple(t.rules.text.index(text) for text in d.words("fired", d.get("fired", [])))


def place_rest(
    t: BangTable,
    d: Drawing,
    rest: tuple[int, ...],
    deck: tuple[int, ...],
    discards: tuple[int, ...],
    aside: tuple[int, ...],
) -> None:
    """Cards that are not drawn go below the deck, below the discards, or out of the game."""
    where = d.get("rest", "deck")
    if where not in RESTS:
        raise d.wrong(f"the rest goes to one of {', '.join(RESTS)}, not {where!r}")
    t.deck = deck + rest if where == "deck" else deck
    t.discards = rest + discards if where == "discards" else discards
    t.aside = aside + rest if where == "aside" else aside
    t.knows.show_all(t.discards, EVERYONE)


def musts(t: BangTable, d: Drawing, hands: list[Slots]) -> list[tuple[Slots, int]]:
    """Hands that hold at least so many Beers."""
    sizes = [len(slots) for slots in hands]
    return [(hands[seat], beers) for seat, beers in rescuers(t, d.stack, sizes)]


def check(t: BangTable, d: Drawing) -> None:
    """Nothing that could not lie on a table; what is unfinished has reasons of its own."""
    if not d.has("stack") and not d.has("over") and t.full[0]:
        check_people(t, d)
    for seat in range(t.players):
        names = [t.kinds[card].name for card in t.front[seat]]
        if len(set(names)) != len(names) or sum(t.kinds[c].reach > 0 for c in t.front[seat]) > 1:
            raise d.wrong(f"seat {seat} has two cards of one name, or two weapons, on the table")
        if any(not t.kinds[card].blue for card in t.front[seat]):
            raise d.wrong(f"seat {seat} has a brown card on the table")
        check_front(t, d, seat, "")


def check_front(t: BangTable, d: Drawing, seat: int, phase: str) -> None:
    for card in t.front[seat]:
        why = t.kinds[card].misplaced(t, seat, phase)
        if why:
            raise d.wrong(f"front: {why}")


def check_people(t: BangTable, d: Drawing) -> None:
    """A game that goes on: what would have ended it has not happened."""
    if len(t.ring) < 2:
        raise d.wrong("fewer than two players are left: the game is over")
    if t.turn not in t.ring:
        raise d.wrong("the seat on turn is out of the game")
    check_fallen(t, d)
    for seat in range(t.players):
        if t.alive(seat) and t.life[seat] < 1:
            raise d.wrong(f"life: seat {seat} has no life point left, and is not among the fallen")
        if not t.alive(seat) and (t.has_cards(seat) or t.life[seat]):
            raise d.wrong(f"fallen: seat {seat} is out, but has cards or life points")
    check_turn(t, d)


def check_fallen(t: BangTable, d: Drawing) -> None:
    """[BANG-20] [BANG-76]"""
    if not t.rules.three and t.roles.index(SHERIFF) not in t.ring:
        raise d.wrong("fallen: the Sheriff is out, so the game is over")
    for seat, by, _ in t.fallen if t.rules.three else ():
        if by != NO_ONE and QUARRY[t.roles[by]] == t.roles[seat]:
            raise d.wrong(f"fallen: seat {by} has shot the own quarry, so the game is over")


def check_turn(t: BangTable, d: Drawing) -> None:
    """What cannot be in this phase of a turn, or of any."""
    phase = d.get("phase", "play")
    check_front(t, d, t.turn, phase)
    if phase not in ("play", "discard") and t.bangs:
        raise d.wrong(f"bangs: none can have been played in phase {phase!r}")
    if set(t.fired) - set(t.discards):
        raise d.wrong("fired: a BANG! that was played lies in the discards")


def start(t: BangTable) -> None:
    t.push(Turn(t.turn))


BEGINNINGS: Final = {"hire": hire, "keep": provide, "start": start}


def opening(t: BangTable, d: Drawing) -> None:
    """The frames of a position that is drawn without a stack."""
    phase = d.get("phase", "play")
    if phase not in PHASES:
        raise d.wrong(f"the phase is one of {', '.join(PHASES)}, not {phase!r}")
    if phase in BEGINNINGS:
        BEGINNINGS[phase](t)
        return
    t.push(EndTurn(t.turn))
    if phase == "draw":
        phases(t, t.turn)
        return
    if t.rules.no_mercy and t.roles[t.turn] == SHERIFF:
        t.push(NoMercy(t.turn))
    t.push(Discard(t.turn))
    if phase == "play":
        t.push(Play(t.turn))
