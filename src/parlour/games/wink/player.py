"""A bot at a live table of Wink: one place to look at, and a while between seeing and acting.

Everything it does is first meant and then done, a reaction later.  How long that takes is drawn
from its own luck when the seat is shown what it reacts to, and from nothing else.
"""

from math import ceil, cos, exp, log, pi, sqrt
from typing import ClassVar, Final, final

from parlour.core.decision import FIRST_OFFER, packed, unpack
from parlour.core.ids import NO_CHOICE, ChoiceId
from parlour.core.policy import Player
from parlour.core.rng import Rng
from parlour.core.seats import NO_ONE
from parlour.games.wink.beliefs import duties, eyes_on, meets
from parlour.games.wink.bots import WinkPolicy
from parlour.games.wink.glances import Glances
from parlour.games.wink.kinds import ACCUSE, CROWD, LOOK, WINK
from parlour.games.wink.state import WinkTable

QUICKEST: Final = 0.25
SLOWEST: Final = 1.2
"""Seconds: no reaction is quicker or slower than these, times the player's slowness."""

SHOWN: Final = 0.25
"""Seconds until a page has drawn what it was told: heads turn so long.  A reaction begins then."""

SKEW: Final = 0.45
"""How uneven times are: the standard deviation of their logarithm."""

NOWHERE: Final = -1
"""No place in a list."""
SHARP: Final = 2.0
"""How much a more interesting face is preferred."""


@final
class WinkPlayer(Player):
    """Its memory: where it looks since when, what it means to do and when, what it was asked."""

    timely: ClassVar[bool] = True

    def __init__(self, policy: WinkPolicy, rng: Rng) -> None:
        super().__init__(policy, rng)
        self.mine: Final = policy
        self.meant: ChoiceId = NO_CHOICE
        self.due = 0
        self.gaze = CROWD
        self.until = 0
        """The tick in which the eyes move on."""
        self.overlooked = 0
        """Heads on me that I do not notice while I look where I look."""
        self.question = ""
        self.answer_at = 0

    def pick(self, t: WinkTable, seat: int) -> ChoiceId | None:
        if t.is_live():
            return self.live(t, seat)
        choices = t.choices(seat)
        worths = self.mine.weigh(t, seat, choices)
        if t.asked >> seat & 1 and isinstance(t.stack[-1], Glances):
            return self.sampled(choices, worths)
        return self.mine.prefer(choices, worths, self.rng)

    def sampled(self, choices: list[ChoiceId], worths: list[float]) -> ChoiceId:
        """A glance by turns: what is more interesting is likelier.  Accusations come first."""
        for k in range(len(choices)):
            if choices[k] >= FIRST_OFFER and worths[k] > 0.0:
                return choices[k]
        weights = [
            max(0.0, worths[k]) ** SHARP if choices[k] < FIRST_OFFER else 0.0
            for k in range(len(choices))
        ]
        found = self.drawn(weights)
        return choices[found] if found != NOWHERE else choices[0]

    def drawn(self, weights: list[float]) -> int:
        """A place in the list, each as likely as its weight; NOWHERE if there is none."""
        left = sum(weights) * self.rng.below(1 << 20) / (1 << 20)
        for k in range(len(weights)):
            left -= weights[k]
            if left < 0.0:
                return k
        return NOWHERE

    # --- live -------------------------------------------------------------------------------

    def live(self, t: WinkTable, me: int) -> ChoiceId | None:
        now = t.tick_number
        self.watch(t, me, now)
        if self.meant != NO_CHOICE:
            return self.act(t, me, now)
        self.mean(t, me, now)
        if self.meant == NO_CHOICE:
            self.answer(t, me, now)
        if self.meant == NO_CHOICE and now >= self.until:
            self.saccade(t, me, now)
        return None

    def watch(self, t: WinkTable, me: int, now: int) -> None:
        """Eyes that have arrived somewhere rest there for a while, and do not notice everything."""
        gaze = t.bodies[me].gaze()
        if gaze == self.gaze:
            return
        self.gaze = gaze
        self.until = now + self.ticks(t, self.mine.dwell)
        self.overlooked = 0
        for seat in range(t.players):
            if self.rng.below(1000) < 1000.0 * self.mine.overlook:
                self.overlooked |= 1 << seat

    def act(self, t: WinkTable, me: int, now: int) -> ChoiceId | None:
        """What was meant is done when it is due, if it can still be done."""
        if now < self.due:
            return None
        meant, self.meant = self.meant, NO_CHOICE
        if meant < FIRST_OFFER:
            if self.question != asked(t, me):
                return None
        elif meant < FIRST_OFFER + ACCUSE:
            target, manner = unpack(ChoiceId(meant - FIRST_OFFER))
            if manner == WINK and not meets(t, me, target):
                return None  # it sees that the caller looks away
        return meant if meant in t.choices(me) else None

    def answer(self, t: WinkTable, me: int, now: int) -> None:
        """A name or a call, after some thought whose length is drawn when it is asked for."""
        question = asked(t, me)
        if question != self.question:
            self.question = question
            seconds = self.mine.thought * self.uneven() * min(1.0, self.slowness)
            self.answer_at = now + in_ticks(t, seconds)
        if question and now + 1 >= self.answer_at:
            choices = [choice for choice in t.choices(me) if choice < FIRST_OFFER]
            chosen = self.mine.prefer(choices, self.mine.weigh(t, me, choices), self.rng)
            self.intend(NO_CHOICE if chosen is None else chosen, now + 1)

    def intend(self, choice: ChoiceId, due: int) -> None:
        """Nothing is done in the tick in which it is meant: others are not shown it sooner."""
        self.meant, self.due = choice, due

    def mean(self, t: WinkTable, me: int, now: int) -> None:
        """Something that calls for more than a look: a proof, or eyes that meet mine."""
        found = self.mine.accusation(t, me)
        if found == NO_CHOICE:
            for caller in duties(t, me):
                if meets(t, me, caller) and self.mine.wink(t, me, caller, self.overlooked) > 0.0:
                    found = ChoiceId(FIRST_OFFER + packed(caller, WINK))
        if found != NO_CHOICE:
            self.intend(found, now + self.reaction(t))

    def saccade(self, t: WinkTable, me: int, now: int) -> None:
        """The eyes move on, or stay for another while where there may be something to see."""
        here = eyes_on(t, me)
        if here != NO_ONE and meets(t, me, here) and self.mine.keeps(t, me, here):
            self.until = now + self.ticks(t, self.mine.dwell * (self.mine.linger - 1.0))
            if self.rng.below(2):
                return
        faces = self.mine.faces(t, me)
        if here != NO_ONE:
            faces[here] = 0.0
        face = self.drawn([worth**SHARP for worth in faces])
        if face != NOWHERE:
            self.intend(ChoiceId(FIRST_OFFER + packed(face, LOOK)), now + 1)

    # --- times ------------------------------------------------------------------------------

    def reaction(self, t: WinkTable) -> int:
        """Ticks from what is told to what is done: a person beside it could have seen it too."""
        seconds = min(SLOWEST, max(QUICKEST, self.mine.reaction * self.uneven()))
        return ceil(1000.0 * (SHOWN + seconds * self.slowness) / t.rules.timing.tick_ms)

    def ticks(self, t: WinkTable, median: float) -> int:
        """How long eyes rest, in ticks."""
        return in_ticks(t, median * self.uneven() * self.slowness)

    def uneven(self) -> float:
        """Around 1, skewed to the right as people's times are (log-normal)."""
        one = (1 + self.rng.below(1 << 16)) / (1 << 16)
        other = self.rng.below(1 << 16) / (1 << 16)
        return exp(SKEW * sqrt(-2.0 * log(one)) * cos(2.0 * pi * other))


def asked(t: WinkTable, me: int) -> str:
    """What the seat is asked, "" for nothing."""
    return t.stack[-1].ask if t.asked >> me & 1 else ""


def in_ticks(t: WinkTable, seconds: float) -> int:
    return max(1, int(1000.0 * seconds / t.rules.timing.tick_ms))
