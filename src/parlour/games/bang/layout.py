"""How what is odd about a drawn position of BANG! is read, and what cannot be drawn."""

from collections.abc import Callable
from typing import Any, Final

from parlour.core.drawing import UNKNOWN, Drawing, Pool, shown, table_of
from parlour.core.ids import CardId
from parlour.core.layout import UNNAMED, Layout, Slots
from parlour.core.piles import without
from parlour.core.seats import EVERYONE, NO_ONE
from parlour.games.bang import series
from parlour.games.bang.deal import hire, provide, seat_characters
from parlour.games.bang.kinds import DEPUTY, QUARRY, ROLES, SHERIFF, UNKNOWN_ROLE, CharacterId
from parlour.games.bang.mind import count, draw_beers, rescuers
from parlour.games.bang.state import BangTable
from parlour.games.bang.turn import Discard, EndTurn, NoMercy, Play, Turn, phases

PHASES: Final = ("start", "draw", "play", "discard", "hire", "keep")
RESTS: Final = ("deck", "discards", "aside")
UNFINISHED: Final = ("doomed", "store", "turned", "looked")
MOST_TRIES: Final = 200


class BangLayout(Layout):
    """Whoever has begun to save himself holds the Beers for it.  [BANG-A7]"""

    def __init__(self, t: BangTable, d: Drawing) -> None:
        super().__init__(t, d, (t.rules.catalogue,))
        self.t: Final = t
        self.hands: Final[list[Slots]] = []

    def pile(self, name: str, drawn: Any, usual: int) -> Slots:
        slots = super().pile(name, drawn, usual)
        if name == "hands":
            self.hands.append(slots)
        return slots

    def fill(self, named: list[int], rest: list[int]) -> None:
        is_beer = self.t.rules.rescues
        sizes = [end - first for first, end in self.hands]
        for seat, beers in rescuers(self.t, self.d.stack, sizes):
            hand = range(*self.hands[seat])
            unknown = [slot for slot in hand if named[slot] == UNNAMED]
            known = count([named[slot] for slot in hand if named[slot] != UNNAMED], is_beer)
            draw_beers(rest, 0, len(unknown), beers - known, is_beer, self.d.rng)
            for slot in unknown:
                named[slot] = rest.pop(0)


# --- what is read first: whether characters are still hired, and who is out -------------------


def read_hiring(t: BangTable, d: Drawing, lay: BangLayout) -> None:
    """Characters for hire.  [BANG-69]"""
    market = table_of(d.get("hiring", {} if d.get("phase") == "hire" else None))
    if market is None:
        return
    if not t.rules.hiring:
        raise d.wrong("nobody is hired at this table")
    hired = market.get("hired") or [""] * t.players
    t.hired = [series.character(t, name or "") for name in hired]
    pool = d.words("pool", market.get("pool", []))
    t.pool = tuple([series.character(t, name) for name in pool])
    t.lot = series.character(t, market.get("lot", ""))
    t.price = market.get("price", 0)
    by = market.get("by")
    t.bidder = NO_ONE if by is None else by


def read_fallen(t: BangTable, d: Drawing, lay: BangLayout) -> None:
    """Seats, or `{seat, by, batch}`."""
    for number, drawn in enumerate(d.get("fallen", []), 1):
        grave = {"seat": drawn} if isinstance(drawn, int) else table_of(drawn)
        by = grave.get("by")
        seat, by = grave["seat"], NO_ONE if by is None else by
        if seat not in t.ring or not NO_ONE <= by < t.players:
            raise d.wrong(f"fallen: seat {seat} has fallen already, or is none")
        t.fallen += ((seat, by, grave.get("batch", number)),)
        t.ring = without(t.ring, seat)


# --- people -----------------------------------------------------------------------------------


def read_roles(t: BangTable, d: Drawing, lay: BangLayout) -> None:
    """Each seat's role; the others by lot, every layout of a game that goes on equally likely."""
    left = list(t.rules.cast)
    dealt = [
        UNKNOWN_ROLE if name in (None, UNKNOWN) else ROLES.index(name)
        for name in d.by_seat("roles")
    ]
    if SHERIFF in left and SHERIFF not in dealt:
        free = [seat for seat in t.ring if dealt[seat] == UNKNOWN_ROLE]
        if not free:
            raise d.wrong("roles leave no seat for the Sheriff")
        dealt[free[0]] = SHERIFF
    for role in dealt:
        if role != UNKNOWN_ROLE and role not in left:
            raise d.wrong(f"there is no {ROLES[role]} left for {t.players} players")
        if role != UNKNOWN_ROLE:
            left.remove(role)
    for _ in range(MOST_TRIES):
        d.rng.shuffle(left)
        rest = iter(left)
        t.roles = tuple([next(rest) if role == UNKNOWN_ROLE else role for role in dealt])
        if d.has("stack") or d.has("over") or t.rules.three or not law_reigns(t):
            return
    raise d.wrong("fallen: no Outlaw and no Renegade is left, so the game is over")


def law_reigns(t: BangTable) -> bool:
    """Nobody is left against the Sheriff.  [BANG-20]"""
    return all(t.roles[seat] in (SHERIFF, DEPUTY) for seat in t.ring)


def read_turn(t: BangTable, d: Drawing, lay: BangLayout) -> None:
    t.turn = d.number("turn", t.first(), 0, t.players - 1)


def choosing(t: BangTable, d: Drawing) -> bool:
    """Whether nobody has a character yet."""
    return d.has("offered") or bool(t.hired)


def read_characters(t: BangTable, d: Drawing, lay: BangLayout) -> None:
    names = [name or "stranger" for name in d.by_seat("characters")]
    for name in names:
        if name not in t.rules.box.named:
            raise d.wrong(f"there is no character {name!r}")
    if not choosing(t, d):
        seat_characters(t, [t.rules.box.named[name] for name in names])


def read_life(t: BangTable, d: Drawing, lay: BangLayout) -> None:
    for seat, drawn in enumerate(d.by_seat("life")):
        full = t.full[seat] if t.full and t.alive(seat) else 0
        life = full if drawn is None else drawn
        if type(life) is not int or life > full:
            raise d.wrong(f"{t.who[seat].name} cannot have {shown(life)} life points")
        t.life[seat] = life


def read_offered(t: BangTable, d: Drawing, lay: BangLayout) -> None:
    """Two characters each; those of others are unknown.  [BANG-A58]"""
    if not d.has("offered"):
        return
    pool = Pool([one.name for one in t.rules.characters])
    drawn = [d.words("offered", names) for names in d.by_seat("offered")]
    ids = [[pool.take(name) if name != UNKNOWN else UNNAMED for name in names] for names in drawn]
    rest = pool.rest(d.rng)
    t.offered = [
        tuple([CharacterId(rest.pop() if one == UNNAMED else one) for one in names])
        for names in ids
    ]


# --- cards ------------------------------------------------------------------------------------


def read_fired(t: BangTable, d: Drawing, lay: BangLayout) -> None:
    """They lie in the discards."""
    words = d.words("fired", d.get("fired", []))
    t.fired = tuple([CardId(t.rules.text.index(word)) for word in words])


def place_rest(t: BangTable, d: Drawing, rest: tuple[CardId, ...]) -> None:
    """Cards that are not drawn go below the deck, below the discards, or out of the game."""
    where = d.get("rest", "deck")
    if where not in RESTS:
        raise d.wrong(f"the rest goes to one of {', '.join(RESTS)}, not {shown(where)}")
    if where == "deck":
        t.deck += rest
    elif where == "discards":
        t.discards = [*rest, *t.discards]
        t.knows.show_all(rest, EVERYONE)
    else:
        t.aside += rest


READS: Final[dict[str, Callable[[Any, Drawing, Any], None]]] = {
    "hired": read_hiring,
    "fallen": read_fallen,
    "roles": read_roles,
    "turn": read_turn,
    "who": read_characters,
    "life": read_life,
    "offered": read_offered,
    "fired": read_fired,
}


# --- what cannot be ---------------------------------------------------------------------------


def check(t: BangTable, d: Drawing) -> None:
    """Nothing that could not lie on a table; what is unfinished has reasons of its own."""
    if not d.has("stack") and not d.has("over") and t.full:
        check_people(t, d)
    check_unfinished(t, d)
    for seat in range(t.players):
        kinds = [t.rules.kinds[card] for card in t.front[seat]]
        names = {kind.name for kind in kinds}
        if len(names) != len(kinds) or sum(kind.reach > 0 for kind in kinds) > 1:
            raise d.wrong(f"seat {seat} has two cards of one name, or two weapons, on the table")
        if any(not kind.blue for kind in kinds):
            raise d.wrong(f"seat {seat} has a brown card on the table")
        check_front(t, d, seat, "")


def check_unfinished(t: BangTable, d: Drawing) -> None:
    """What belongs to a card that is being resolved, and how long nothing has happened."""
    if d.has("over"):
        return
    most = t.rules.quiet_rounds * len(t.ring)
    if most and t.still > most:
        raise d.wrong(f"still: after {most} such turns the game is over")
    for name in () if d.has("stack") else UNFINISHED:
        if d.get(name):
            raise d.wrong(f"{name}: there is none unless the stack says what is unfinished")
    for seat in t.doomed:
        if t.life[seat] > 0:
            raise d.wrong(f"doomed: seat {seat} has life points left")


def check_front(t: BangTable, d: Drawing, seat: int, phase: str) -> None:
    for card in t.front[seat]:
        why = t.rules.kinds[card].misplaced(t, seat, phase)
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
        raise d.wrong(f"bangs: none can have been played in phase {shown(phase)}")
    if set(t.fired) - set(t.discards):
        raise d.wrong("fired: a BANG! that was played lies in the discards")


def start(t: BangTable) -> None:
    t.push(Turn(t.turn))


BEGINNINGS: Final = {"hire": hire, "keep": provide, "start": start}


def opening(t: BangTable, d: Drawing) -> None:
    """The frames of a position that is drawn without a stack."""
    phase = d.get("phase", "play")
    if phase not in PHASES:
        raise d.wrong(f"the phase is one of {', '.join(PHASES)}, not {shown(phase)}")
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
