"""How a drawn position is laid out: a line, a scenario or a seat's view.  See SCENES.md."""

from typing import Any, Final

from parlour.core.drawing import UNKNOWN, Drawing, Pool
from parlour.core.seats import EVERYONE, only
from parlour.core.view import knowers
from parlour.games.intrigo.kinds import (
    COPIES,
    DRAFT,
    DUCAT,
    EMPTY,
    FAMILIES,
    INFLUENCE,
    KINDS,
    ORGANISATIONS,
    SEALS_EACH,
    TOKENS,
)
from parlour.games.intrigo.mind import Laid, Sight, seal_any
from parlour.games.intrigo.state import IntrigoTable
from parlour.games.intrigo.worlds import Known

MOST_TRIES: Final = 2000


def draw(t: IntrigoTable, d: Drawing) -> None:
    """Lay out a drawing.  What is not drawn is as at the start of a round."""
    for name in ("awards", "bag", "phase", "picks", "seen"):  # read or not, they may be drawn
        d.get(name)
    t.turn = d.number("turn", d.number("first", 0, 0, t.players - 1), 0, t.players - 1)
    t.first = d.number("first", t.turn, 0, t.players - 1)
    t.round = d.number("round", 1)
    t.families = families(d)
    riches(t, d)
    lay_tokens(t, d)
    palace = words_round(t, d, "gaps", "g", "empty")
    influence(t, d, palace)
    t.lacks = [looks(t, d, "lacks", drawn) for drawn in d.by_seat("lacks")]
    if d.is_view:
        Reading(t, d).lay_out()
    else:
        Plots(t, d, palace).lay_out()
    in_hands = sum(map(len, t.hands)) + sum(map(len, t.packs))
    if in_hands + len(t.plot_gaps()) != t.rules.plots:
        raise d.wrong(f"all {t.rules.plots} plots are in hands, packs and the palace")


# --- what lies open ---------------------------------------------------------------------------


def families(d: Drawing) -> tuple[int, ...]:
    """Each seat's family; seats without one draw from the others."""
    pool = Pool(list(FAMILIES))
    named = [pool.take(name) if name is not None else -1 for name in d.by_seat("families")]
    rest = pool.rest(d.rng)
    return tuple(rest.pop() if family < 0 else family for family in named)


def riches(t: IntrigoTable, d: Drawing) -> None:
    """Purses and organisation cards."""
    for seat, drawn in enumerate(d.by_seat("purses")):
        t.purses[seat] = t.rules.start_ducats if drawn is None else int(drawn)
    for seat, drawn in enumerate(d.by_seat("seals")):
        for name, count in (drawn or {}).items():
            t.seals[seat * len(ORGANISATIONS) + ORGANISATIONS.index(name)] = int(count)


def words_round(t: IntrigoTable, d: Drawing, name: str, letter: str, other: Any) -> list[Any]:
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
        if at < 0:
            raise d.wrong(f"{name}: there is no {place!r} in a ring of {t.rules.ring}")
        found[at] = value
    return found


def lay_tokens(t: IntrigoTable, d: Drawing) -> None:
    """What is named first; then seals from the bag and ducats from the bank, as printed."""
    drawn = words_round(t, d, "tokens", "b", UNKNOWN)
    t.bag = [SEALS_EACH] * len(ORGANISATIONS)
    for building, text in enumerate(drawn):
        lay_named(t, d, building, text)
    if min(t.bag) < 0:
        raise d.wrong(f"there are only {SEALS_EACH} seals of each organisation")
    bank = t.rules.ducats - sum(t.purses) - t.tokens.count(DUCAT)
    for building, text in enumerate(drawn):
        if text == UNKNOWN:
            bank -= lay_unknown(t, d, building, bank)
    if not t.rules.unlimited:
        t.bank = bank
        if bank < 0 or d.get("bank", bank) != bank:
            raise d.wrong(f"there are {t.rules.ducats} ducats in all, so the bank has {bank}")


def lay_named(t: IntrigoTable, d: Drawing, building: int, text: str) -> None:
    name, _, stolen = text.partition("/")
    if name in TOKENS:
        t.tokens[building] = TOKENS.index(name)
        t.stolen[building] = stolen == "stolen"
        if name in ORGANISATIONS:
            t.bag[ORGANISATIONS.index(name)] -= 1
    elif name not in (UNKNOWN, "empty"):
        raise d.wrong(f"{text!r} is no token")


def lay_unknown(t: IntrigoTable, d: Drawing, building: int, bank: int) -> int:
    """A token as printed; returns the ducats it took."""
    if t.prints_seal(building):
        bag = [k for k, count in enumerate(t.bag) for _ in range(count)]
        t.tokens[building] = bag[d.rng.below(len(bag))]
        t.bag[t.tokens[building]] -= 1
        return 0
    if bank > 0 or t.rules.unlimited:
        t.tokens[building] = DUCAT
        return 1
    return 0


def influence(t: IntrigoTable, d: Drawing, palace: list[str]) -> None:
    """Influence in the palace, and what is left of the piles: a count, or the prices."""
    piles = d.get("piles", {})
    for kind, name in enumerate(KINDS):
        lying = palace.count(name)
        left = piles.get(name, COPIES - lying)
        t.sold[kind] = COPIES - (left if isinstance(left, int) else len(left))
        if not lying <= t.sold[kind] <= COPIES:
            raise d.wrong(f"there are only {COPIES} cards of {name}")
    for gap, text in enumerate(palace):
        if text in KINDS:
            t.gaps[gap] = INFLUENCE + KINDS.index(text)


def looks(t: IntrigoTable, d: Drawing, name: str, drawn: Any) -> tuple[int, ...]:
    return tuple(look(t, d, text) for text in d.words(name, drawn or []))


def look(t: IntrigoTable, d: Drawing, text: str) -> int:
    if text not in t.rules.look_text:
        raise d.wrong(f"there is no {text!r} in this game")
    return t.rules.look_text.index(text)


def drafting(t: IntrigoTable, d: Drawing) -> bool:
    """Whether the position lies in phase 1."""
    return d.get("phase") == "draft" or any(d.by_seat("packs"))


# --- plots of a position somebody drew --------------------------------------------------------


class Plots:
    """Hands, packs and palace of a line or a scenario: named cards first, the rest by lot."""

    def __init__(self, t: IntrigoTable, d: Drawing, palace: list[str]) -> None:
        self.t = t
        self.d = d
        self.palace = palace
        self.by = words_round(t, d, "by", "g", None)
        self.gap_picks = words_round(t, d, "gap_picks", "g", None)
        self.draft = drafting(t, d)
        self.plot_gaps = [g for g, text in enumerate(palace) if text not in (*KINDS, "empty")]

    def lay_out(self) -> None:
        t, d = self.t, self.d
        hands = [None if h is None else d.words("hands", h) for h in d.by_seat("hands")]
        if self.draft:
            done = max(len(hand or []) for hand in hands)
            left = [UNKNOWN] * (DRAFT - done)
            packs = [d.words("packs", left if p is None else p) for p in d.by_seat("packs")]
            self.deal([[UNKNOWN] * done if h is None else h for h in hands], packs)
            sizes = {(len(t.hands[k]), len(t.packs[k])) for k in range(t.players)}
            if sizes != {(done, DRAFT - done)} or self.plot_gaps:
                raise d.wrong("in the draft all have kept equally many, and no plot is laid")
        else:
            self.deal(self.filled_up(hands), [[]] * t.players)
        for gap in range(t.rules.ring):
            if self.by[gap] is not None and t.gaps[gap] != EMPTY:
                t.by[gap] = int(self.by[gap])
        self.owners()
        self.memories()

    def filled_up(self, hands: list[list[str] | None]) -> list[list[str]]:
        """Hands not drawn share what is left, whoever is next to play having the more."""
        t = self.t
        left = t.rules.plots - len(self.plot_gaps) - sum(len(hand or []) for hand in hands)
        order = [(t.turn + k) % t.players for k in range(t.players)]
        open_hands = [seat for seat in order if hands[seat] is None]
        counts = dict.fromkeys(open_hands, 0)
        laid_by = [self.by[gap] for gap in self.plot_gaps]
        limits = {seat: DRAFT - laid_by.count(seat) for seat in open_hands}
        while left > 0 and any(counts[seat] < limits[seat] for seat in open_hands):
            least = min(counts[seat] for seat in open_hands if counts[seat] < limits[seat])
            seat = next(s for s in open_hands if counts[s] == least and counts[s] < limits[s])
            counts[seat] += 1
            left -= 1
        if left:
            raise self.d.wrong("plots in hands = empty gaps + influence cards in the palace")
        return [[UNKNOWN] * counts[s] if hand is None else hand for s, hand in enumerate(hands)]

    def deal(self, hands: list[list[str]], packs: list[list[str]]) -> None:
        """Named cards are taken, the others drawn; a hand lacks what it is known to lack."""
        t, d = self.t, self.d
        pool = Pool(t.rules.text)
        rows = [*hands, *packs, [self.palace[gap].partition("/")[0] for gap in self.plot_gaps]]
        bare = [[knowers(token) for token in row] for row in rows]
        taken = [[pool.take(c) if c != UNKNOWN else -1 for c, _ in row] for row in bare]
        rest = pool.rest(d.rng)
        if sum(row.count(-1) for row in taken) > len(rest):
            raise d.wrong("more plots are drawn than there are")
        for _ in range(MOST_TRIES):
            cards = iter(rest)
            found = [tuple(next(cards) if c < 0 else c for c in row) for row in taken]
            if "seed" in d.facts or self.lacking(found[: t.players]):
                break
            d.rng.shuffle(rest)
        else:
            raise d.wrong("a hand holds what it is known to lack")
        t.hands, t.packs = found[: t.players], found[t.players : -1]
        for gap, card in zip(self.plot_gaps, found[-1], strict=True):
            t.gaps[gap] = card
            t.dead[gap] = self.palace[gap].endswith("/dead")
            t.knows.show(card, EVERYONE)
        for row, cards_of_row in zip(bare[:-1], found[:-1], strict=True):
            for (_, mask), card in zip(row, cards_of_row, strict=True):
                t.knows.show(card, mask)
        show_own(t)

    def lacking(self, hands: list[tuple[int, ...]]) -> bool:
        t = self.t
        return not any(
            t.rules.look[card] in t.lacks[seat] for seat, hand in enumerate(hands) for card in hand
        )

    def owners(self) -> None:
        """Everybody kept four plots, so a hand that is short has laid some of those here."""
        t, d = self.t, self.d
        if self.draft:
            return
        room: list[int] = []
        for seat in range(t.players):
            laid = sum(t.by[gap] == seat for gap in self.plot_gaps)
            if laid + len(t.hands[seat]) > DRAFT:
                raise d.wrong(f"seat {seat} would have had more than {DRAFT} plots")
            room += [seat] * (DRAFT - laid - len(t.hands[seat]))
        d.rng.shuffle(room)
        for gap in self.plot_gaps:
            if t.by[gap] == EMPTY and room:
                t.by[gap] = room.pop()
        for gap in range(t.rules.ring):
            if t.gaps[gap] >= INFLUENCE and t.by[gap] == EMPTY:
                t.by[gap] = t.turn

    def memories(self) -> None:
        """The order of the picks: as drawn, or any."""
        t, d = self.t, self.d
        if self.draft:
            t.kept = list(t.hands)
            return
        picks = d.by_seat("picks")
        for seat in range(t.players):
            laid = [gap for gap in self.plot_gaps if t.by[gap] == seat]
            mine = [*t.hands[seat], *(t.gaps[gap] for gap in laid)]
            order = [*(picks[seat] or []), *(self.gap_picks[gap] for gap in laid)]
            if sorted(order, key=str) != list(range(1, DRAFT + 1)):
                order = list(range(1, DRAFT + 1))
                d.rng.shuffle(order)
            if len(mine) != DRAFT:
                raise d.wrong(f"seat {seat} must have {DRAFT} plots in hand and palace together")
            t.kept[seat] = tuple(mine[order.index(pick + 1)] for pick in range(DRAFT))
            t.hands[seat] = tuple(c for c in t.kept[seat] if c in t.hands[seat])


def show_own(t: IntrigoTable) -> None:
    for seat in range(t.players):
        t.knows.show_all(t.hands[seat], only(seat))
        t.knows.show_all(t.packs[seat], only(seat))


# --- plots of a view --------------------------------------------------------------------------


class Reading:
    """What a view says of hands, packs and palace."""

    def __init__(self, t: IntrigoTable, d: Drawing) -> None:
        self.t = t
        self.d = d
        self.viewer = -1 if d.viewer is None else d.viewer
        self.palace = words_round(t, d, "gaps", "g", "empty")
        self.by = words_round(t, d, "by", "g", None)
        self.pick_of = words_round(t, d, "gap_picks", "g", None)
        self.hands: list[list[str]] = [d.words("hands", hand) for hand in d.by_seat("hands")]
        self.packs: list[list[str]] = [d.words("packs", pack) for pack in d.by_seat("packs")]
        self.done = DRAFT - len(self.packs[0])

    def lay_out(self) -> None:
        t, d = self.t, self.d
        for gap, text in enumerate(self.palace):
            t.by[gap] = EMPTY if self.by[gap] is None else int(self.by[gap])
            t.dead[gap] = text.endswith("/dead")
        sight = self.sight()
        sight.lay_known(t)
        sight.lay_unknown(t, d.rng)
        for seat in d.get("answered", []):
            if seat != self.viewer:
                seal_any(t, seat, d.rng)

    def sight(self) -> Sight:
        t, d = self.t, self.d
        seen = [list(looks(t, d, "seen", pack)) for pack in d.get("seen", [])]
        laid = self.laid()
        shown = [self.shown(seat) for seat in range(t.players)]
        needs = [[0] * len(t.rules.copies) for _ in range(t.players)]
        for plot in laid:
            needs[plot.seat][plot.look] += 1
        for seat, held in enumerate(shown):
            for one in held:
                needs[seat][one] += 1
        lacks = [list(row) for row in t.lacks]
        mine = self.my_picks(laid) if self.viewer >= 0 else []
        known = Known(t.players, self.done, t.rules.copies, self.viewer, seen, mine, needs, lacks)
        pack = looks(t, d, "packs", self.packs[self.viewer]) if self.viewer >= 0 else ()
        return Sight(t, known, laid, shown, list(pack))

    def laid(self) -> list[Laid]:
        plots = [g for g, text in enumerate(self.palace) if text not in (*KINDS, "empty")]
        names = {gap: self.palace[gap].partition("/")[0] for gap in plots}
        return [
            Laid(gap, self.by[gap], look(self.t, self.d, names[gap]), self.pick_of[gap] or 0)
            for gap in plots
        ]

    def shown(self, seat: int) -> list[int]:
        """What is known of somebody else's hand."""
        words = [] if seat == self.viewer else self.hands[seat]
        return [look(self.t, self.d, text) for text in words if text != UNKNOWN]

    def my_picks(self, laid: list[Laid]) -> list[int]:
        """What the viewer kept, pick by pick: what it holds and what it has laid."""
        t, d, me = self.t, self.d, self.viewer
        mine = dict(zip(d.by_seat("picks")[me] or [], self.hands[me], strict=True))
        found = {pick: look(t, d, text) for pick, text in mine.items()}
        found.update({plot.pick: plot.look for plot in laid if plot.seat == me})
        return [found[pick + 1] for pick in range(self.done)]
