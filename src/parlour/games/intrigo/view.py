"""What a seat sees of Intrigo.  Plots read `contarini4`, gaps `g1`, buildings `b1` (the Door)."""

import msgspec

from parlour.core.drawing import UNKNOWN
from parlour.core.seats import only
from parlour.core.view import Eyes, View, common
from parlour.games.intrigo.kinds import (
    DRAFT,
    FAMILIES,
    KINDS,
    ORGANISATIONS,
    WHYS,
)
from parlour.games.intrigo.state import IntrigoTable


class AwardView(msgspec.Struct, frozen=True):
    """What a building would award as the table stands: `to` a seat, or to nobody, and why.

    `open`: a gap beside it is still empty, and counts as nothing.
    """

    to: int | None
    why: str
    open: bool


class IntrigoView(View, frozen=True, kw_only=True):
    """Buildings and gaps are listed round the ring; building k stands between gaps k-1 and k.

    tokens   `ducat`, `clergy`, `clergy/stolen` for one that lies face down, or `empty`
    gaps     `contarini4`, `contarini4/dead`, an influence card as `thief`, or `empty`
    by       the seat out of whose hand or purse the card in each gap came
    piles    the prices left in each pile of influence, the top card's first
    lacks    plots that a courtesan called for and did not find in a seat's hand
    packs    the pack before each seat in the draft; hands: what it has kept and not laid
    picks    at which pick each card of a hand was kept, where the eyes know it
    gap_picks  the same for the plots in the gaps
    seen     the eyes' memory: their packs of this round, one for each pick, as they saw them
    awards   the preview
    """

    round: int
    first: int
    families: list[str]
    purses: list[int]
    seals: list[dict[str, int]]
    bank: int | None
    bag: dict[str, int]
    piles: dict[str, list[int]]
    tokens: list[str]
    gaps: list[str]
    by: list[int | None]
    hands: list[list[str]]
    packs: list[list[str]]
    lacks: list[list[str]]
    picks: list[list[int]] = []
    gap_picks: list[int | None] = []
    seen: list[list[str]] = []
    awards: list[AwardView]


def look(t: IntrigoTable, eyes: Eyes) -> IntrigoView:
    """All that these eyes may know.  The only function in the room that makes an IntrigoView."""
    seats = range(t.players)
    ring = range(t.rules.ring)
    orgs = list(enumerate(ORGANISATIONS))
    return IntrigoView(
        **common(t, eyes),
        round=t.round,
        first=t.first,
        families=[FAMILIES[family] for family in t.families],
        purses=list(t.purses),
        seals=[{name: t.seal_count(seat, k) for k, name in orgs} for seat in seats],
        bank=None if t.rules.unlimited else t.bank,
        bag={name: t.bag[k] for k, name in orgs},
        piles={kind: list(t.rules.prices[k][t.sold[k] :]) for k, kind in enumerate(KINDS)},
        tokens=[t.token_text(building) for building in ring],
        gaps=[t.content(gap) for gap in ring],
        by=[seat if seat >= 0 else None for seat in t.by],
        hands=[cards(t, eyes, seat, t.hands[seat]) for seat in seats],
        packs=[cards(t, eyes, seat, t.packs[seat]) for seat in seats],
        lacks=[[t.rules.look_text[look] for look in t.lacks[seat]] for seat in seats],
        picks=[_picks(t, eyes, seat) for seat in seats],
        gap_picks=[_gap_pick(t, eyes, gap) for gap in ring],
        seen=[] if eyes.seat is None else seen(t, eyes.seat),
        awards=[award(t, building) for building in ring],
    )


def cards(t: IntrigoTable, eyes: Eyes, seat: int, held: tuple[int, ...]) -> list[str]:
    """One's own in the order of the picks; a rival's as known cards, sorted, then the unknown."""
    usual = only(seat)
    if eyes.everything or eyes.seat == seat:
        return [t.plot_text(card) + eyes.mark(t, card, usual) for card in held]
    known = sorted(t.plot_text(card) for card in held if eyes.know(t, card))
    return known + [UNKNOWN] * (len(held) - len(known))


def _picks(t: IntrigoTable, eyes: Eyes, seat: int) -> list[int]:
    if not eyes.everything and eyes.seat != seat:
        return []
    return [t.kept[seat].index(card) + 1 for card in t.hands[seat]]


def _gap_pick(t: IntrigoTable, eyes: Eyes, gap: int) -> int | None:
    seat = t.by[gap]
    if not t.is_plot(gap) or not (eyes.everything or eyes.seat == seat):
        return None
    return t.kept[seat].index(t.gaps[gap]) + 1


def seen_cards(t: IntrigoTable, seat: int, pick: int) -> list[int]:
    """The pack as it lay before a seat at a pick: what was kept of it since, and what is left."""
    players = t.players
    done = len(t.kept[seat])
    found = [t.kept[(seat + k - pick) % players][k] for k in range(pick, done)]
    return found + list(t.packs[(seat + done - pick) % players])


def seen(t: IntrigoTable, seat: int) -> list[list[str]]:
    """One's packs of this round, each in the order of the looks.  [INT-13]"""
    times = min(len(t.kept[seat]) + 1, DRAFT) if t.kept[seat] or t.packs[seat] else 0
    return [sorted(t.plot_text(c) for c in seen_cards(t, seat, k)) for k in range(times)]


def award(t: IntrigoTable, building: int) -> AwardView:
    found = t.award(building)
    to = found if found >= 0 else None
    return AwardView(to, WHYS[-found] if to is None else WHYS[0], t.is_open(building))
