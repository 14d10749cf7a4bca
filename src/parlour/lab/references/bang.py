"""A heuristic player of BANG!.  It sees what its seat sees.

It asks of everybody else: how much do I want that one dead?  The answer comes from its role and
from an exact posterior over the roles of the others (belief.py).  Then every choice gets a worth.
"""

from typing import Final, final

from parlour.core.decision import Choice, Decision
from parlour.core.rng import Rng
from parlour.games.bang.base import STRANGER, Card
from parlour.games.bang.box import BASIC, Box
from parlour.games.bang.kinds import COLT, DEPUTY, OUTLAW, QUARRY, ROLES, SHERIFF
from parlour.games.bang.view import BangView
from parlour.lab.references.bang_belief import Belief
from parlour.lab.references.bang_bidding import judge_bid

BOX: Final = Box(BASIC)
KIND: Final = {kind.name: kind for kind in BOX.kinds}
UNHEARD_OF: Final = Card()
"""A card of a set that this player has never seen."""
WORTH: Final = {
    "missed": 5.0,
    "bang": 4.5,
    "beer": 6.0,
    "barrel": 7.0,
    "mustang": 6.5,
    "scope": 5.0,
    "gatling": 5.5,
    "indians": 4.0,
    "duel": 3.8,
    "panic": 4.2,
    "cat_balou": 4.0,
    "stagecoach": 7.5,
    "wells_fargo": 9.0,
    "general_store": 3.0,
    "saloon": 2.5,
    "jail": 3.2,
    "dynamite": 1.0,
    "volcanic": 5.0,
    "schofield": 4.0,
    "remington": 4.5,
    "rev_carabine": 4.8,
    "winchester": 5.0,
}
"""What a card is worth in hand."""
ORDINARY: Final = 4.0
"""What any other card is worth."""

FAVOURITES: Final = (
    "slab_the_killer",
    "willy_the_kid",
    "lucky_duke",
    "bart_cassidy",
    "black_jack",
    "jourdonnais",
    "rose_doolan",
    "kit_carlson",
    "calamity_janet",
    "sid_ketchum",
)
MARKET: Final = ("retain", "hire", "open_bid", "bid", "leftover", "keep")
WARY: Final = 0.12
"""Whoever is less of an enemy than this is left alone."""


def kind_of(card: str) -> str:
    return card.partition(":")[0]


def facts_of(kind: str) -> Card:
    return KIND.get(kind, UNHEARD_OF)


def worth_of(kind: str) -> float:
    return WORTH.get(kind, ORDINARY)


def suit_of(card: str) -> str:
    return card[-1]


@final
class Mind:
    """What one look at the table comes to."""

    def __init__(self, view: BangView, me: int) -> None:
        self.view: Final = view
        self.me: Final = me
        self.role: Final = ROLES.index(view.roles[me])
        dead = {grave.seat for grave in view.fallen}
        self.ring: Final = [seat for seat in range(view.players) if seat not in dead]
        self.others: Final = [seat for seat in self.ring if seat != me]
        self.who: Final = [BOX.named.get(name, STRANGER) for name in view.characters]
        self.reach: Final = view.sight.reach if view.sight is not None else COLT
        self.kinds: Final = [kind_of(card) for card in view.hands[me]]
        self.front: Final = [kind_of(card) for card in view.front[me]]
        self.chance: Final = Belief(view).chance
        self.enmity: Final = [0.0] * view.players
        for seat in self.others:
            self.enmity[seat] = self.want_dead(seat)

    def alive(self, role: int) -> float:
        """How many of this role are still in the game, as far as one can tell."""
        return sum([self.chance[seat][role] for seat in self.ring])

    def want_dead(self, seat: int) -> float:
        if self.view.players == 3:
            return self.of_three(seat)
        chance = self.chance[seat]
        wishes = self.wishes()
        return sum([chance[role] * wishes[role] for role in range(len(ROLES))])

    def wishes(self) -> list[float]:
        """How much this role wants each other dead: Sheriff, Deputy, Outlaw, Renegade."""
        if self.role == SHERIFF:
            return [0.0, -1.3, 1.0, 0.8]
        if self.role == DEPUTY:
            return [-4.0, -1.0, 1.0, 0.8]
        if self.role == OUTLAW:
            return [1.8, 0.6, -1.0, 0.3]
        if len(self.ring) == 2:
            return [2.0, 1.0, 1.0, 1.0]
        # The Renegade keeps the sides level and the Sheriff alive until nobody else is left.
        law = self.alive(DEPUTY) + 1.2
        outlaws = self.alive(OUTLAW)
        return [-1.5, 0.9 if law > outlaws else 0.3, 0.9 if outlaws >= law else 0.5, 0.8]

    def of_three(self, seat: int) -> float:
        theirs = ROLES.index(self.view.roles[seat])
        if len(self.ring) == 2 or QUARRY[self.role] == theirs:
            return 1.5
        return 0.5

    def near(self, seat: int) -> bool:
        """Whether the seat is at distance 1."""
        sight = self.view.sight
        return sight is not None and sight.distances[seat] == 1

    def bangs(self) -> int:
        """Cards in hand that can be fired."""
        janet = self.who[self.me].swaps
        return sum([k == "bang" or (janet and k == "missed") for k in self.kinds])

    # --- what cards are worth ---------------------------------------------------------------

    def keep(self, card: str) -> float:
        """What a card is worth in my hand."""
        kind = kind_of(card)
        worth = worth_of(kind)
        if kind in self.front:
            return 0.5
        if 0 < facts_of(kind).reach <= self.reach and kind != "volcanic":
            return 0.8
        if kind == "beer" and len(self.ring) == 2:
            return 0.6 if self.who[self.me].hope(2) == 0 else 1.5
        if kind == "bang":
            worth -= 0.6 * max(0, self.bangs() - 2)
        return worth

    def blow(self, seat: int) -> float:
        """What one life point less for this seat is worth."""
        enmity = self.enmity[seat]
        if self.view.life[seat] > 1:
            return enmity
        chance = self.chance[seat]
        last = enmity * 2.2 + chance[OUTLAW] * 0.5
        if self.role == SHERIFF:
            last -= 2.5 * chance[DEPUTY]
        return last


@final
class BangBot:
    """Level `heuristic`."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: BangView, decision: Decision) -> Choice | None:
        asked = [choice for choice in decision.choices if not choice.is_offer]
        offers = [choice for choice in decision.choices if choice.is_offer]
        if decision.ask in MARKET:
            ask, me = decision.ask, decision.seat
            return self.best([(judge_bid(ask, c.text, view, me, decision), c) for c in asked])
        if not view.characters:
            return self.best([(favour(choice.text), choice) for choice in asked])
        mind = Mind(view, decision.seat)
        pair = self.pair(mind, offers)
        if pair is not None or not asked:
            return pair
        ask = decision.ask
        return self.best([(judge(mind, ask, choice.text, decision), choice) for choice in asked])

    def best(self, judged: list[tuple[float, Choice]]) -> Choice:
        """The worthiest; a little noise settles ties."""
        found, worth = judged[0][1], -1e9
        for value, choice in judged:
            noisy = value + self.rng.below(100) / 1e4
            if noisy > worth:
                found, worth = choice, noisy
        return found

    def pair(self, mind: Mind, offers: list[Choice]) -> Choice | None:
        """Sid Ketchum: two poor cards for a life point, the readier the fewer he has."""
        limit = 11.0 if mind.view.life[mind.me] == 1 else 6.5
        found: Choice | None = None
        for choice in offers:
            cost = pair_cost(mind, choice.text)
            if cost < limit:
                found, limit = choice, cost
        return found


def pair_cost(mind: Mind, text: str) -> float:
    return sum([mind.keep(card) for card in text.split("+")])


def favour(name: str) -> float:
    return -float(FAVOURITES.index(name)) if name in FAVOURITES else -20.0


def judge(mind: Mind, ask: str, text: str, decision: Decision) -> float:
    if ask == "play":
        return judge_play(mind, text)
    if ask in ("shot", "indians", "duel"):
        return judge_answer(mind, ask, text, decision)
    if ask == "dying":
        return judge_rescue(mind, text)
    if ask in ("discard", "put_back"):
        return -mind.keep(text)
    if ask == "pick_flip":
        return judge_flip(str(decision.about["reason"]), text)
    return judge_pick(mind, ask, text, decision)


def judge_pick(mind: Mind, ask: str, text: str, decision: Decision) -> float:
    if ask in ("lift", "share"):
        owner = decision.about["target"]
        assert isinstance(owner, int)
        return judge_lift(mind, owner, text)
    if ask == "first_from_hand":
        return judge_hand(mind, text)
    if ask == "first_from_discards":
        return 4.4 if text == "deck" else mind.keep(mind.view.discards[-1])
    if ask == "look":
        return float(text == "look")
    if ask == "no_mercy":
        return float(text != "pass")
    return mind.keep(text)  # store, last_will


def judge_answer(mind: Mind, ask: str, text: str, decision: Decision) -> float:
    """Barrels cost nothing; two Missed! are spent only if both are there."""
    if text == "pass":
        return 0.0
    if text == "barrel":
        return 20.0
    if ask == "shot" and not enough(mind, decision):
        return -1.0
    return 10.0 - mind.keep(text) / 10


def enough(mind: Mind, decision: Decision) -> bool:
    """Whether the cards offered stop the shot, or Suzy may hope for another."""
    cards = [c for c in decision.choices if not c.is_offer and ":" in c.text]
    needed = decision.about["needed"]
    assert isinstance(needed, int)
    return len(cards) >= needed


def judge_rescue(mind: Mind, text: str) -> float:
    if text == "pass":
        return 0.0
    return 30.0 - pair_cost(mind, text) if "+" in text else 40.0


def judge_flip(reason: str, card: str) -> float:
    rank = card.partition(":")[2][:-1]
    if reason == "dynamite":
        return -1.0 if suit_of(card) == "S" and rank in "23456789" else 1.0
    return float(suit_of(card) == "H")


def judge_hand(mind: Mind, text: str) -> float:
    if text == "deck":
        return 0.3
    seat = int(text.partition("@")[2])
    return mind.enmity[seat] + len(mind.view.hands[seat]) / 20


def judge_lift(mind: Mind, owner: int, text: str) -> float:
    """What to take: from oneself the burden, from others what serves them best."""
    if owner == mind.me:
        return {"dynamite": 9.0, "jail": 8.0}.get(kind_of(text), -worth_of(kind_of(text)))
    if text == "hand":
        return 4.6
    kind = kind_of(text)
    return -5.0 if facts_of(kind).checked else worth_of(kind) + 0.5


# --- phase 2 --------------------------------------------------------------------------------------


def judge_play(mind: Mind, text: str) -> float:
    """The worth of a play; ending the turn is worth nothing."""
    card, _, aim = text.partition("@")
    kind = kind_of(card)
    if text == "end":
        return 0.0
    if aim:
        return judge_aimed(mind, kind, int(aim))
    if facts_of(kind).reach:
        return judge_weapon(mind, kind)
    if facts_of(kind).blue:
        return 9.0 if kind != "dynamite" else judge_dynamite(mind)
    if kind in ("gatling", "indians"):
        return 1.6 * sum([mind.blow(seat) for seat in mind.others])
    if kind == "beer":
        missing = mind.view.full[mind.me] - mind.view.life[mind.me]
        return 5.0 if missing and len(mind.ring) > 2 else -1.0
    if kind == "saloon":
        return judge_saloon(mind)
    return {"wells_fargo": 12.0, "stagecoach": 11.0, "general_store": 8.0}.get(kind, ORDINARY)


def judge_weapon(mind: Mind, kind: str) -> float:
    """Farther is better; Volcanic, if there are shots for it and an enemy beside me."""
    reach, now = facts_of(kind).reach, mind.reach
    if kind == "volcanic":
        close = any(mind.near(s) and mind.enmity[s] > WARY for s in mind.others)
        spare = mind.bangs() >= 2 and not mind.who[mind.me].unlimited
        return 8.0 if close and spare else (3.0 if now == 1 and not has_weapon(mind) else -1.0)
    if "volcanic" in mind.front and mind.bangs() >= 2:
        return -1.0
    return 7.0 if reach > now else -1.0


def has_weapon(mind: Mind) -> bool:
    return any(facts_of(kind).reach for kind in mind.front)


def judge_dynamite(mind: Mind) -> float:
    """It goes round: good for those who have more enemies than friends, and life to lose."""
    foes = sum([mind.enmity[seat] for seat in mind.others])
    return 0.5 if foes > 1.5 and mind.view.life[mind.me] >= 3 else -1.0


def judge_saloon(mind: Mind) -> float:
    def missing(seat: int) -> int:
        return int(mind.view.life[seat] < mind.view.full[seat])

    gain = 1.5 * missing(mind.me)
    return gain - sum([mind.enmity[seat] * missing(seat) for seat in mind.others]) - 0.1


def judge_aimed(mind: Mind, kind: str, seat: int) -> float:
    if seat == mind.me:
        return judge_own_table(mind, kind)
    enmity = mind.enmity[seat]
    if enmity < WARY:
        return -1.0
    if kind == "jail":
        return 3.0 * enmity
    if kind in ("panic", "cat_balou"):
        worthy = [card for card in mind.view.front[seat] if not facts_of(kind_of(card)).checked]
        if not worthy and not mind.view.hands[seat]:
            return -1.0
        return (10.0 if kind == "panic" else 6.0) + enmity + 0.5 * len(worthy)
    if kind == "duel":
        return judge_duel(mind, seat)
    return 4.0 * mind.blow(seat) if mind.blow(seat) > 0 else -1.0


def judge_own_table(mind: Mind, kind: str) -> float:
    """Only to be rid of Dynamite or of Jail."""
    burden = [k for k in mind.front if facts_of(k).checked]
    return 3.5 if burden and kind in ("panic", "cat_balou") else -5.0


def judge_duel(mind: Mind, seat: int) -> float:
    """BANG! cards in my hand against what the other's hand may hold."""
    theirs = 0.38 * len(mind.view.hands[seat]) * (1.5 if mind.who[seat].swaps else 1.0)
    edge = mind.bangs() + 0.5 - theirs
    if edge < 0 and mind.view.life[mind.me] == 1:
        return -1.0
    return 2.5 * mind.blow(seat) + edge - 1.0
