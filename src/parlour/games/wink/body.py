"""A seat's head, eyes and winks, and what one tick does to them.  No cards here.

A head points at a seat or at the crowd, and everybody sees it.  Eyes follow the head or are lowered
to the crowd, and only those see it whose eyes rest on that face.
"""

from typing import Final, final

from parlour.core.decision import pack, packed, unpack
from parlour.core.ids import CardId, ChoiceId
from parlour.core.seats import MOST_SEATS
from parlour.games.wink.kinds import CROWD, KEEP, LOOK, LOWER, MANNERS, NOWHERE, WINK


@final
class Timing:
    """How long things take, in ticks, and live how long a tick takes."""

    def __init__(
        self,
        turn: int,
        hold: int,
        wink: int,
        seen: int,
        cooldown: int,
        ticks: int,
        least: int,
        longest: int,
    ) -> None:
        self.turn: Final = turn
        self.hold: Final = hold
        self.wink: Final = wink
        self.seen: Final = seen
        self.cooldown: Final = cooldown
        self.ticks: Final = ticks  # by turns: between two turns
        self.least: Final = least  # live: of a turn
        self.longest: Final = longest
        self.tick_ms = 250  # live: for those who count their reactions in seconds


@final
class Body:
    """Head and eyes as they are in the tick that has just passed, or as everybody sits down.

    `turning`: ticks until the head arrives.  `held`: ticks it must stay still.  `winking`: in this
    tick.  `busy`: ticks the wink goes on.  `rest`: ticks before the next wink.
    """

    def __init__(
        self,
        head: int = CROWD,
        lowered: bool = False,
        turning: int = 0,
        held: int = 0,
        winking: bool = False,
        busy: int = 0,
        rest: int = 0,
    ) -> None:
        self.head: Final = head
        self.lowered: Final = lowered
        self.turning: Final = turning
        self.held: Final = held
        self.winking: Final = winking
        self.busy: Final = busy
        self.rest: Final = rest

    def gaze(self) -> int:
        """Where the eyes rest: a seat, CROWD, or NOWHERE while the head turns."""
        if self.turning:
            return NOWHERE
        return CROWD if self.lowered else self.head

    def keep(self) -> ChoiceId:
        """The glance that changes nothing; on the crowd eyes cannot be lowered any more."""
        return pack(self.head, LOWER if self.lowered and self.head != CROWD else LOOK)

    def bound(self) -> bool:
        """A head that turns and eyes that wink can do nothing else."""
        return self.turning > 0 or self.busy > 0

    def can_wink(self, target: int, timing: Timing) -> bool:
        """Whether the eyes can rest on this seat in the coming tick, rested enough to wink."""
        if self.bound() or self.rest:
            return False
        return self.head == target or (not self.held and not timing.turn)

    def hushed(self, timing: Timing) -> "Body":
        """The wink is cut short: its link is over."""
        return Body(self.head, self.lowered, self.turning, self.held, False, 0, timing.cooldown)


@final
class Wink:
    """Who, at whom, for which number, and the tick in which it began; `seen`: by these seats."""

    def __init__(self, tick: int, seat: int, to: int, number: CardId, seen: int) -> None:
        self.tick: Final = tick
        self.seat: Final = seat
        self.to: Final = to
        self.number: Final = number
        self.seen: Final = seen


def glances(body: Body, seat: int, players: int, winkable: int, timing: Timing) -> list[ChoiceId]:
    """What this seat may do in the coming tick, in an order that does not hang on how it looks.

    To stay as it is, `body.keep()`, is always among it.
    """
    if body.bound():
        return [body.keep()]
    every = looks_at([body.head]) if body.held else FREE[players][seat]
    if winkable:
        every = every[:]
        for target in range(players):
            if winkable >> target & 1 and target != seat and body.can_wink(target, timing):
                every.append(packed(target, WINK))
    return every


def looks_at(targets: list[int]) -> list[ChoiceId]:
    """At each of these, then with lowered eyes at each that is a seat."""
    every: list[ChoiceId] = [packed(target, LOOK) for target in targets]
    for target in targets:
        if target != CROWD:
            every.append(packed(target, LOWER))
    return every


FREE: Final = [
    [looks_at([*range(seat), *range(seat + 1, players), CROWD]) for seat in range(players)]
    for players in range(MOST_SEATS + 1)
]
"""What a head that is free to turn may do but wink, by the number of players and the seat.

Shared, and never written to.
"""

AT_EASE: Final = [
    [Body(target, manner == LOWER, winking=manner == WINK) for manner in range(len(MANNERS))]
    for target in range(CROWD + 1)
]
"""Bodies that nothing binds, by where the head points and how: they never change, so all share."""


def moved(body: Body, glance: ChoiceId, timing: Timing) -> Body:
    """The body in the tick that this glance is given for."""
    rest = body.rest - 1 if body.rest else 0
    if body.turning:
        return _turned(body, rest, timing)
    if body.busy:
        left = body.busy - 1
        return Body(
            body.head, body.lowered, 0, _less(body.held), True, left, 0 if left else timing.cooldown
        )
    if glance == KEEP:
        glance = body.keep()
    target, manner = unpack(glance)
    turning, held = 0, _less(body.held)
    if target != body.head:
        turning = timing.turn
        held = 0 if turning else _less(timing.hold)
    winking = manner == WINK
    busy = timing.wink - 1 if winking else 0
    if winking and not busy:
        rest = timing.cooldown
    if not (turning or held or busy or rest):
        return AT_EASE[target][manner]
    return Body(target, manner == LOWER, turning, held, winking, busy, rest)


def _turned(body: Body, rest: int, timing: Timing) -> Body:
    """The head comes nearer; in the tick of its arrival it sees, and begins to stay."""
    turning = body.turning - 1
    held = 0 if turning else _less(timing.hold)
    return Body(body.head, body.lowered, turning, held, False, 0, rest)


def _less(ticks: int) -> int:
    return ticks - 1 if ticks else 0


def glance_text(glance: ChoiceId) -> str:
    target, manner = unpack(glance)
    return f"{MANNERS[manner]}@{place(target)}"


def place(target: int) -> int | str:
    """A seat, "crowd" or "nowhere", as events and views say it."""
    if target == CROWD:
        return "crowd"
    return "nowhere" if target == NOWHERE else target


def read_glance(text: str) -> ChoiceId:
    """`look@2`, `lower@2`, `wink@2`, `look@crowd`; KEEP if it is none of these."""
    manner, _, place = text.partition("@")
    if manner not in MANNERS:
        return KEEP
    if place == "crowd":
        return pack(CROWD, LOOK) if manner == "look" else KEEP
    if not place.isdecimal() or int(place) >= CROWD:
        return KEEP
    return pack(int(place), MANNERS.index(manner))
