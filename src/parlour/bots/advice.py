"""What a good player would choose and why, from what a seat sees: hints, and replays afterwards.

A hint is a hard bot's choice; the reason for it is the room's own, where its policy knows one.
"""

from typing import Any, Final, Literal

import msgspec

from parlour.bots.levels import weights_of
from parlour.bots.search import Budget, Considered, SearchBot
from parlour.bots.thinking import unpacked
from parlour.core.decision import FIRST_OFFER, Decision
from parlour.core.errors import Facts
from parlour.core.game import Game
from parlour.core.policy import AnyPolicy
from parlour.core.rng import Rng
from parlour.core.words import Speaker
from parlour.games import game as find_game

Margin = Literal["only", "clear", "slight", "even", "wait"]
ONLY: Final[Margin] = "only"
CLEAR: Final = 3.0
SLIGHT: Final = 1.0
"""In standard errors: what is behind by less than this is about as good."""
CLEAR_SHARE: Final = 0.2
SLIGHT_SHARE: Final = 0.04
"""Of what lies between the best and the worst choice, where nothing was played out."""


class Advice(msgspec.Struct, frozen=True):
    """A hint.  `choice`: its text, empty to do nothing; `instead`: the next best, if there is one.

    `margin`: by how much it is better.  `reason`: a key of the room's `hints`, with its facts.
    """

    choice: str
    brief: str
    instead: str
    instead_brief: str
    margin: Margin
    reason: str
    facts: Facts


class Worth(msgspec.Struct, frozen=True):
    """A choice as a bot weighs it.  `worth`: in the room's own units, as its policy says.

    `chance`: of victory, by play-outs; null where it was not tried.
    """

    text: str
    brief: str
    worth: float
    chance: float | None = None


NOTHING: Final = Advice("", "", "", "", "wait", "", {})


def policy_of(game: Game) -> AnyPolicy | None:
    """What hints and explanations go by: the policy of a sound player."""
    return game.policy(weights_of(game, "normal")) if game.policy is not None else None


def advise(game: str, seed: int, view: bytes, seat: int, budget: Budget) -> Advice | None:
    """A hint for a seat that may answer something; None if the game's bots cannot give any."""
    room = find_game(game)
    policy = policy_of(room)
    seen, decision = unpacked(room, view, seat)
    if policy is None or decision is None:
        return None
    t = room.mind(seen).template
    ids = t.choices(seat)
    texts = {id: t.choice(seat, id).text for id in ids}
    favourite = policy.prefer(ids, policy.weigh(t, seat, ids), Rng(seed))
    if favourite is None:
        return NOTHING
    order, margin = [texts[favourite]], ONLY
    if favourite < FIRST_OFFER and len(ids) > 1:
        given = budget if policy.searches else Budget(playouts=0)
        tried = SearchBot(room, policy, Rng(seed), given).consider(seen, decision)
        same = brief(decision, tried[0].text)  # to people all of these are one choice
        others = [one for one in tried[1:] if brief(decision, one.text) != same]
        order, margin = ranked([tried[0], *others])
    best = next(id for id, text in texts.items() if text == order[0])
    second = order[1] if len(order) > 1 else ""
    reason, facts = policy.reason(t, seat, best)
    return Advice(
        order[0], brief(decision, order[0]), second, brief(decision, second), margin, reason, facts
    )


def brief(decision: Decision, text: str) -> str:
    return next((one.brief for one in decision.choices if one.text == text), "")


def ranked(tried: list[Considered]) -> tuple[list[str], Margin]:
    """The best and the next, and how far they are apart."""
    first, *others = tried
    if not others:
        return [first.text], "only"
    if min(one.playouts for one in tried) < 2:
        return [first.text, others[0].text], by_worth([one.worth for one in tried])
    other = max(others, key=lambda one: one.mean)
    error = max(1e-6, (first.error**2 + other.error**2) ** 0.5)
    gap = (first.mean - other.mean) / error
    return [
        first.text,
        other.text,
    ], "clear" if gap > CLEAR else "slight" if gap > SLIGHT else "even"


def by_worth(worths: list[float]) -> Margin:
    first, second, least = worths[0], worths[1], min(worths)
    share = (first - second) / max(1e-9, first - least)
    return "clear" if share > CLEAR_SHARE else "slight" if share > SLIGHT_SHARE else "even"


def sentence(advice: Advice, speaker: Speaker) -> str:
    """A hint in words, for those who type their choices; a page has words of its own for them."""
    said = {"choice": advice.brief, "other": advice.instead_brief}
    told = [speaker.sentence(f"advice.{advice.margin}", {}, said)]
    if advice.reason:
        told.append(speaker.sentence(f"hints.{advice.reason}", advice.facts))
    return " ".join(told)


# --- afterwards -----------------------------------------------------------------------------


def weighed(game: Game, view: Any, seat: int, chosen: str) -> list[Worth]:
    """What each choice of this moment was worth to the seat, the best first.

    A standing offer takes nothing from what is asked: one may look at somebody and call as well.
    So what was chosen is told among its like, offers or answers, and not beside the others.
    """
    policy = policy_of(game)
    if policy is None:
        return []
    t = game.mind(view).template
    choices = [t.choice(seat, id) for id in t.choices(seat)]
    offers = {c.is_offer for c in choices if c.text == chosen}
    like = [c for c in choices if c.is_offer in offers]
    worths = policy.weigh(t, seat, [c.id for c in like]) if like else []
    found = [Worth(c.text, c.brief, w) for c, w in zip(like, worths, strict=True)]
    return sorted(found, key=lambda one: -one.worth)


def beliefs(game: Game, view: Any, seat: int) -> list[dict[str, float]] | None:
    """For each seat how likely it hides what, as this seat must see it."""
    policy = policy_of(game)
    return None if policy is None else policy.beliefs(game.mind(view).template, seat)
