"""Phase 2 as bots see it: the worth of each play; to end the turn is worth nothing."""

from typing import Final

from parlour.core.decision import unpack_card
from parlour.core.ids import CardId, ChoiceId
from parlour.core.seats import listed
from parlour.games.bang.bots_standing import Standing
from parlour.games.bang.kinds import AT_NONE, PASS

UNWISE: Final = -1.0
"""Worse than to end the turn; a beginner may do it."""
NEVER: Final = -20.0
"""Nobody does."""


def play(s: Standing, choice: ChoiceId) -> float:
    if choice == PASS:
        return 0.0
    card, target = unpack_card(choice)
    kind = s.t.who[s.me].reads(s.t, s.t.rules.kinds[card])
    name = kind.name
    if target != AT_NONE:
        return own_table(s, name) if target == s.me else aimed(s, name, target)
    if s.t.rules.reach[card]:
        return weapon(s, card)
    if kind.blue:
        return dynamite(s) if name == "dynamite" else s.n.play["blue"]
    return brown(s, name)


def brown(s: Standing, name: str) -> float:
    if name in ("gatling", "indians"):
        return crowd(s, name)
    if name == "beer":
        return beer(s)
    if name == "saloon":
        return saloon(s)
    worth = s.n.play.get(name, s.n.ordinary)
    return worth - s.n.store_foes * s.foes() if name == "general_store" else worth


def crowd(s: Standing, name: str) -> float:
    """Everybody else is hit, friends too."""
    total = 0.0
    for seat in s.others:
        total += s.blow(seat) * (s.hits(seat, 1) if name == "gatling" else answers(s, seat))
    return s.n.crowd * total


def answers(s: Standing, seat: int) -> float:
    """How likely this seat has no BANG! against Indians!."""
    has = s.n.has_bang * (1.5 if s.t.who[seat].both else 1.0)
    none = 1.0
    for _ in range(len(s.t.hands[seat])):
        none *= 1.0 - has
    return s.n.sure + (1.0 - s.n.sure) * none


def beer(s: Standing) -> float:
    """Useless with two left.  It helps the dying as well, so it need not be drunk at once."""
    t, me = s.t, s.me
    if not s.missing(me) or len(t.ring) == 2:
        return NEVER
    crammed = len(t.hands[me]) > t.life[me]
    return s.n.drink if crammed or t.life[me] == 1 else s.n.drink_early


def saloon(s: Standing) -> float:
    gain = 1.5 * s.missing(s.me) - 0.1
    for seat in s.others:
        gain -= s.enmity[seat] * s.missing(seat)
    return gain


def weapon(s: Standing, card: CardId) -> float:
    """Farther is better; Volcanic, if there are shots for it and an enemy beside me."""
    t, rules = s.t, s.t.rules
    if rules.unlimited[card]:
        spare = s.bangs() >= 2 and not t.who[s.me].unlimited
        if spare and enemy_beside(s):
            return s.n.play["volcanic"]
        return 3.0 if s.reach == 1 and not armed(s) else NEVER
    if s.lies("volcanic") and s.bangs() >= 2:
        return NEVER
    return s.n.play["weapon"] if rules.reach[card] > s.reach else NEVER


def enemy_beside(s: Standing) -> bool:
    wary = s.wary()
    return any(s.enmity[seat] > wary for seat in listed(s.t.within(s.me, 1)))


def armed(s: Standing) -> bool:
    return any(s.t.rules.reach[card] for card in s.t.front[s.me])


def dynamite(s: Standing) -> float:
    """It goes round: good for those who have more enemies than friends, and life to lose."""
    return 0.5 if s.foes() > s.n.dynamite and s.t.life[s.me] >= 3 else UNWISE


def own_table(s: Standing, name: str) -> float:
    """Only to be rid of Dynamite or of Jail."""
    burden = False
    for card in s.t.front[s.me]:
        burden = burden or s.t.rules.kinds[card].checked
    return 3.5 if burden and name in ("panic", "cat_balou") else -5.0


def aimed(s: Standing, name: str, seat: int) -> float:
    enmity = s.enmity[seat]
    if enmity < s.wary():
        return UNWISE if enmity > 0.0 else NEVER
    if name == "jail":
        return s.n.jail * enmity
    if name in ("panic", "cat_balou"):
        return trick(s, seat, s.n.panic if name == "panic" else s.n.cat_balou)
    if name == "duel":
        return duel(s, seat)
    return shot(s, seat) if name == "bang" else 4.0 * enmity


def shot(s: Standing, seat: int) -> float:
    """The last BANG! may be worth more against Indians! and duels."""
    blow = s.blow(seat)
    if blow <= 0:
        return NEVER
    spent = s.n.last_bang if s.bangs() == 1 else 0.0
    return s.n.shot * blow * s.hits(seat, s.t.who[s.me].needs) - spent


def trick(s: Standing, seat: int, worth: float) -> float:
    """A card of an enemy; Dynamite and Jail may stay where they are."""
    worthy = 0
    for card in s.t.front[seat]:
        worthy += not s.t.rules.kinds[card].checked
    if not worthy and not s.t.hands[seat]:
        return NEVER
    return worth + s.n.trick_enmity * s.enmity[seat] + 0.5 * worthy


def duel(s: Standing, seat: int) -> float:
    """BANG! cards in my hand against what the other's hand may hold."""
    theirs = s.n.has_bang * len(s.t.hands[seat]) * (1.5 if s.t.who[seat].both else 1.0)
    edge = s.bangs() + 0.5 - theirs
    if edge < 0 and s.t.life[s.me] == 1:
        return UNWISE
    return s.n.duel * s.blow(seat) + s.n.duel_edge * edge - s.n.duel_cost
