"""Ticks: glances and winks, resolved together; and who sees what.

The same for every pace: `plans` holds the glances each seat has given and that are still to come.
By turns a seat fills in a few at a time, sealed; live it gives one for the next tick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from parlour.core.decision import pack, unpack
from parlour.core.errors import Facts, IllegalChoice
from parlour.core.frame import Frame, Sealed
from parlour.core.ids import NO_CHOICE, ChoiceId
from parlour.core.seats import NOBODY, only
from parlour.games.wink import tell_gen as tell
from parlour.games.wink.body import Body, Wink, glance_text, glances, moved, place, read_glance
from parlour.games.wink.kinds import ACCUSE, CROWD, KEEP, LOOK, MANNERS, NOWHERE, SAME_ROOM, WINK

if TYPE_CHECKING:
    from parlour.games.wink.state import WinkTable

DONE: Final = ChoiceId(ACCUSE)
"""What lies in the drawer of a seat whose glances are all given; they themselves are in `plans`."""


@final
class Glances(Sealed["WinkTable"]):
    """Between two turns every seat gives its glances in secret, in a row, without waiting."""

    ask: ClassVar[str] = "glance"

    def options(self, t: WinkTable, seat: int) -> list[ChoiceId]:
        if len(t.plans[seat]) == t.rules.timing.ticks:
            return [DONE]
        return glances(planned(t, seat), seat, t.players, t.callers_of(seat), t.rules.timing)

    def default(self, t: WinkTable, seat: int) -> ChoiceId:
        """To stay as one is."""
        given = len(t.plans[seat]) == t.rules.timing.ticks
        return DONE if given else planned(t, seat).keep()

    def resolve(self, t: WinkTable, seat: int, choice: ChoiceId) -> None:
        t.plans[seat] += (choice,)
        if len(t.plans[seat]) == t.rules.timing.ticks:
            t.sealed[seat] = DONE
        t.push(self)

    def open(self, t: WinkTable, choices: list[ChoiceId]) -> None:
        for _ in range(t.rules.timing.ticks):
            t.push(TICK)

    def text(self, t: WinkTable, seat: int, choice: ChoiceId) -> str:
        return "given" if choice == DONE else glance_text(choice)

    def about(self, t: WinkTable, seat: int) -> Facts:
        return {"number": len(t.plans[seat]) + 1, "count": t.rules.timing.ticks}

    def refusal(self, t: WinkTable, seat: int, text: str) -> IllegalChoice:
        return why_not_glance(t, seat, planned(t, seat), text)


@final
class Tick(Frame["WinkTable"]):
    """One tick by turns."""

    def act(self, t: WinkTable) -> None:
        pass_tick(t)


TICK: Final = Tick()
"""Frames never change, so tables share one that names nothing."""


@final
class Linger(Frame["WinkTable"]):
    """Live: the turn does not pass on before it has lasted its least length."""

    def rests(self, t: WinkTable) -> bool:
        return t.clock < t.rules.timing.least

    def act(self, t: WinkTable) -> None:
        """Long enough."""


def planned(t: WinkTable, seat: int) -> Body:
    """Head and eyes as they will be when the glances given so far are over."""
    body = t.bodies[seat]
    for glance in t.plans[seat]:
        body = moved(body, glance, t.rules.timing)
    return body


def live_glances(t: WinkTable, seat: int) -> list[ChoiceId]:
    """What the seat may do in the next tick; one glance for each tick."""
    if t.plans[seat]:
        return []
    body = t.bodies[seat]
    found = glances(body, seat, t.players, t.callers_of(seat), t.rules.timing)
    return [glance for glance in found if glance != body.keep()]  # to stay so needs no word


# --- a tick ---------------------------------------------------------------------------------


def pass_tick(t: WinkTable) -> None:
    """All heads and eyes move, all winks begin; then everybody sees what they see."""
    t.tick_number += 1
    before = t.bodies
    t.bodies = [
        moved(before[seat], next_glance(t, seat), t.rules.timing) for seat in range(t.players)
    ]
    notice(t)
    if t.sink is not None:  # who sees what of whom is worked out for those who listen alone
        tell_heads(t, before)
        tell_faces(t, before)
    for seat in range(t.players):
        if t.bodies[seat].winking:
            begins = not before[seat].busy
            if begins:
                begin_wink(t, seat)
            show_wink(t, seat, begins)


def next_glance(t: WinkTable, seat: int) -> ChoiceId:
    """The glance given for this tick.  A wink whose link is over meanwhile is a mere look."""
    plan = t.plans[seat]
    if not plan:
        return KEEP
    t.plans[seat] = plan[1:]
    target, manner = unpack(plan[0])
    late = manner == WINK and not t.callers_of(seat) >> target & 1
    return pack(target, LOOK) if late else plan[0]


def notice(t: WinkTable) -> None:
    """How long heads have pointed at a caller, and whom the caller has watched, since the call."""
    for seat in range(t.players):
        body = t.bodies[seat]
        head, gaze = body.head, body.gaze()
        if head != CROWD:
            t.attention[head * t.players + seat] += 1
        if gaze not in (CROWD, NOWHERE):
            t.watched[seat * t.players + gaze] += 1


def begin_wink(t: WinkTable, seat: int) -> None:
    """[WINK-11] [WINK-13]"""
    to = t.bodies[seat].head
    t.going[seat] = len(t.winks)
    t.winks += (Wink(t.tick_number, seat, to, t.links[to], NOBODY),)
    for eye in range(t.players):
        t.glimpsed[seat * t.players + eye] = 0


def show_wink(t: WinkTable, seat: int, begins: bool) -> None:
    """Whoever's eyes have rested on it long enough has seen it, the caller no sooner than others.

    It proves who holds the number: bluff winks do not exist.  [WINK-13]
    """
    wink = t.winks[t.going[seat]]
    witnesses = NOBODY
    for eye in range(t.players):
        if t.bodies[eye].gaze() == seat:
            t.glimpsed[seat * t.players + eye] += 1
            if t.glimpsed[seat * t.players + eye] == t.rules.timing.seen:
                witnesses |= only(eye)
                t.seen[eye] += (Wink(t.tick_number, seat, wink.to, wink.number, only(eye)),)
    if witnesses:
        t.knows.show(wink.number, witnesses)
        noted = Wink(wink.tick, seat, wink.to, wink.number, wink.seen | witnesses)
        at = t.going[seat]
        t.winks = (*t.winks[:at], noted, *t.winks[at + 1 :])
    audience = witnesses | (only(seat) if begins else NOBODY)
    if audience:
        tell.winked(t, audience, seat, wink.to, wink.number)


def tell_heads(t: WinkTable, before: list[Body]) -> None:
    """Everybody sees heads turn."""
    for target in [*range(t.players), CROWD]:
        seats = [
            s for s in range(t.players) if t.bodies[s].head == target and before[s].head != target
        ]
        if seats:
            tell.turned(t, seats, target)


def tell_faces(t: WinkTable, before: list[Body]) -> None:
    """A face and its eyes, to those who look at it and did not see it so before."""
    for seat in range(t.players):
        gaze = t.bodies[seat].gaze()
        fresh = gaze != before[seat].gaze()
        audience = NOBODY
        for eye in range(t.players):
            if t.bodies[eye].gaze() == seat and (fresh or before[eye].gaze() != seat):
                audience |= only(eye)
        if audience:
            tell.faced(t, audience, seat, gaze)


# --- refusals -------------------------------------------------------------------------------


def why_not_glance(t: WinkTable, seat: int, body: Body, text: str) -> IllegalChoice:
    """The first reason that holds, from the seat's own hand, head and eyes.  [WINK-A19]"""
    glance = read_glance(text)
    if t.rules.pace == SAME_ROOM:
        return t.refuse("wink_in_the_flesh")
    target, manner = unpack(glance)
    if glance == KEEP or (target != CROWD and target >= t.players):
        return why_no_glance(t, text)
    if manner == WINK:
        refusal = why_not_wink(t, seat, target)
        if refusal is not None:
            return refusal
    elif target == seat:
        return t.refuse("look_at_yourself")
    return why_not_move(t, body, glance) or t.refuse("must_glance", {"text": text})


def why_no_glance(t: WinkTable, text: str) -> IllegalChoice:
    manner, _, place = text.partition("@")
    if text == "wink@crowd":
        return t.refuse("wink_at_crowd")
    if manner in MANNERS and place.isdecimal() and int(place) >= t.players:
        return t.refuse("no_such_seat", {"number": int(place)})
    return t.refuse("must_glance", {"text": text})


def why_not_wink(t: WinkTable, seat: int, target: int) -> IllegalChoice | None:
    """It depends on the seat's own cards alone, whoever may hold the number.  [WINK-13]"""
    if target == seat:
        return t.refuse("wink_at_yourself")
    number = t.links[target]
    if not number:
        return t.refuse("wink_at_nobody", {"target": target})
    if number not in t.hands[seat]:
        return t.refuse("not_contact", {"number": number, "target": target})
    if t.naming(target):
        return t.refuse("wink_too_late", {"target": target})
    return None


def why_not_move(t: WinkTable, body: Body, glance: ChoiceId) -> IllegalChoice | None:
    target, manner = unpack(glance)
    if body.turning:
        return t.refuse("head_turning")
    if body.busy:
        return t.refuse("still_winking")
    if target != body.head and body.held:
        return t.refuse("head_held", {"count": body.held})
    if glance == body.keep():
        return t.refuse("glance_no_change", {"target": place(target)})
    if manner == WINK and target != body.head and t.rules.timing.turn:
        return t.refuse("not_looking", {"target": target})
    if manner == WINK and body.rest:
        return t.refuse("winked_lately", {"count": body.rest})
    return None


def why_not_yet(t: WinkTable, seat: int) -> IllegalChoice | None:
    """By turns: glances are over for this seat, or not asked for yet; None: they are, now."""
    if t.stack[-1].ask != Glances.ask:
        return t.refuse("glances_later")
    return None if t.sealed[seat] == NO_CHOICE else t.refuse("glances_given")


def why_not_now(t: WinkTable, seat: int, text: str) -> IllegalChoice:
    """Live: the next tick's glance, or why not."""
    if t.plans[seat]:
        return t.refuse("glance_given", {"glance": glance_text(t.plans[seat][0])})
    return why_not_glance(t, seat, t.bodies[seat], text)
