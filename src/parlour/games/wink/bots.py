"""How bots play Wink.

A contact waits until the caller's eyes meet theirs while no other head is on them, and grows bolder
as the round runs out.  A caller looks for faces that look back.  Everybody looks round among those
who may have something to hide, at callers too, so that a head on a caller means little.  Only what
was seen, or what nobody else can hold, is worth a card of counter-intelligence.
"""

from typing import ClassVar, Final, final

from parlour.core.decision import FIRST_OFFER, pack, unpack, unpack_card
from parlour.core.ids import NO_CHOICE, CardId, ChoiceId, as_card
from parlour.core.policy import NO_REASON, Policy, Reason, Weights
from parlour.core.seats import NO_ONE
from parlour.games.wink.beliefs import (
    answered,
    balanced,
    duties,
    elapsed,
    faced,
    holders,
    known_holder,
    may_accuse,
    meets,
    on,
)
from parlour.games.wink.glances import DONE, Glances
from parlour.games.wink.kinds import ACCUSE, CROWD, LOOK, NO_NUMBER, WINK
from parlour.games.wink.state import WinkTable
from parlour.games.wink.turn import PASS, Name

NEVER: Final = -9.0
"""The worth of what a bot does not do."""

SIGNAL: Final = 10.0
"""A wink that is worth giving comes before any look."""


@final
class WinkPolicy(Policy[WinkTable]):
    """The numbers stand in `bots.toml`, which says what each is."""

    searches: ClassVar[bool] = False

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        self.sure: Final = weights["sure"]
        self.guess: Final = weights["guess"]
        self.heads: Final = weights["heads"]
        self.vain: Final = weights["vain"]
        self.balance: Final = int(weights["balance"])
        self.caught: Final = weights["caught"]
        self.reserve: Final = weights["reserve"]
        self.facing: Final = weights["facing"]
        self.watcher: Final = weights["watcher"]
        self.passing: Final = weights["passing"]
        self.roam: Final = weights["roam"]
        self.seek: Final = weights["seek"]
        self.hunt: Final = weights["hunt"]
        self.back: Final = weights["back"]
        self.spy: Final = weights["spy"]
        self.again: Final = weights["again"]
        self.wait: Final = weights["wait"]
        self.decoy: Final = weights["decoy"]
        self.overlook: Final = weights["overlook"]
        self.dwell: Final = weights["dwell"]
        self.linger: Final = weights["linger"]
        self.reaction: Final = weights["reaction"]
        self.thought: Final = weights["thought"]

    def weigh(self, t: WinkTable, seat: int, choices: list[ChoiceId]) -> list[float]:
        """Looks are weighed beyond staying as one is, where time passes by itself."""
        looks = t.is_live() or isinstance(t.stack[-1], Glances)
        faces = self.faces(t, seat) if looks else []
        staying = self.look(t, seat, faces, t.bodies[seat].gaze()) if looks else 0.0
        return [self.worth(t, seat, choice, faces, staying) for choice in choices]

    def worth(
        self, t: WinkTable, me: int, choice: ChoiceId, faces: list[float], staying: float
    ) -> float:
        if choice >= FIRST_OFFER + ACCUSE:
            number, target = unpack_card(ChoiceId(choice - FIRST_OFFER - ACCUSE))
            return self.believed(t, me, number)[target] - self.sure
        if choice >= FIRST_OFFER:
            return self.glance(t, me, ChoiceId(choice - FIRST_OFFER), faces) - 2.0 * staying
        top = t.stack[-1]
        if isinstance(top, Glances):
            return 0.0 if choice == DONE else self.glance(t, me, choice, faces)
        if isinstance(top, Name):
            return self.guess if choice == me else self.believed(t, me, t.links[me])[choice]
        return 0.0 if choice == PASS else self.call(t, me, as_card(choice))

    # --- beliefs ----------------------------------------------------------------------------

    def believed(self, t: WinkTable, me: int, number: CardId) -> list[float]:
        """How likely each seat holds the number, looks and all."""
        cards = balanced(t, me, number, self.balance) if self.balance else holders(t, me, number)
        caller = t.caller(number)
        if caller == NO_ONE or not t.rules.timing.ticks or known_holder(t, me, number) != NO_ONE:
            return cards
        timing, total = t.rules.timing, 0.0
        second = float(timing.wink + timing.turn)
        for s in range(t.players):
            cards[s] *= 1.0 + self.heads * faced(t, caller, s)
            if caller == me:  # whom I watched would have winked
                cards[s] *= self.vain ** (t.watched[me * t.players + s] / second)
            total += cards[s]
        return [share / total for share in cards] if total else cards

    def accusation(self, t: WinkTable, me: int) -> ChoiceId:
        """The surest, as an offer; NO_CHOICE if none is sure enough."""
        found, most = NO_CHOICE, self.sure
        for caller in range(t.players):
            if not may_accuse(t, me, caller):
                continue
            held = self.believed(t, me, t.links[caller])
            for s in range(t.players):
                if held[s] > most:
                    most = held[s]
                    found = ChoiceId(FIRST_OFFER + ACCUSE + pack(t.links[caller], s))
        return found

    # --- turns ------------------------------------------------------------------------------

    def call(self, t: WinkTable, me: int, number: CardId) -> float:
        """A card whose holder I know is a sure point, unless the whole table knows as well."""
        left = t.players - (t.lacks[number] | 1 << me).bit_count()
        plain = left <= 1 or number in t.admitted
        exposed = 1.0 if plain else min(1.0, (1.7 / left) ** 2)
        return 0.2 + max(holders(t, me, number)) * (1.0 - 0.8 * exposed) - 0.2 * exposed

    # --- glances ----------------------------------------------------------------------------

    def glance(self, t: WinkTable, me: int, glance: ChoiceId, faces: list[float]) -> float:
        target, manner = unpack(glance)
        if manner == WINK:
            worth = self.wink(t, me, target, 0)
            return SIGNAL + worth if worth > 0 else NEVER
        return self.look(t, me, faces, target) if manner == LOOK else 0.0

    def look(self, t: WinkTable, me: int, faces: list[float], target: int) -> float:
        """By turns a face that looks back is kept, any other is less interesting once planned."""
        if not 0 <= target < t.players or target == CROWD:
            return 0.0
        worth = faces[target]
        if not t.is_live() and self.keeps(t, me, target):
            return worth * self.linger
        for planned_glance in t.plans[me]:
            if unpack(planned_glance)[0] == target:
                worth *= self.again
        return worth

    def keeps(self, t: WinkTable, me: int, face: int) -> bool:
        """Whether a head that points at mine may have to tell me something, or waits for me."""
        if not on(t, face, me) or not on(t, me, face):
            return False
        number = t.links[me]
        seeks = number != NO_NUMBER and known_holder(t, me, number) == NO_ONE
        return (seeks and not t.lacks[number] >> face & 1) or face in duties(t, me)

    def faces(self, t: WinkTable, me: int) -> list[float]:
        """What there may be to see on each face, and how much I want to be seen looking there."""
        worth = [self.roam] * t.players
        worth[me] = 0.0
        for caller in range(t.players):
            number = t.links[caller]
            if not number:
                continue
            if caller != me:
                worth[caller] += self.decoy
            if (caller == me or may_accuse(t, me, caller)) and (
                known_holder(t, me, number) == NO_ONE
            ):
                self.suspect(t, me, caller, worth)
        for caller in duties(t, me):
            eager = 2.0 if on(t, caller, me) else 1.0
            worth[caller] += self.wait * eager * (0.5 + elapsed(t, caller))
        return worth

    def suspect(self, t: WinkTable, me: int, caller: int, worth: list[float]) -> None:
        """Whoever may hold the number, more so if head points at head."""
        held = self.believed(t, me, t.links[caller])
        weight = self.seek if caller == me else self.hunt
        for s in range(t.players):
            if held[s] > 0.0:
                more = 1.0
                if on(t, s, caller):
                    spied = self.spy * (2.0 if on(t, caller, s) else 1.0)
                    more += self.back if caller == me else spied
                worth[s] += weight * held[s] * more

    def wink(self, t: WinkTable, me: int, caller: int, overlooked: int) -> float:
        """The caller should look, and nobody else who could accuse; in good time one can wait."""
        if answered(t, me, caller):
            return NEVER
        unseen = 1.0
        for s in range(t.players):
            if s not in (me, caller) and t.cards[s]:
                watches = on(t, s, me) and not overlooked >> s & 1
                unseen *= 1.0 - self.looking(t, me, self.watcher if watches else 0.0)
        sees = self.looking(t, me, self.facing if on(t, caller, me) else 0.0)
        patience = 0.0  # by turns there are few such moments
        if t.is_live():
            sees = 1.0 if meets(t, me, caller) else 0.0
            patience = self.reserve * (1.0 - elapsed(t, caller))
        for given in t.plans[me]:
            if unpack(given) == (caller, WINK):
                sees *= 0.5  # it may have been seen by then
        return sees - self.caught * (1.0 - unseen) - patience

    def looking(self, t: WinkTable, me: int, stays: float) -> float:
        """How likely somebody looks at me in the tick to come; `stays`: where the head is now."""
        return max(self.passing / (t.players - 1), stays ** (1 + len(t.plans[me])))

    # --- what speaks for a choice -----------------------------------------------------------

    def reason(self, t: WinkTable, seat: int, choice: ChoiceId) -> Reason:
        if choice >= FIRST_OFFER + ACCUSE:
            return "accuse", {"target": unpack_card(ChoiceId(choice - FIRST_OFFER - ACCUSE))[1]}
        if choice >= FIRST_OFFER:
            return self.why_glance(t, seat, ChoiceId(choice - FIRST_OFFER))
        top = t.stack[-1]
        if isinstance(top, Glances):
            return ("rest", {}) if choice == DONE else self.why_glance(t, seat, choice)
        if isinstance(top, Name):
            return ("unsure", {}) if choice == seat else ("name", {"target": choice})
        if choice == PASS:
            return NO_REASON
        known = known_holder(t, seat, as_card(choice)) != NO_ONE
        return ("known" if known else "many"), {}

    def why_glance(self, t: WinkTable, me: int, glance: ChoiceId) -> Reason:
        """What there is to see on a face, or who is to see mine."""
        target, manner = unpack(glance)
        if manner == WINK:
            return "wink", {"target": target}
        if manner != LOOK or not 0 <= target < t.players:
            return "rest", {}
        if target in duties(t, me):
            return "duty", {"target": target}
        number = t.links[me]
        if number != NO_NUMBER and self.believed(t, me, number)[target] > 0.0:
            return "seek", {"target": target}
        hunted = [s for s in range(t.players) if t.links[s] and may_accuse(t, me, s)]
        spied = any(self.believed(t, me, t.links[s])[target] > 0.0 for s in hunted)
        return ("spy", {"target": target}) if spied else ("roam", {})

    # --- what a table is worth --------------------------------------------------------------

    def value(self, t: WinkTable, seat: int) -> float:
        """How far ahead of the best of the others."""
        scores = t.scores()
        rival = max([scores[s] for s in range(t.players) if s != seat])
        lead = (scores[seat] - rival) / 4.0
        return 0.5 + lead / (2.0 * (1.0 + abs(lead)))
