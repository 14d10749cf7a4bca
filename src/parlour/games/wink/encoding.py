"""Wink as numbers, for learners.

Numbers of contact cards mean nothing by themselves, so what matters of them is told of the seat
that has called one: who lacks it, who is known to hold it, who looks at its caller.
"""

from typing import ClassVar, Final, final

from parlour.core.decision import FIRST_OFFER, unpack, unpack_card
from parlour.core.encoding import Columns, Encoder, count, fit
from parlour.core.ids import NO_CHOICE, CardId, ChoiceId, as_card
from parlour.core.native import Numbers
from parlour.core.seats import NO_ONE
from parlour.games.wink.body import Body
from parlour.games.wink.glances import DONE, Glances, Linger, planned
from parlour.games.wink.kinds import (
    ACCUSE,
    BEFORE,
    CROWD,
    MANNERS,
    NO_NUMBER,
    PACES,
    SAME_ROOM,
)
from parlour.games.wink.state import WinkTable
from parlour.games.wink.turn import PASS, Call, Name

SEATS: Final = 8
NUMBERS: Final = 64
NUMBER_NAMES: Final = [str(number) for number in range(1, NUMBERS + 1)]
SEAT_NAMES: Final = [f"seat{k}" for k in range(SEATS)]
PLACES: Final = [*SEAT_NAMES, "crowd"]
AT_CROWD: Final = SEATS

# --- columns ----------------------------------------------------------------------------------

EYES: Final = Columns()
HEAD: Final = EYES.row("head", PLACES)
LOWERED: Final = EYES.one("lowered")
STRAIGHT: Final = EYES.one("straight")
TURNING: Final = EYES.one("turning")
HELD: Final = EYES.one("held")
WINKING: Final = EYES.one("winking")

LINK: Final = Columns()
LINKED: Final = LINK.one("there")
MINE: Final = LINK.one("mine")
MAY_WINK: Final = LINK.one("may_wink")
WINKED: Final = LINK.one("winked")
WINK_SEEN: Final = LINK.one("wink_seen")
CLOSED: Final = LINK.one("closed")
LINK_LACKS: Final = LINK.row("lacks", SEAT_NAMES)
LINK_HOLDER: Final = LINK.row("holder", SEAT_NAMES)
ATTENTION: Final = LINK.row("attention", SEAT_NAMES)

SEAT: Final = Columns()
HERE: Final = SEAT.one("here")
TURN: Final = SEAT.one("turn")
ASKED: Final = SEAT.one("asked")
SEALED: Final = SEAT.one("sealed")
HAND_SIZE: Final = SEAT.one("cards")
KNOWN: Final = SEAT.one("cards.known")
OPEN: Final = SEAT.one("open")
COVERED: Final = SEAT.one("covered")
COUNTER: Final = SEAT.one("counter_intelligence")
CAUGHT: Final = SEAT.one("caught")
TOKEN: Final = SEAT.one("token")
WATCHED: Final = SEAT.one("watched")
SEAT_LINK: Final = SEAT.blocks(["link"], LINK)
SEAT_EYES: Final = SEAT.blocks(["eyes"], EYES)
SEAT_SIZE: Final = SEAT.size()

TABLE: Final = Columns()
PLAYERS: Final = TABLE.one("players")
PACE: Final = TABLE.row("option.pace", PACES)
ASK_NAME: Final = TABLE.one("ask.name")
ASK_CALL: Final = TABLE.row("ask.call", BEFORE)
ASK_GLANCE: Final = TABLE.one("ask.glance")
LINGERS: Final = TABLE.one("lingers")
IDLE: Final = TABLE.one("idle+1")
CLOCK: Final = TABLE.one("clock")
ALL_CARDS: Final = TABLE.one("option.counter_intelligence")
CLOSED_TO_ALL: Final = TABLE.one("option.closed_to_all")
TIE_BY_CAUGHT: Final = TABLE.one("option.tie_by_caught")
STILL_ROUNDS: Final = TABLE.one("option.still_rounds")
TIMES: Final = TABLE.row(
    "option", ("turn", "hold", "wink", "seen", "cooldown", "ticks", "least", "longest")
)
BUSY: Final = TABLE.one("busy")
REST: Final = TABLE.one("rest")
PLANNED: Final = TABLE.one("planned")
PLAN: Final = TABLE.blocks(["plan"], EYES)
HAND: Final = TABLE.row("hand", NUMBER_NAMES)
IN_CROWD: Final = TABLE.row("crowd", NUMBER_NAMES)
ADMITTED: Final = TABLE.row("admitted", NUMBER_NAMES)
LACKED: Final = TABLE.row("lacked", NUMBER_NAMES)
HOLDER: Final = TABLE.row("holder+1", NUMBER_NAMES)
SEAT_BLOCKS: Final = TABLE.blocks(SEAT_NAMES, SEAT)

CHOICE: Final = Columns()
CALLS: Final = CHOICE.one("call")
PASSES: Final = CHOICE.one("pass")
NAMES: Final = CHOICE.one("name")
NAMES_NOBODY: Final = CHOICE.one("nobody")
GLANCES: Final = CHOICE.row("glance", MANNERS)
GIVEN: Final = CHOICE.one("given")
ACCUSES: Final = CHOICE.one("accuse")
TARGET: Final = CHOICE.row("target", PLACES)
CALLER: Final = CHOICE.row("caller", SEAT_NAMES)
CARD_ADMITTED: Final = CHOICE.one("number.admitted")
CARD_LACKS: Final = CHOICE.row("number.lacks", SEAT_NAMES)
CARD_HOLDER: Final = CHOICE.row("number.holder", SEAT_NAMES)

ACTION: Final = Columns()
PASS_ACTION: Final = ACTION.one("pass")
DONE_ACTION: Final = ACTION.one("given")
NAME_ACTION: Final = ACTION.row("name", ["nobody", *SEAT_NAMES[1:]])
CALL_ACTION: Final = ACTION.row("call", NUMBER_NAMES)
GLANCE_ACTION: Final = ACTION.row(
    "glance", [f"{manner}@{place}" for manner in MANNERS for place in PLACES]
)
ACCUSE_ACTION: Final = ACTION.row(
    "accuse", [f"{caller}+{target}" for caller in SEAT_NAMES for target in SEAT_NAMES]
)
"""Of being the contact of that caller, whatever number was called."""


# --- what is written --------------------------------------------------------------------------


@final
class WinkEncoder(Encoder[WinkTable]):
    version: ClassVar[int] = 1
    stamp: ClassVar[str] = "c6ba6eb83d76"

    def __init__(self) -> None:
        super().__init__(TABLE, CHOICE, ACTION)

    def observe(self, t: WinkTable, seat: int, out: Numbers) -> None:
        holders = known_holders(t, seat)
        observe_table(t, out)
        observe_ask(t, out)
        observe_numbers(t, seat, holders, out)
        for k in range(t.players):
            other = (seat + k) % t.players
            at = SEAT_BLOCKS + k * SEAT_SIZE
            observe_seat(t, other, seat, out, at)
            if t.links[other]:
                observe_link(t, other, seat, holders, out, at + SEAT_LINK)
        if t.rules.pace != SAME_ROOM:
            observe_eyes(t, seat, out)

    def describe(self, t: WinkTable, seat: int, choice: ChoiceId, out: Numbers, at: int) -> None:
        if choice >= FIRST_OFFER + ACCUSE:
            number, target = unpack_card(ChoiceId(choice - FIRST_OFFER - ACCUSE))
            out[at + ACCUSES] = 1
            out[at + TARGET + (target - seat) % t.players] = 1
            describe_number(t, seat, number, out, at)
        elif choice >= FIRST_OFFER:
            describe_glance(t, seat, ChoiceId(choice - FIRST_OFFER), out, at)
        elif isinstance(t.stack[-1], Glances):
            describe_glance(t, seat, choice, out, at)
        elif isinstance(t.stack[-1], Name):
            out[at + (NAMES_NOBODY if choice == seat else NAMES)] = 1
            out[at + TARGET + (choice - seat) % t.players] = 1
            describe_number(t, seat, t.links[seat], out, at)
        elif choice == PASS:
            out[at + PASSES] = 1
        else:
            out[at + CALLS] = 1
            describe_number(t, seat, as_card(choice), out, at)

    def number(self, t: WinkTable, seat: int, choice: ChoiceId) -> int:
        if choice >= FIRST_OFFER + ACCUSE:
            number, target = unpack_card(ChoiceId(choice - FIRST_OFFER - ACCUSE))
            caller = (t.caller(number) - seat) % t.players
            return ACCUSE_ACTION + caller * SEATS + (target - seat) % t.players
        if choice >= FIRST_OFFER:
            return glance_number(t, seat, ChoiceId(choice - FIRST_OFFER))
        if isinstance(t.stack[-1], Glances):
            return DONE_ACTION if choice == DONE else glance_number(t, seat, choice)
        if isinstance(t.stack[-1], Name):
            return NAME_ACTION + (choice - seat) % t.players
        return PASS_ACTION if choice == PASS else CALL_ACTION + choice - 1


def known_holders(t: WinkTable, me: int) -> list[int]:
    """For each number who holds it as far as this seat knows, or NO_ONE: itself, or a seat whose

    wink it saw, or that has admitted it.
    """
    found = [NO_ONE] * (t.rules.numbers + 1)
    masks = t.knows.masks
    for seat in range(t.players):
        for number in t.hands[seat]:
            if masks[number] >> me & 1:
                found[number] = seat
    return found


def observe_table(t: WinkTable, out: Numbers) -> None:
    rules, timing = t.rules, t.rules.timing
    out[PLAYERS] = t.players
    out[PACE + rules.pace] = 1
    out[IDLE] = fit(t.idle + 1)
    out[CLOCK] = fit(t.clock)
    out[ALL_CARDS] = rules.cards
    out[CLOSED_TO_ALL] = rules.closed_to_all
    out[TIE_BY_CAUGHT] = rules.tie_by_caught
    out[STILL_ROUNDS] = fit(rules.still_rounds)
    out[TIMES] = timing.turn
    out[TIMES + 1] = timing.hold
    out[TIMES + 2] = timing.wink
    out[TIMES + 3] = timing.seen
    out[TIMES + 4] = fit(timing.cooldown)
    out[TIMES + 5] = timing.ticks
    out[TIMES + 6] = fit(timing.least)
    out[TIMES + 7] = fit(timing.longest)


def observe_ask(t: WinkTable, out: Numbers) -> None:
    if not t.stack:
        return
    top = t.stack[-1]
    if isinstance(top, Name):
        out[ASK_NAME] = 1
    elif isinstance(top, Call):
        out[ASK_CALL + top.before] = 1
    elif isinstance(top, Glances):
        out[ASK_GLANCE] = 1
    else:
        out[LINGERS] = isinstance(top, Linger)


def observe_numbers(t: WinkTable, me: int, holders: list[int], out: Numbers) -> None:
    """Of numbers whose crowd card shows its face: who has them, who has them not."""
    for number in t.hands[me]:
        out[HAND + number - 1] = 1
    for number in t.crowd:
        out[IN_CROWD + number - 1] = 1
        if t.lacks[number]:
            out[LACKED + number - 1] = t.lacks[number].bit_count()
        if holders[number] != NO_ONE:
            out[HOLDER + number - 1] = 1 + (holders[number] - me) % t.players
    for number in t.admitted:
        out[ADMITTED + number - 1] = number in t.crowd


def observe_seat(t: WinkTable, seat: int, me: int, out: Numbers, at: int) -> None:
    out[at + HERE] = 1
    out[at + TURN] = seat == t.turn
    out[at + ASKED] = t.asked >> seat & 1
    out[at + SEALED] = t.sealed[seat] != NO_CHOICE
    out[at + HAND_SIZE] = len(t.hands[seat])
    for number in t.hands[seat]:
        if t.knows.masks[number] >> me & 1:
            count(out, at + KNOWN)
    out[at + OPEN] = len(t.open[seat])
    out[at + COVERED] = len(t.covered[seat])
    out[at + COUNTER] = t.cards[seat]
    out[at + CAUGHT] = t.caught[seat]
    out[at + TOKEN] = t.tokens[seat] != NO_NUMBER
    out[at + WATCHED] = fit(t.watched[me * t.players + seat])


def observe_link(
    t: WinkTable, caller: int, me: int, holders: list[int], out: Numbers, at: int
) -> None:
    """A number that was called: whom it may belong to, and what the seat itself has done."""
    number, players = t.links[caller], t.players
    mine = holders[number] == me
    out[at + LINKED] = 1
    out[at + MINE] = mine
    out[at + MAY_WINK] = mine and not t.naming(caller)
    out[at + CLOSED] = t.closed[caller] >> me & 1
    if holders[number] != NO_ONE:
        out[at + LINK_HOLDER + (holders[number] - me) % players] = 1
    lacks = t.lacks[number]
    for seat in range(players):
        near = (seat - me) % players
        out[at + LINK_LACKS + near] = lacks >> seat & 1
        out[at + ATTENTION + near] = fit(t.attention[caller * players + seat])
    if mine and t.going[me] >= 0:
        for wink in t.winks:
            if wink.seat == me and wink.to == caller and wink.number == number:
                out[at + WINKED] = 1
                out[at + WINK_SEEN] = wink.seen >> caller & 1


def observe_eyes(t: WinkTable, me: int, out: Numbers) -> None:
    """Heads are seen by all, eyes by those whose eyes rest on that face, plans by nobody else."""
    for k in range(t.players):
        seat = (me + k) % t.players
        write_body(t, seat, me, t.bodies[seat], out, SEAT_BLOCKS + k * SEAT_SIZE + SEAT_EYES)
    own = t.bodies[me]
    out[BUSY] = own.busy
    out[REST] = fit(own.rest)
    if t.plans[me]:
        out[PLANNED] = len(t.plans[me])
        write_body(t, me, me, planned(t, me), out, PLAN)


def write_body(t: WinkTable, seat: int, me: int, body: Body, out: Numbers, at: int) -> None:
    out[at + HEAD + place_from(t, me, body.head)] = 1
    out[at + TURNING] = body.turning
    out[at + HELD] = body.held
    seen = seat == me or (t.bodies[me].gaze() == seat and not body.turning)
    if seen:
        out[at + (LOWERED if body.lowered else STRAIGHT)] = 1
        told = seat == me or (body.winking and t.winks[t.going[seat]].seen >> me & 1)
        out[at + WINKING] = body.winking and told


def place_from(t: WinkTable, me: int, place: int) -> int:
    return AT_CROWD if place == CROWD else (place - me) % t.players


# --- choices ----------------------------------------------------------------------------------


def describe_number(t: WinkTable, seat: int, number: CardId, out: Numbers, at: int) -> None:
    """What is known of who holds a number that is called, named or accused of."""
    caller = t.caller(number)
    if caller != NO_ONE:
        out[at + CALLER + (caller - seat) % t.players] = 1
    out[at + CARD_ADMITTED] = number in t.admitted
    for k in range(t.players):
        other = (seat + k) % t.players
        out[at + CARD_LACKS + k] = t.lacks[number] >> other & 1
        if number in t.hands[other] and t.knows.masks[number] >> seat & 1:
            out[at + CARD_HOLDER + k] = 1


def describe_glance(t: WinkTable, seat: int, glance: ChoiceId, out: Numbers, at: int) -> None:
    if glance == DONE:
        out[at + GIVEN] = 1
        return
    target, manner = unpack(glance)
    out[at + GLANCES + manner] = 1
    out[at + TARGET + place_from(t, seat, target)] = 1


def glance_number(t: WinkTable, seat: int, glance: ChoiceId) -> int:
    target, manner = unpack(glance)
    return GLANCE_ACTION + manner * len(PLACES) + place_from(t, seat, target)
