"""How bots play BANG!.

They ask of everybody else: how much do I want that one dead?  The answer comes from their role and
from an exact posterior over the roles of the others (belief.py).  Then every choice gets a worth.
"""

from typing import Any, ClassVar, Final, final

from parlour.core.decision import FIRST_OFFER
from parlour.core.frame import Frame
from parlour.core.ids import ChoiceId, as_card
from parlour.core.mind import Mind, Odds
from parlour.core.policy import NO_REASON, Policy, Reason, Weights
from parlour.games.bang.basic.bang import Shot
from parlour.games.bang.basic.barrel import TRY_BARREL
from parlour.games.bang.basic.draws import FromAHand, FromDiscards, LookFirst, PutBack
from parlour.games.bang.basic.duel import Duel
from parlour.games.bang.basic.lucky_duke import PickFlip
from parlour.games.bang.basic.panic import Lift
from parlour.games.bang.basic.vulture_sam import Share
from parlour.games.bang.belief import Belief, Beliefs
from parlour.games.bang.bidding import kept, market
from parlour.games.bang.bots_numbers import Numbers
from parlour.games.bang.bots_play import NEVER, play
from parlour.games.bang.bots_reason import reason
from parlour.games.bang.bots_standing import Standing
from parlour.games.bang.bots_value import chance
from parlour.games.bang.experience import Keep
from parlour.games.bang.frames import Threat
from parlour.games.bang.kinds import FROM_HAND, PAIR, PASS, ROLES
from parlour.games.bang.state import HEARTS, NINE, SPADES, BangTable, pair_of
from parlour.games.bang.turn import Discard, NoMercy, Play
from parlour.games.bang.wounds import Dying

BARREL: Final = 100.0
"""A Barrel costs nothing: it is tried before any card."""
RESCUE: Final = 100.0
"""Better than to die, whatever it costs."""


@final
class BangPolicy(Policy[BangTable]):
    """The numbers stand in `bots.toml`, which says what each is."""

    never: ClassVar[float] = NEVER

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        self.numbers: Final = Numbers(weights)
        self.told: Final = Beliefs()

    def weigh(self, t: BangTable, seat: int, choices: list[ChoiceId]) -> list[float]:
        n, top = self.numbers, t.stack[-1]
        if t.hired or t.offered:
            return [market(t, n, seat, choice) for choice in choices]
        if isinstance(top, Keep):
            return [kept(t, n, seat, choice) for choice in choices]
        s = Standing(t, seat, n)
        return [
            offer(s, choice) if choice >= FIRST_OFFER else answer(s, top, choice)
            for choice in choices
        ]

    def value(self, t: BangTable, seat: int) -> float:
        return chance(t, seat)

    def settled(self, t: BangTable, seat: int) -> float:
        """Who wins as one of a side has won: it is not shared as a tie is."""
        over = t.outcome
        return chance(t, seat) if over is None else float(seat in over.winners)

    def odds(self, mind: Mind[BangTable]) -> Odds | None:
        """Layouts of roles, by what happened in the open."""
        belief = Belief(mind.template, mind.eye)
        return mind.odds(belief.layouts(), belief.shares)

    def reason(self, t: BangTable, seat: int, choice: ChoiceId) -> Reason:
        if t.hired or t.offered or not t.stack:
            return NO_REASON
        return reason(Standing(t, seat, self.numbers), t.stack[-1], choice)

    def beliefs(self, t: BangTable, seat: int) -> list[dict[str, float]] | None:
        """For each seat the chance of each role, as this seat must see it."""
        believed = self.told.of(t, seat).chance
        return [{ROLES[role]: row[role] for role in range(len(row))} for row in believed]


def offer(s: Standing, choice: ChoiceId) -> float:
    """Sid Ketchum: two poor cards for a life point, the readier the fewer he has."""
    limit = s.n.pair_last if s.t.life[s.me] == 1 else s.n.pair
    return limit - pair_cost(s, ChoiceId(choice - FIRST_OFFER))


def pair_cost(s: Standing, pair: ChoiceId) -> float:
    one, other = pair_of(pair)
    return s.keep(one) + s.keep(other)


def answer(s: Standing, top: Frame[Any], choice: ChoiceId) -> float:
    if isinstance(top, Play):
        return play(s, choice)
    if isinstance(top, Shot):
        return dodge(s, top, choice)
    if isinstance(top, Threat):
        return parry(s, top, choice)
    if isinstance(top, Dying):
        return rescue(s, choice)
    if isinstance(top, (Discard, PutBack)):
        return -s.keep(as_card(choice))
    return pick(s, top, choice)


def dodge(s: Standing, top: Shot, choice: ChoiceId) -> float:
    """Two Missed! are spent only if both are there."""
    if choice == PASS:
        return 0.0
    if choice == TRY_BARREL:
        return BARREL
    if len(s.t.dodging(s.me)) < top.needed:
        return -1.0
    return s.life() - top.needed * s.keep(as_card(choice))


def parry(s: Standing, top: Threat, choice: ChoiceId) -> float:
    """A BANG! for a life point; in a duel the other one may lose it."""
    if choice == PASS:
        return 0.0
    worth = s.life() - s.keep(as_card(choice))
    return worth + s.n.duel_rival * s.enmity[top.rival] if isinstance(top, Duel) else worth


def rescue(s: Standing, choice: ChoiceId) -> float:
    if choice == PASS:
        return 0.0
    if choice >= PAIR:
        return RESCUE - pair_cost(s, ChoiceId(choice - PAIR))
    return RESCUE


def pick(s: Standing, top: Frame[Any], choice: ChoiceId) -> float:
    """What to take or to turn up."""
    if isinstance(top, Lift):
        return lift(s, top.target, choice)
    if isinstance(top, Share):
        return lift(s, top.seat, choice)
    if isinstance(top, FromAHand):
        return from_hand(s, choice)
    if isinstance(top, FromDiscards):
        return s.n.play["deck"] if choice == PASS else s.keep(s.t.discards[-1])
    if isinstance(top, PickFlip):
        return flip(s, top.then.reason, choice)
    if isinstance(top, (LookFirst, NoMercy)):
        return float(choice != PASS)
    return s.keep(as_card(choice)) if 0 <= choice < len(s.t.rules.cards) else 0.0


def from_hand(s: Standing, choice: ChoiceId) -> float:
    """Jesse Jones: a card of an enemy, rather of a full hand."""
    return 0.3 if choice == PASS else s.enmity[choice] + len(s.t.hands[choice]) / 20


def lift(s: Standing, owner: int, choice: ChoiceId) -> float:
    """What to take: from oneself the burden, from others what serves them best."""
    if choice == FROM_HAND:
        return s.n.play["blind"]
    card = as_card(choice)
    burden = s.t.rules.kinds[card].checked
    if owner == s.me:
        return 9.0 - s.worth(card) if burden else -s.worth(card)
    return -5.0 if burden else s.worth(card) + 0.5


def flip(s: Standing, reason: str, choice: ChoiceId) -> float:
    """Lucky Duke: a heart, or no low spade."""
    rules, card = s.t.rules, as_card(choice)
    if reason == "dynamite":
        return -1.0 if rules.suit[card] == SPADES and rules.rank[card] <= NINE else 1.0
    return float(rules.suit[card] == HEARTS)
