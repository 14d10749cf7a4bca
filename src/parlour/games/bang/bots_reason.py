"""Why a bot would do it, for people who ask for a hint: keys of `hints` in the room's texts."""

from typing import Any, Final

from parlour.core.decision import FIRST_OFFER, unpack_card
from parlour.core.frame import Frame
from parlour.core.ids import ChoiceId
from parlour.core.policy import NO_REASON, Reason
from parlour.games.bang.basic.bang import Shot
from parlour.games.bang.basic.barrel import TRY_BARREL
from parlour.games.bang.basic.draws import PutBack
from parlour.games.bang.bots_standing import Standing
from parlour.games.bang.frames import Threat
from parlour.games.bang.kinds import AT_NONE, DEPUTY, OUTLAW, PASS, RENEGADE, SHERIFF
from parlour.games.bang.turn import Discard, Play
from parlour.games.bang.wounds import Dying

LIKELY: Final = 0.6
"""From this chance on somebody is taken for an enemy."""
BROWN: Final = {
    "gatling": "crowd",
    "indians": "crowd",
    "beer": "drink",
    "saloon": "saloon",
    "general_store": "store",
}


def reason(s: Standing, top: Frame[Any], choice: ChoiceId) -> Reason:
    if choice >= FIRST_OFFER:
        return "pair", {}
    if isinstance(top, Play):
        return of_play(s, choice)
    if isinstance(top, (Shot, Threat)):
        return (of_hit(s, top) if choice == PASS else of_answer(choice)), {}
    if isinstance(top, Dying):
        return ("" if choice == PASS else "rescue"), {}
    if isinstance(top, (Discard, PutBack)):
        return "least", {}
    return NO_REASON


def of_hit(s: Standing, top: Frame[Any]) -> str:
    """Why to be hit: to save a defence for later there must be one, and a later."""
    if isinstance(top, Shot) and len(s.t.dodging(s.me)) < top.needed:
        return "helpless"
    return "take" if s.t.life[s.me] > 1 else ""


def of_answer(choice: ChoiceId) -> str:
    return "barrel" if choice == TRY_BARREL else "dodge"


def of_play(s: Standing, choice: ChoiceId) -> Reason:
    if choice == PASS:
        return "end", {}
    card, target = unpack_card(choice)
    kind = s.t.who[s.me].reads(s.t, s.t.rules.kinds[card])
    if target == s.me:
        return "rid", {}
    if target != AT_NONE:
        return whom(s, target), {"target": target}
    if s.t.rules.reach[card]:
        return ("volcanic" if s.t.rules.unlimited[card] else "farther"), {}
    if kind.blue:
        return ("dynamite" if kind.name == "dynamite" else "lasting"), {}
    return BROWN.get(kind.name, "cards"), {}


def whom(s: Standing, target: int) -> str:
    """Why this one."""
    if s.t.rules.three:
        return "hunted" if s.enmity[target] == s.n.quarry else "rival"
    if s.role == OUTLAW and s.t.roles[target] == SHERIFF:
        return "sheriff"
    if s.role == RENEGADE:
        return "duel" if len(s.t.ring) == 2 else "balance"
    if s.t.life[target] == 1:
        return "last_life"
    chance = s.chance[target]
    against = chance[SHERIFF] + chance[DEPUTY] if s.role == OUTLAW else 1.0 - chance[DEPUTY]
    return "foe" if against >= LIKELY else "stranger"
