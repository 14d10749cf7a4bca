"""What is odd about what a seat sees of Intrigo, and about how it is drawn.

Plots read `contarini4`, gaps `g1`, buildings `b1` (the Door).  Buildings and gaps are listed round
the ring; building k stands between gaps k-1 and k.
"""

from typing import Any, Final

from parlour.core.drawing import UNKNOWN, Drawing, Pool, shown
from parlour.core.ids import CardId
from parlour.core.seats import EVERYONE, NO_ONE
from parlour.core.view import Eyes
from parlour.core.view_builder import ViewBuilder
from parlour.games.intrigo.facts import FACTS
from parlour.games.intrigo.facts import AwardView as AwardView
from parlour.games.intrigo.kinds import (
    COPIES,
    DRAFT,
    DUCAT,
    FAMILIES,
    INFLUENCE,
    KINDS,
    ORGANISATIONS,
    SEALS_EACH,
    TOKENS,
    WHYS,
)
from parlour.games.intrigo.layout import IntrigoLayout, looks, round_the_ring
from parlour.games.intrigo.mind import IntrigoMind, drafts_of
from parlour.games.intrigo.round import lay_token
from parlour.games.intrigo.state import IntrigoTable
from parlour.games.intrigo.view_gen import IntrigoView as IntrigoView


def picks(t: IntrigoTable, eyes: Eyes) -> list[list[int]]:
    """At which pick each card of a hand was kept: its holder remembers."""
    found: list[list[int]] = [[] for _ in t.hands]
    for seat, hand in enumerate(t.hands):
        if eyes.everything or eyes.seat == seat:
            found[seat] = [t.kept[seat].index(card) + 1 for card in hand]
    return found


def gap_picks(t: IntrigoTable, eyes: Eyes) -> list[int | None]:
    found: list[int | None] = [None] * t.rules.ring
    for gap in t.plot_gaps():
        if eyes.everything or eyes.seat == t.by[gap]:
            found[gap] = t.kept[t.by[gap]].index(t.gaps[gap]) + 1
    return found


def seen(t: IntrigoTable, eyes: Eyes) -> list[list[str]]:
    """One's packs of this round, each in the order of the looks.  [INT-13]"""
    me = eyes.seat
    if me is None or not (t.kept[me] or t.packs[me]):
        return []
    times = min(len(t.kept[me]) + 1, DRAFT)
    return [sorted([t.text(card) for card in t.seen_at(me, k)]) for k in range(times)]


def award(t: IntrigoTable, building: int) -> AwardView:
    to, why = t.award(building)
    return AwardView(None if to == NO_ONE else to, WHYS[why], t.is_open(building))


def by_name(counts: list[int]) -> dict[str, int]:
    return {name: counts[k] for k, name in enumerate(ORGANISATIONS)}


def read_turn(t: IntrigoTable, d: Drawing, lay: IntrigoLayout) -> None:
    """Of the seat on turn and the first player each is the other, where only one is drawn."""
    t.turn = d.number("turn", d.number("first", 0, 0, t.players - 1), 0, t.players - 1)
    t.first = t.turn


def read_seals(t: IntrigoTable, d: Drawing, lay: IntrigoLayout) -> None:
    for seat, drawn in enumerate(d.by_seat("seals")):
        held: dict[str, Any] = drawn or {}
        for name, count in held.items():
            t.seals[seat * len(ORGANISATIONS) + ORGANISATIONS.index(name)] = int(count)


def read_piles(t: IntrigoTable, d: Drawing, lay: IntrigoLayout) -> None:
    drawn: dict[str, Any] = d.get("piles", {})
    for kind, name in enumerate(KINDS):
        lying = lay.palace.count(name)
        left = drawn.get(name, COPIES - lying)
        t.sold[kind] = COPIES - (left if isinstance(left, int) else len(left))
        if not lying <= t.sold[kind] <= COPIES:
            raise d.wrong(f"there are only {COPIES} cards of {name}")


def read_tokens(t: IntrigoTable, d: Drawing, lay: IntrigoLayout) -> None:
    """What is named first; then seals from the bag and ducats from the bank, as printed."""
    drawn: list[str] = round_the_ring(t, d, "tokens", "b", UNKNOWN)
    for building, text in enumerate(drawn):
        name, _, stolen = text.partition("/")
        if name in TOKENS:
            t.tokens[building] = TOKENS.index(name)
            t.stolen[building] = stolen == "stolen"
        elif name not in (UNKNOWN, "empty"):
            raise d.wrong(f"{text!r} is no token")
    t.bag = [SEALS_EACH - t.tokens.count(k) for k in range(len(ORGANISATIONS))]
    if min(t.bag) < 0:
        raise d.wrong(f"there are only {SEALS_EACH} seals of each organisation")
    t.receive(t.rules.ducats - sum(t.purses) - t.tokens.count(DUCAT))
    for building, text in enumerate(drawn):
        if text == UNKNOWN:
            lay_token(t, building, d.rng)
    if not t.rules.unlimited and (t.bank < 0 or d.get("bank", t.bank) != t.bank):
        raise d.wrong(f"there are {t.rules.ducats} ducats in all, so the bank has {t.bank}")


def read_gaps(t: IntrigoTable, d: Drawing, lay: IntrigoLayout) -> None:
    for gap, text in enumerate(lay.palace):
        t.dead[gap] = text.endswith("/dead")
        if text in KINDS:
            t.gaps[gap] = CardId(INFLUENCE + KINDS.index(text))
    names = [lay.palace[gap].partition("/")[0] for gap in lay.plot_gaps]
    slots = lay.pile("gaps", names, EVERYONE)

    def place() -> None:
        for gap, card in zip(lay.plot_gaps, lay.those(slots), strict=True):
            t.gaps[gap] = card

    lay.then(place)


def read_by(t: IntrigoTable, d: Drawing, lay: IntrigoLayout) -> None:
    for gap, seat in enumerate(round_the_ring(t, d, "by", "g", None)):
        if seat is None:
            continue
        if lay.palace[gap] == "empty":
            raise d.wrong(f"by: no card lies in {t.gap_text(gap)!r}")
        if seat not in range(t.players):
            raise d.wrong(f"by: there is no seat {shown(seat)}")
        t.by[gap] = seat


def read_lacks(t: IntrigoTable, d: Drawing, lay: IntrigoLayout) -> None:
    t.lacks = [looks(t, d, "lacks", drawn or []) for drawn in d.by_seat("lacks")]


VIEWS: Final = ViewBuilder(
    IntrigoView,
    FACTS,
    shows={
        "seals": lambda t, eyes: [by_name(t.seals_of(seat)) for seat in range(t.players)],
        "bank": lambda t, eyes: None if t.rules.unlimited else t.bank,
        "bag": lambda t, eyes: by_name(t.bag),
        "piles": lambda t, eyes: {kind: t.prices(k) for k, kind in enumerate(KINDS)},
        "tokens": lambda t, eyes: [t.token_text(building) for building in range(t.rules.ring)],
        "gaps": lambda t, eyes: [t.content(gap) for gap in range(t.rules.ring)],
        "by": lambda t, eyes: [None if seat == NO_ONE else seat for seat in t.by],
        "lacks": lambda t, eyes: [[t.rules.look_text[look] for look in row] for row in t.lacks],
        "picks": picks,
        "gap_picks": gap_picks,
        "seen": seen,
        "awards": lambda t, eyes: [award(t, building) for building in range(t.rules.ring)],
    },
    reads={
        "turn": read_turn,
        "seals": read_seals,
        "piles": read_piles,
        "tokens": read_tokens,
        "gaps": read_gaps,
        "by": read_by,
        "lacks": read_lacks,
    },
    alike=("seals", "bank", "bag", "piles", "tokens", "gaps", "by", "lacks", "awards"),
)


def draw(t: IntrigoTable, d: Drawing) -> None:
    """Lay out a drawing.  What is not drawn is as at the start of a round."""
    t.round = 1
    lay = IntrigoLayout(t, d)
    VIEWS.read(t, d, lay)
    lay.deal()
    if d.is_view:
        mind = recall(t, d)
        mind.deal(t, d.rng, None)
        for seat in d.get("answered", []):
            if seat != d.viewer:
                mind.seal(t, seat, d.rng)


def recall(t: IntrigoTable, d: Drawing) -> IntrigoMind:
    """The drafts are worked out once: to lay out the view, and for the mind made of that."""
    if d.worked_out is None:
        seen = [list(looks(t, d, "seen", pack)) for pack in d.get("seen", [])]
        d.worked_out = drafts_of(t, d.eye, seen)
    return IntrigoMind(t, d.eye, d.worked_out)


def arrange(t: IntrigoTable, d: Drawing) -> None:
    """The families are shuffled first, the plots when the first round is dealt."""
    houses, plots = Pool(list(FAMILIES)), Pool(t.rules.text)
    families = {s: houses.take(name) for s, name in enumerate(d.by_seat("families")) if name}
    packs: dict[int, int] = {}
    for seat, drawn in enumerate(d.by_seat("packs")):
        words = d.words("packs", drawn or [])
        if len(words) > DRAFT:
            raise d.wrong(f"packs have {DRAFT} plots each")
        for k, word in enumerate(words):
            if word != UNKNOWN:
                packs[seat * DRAFT + k] = plots.take(word)
    t.dice.orders = (families, packs)


def check(t: IntrigoTable, d: Drawing) -> None:
    """What cannot be in a game that goes on, though every card of it could be laid out."""
    for seat in range(t.players):
        if t.purses[seat] < 0 or min(t.seals) < 0:
            raise d.wrong(f"purses and seals: seat {seat} cannot have less than none")
        if t.victory(seat):
            raise d.wrong(f"seals: seat {seat} has won with them, so the game is over")
