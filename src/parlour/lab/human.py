"""A model of a person at a table of Wink, to measure bots against.

Reactions of 0.8 s, one place to look at, ordinary judgement: it looks round face by face, goes back
to a caller it has to wink at, winks when that caller looks back and it notices nobody else, and
accuses and names whom it saw wink.  It shares the rules' tables with the bots and no judgement.
"""

from typing import ClassVar, Final, TypeVar

import parlour
from parlour.bots import PolicyBot, weights_of
from parlour.core.decision import FIRST_OFFER, pack, packed
from parlour.core.ids import NO_CHOICE, ChoiceId, as_card
from parlour.core.policy import AnyPolicy, Player
from parlour.core.rng import Rng
from parlour.core.seats import NO_ONE
from parlour.games.wink.beliefs import duties, holders, known_holder, may_accuse, meets, on
from parlour.games.wink.glances import DONE, Glances
from parlour.games.wink.kinds import ACCUSE, CROWD, LOOK, WINK
from parlour.games.wink.state import WinkTable
from parlour.games.wink.turn import PASS, Name

Item = TypeVar("Item")

REACTION: Final = (0.6, 0.8, 0.8, 1.0, 1.4)
FIXATION: Final = (0.5, 0.75, 1.0, 1.5, 2.5)
THOUGHT: Final = (1.5, 2.0, 2.5, 3.5, 6.0)
"""Seconds, each equally likely."""

NOTICED: Final = 0.6
"""How often a head on oneself is noticed while one looks at somebody."""

DUTIFUL: Final = 0.4
"""How often the next look goes to a caller one has to wink at."""

CURIOUS: Final = 0.4
"""How often it goes to one of those who look back, else to one of two who face each other."""


class Person(Player):
    timely: ClassVar[bool] = True

    def __init__(self, policy: AnyPolicy, rng: Rng) -> None:
        super().__init__(policy, rng)
        self.meant = NO_CHOICE
        self.due = 0
        self.gaze = CROWD
        self.until = 0
        self.watched = False
        self.question = (NO_ONE, "")
        self.answer_at = 0

    def pick(self, t: WinkTable, seat: int) -> ChoiceId | None:
        if t.is_live():
            return self.live(t, seat)
        accusation = self.accusation(t, seat)
        if accusation != NO_CHOICE:
            return accusation
        if not t.asked >> seat & 1:
            return None
        return self.glance(t, seat) if isinstance(t.stack[-1], Glances) else self.answer(t, seat)

    # --- judgement --------------------------------------------------------------------------

    def accusation(self, t: WinkTable, me: int) -> ChoiceId:
        """Whoever was seen winking for a number that is called."""
        for caller in range(t.players):
            if may_accuse(t, me, caller):
                target = known_holder(t, me, t.links[caller])
                if target != NO_ONE:
                    return ChoiceId(FIRST_OFFER + ACCUSE + pack(t.links[caller], target))
        return NO_CHOICE

    def answer(self, t: WinkTable, me: int) -> ChoiceId:
        choices = [choice for choice in t.choices(me) if choice < FIRST_OFFER]
        if isinstance(t.stack[-1], Name):
            held = holders(t, me, t.links[me])
            sure = [choice for choice in choices if choice != me and held[choice] > 0.99]
            return sure[0] if sure else ChoiceId(me)
        called = [choice for choice in choices if choice != PASS]
        known = [c for c in called if known_holder(t, me, as_card(c)) != NO_ONE]
        return self.any(known or choices)

    def next_face(self, t: WinkTable, me: int) -> int:
        owed = duties(t, me)
        if owed and self.often(DUTIFUL):
            return self.any(owed)
        others = [seat for seat in range(t.players) if seat not in (me, self.gaze)]
        looking_back = [seat for seat in others if on(t, seat, me)]
        if looking_back and self.often(CURIOUS):
            return self.any(looking_back)
        pairs = [seat for seat in others if self.in_pair(t, me, seat)]
        return self.any(pairs if pairs and self.often(CURIOUS) else others)

    def in_pair(self, t: WinkTable, me: int, seat: int) -> bool:
        """Whether this head and that of somebody who has called point at each other."""
        other = t.bodies[seat].head
        return 0 <= other < t.players and other != me and on(t, other, seat) and t.links[other] > 0

    def glance(self, t: WinkTable, me: int) -> ChoiceId:
        """By turns: a wink at a caller whose head is here, if no other is; else a look."""
        choices = t.choices(me)
        if choices[0] == DONE:
            return DONE
        for caller in duties(t, me):
            wink: ChoiceId = packed(caller, WINK)
            if t.plans[me] or wink not in choices or not on(t, caller, me):
                continue
            if not self.notices(t, me, caller):
                return wink
        look = packed(self.next_face(t, me), LOOK)
        return look if look in choices else choices[0]

    def notices(self, t: WinkTable, me: int, caller: int) -> bool:
        heads = [seat for seat in range(t.players) if seat not in (me, caller) and on(t, seat, me)]
        return any(self.often(NOTICED) for _ in heads)

    # --- live -------------------------------------------------------------------------------

    def live(self, t: WinkTable, me: int) -> ChoiceId | None:
        now = t.tick_number
        if t.bodies[me].gaze() != self.gaze:
            self.gaze = t.bodies[me].gaze()
            self.until = now + self.ticks(t, FIXATION)
            self.watched = False
        if self.meant != NO_CHOICE:
            if now < self.due:
                return None
            meant, self.meant = self.meant, NO_CHOICE
            return meant if meant in t.choices(me) else None
        if t.asked >> me & 1:
            if self.question != (t.turn, t.stack[-1].ask):
                self.question = (t.turn, t.stack[-1].ask)
                self.answer_at = now + self.ticks(t, THOUGHT)
            if now >= self.answer_at:
                self.question = (NO_ONE, "")
                return self.answer(t, me)
        return self.react(t, me, now)

    def react(self, t: WinkTable, me: int, now: int) -> ChoiceId | None:
        found = self.accusation(t, me)
        for caller in duties(t, me):
            if found == NO_CHOICE and meets(t, me, caller) and not self.watched:
                self.watched = self.notices(t, me, caller)
                if not self.watched:
                    found = ChoiceId(FIRST_OFFER + packed(caller, WINK))
        if found != NO_CHOICE:
            self.meant, self.due = found, now + self.ticks(t, REACTION)
        elif now >= self.until:
            look = ChoiceId(FIRST_OFFER + packed(self.next_face(t, me), LOOK))
            return look if look in t.choices(me) else None
        return None

    # --- chance -----------------------------------------------------------------------------

    def ticks(self, t: WinkTable, times: tuple[float, ...]) -> int:
        return max(1, int(1000 * self.any(list(times)) / t.rules.timing.tick_ms))

    def any(self, items: list[Item]) -> Item:
        return items[self.rng.below(len(items))]

    def often(self, chance: float) -> bool:
        return self.rng.below(1000) < 1000 * chance


def person(rng: Rng) -> PolicyBot:
    """Plays a seat in simulations like any bot."""
    game = parlour.game("wink")
    assert game.policy is not None
    return PolicyBot(game, game.policy(weights_of(game, "normal")), rng, Person)
