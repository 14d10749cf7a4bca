"""A heuristic player of Wink.  It sees what its seat sees, and believes what that proves.

Who can hold a number follows from what was said aloud and from the winks it saw; among those left,
a head that hangs on the caller makes a contact likelier, a face watched in vain less likely.
"""

from typing import Final, final

from parlour.core.decision import Choice, Decision
from parlour.core.rng import Rng
from parlour.games.wink.view import WinkView

SURE: Final = 0.6
"""How likely an accusation must be right: it wins two points and costs one."""

FACING: Final = 0.55
"""How likely a head that points at somebody still does so in the coming tick, eyes and all."""

GLANCING: Final = 0.12
"""How likely any other head happens to."""

WINKING: Final = 0.35
"""How likely a contact whose head is on the caller winks in a tick."""

EAGER: Final = 0.08
"""How likely a contact who looks elsewhere does."""

IN_VAIN: Final = 0.88
"""What is left of a suspicion after each tick of watching a face that does not wink."""

CAUGHT: Final = 0.9
"""What it costs to be seen winking by a third."""


@final
class WinkBot:
    """Level `heuristic`."""

    def __init__(self, rng: Rng) -> None:
        self.rng: Final = rng

    def choose(self, view: WinkView, decision: Decision) -> Choice | None:
        me = decision.seat
        accusation = best_accusation(view, me, decision)
        if accusation is not None:
            return accusation
        if decision.ask == "name":
            return self.best(view, decision, judged_names(view, me, decision))
        if decision.ask == "call":
            return self.best(view, decision, judged_calls(view, me, decision))
        if decision.ask == "glance":
            return self.best(view, decision, judged_glances(view, me, decision))
        return self.live_glance(view, decision) if view.pace == "live" else None

    def best(self, view: WinkView, decision: Decision, worth: list[float]) -> Choice:
        """The best, shaken a little, so that nobody can set a watch by it."""
        shaken = [(w * (60 + self.rng.below(81)) + self.rng.below(9) / 10) for w in worth]
        return decision.choices[shaken.index(max(shaken))]

    def live_glance(self, view: WinkView, decision: Decision) -> Choice | None:
        """A glance for the next tick, if it beats staying as one is."""
        worth = judged_glances(view, decision.seat, decision)
        if not worth or self.rng.below(3):
            return None
        choice = self.best(view, decision, worth)
        found = worth[decision.choices.index(choice)]
        return choice if found > 1.3 * staying(view, decision.seat) + 0.02 else None


# --- beliefs --------------------------------------------------------------------------------


def suspects(view: WinkView, me: int, number: int) -> list[float]:
    """For each seat, how likely it holds the number.  Adds up to 1, or to 0 if I hold it."""
    card = f"c{number}"
    for seat in range(view.players):
        if card in view.hands[seat]:
            return [float(s == seat and s != me) for s in range(view.players)]
    weights = [float(view.hands[s].count("?")) for s in range(view.players)]
    for seat in range(view.players):
        if seat == me or number in view.lacks[seat]:
            weights[seat] = 0.0
    if number in view.links and view.attention:
        weigh_looks(view, me, view.links.index(number), weights)
    total = sum(weights)
    return [w / total for w in weights] if total else weights


def weigh_looks(view: WinkView, me: int, caller: int, weights: list[float]) -> None:
    """A contact must look at the caller.  Whom I have watched since my call would have winked."""
    looks = view.attention[caller]
    for seat in range(view.players):
        weights[seat] *= 1.0 + 0.12 * min(looks[seat], 6)
        if caller == me:
            weights[seat] *= IN_VAIN ** min(view.watched[me][seat], 12)


# --- turns ----------------------------------------------------------------------------------


def best_accusation(view: WinkView, me: int, decision: Decision) -> Choice | None:
    """The likeliest, if it is likely enough."""
    best, found = SURE, None
    believed: dict[int, list[float]] = {}
    for choice in decision.choices:
        if not choice.is_offer or not choice.text.startswith("accuse:"):
            continue
        number, target = numbers_in(choice.text)
        if number not in believed:
            believed[number] = suspects(view, me, number)
        if believed[number][target] >= best:
            best, found = believed[number][target], choice
    return found


def numbers_in(text: str) -> tuple[int, int]:
    """`accuse:12@3` as (12, 3)."""
    number, _, target = text.partition(":")[2].partition("@")
    return int(number), int(target)


def judged_names(view: WinkView, me: int, decision: Decision) -> list[float]:
    """A wrong name costs nothing but the card, so even a guess is better than none."""
    held = suspects(view, me, view.links[me])
    worth: list[float] = []
    for choice in decision.choices:
        named = choice.text.startswith("name@")
        worth.append(held[int(choice.text[5:])] ** 2 if named else 0.0)
    return worth


def judged_calls(view: WinkView, me: int, decision: Decision) -> list[float]:
    """A card whose holder I know is a sure point, unless the whole table knows as well."""
    worth: list[float] = []
    for choice in decision.choices:
        if not choice.text.startswith("call@"):
            worth.append(0.01 if choice.text == "pass" else 0.0)
            continue
        number = int(choice.text[5:])
        lacking = sum([number in view.lacks[s] for s in range(view.players)])
        others = view.players - lacking - (number not in view.lacks[me])
        known = max(suspects(view, me, number))
        exposed = 1.0 if others <= 1 or number in view.admitted else 0.25 * lacking / view.players
        worth.append(0.2 + known * (1.0 - 0.8 * exposed))
    return worth


# --- glances --------------------------------------------------------------------------------


def judged_glances(view: WinkView, me: int, decision: Decision) -> list[float]:
    """What each glance may bring; below zero for what is no glance."""
    faces = judged_faces(view, me)
    worth: list[float] = []
    for choice in decision.choices:
        manner, _, place = choice.text.partition("@")
        if manner == "look":
            worth.append(faces[int(place)] if place != "crowd" else 0.01)
        elif manner == "lower":
            worth.append(0.02)
        elif manner == "wink":
            worth.append(max(0.0, judged_wink(view, me, int(place))))
        else:
            worth.append(0.0)
    return worth


def staying(view: WinkView, me: int) -> float:
    """What the present glance may bring in the next tick."""
    gaze = view.gazes[me]
    return judged_faces(view, me)[gaze] if isinstance(gaze, int) else 0.01


def judged_faces(view: WinkView, me: int) -> list[float]:
    """What there may be to see on each face in the coming tick."""
    worth = [0.03] * view.players
    for caller in range(view.players):
        number = view.links[caller]
        if not number or (caller != me and not hunts(view, me, caller)):
            continue
        held = suspects(view, me, number)
        if max(held) > SURE:  # nothing left to find out
            continue
        for seat in range(view.players):
            on_caller = view.heads[seat] == caller
            worth[seat] += held[seat] * (WINKING if on_caller else EAGER)
    for caller in view.contacts:  # a contact should be seen waiting, but not for long
        if not answered(view, me, caller):
            worth[caller] += 0.05
    return worth


def hunts(view: WinkView, me: int, caller: int) -> bool:
    """Whether I could accuse on this link."""
    barred = view.closed[caller] if view.closed else []
    return view.cards[me] > 0 and me not in barred and caller not in view.contacts


def answered(view: WinkView, me: int, caller: int) -> bool:
    """Whether I know that this caller has seen me wink for the number."""
    number = view.links[caller]
    return any(w.seat == me and w.number == number and caller in w.seen for w in view.winks)


def judged_wink(view: WinkView, me: int, caller: int) -> float:
    """The caller should look, and nobody else who could accuse."""
    if answered(view, me, caller):
        return -1.0
    unseen = 1.0
    for seat in range(view.players):
        if seat not in (me, caller) and view.cards[seat] > 0:
            unseen *= 1.0 - looks_at(view, seat, me)
    again = view.plans[me].count(f"wink@{caller}") if view.plans else 0
    return looks_at(view, caller, me) + 0.1 - CAUGHT * (1.0 - unseen) * 0.6 - 0.1 * again


def looks_at(view: WinkView, seat: int, target: int) -> float:
    if view.gazes[seat] == target:
        return FACING + 0.2
    if view.gazes[seat] is not None and view.heads[seat] == target:
        return GLANCING  # I see that the eyes are elsewhere
    return FACING if view.heads[seat] == target else GLANCING
