"""The plots of a drawing: four to each seat, in hands, packs and the palace."""

from typing import Any, Final

from parlour.core.drawing import UNKNOWN, Drawing, Pool
from parlour.core.ids import NO_CARD, CardId
from parlour.core.layout import Layout, Slots
from parlour.core.seats import EVERYONE, NO_ONE
from parlour.games.intrigo.kinds import DRAFT, INFLUENCE, KINDS, NOWHERE
from parlour.games.intrigo.state import IntrigoTable

MOST_TRIES: Final = 2000
PICKS: Final = list(range(1, DRAFT + 1))
NO_PLOTS: Final = (*KINDS, "empty")


class IntrigoLayout(Layout):
    """Named plots first, the rest by lot; then who laid which, and at which pick it was kept."""

    def __init__(self, t: IntrigoTable, d: Drawing) -> None:
        # What a view shows of a rival's hand was laid before all eyes and taken back.
        super().__init__(t, d, [t.rules.catalogue], witnesses=EVERYONE)
        self.t: Final = t
        self.palace: Final[list[str]] = round_the_ring(t, d, "gaps", "g", "empty")
        self.plot_gaps: Final = [
            gap for gap, text in enumerate(self.palace) if text not in NO_PLOTS
        ]
        self.draft: Final = drafting(d)
        drawn = d.by_seat("hands")
        self.hands: Final = [None if h is None else len(d.words("hands", h)) for h in drawn]
        self.done: Final = max([count or 0 for count in self.hands])  # picks of a draft
        self.held: Final[list[Slots]] = []

    def missing(self, name: str, seat: int) -> list[str]:
        if name == "packs":
            return [UNKNOWN] * (DRAFT - self.done) if self.draft else []
        return [UNKNOWN] * (self.done if self.draft else self.shares()[seat])

    def shares(self) -> dict[int, int]:
        """Hands not drawn share what is left, whoever is next to play having the more."""
        t = self.t
        order = [(t.turn + k) % t.players for k in range(t.players)]
        counts = {seat: 0 for seat in order if self.hands[seat] is None}
        drawn = sum([count or 0 for count in self.hands]) + len(self.plot_gaps)
        laid_by = [t.by[gap] for gap in self.plot_gaps]
        for _ in range(t.rules.plots - drawn):
            short = [seat for seat in counts if counts[seat] + laid_by.count(seat) < DRAFT]
            if short:
                counts[min(short, key=lambda seat: counts[seat])] += 1
        return counts

    def pile(self, name: str, drawn: Any, usual: int) -> Slots:
        slots = super().pile(name, drawn, usual)
        if name == "hands":
            self.held.append(slots)
        return slots

    def assigned(self, wanted: list[str], pool: Pool) -> list[int]:
        """A hand lacks what it is known to lack; of views and of lines that is true already."""
        ids = super().assigned(wanted, pool)
        if self.d.facts.keys() & {"eyes", "seed"}:
            return ids
        free = [slot for slot, text in enumerate(wanted) if text == UNKNOWN]
        for _ in range(MOST_TRIES):
            if not self.lacking(ids):
                return ids
            cards = [ids[slot] for slot in free]
            self.d.rng.shuffle(cards)
            for slot, card in zip(free, cards, strict=True):
                ids[slot] = card
        raise self.d.wrong("a hand holds what it is known to lack")

    def lacking(self, ids: list[int]) -> bool:
        """Whether a hand holds a plot that it is known to lack."""
        look, lacks = self.t.rules.look, self.t.lacks
        for seat, (first, end) in enumerate(self.held):
            if any(look[card] in lacks[seat] for card in ids[first:end]):
                return True
        return False

    def deal(self) -> None:
        super().deal()
        t, d = self.t, self.d
        if self.draft:
            sizes = {(len(t.hands[seat]), len(t.packs[seat])) for seat in range(t.players)}
            if sizes != {(self.done, DRAFT - self.done)} or self.plot_gaps:
                raise d.wrong("in the draft all have kept equally many, and no plot is laid")
            t.kept = t.hands[:]
            return
        if self.rest:
            raise d.wrong("plots in hands = empty gaps + influence cards in the palace")
        self.find_layers()
        gap_picks = round_the_ring(t, d, "gap_picks", "g", None)
        for gap, pick in enumerate(gap_picks):
            if pick is not None and gap not in self.plot_gaps:
                raise d.wrong(f"gap_picks: no plot lies in {t.gap_text(gap)!r}")
        for seat, picks in enumerate(d.by_seat("picks")):
            if picks and len(picks) != len(t.hands[seat]):
                raise d.wrong(f"picks: seat {seat} holds {len(t.hands[seat])} plots")
            laid = [gap for gap in self.plot_gaps if t.by[gap] == seat]
            plots = [*t.hands[seat], *(t.gaps[gap] for gap in laid)]
            t.kept[seat] = self.kept(plots, [*(picks or []), *(gap_picks[gap] for gap in laid)])
            t.hands[seat] = tuple([card for card in t.kept[seat] if card in t.hands[seat]])

    def find_layers(self) -> None:
        """Everybody kept four plots, so a hand that is short has laid some of those here."""
        t = self.t
        room: list[int] = []
        for seat in range(t.players):
            had = len(t.hands[seat]) + [t.by[gap] for gap in self.plot_gaps].count(seat)
            if had > DRAFT:
                raise self.d.wrong(f"seat {seat} would have had more than {DRAFT} plots")
            room += [seat] * (DRAFT - had)
        self.d.rng.shuffle(room)
        for gap in range(t.rules.ring):
            if t.by[gap] == NO_ONE and t.gaps[gap] != NO_CARD:
                t.by[gap] = t.turn if t.gaps[gap] >= INFLUENCE else room.pop()

    def kept(self, plots: list[CardId], picks: list[Any]) -> tuple[CardId, ...]:
        """Plots in the order in which they were picked: as drawn, or any."""
        drawn = [pick for pick in picks if pick is not None]
        if drawn and sorted(drawn, key=str) != PICKS:
            raise self.d.wrong("picks: a seat's four plots, in hand and in gaps, have 1 to 4")
        if not drawn:
            picks = PICKS[:]
            self.d.rng.shuffle(picks)
        return tuple([plots[picks.index(pick)] for pick in PICKS])


def drafting(d: Drawing) -> bool:
    """Whether the position lies in phase 1."""
    return d.get("phase") == "draft" or any(d.by_seat("packs"))


def round_the_ring(t: IntrigoTable, d: Drawing, name: str, letter: str, other: Any) -> list[Any]:
    """One value for each place of the ring: all of them in order, or `{g3 = …}`."""
    drawn = d.get(name, {})
    if isinstance(drawn, str):
        drawn = drawn.split()
    if isinstance(drawn, list):
        if len(drawn) != t.rules.ring:
            raise d.wrong(f"{name} needs {t.rules.ring} values, one for each place of the ring")
        return drawn
    found = [other] * t.rules.ring
    for place, value in drawn.items():
        at = t.numbered(place, letter)
        if at == NOWHERE:
            raise d.wrong(f"{name}: there is no {place!r} in a ring of {t.rules.ring}")
        found[at] = value
    return found


def looks(t: IntrigoTable, d: Drawing, name: str, drawn: Any) -> tuple[int, ...]:
    """The looks of plots of which it does not matter, or is not known, which copy they are."""
    numbers = t.rules.look_number
    words = d.words(name, drawn)
    for word in words:
        if word not in numbers:
            raise d.wrong(f"there is no {word!r} in this game")
    return tuple([numbers[word] for word in words])
