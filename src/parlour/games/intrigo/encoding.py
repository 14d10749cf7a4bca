"""Intrigo as numbers, for learners.

A house is told by whose it is: house 0 is one's own, 1 that of the next seat, and so on; house 3 of
three players is ownerless; the last one is the Tiepolo.  Places of the ring keep their numbers.
"""

from typing import ClassVar, Final, final

from parlour.core.decision import unpack
from parlour.core.encoding import Columns, Encoder, count, fit
from parlour.core.ids import NO_CARD, NO_CHOICE, CardId, ChoiceId
from parlour.core.native import Numbers
from parlour.core.seats import NO_ONE
from parlour.games.intrigo.draft import Draft
from parlour.games.intrigo.kinds import (
    BARE,
    BUY,
    DECLINE,
    DRAFT,
    FAMILIES,
    HOUSES,
    INFLUENCE,
    KINDS,
    ORGANISATIONS,
    PASS,
    TIEPOLO,
    TIEPOLO_PLOTS,
    TOKENS,
)
from parlour.games.intrigo.powers import POWERS
from parlour.games.intrigo.state import IntrigoTable
from parlour.games.intrigo.turn import Act, Use

SEATS: Final = 4
RING: Final = 16
VALUES: Final = 3
"""Different plots of a family; the Tiepolo have up to TIEPOLO_PLOTS."""
FAMILY_PLOTS: Final = len(FAMILIES) * VALUES
HOUSE_NAMES: Final = [*[f"house{k}" for k in range(len(FAMILIES))], "tiepolo"]
PLOTS: Final = [f"house{k}.{n + 1}" for k in range(len(FAMILIES)) for n in range(VALUES)] + [
    f"tiepolo.{n + 1}" for n in range(TIEPOLO_PLOTS)
]
"""The plots of a house from its lowest to its highest."""
PLACES: Final = [str(k + 1) for k in range(RING)]
SIDES: Final = ("before", "after")
"""Of a gap: the building on its one side or the other, or the next gap there."""
MERCHANT: Final = KINDS.index("merchant")
COURTESAN: Final = KINDS.index("courtesan")
THIEF: Final = KINDS.index("thief")

# --- columns ----------------------------------------------------------------------------------

PLACE: Final = Columns()
THERE: Final = PLACE.one("there")
TOKEN: Final = PLACE.row("token", TOKENS)
STOLEN: Final = PLACE.one("stolen")
AWARD: Final = PLACE.count("award", SEATS)
UNDECIDED: Final = PLACE.one("open")
EMPTY: Final = PLACE.one("gap.empty")
HOUSE: Final = PLACE.row("gap", HOUSE_NAMES)
VALUE: Final = PLACE.one("gap.value")
DEAD: Final = PLACE.one("gap.dead")
LAID: Final = PLACE.row("gap", KINDS)
USING: Final = PLACE.one("gap.in_use")
PLACE_SIZE: Final = PLACE.size()

SEAT: Final = Columns()
HERE: Final = SEAT.one("here")
TURN: Final = SEAT.one("turn")
FIRST: Final = SEAT.one("first")
ASKED: Final = SEAT.one("asked")
SEALED: Final = SEAT.one("sealed")
PURSE: Final = SEAT.one("purse")
CARDS: Final = SEAT.one("cards")
SEALS: Final = SEAT.row("seals", ORGANISATIONS)
LACKS: Final = SEAT.row("lacks", PLOTS[FAMILY_PLOTS:])
SEAT_SIZE: Final = SEAT.size()

TABLE: Final = Columns()
PLAYERS: Final = TABLE.one("players")
ROUND: Final = TABLE.one("round")
ASK_KEEP: Final = TABLE.one("ask.keep")
ASK_ACT: Final = TABLE.one("ask.act")
ASK_USE: Final = TABLE.row("ask.use", KINDS)
BANK: Final = TABLE.one("bank")
UNLIMITED: Final = TABLE.one("option.unlimited_ducats")
FAMILY_VALUES: Final = TABLE.count("option.family_values", VALUES)
TIEPOLO_VALUES: Final = TABLE.count("option.tiepolo", TIEPOLO_PLOTS)
BAG: Final = TABLE.row("bag", ORGANISATIONS)
PRICE: Final = TABLE.row("price+1", KINDS)
SOLD: Final = TABLE.row("sold", KINDS)
HAND: Final = TABLE.row("hand", PLOTS)
PACK: Final = TABLE.row("pack", PLOTS)
SEEN: Final = TABLE.row("seen", [f"{k + 1}.{plot}" for k in range(DRAFT) for plot in PLOTS])
SEAT_BLOCKS: Final = TABLE.blocks([f"seat{k}" for k in range(SEATS)], SEAT)
RING_BLOCKS: Final = TABLE.blocks([f"b{name}" for name in PLACES], PLACE)

BESIDE: Final = Columns()
NEAR_TOKEN: Final = BESIDE.row("token", TOKENS)
NEAR_STOLEN: Final = BESIDE.one("stolen")
RIVAL: Final = BESIDE.row("rival", HOUSE_NAMES)
RIVAL_VALUE: Final = BESIDE.one("rival.value")
BESIDE_SIZE: Final = BESIDE.size()

CHOICE: Final = Columns()
KEEPS: Final = CHOICE.one("keep")
LAYS: Final = CHOICE.one("lay")
BUYS: Final = CHOICE.row("buy", KINDS)
USES: Final = CHOICE.row("use", KINDS)
PASSES: Final = CHOICE.one("pass")
PLOT_HOUSE: Final = CHOICE.row("plot", HOUSE_NAMES)
PLOT_VALUE: Final = CHOICE.one("plot.value")
COST: Final = CHOICE.one("price")
WHAT: Final = CHOICE.row("what", PLACES)
WHERE: Final = CHOICE.row("where", PLACES)
NEIGHBOURS: Final = CHOICE.blocks(SIDES, BESIDE)

ACTION: Final = Columns()
PASS_ACTION: Final = ACTION.one("pass")
KEEP_ACTION: Final = ACTION.row("keep", PLOTS)
LAY_ACTION: Final = ACTION.row("lay", [f"{plot}@g{gap}" for plot in PLOTS for gap in PLACES])
BUY_ACTION: Final = ACTION.row("buy", [f"{kind}@g{gap}" for kind in KINDS for gap in PLACES])
USE_ACTION: Final = ACTION.row("use", [f"{side}@{place}" for side in SIDES for place in PLACES])
USE_HERE: Final = ACTION.row("use", SIDES)
NAME_ACTION: Final = ACTION.row("name", [f"{plot}@{side}" for plot in PLOTS for side in SIDES])


# --- what is written --------------------------------------------------------------------------


@final
class IntrigoEncoder(Encoder[IntrigoTable]):
    version: ClassVar[int] = 1
    stamp: ClassVar[str] = "310a1c728f0c"

    def __init__(self) -> None:
        super().__init__(TABLE, CHOICE, ACTION)

    def observe(self, t: IntrigoTable, seat: int, out: Numbers) -> None:
        houses = houses_from(t, seat)
        observe_table(t, out)
        observe_ask(t, out)
        observe_draft(t, seat, houses, out)
        for k in range(t.players):
            observe_seat(t, (seat + k) % t.players, out, SEAT_BLOCKS + k * SEAT_SIZE)
        for place in range(t.rules.ring):
            observe_building(t, seat, place, out, RING_BLOCKS + place * PLACE_SIZE)
            observe_gap(t, place, houses, out, RING_BLOCKS + place * PLACE_SIZE)

    def describe(self, t: IntrigoTable, seat: int, choice: ChoiceId, out: Numbers, at: int) -> None:
        top = t.stack[-1]
        if isinstance(top, Draft):
            out[at + KEEPS] = 1
            write_plot(t, seat, t.packs[seat][choice], out, at)
        elif choice in (PASS, DECLINE):
            out[at + PASSES] = 1
        elif isinstance(top, Act):
            describe_act(t, seat, choice, out, at)
        elif isinstance(top, Use):
            describe_use(t, seat, top, choice, out, at)

    def number(self, t: IntrigoTable, seat: int, choice: ChoiceId) -> int:
        top = t.stack[-1]
        if isinstance(top, Draft):
            look = t.rules.look[t.packs[seat][choice]]
            return KEEP_ACTION + plot_number(look, houses_from(t, seat))
        if choice in (PASS, DECLINE):
            return PASS_ACTION
        if isinstance(top, Use):
            return use_number(t, seat, top, choice)
        thing, gap = unpack(choice)
        if thing >= BUY:
            return BUY_ACTION + (thing - BUY) * RING + gap
        plot = plot_number(t.rules.look[thing], houses_from(t, seat))
        return LAY_ACTION + plot * RING + gap


def houses_from(t: IntrigoTable, seat: int) -> list[int]:
    """For each house the number it has in the eyes of this seat."""
    found = [SEATS - 1] * len(HOUSES)
    for k in range(t.players):
        found[t.families[(seat + k) % t.players]] = k
    found[TIEPOLO] = len(FAMILIES)
    return found


def plot_number(look: int, houses: list[int]) -> int:
    """Looks go by the names of houses, then by value: three of each family, then the Tiepolo's."""
    if look >= FAMILY_PLOTS:
        return look
    return houses[look // VALUES] * VALUES + look % VALUES


def observe_table(t: IntrigoTable, out: Numbers) -> None:
    rules = t.rules
    out[PLAYERS] = t.players
    out[ROUND] = fit(t.round)
    out[BANK] = fit(t.bank)
    out[UNLIMITED] = rules.unlimited
    for organisation in range(len(ORGANISATIONS)):
        out[BAG + organisation] = t.bag[organisation]
    for kind in range(len(KINDS)):
        out[PRICE + kind] = t.price(kind) + 1
        out[SOLD + kind] = t.sold[kind]
    for card in range(VALUES):  # those of the first family are those of all
        out[FAMILY_VALUES + rules.look[card]] = rules.value[card]
    for card in range(FAMILY_PLOTS, rules.plots):
        out[TIEPOLO_VALUES + rules.look[card] - FAMILY_PLOTS] = rules.value[card]


def observe_ask(t: IntrigoTable, out: Numbers) -> None:
    if not t.stack:
        return
    top = t.stack[-1]
    if isinstance(top, Use):
        out[ASK_USE + top.kind] = 1
        out[RING_BLOCKS + top.gap * PLACE_SIZE + USING] = 1
    else:
        out[ASK_KEEP if isinstance(top, Draft) else ASK_ACT] = 1


def observe_draft(t: IntrigoTable, me: int, houses: list[int], out: Numbers) -> None:
    """One's hand, one's pack, and what has passed through one's hands at each pick.  [INT-13]"""
    count_plots(t, list(t.hands[me]), houses, out, HAND)
    count_plots(t, list(t.packs[me]), houses, out, PACK)
    for pick in range(min(len(t.kept[me]) + 1, DRAFT)):
        count_plots(t, t.seen_at(me, pick), houses, out, SEEN + pick * len(PLOTS))


def count_plots(
    t: IntrigoTable, cards: list[CardId], houses: list[int], out: Numbers, at: int
) -> None:
    for card in cards:
        count(out, at + plot_number(t.rules.look[card], houses))


def observe_seat(t: IntrigoTable, seat: int, out: Numbers, at: int) -> None:
    out[at + HERE] = 1
    out[at + TURN] = seat == t.turn
    out[at + FIRST] = seat == t.first
    out[at + ASKED] = t.asked >> seat & 1
    out[at + SEALED] = t.sealed[seat] != NO_CHOICE
    out[at + PURSE] = fit(t.purses[seat])
    out[at + CARDS] = len(t.hands[seat])
    for organisation in range(len(ORGANISATIONS)):
        out[at + SEALS + organisation] = t.seals[seat * len(ORGANISATIONS) + organisation]
    for look in t.lacks[seat]:  # of the Tiepolo's alone: of other plots there is one each
        out[at + LACKS + look - FAMILY_PLOTS] = 1


def observe_building(t: IntrigoTable, me: int, building: int, out: Numbers, at: int) -> None:
    out[at + THERE] = 1
    if t.tokens[building] != BARE:
        out[at + TOKEN + t.tokens[building]] = 1
        out[at + STOLEN] = t.stolen[building]
        to, _ = t.award(building)
        if to != NO_ONE:
            out[at + AWARD + (to - me) % t.players] = 1
    out[at + UNDECIDED] = t.is_open(building)


def observe_gap(t: IntrigoTable, gap: int, houses: list[int], out: Numbers, at: int) -> None:
    """What lies in the gap after the building of the same number."""
    card = t.gaps[gap]
    if card == NO_CARD:
        out[at + EMPTY] = 1
    elif card >= INFLUENCE:
        out[at + LAID + card - INFLUENCE] = 1
    else:
        out[at + HOUSE + houses[t.rules.house[card]]] = 1
        out[at + VALUE] = t.rules.value[card]
        out[at + DEAD] = t.dead[gap]


# --- choices ----------------------------------------------------------------------------------


def write_plot(t: IntrigoTable, seat: int, card: int, out: Numbers, at: int) -> None:
    out[at + PLOT_HOUSE + houses_from(t, seat)[t.rules.house[card]]] = 1
    out[at + PLOT_VALUE] = t.rules.value[card]


def describe_act(t: IntrigoTable, seat: int, choice: ChoiceId, out: Numbers, at: int) -> None:
    thing, gap = unpack(choice)
    if thing >= BUY:
        out[at + BUYS + thing - BUY] = 1
        out[at + COST] = fit(t.price(thing - BUY))
    else:
        out[at + LAYS] = 1
        write_plot(t, seat, thing, out, at)
    out[at + WHERE + gap] = 1
    write_neighbours(t, seat, gap, out, at + NEIGHBOURS)


def describe_use(
    t: IntrigoTable, seat: int, use: Use, choice: ChoiceId, out: Numbers, at: int
) -> None:
    out[at + USES + use.kind] = 1
    what, where = used(use, choice)
    out[at + WHERE + where] = 1
    if use.kind == COURTESAN:
        write_plot(t, seat, t.rules.look.index(what), out, at)
    else:
        out[at + WHAT + what] = 1
    if use.kind not in (MERCHANT, THIEF):
        write_neighbours(t, seat, where, out, at + NEIGHBOURS)


def used(use: Use, choice: ChoiceId) -> tuple[int, int]:
    """What a power is used on, and where to; the same where it does not point anywhere."""
    return unpack(choice) if POWERS[use.kind].points else (choice, choice)


def write_neighbours(t: IntrigoTable, seat: int, gap: int, out: Numbers, at: int) -> None:
    """The two buildings beside a gap: what is to win there, and what lies against it."""
    houses = houses_from(t, seat)
    for building in t.beside(gap):
        if t.tokens[building] != BARE:
            out[at + NEAR_TOKEN + t.tokens[building]] = 1
            out[at + NEAR_STOLEN] = t.stolen[building]
        other = t.other_gap(gap, building)
        if t.weight(other):
            out[at + RIVAL + houses[t.rules.house[t.gaps[other]]]] = 1
            out[at + RIVAL_VALUE] = t.weight(other)
        at += BESIDE_SIZE


def use_number(t: IntrigoTable, seat: int, use: Use, choice: ChoiceId) -> int:
    """A power works on one side of its gap; most point from there to a place."""
    what, where = used(use, choice)
    if use.kind == COURTESAN:
        plot = plot_number(what, houses_from(t, seat))
        return NAME_ACTION + plot * len(SIDES) + t.reach(use.gap).index(where)
    buildings = use.kind in (MERCHANT, THIEF)
    side = t.beside(use.gap).index(what) if buildings else t.reach(use.gap).index(what)
    return USE_ACTION + side * RING + where if POWERS[use.kind].points else USE_HERE + side
