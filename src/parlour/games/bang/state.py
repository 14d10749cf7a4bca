"""The table of BANG!: who holds what, the questions the rules ask of it, small verbs on cards."""

from typing import Final, final

from parlour.core.decision import unpack
from parlour.core.errors import IllegalChoice
from parlour.core.ids import NO_CARD, CardId, ChoiceId
from parlour.core.native import i64
from parlour.core.piles import without
from parlour.core.seats import EVERYONE, NO_ONE, NOBODY
from parlour.games.bang import events
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.kinds import COLT, DEPUTY, NO_CHARACTER, RANKS, SHERIFF, SUITS, CharacterId
from parlour.games.bang.ring import Ring
from parlour.games.bang.table_gen import BangFacts

HEARTS: Final = SUITS.index("H")
DIAMONDS: Final = SUITS.index("D")
SPADES: Final = SUITS.index("S")
NINE: Final = RANKS.index("9")


@final
class BangTable(BangFacts):
    """Everything on the table.

    The deck's top is deck[dealt]; of the discards the last one lies on top.  `ring` holds those
    who are in the game, in the order they sit; `doomed` those who will leave it together when the
    card being resolved is over [BANG-A1].
    """

    def copy(self) -> "BangTable":
        return BangTable(self.rules, self.players, self.dice.copy(), self.knows.copy(), self)

    def on_turn(self) -> int:
        return self.turn

    def plays(self, seat: int) -> bool:
        """The dead and the doomed have no more say.  [BANG-A32]"""
        return self.alive(seat) and seat not in self.doomed

    def learnt(self, before: "BangTable", seat: int) -> bool:
        """A role has been shown, be it one's own: no view can hide it again."""
        return self.fallen != before.fallen

    # --- what a character may do at any moment ----------------------------------------------

    def may_offer(self) -> int:
        return self.offering

    def offers(self, seat: int) -> list[ChoiceId]:
        return self.who[seat].offers(self, seat)

    def has_offer(self, seat: int) -> bool:
        return bool(self.offering >> seat & 1) and self.who[seat].has_offer(self, seat)

    def offer_text(self, seat: int, offer: ChoiceId) -> str:
        one, other = pair_of(offer)
        return f"{self.text(one)}+{self.text(other)}"

    def offer_brief(self, seat: int, offer: ChoiceId) -> str:
        one, other = pair_of(offer)
        return f"{self.rules.kinds[one].name}+{self.rules.kinds[other].name}"

    def offer_refusal(self, seat: int, text: str) -> IllegalChoice | None:
        return self.who[seat].why_no_pair(self, seat, text) if "+" in text else None

    def take(self, seat: int, offer: ChoiceId) -> None:
        self.who[seat].takes(self, seat, offer)

    # --- questions about people -------------------------------------------------------------

    def text(self, card: CardId) -> str:
        return self.rules.text[card]

    def texts(self, cards: tuple[CardId, ...]) -> list[str]:
        return [self.rules.text[card] for card in cards]

    def character(self, number: CharacterId) -> str:
        return "" if number == NO_CHARACTER else self.rules.characters[number].name

    def circle(self) -> Ring:
        """Who sits beside whom; found anew when somebody has left."""
        if self.seated.seats is not self.ring:
            self.seated = self.rules.circle(self.ring)
            self.ring = self.seated.seats  # the very tuple: it says that nobody has left since
        return self.seated

    def alive(self, seat: int) -> bool:
        return self.circle().sits[seat]

    def others(self, me: int) -> list[int]:
        """All others in the game, clockwise from the left.  Shared, and never written to."""
        return self.circle().others[me]

    def all_but(self, me: int) -> int:
        """The same as a mask."""
        return self.circle().mask & ~(1 << me)

    def next_after(self, seat: int) -> int:
        """The next one to the left who is in the game; the seat itself may be out of it."""
        for other in self.ring:
            if other > seat:
                return other
        return self.ring[0]

    def first(self) -> int:
        """Who begins: the Sheriff, or with three players the Deputy.  [BANG-9] [BANG-75]"""
        return self.roles.index(DEPUTY if self.rules.three else SHERIFF)

    def revealed(self, seat: int) -> bool:
        """Whether everybody knows this role.  [BANG-4] [BANG-16] [BANG-73] [BANG-A64]"""
        return (
            self.roles[seat] == SHERIFF
            or self.rules.three
            or self.outcome is not None
            or seat not in self.ring
        )

    def beer_works(self) -> bool:
        """Not with two left; the doomed still count.  [BANG-29] [BANG-80] [BANG-A10]"""
        return len(self.ring) > 2

    def beers(self, seat: int) -> int:
        rescues = self.rules.rescues
        return sum([rescues[card] for card in self.hands[seat]])

    # --- distance and weapons ---------------------------------------------------------------

    def distance(self, a: int, b: int) -> int:
        """As `a` sees `b`.  [BANG-21] [BANG-22] [BANG-23] [BANG-A40] [BANG-A35]"""
        if a == b:
            return 0
        ring = self.ring
        steps = abs(ring.index(a) - ring.index(b))
        steps = min(steps, len(ring) - steps) + self.away(b) - self.sight(a)
        return max(1, steps)

    def away(self, seat: i64) -> i64:
        """How much farther away than he sits the others see him.  [BANG-22] [BANG-A35]"""
        found: i64 = self.who[seat].away
        farther = self.rules.farther
        for card in self.front[seat]:
            found += farther[card]
        return found

    def sight(self, seat: i64) -> i64:
        """How much closer than they sit he sees the others.  [BANG-23] [BANG-A35]"""
        found: i64 = self.who[seat].sight
        closer = self.rules.closer
        for card in self.front[seat]:
            found += closer[card]
        return found

    def within(self, me: int, most: int) -> int:
        """Everybody else at this distance or nearer, as a mask: `distance`, asked of all."""
        circle = self.circle()
        others, steps = circle.others[me], circle.steps
        far: i64 = most + self.sight(me)
        found: i64 = NOBODY
        for k in range(len(others)):
            other = i64(others[k])
            if steps[k] + self.away(other) <= far:
                found |= 1 << other
        return found

    def reach(self, seat: int) -> int:
        """What his weapon reaches; a Colt without one.  [BANG-24]"""
        reach = self.rules.reach
        for card in self.front[seat]:
            if reach[card]:
                return reach[card]
        return COLT

    def lying(self, seat: int, name: str) -> CardId:
        """The card of this name in front of the seat, or NO_CARD."""
        for card in self.front[seat]:
            if self.rules.name[card] == name:
                return card
        return NO_CARD

    def has_cards(self, seat: int) -> bool:
        return bool(self.hands[seat] or self.front[seat])

    # --- cards in hand ----------------------------------------------------------------------

    def shooting(self, seat: int) -> list[CardId]:
        """Cards that count as BANG! in this hand.  [BANG-48]"""
        fits = self.rules.either if self.who[seat].both else self.rules.shoots
        return [card for card in self.hands[seat] if fits[card]]

    def dodging(self, seat: int) -> list[CardId]:
        """Cards that count as Missed! in this hand.  [BANG-48]"""
        fits = self.rules.either if self.who[seat].both else self.rules.dodges
        return [card for card in self.hands[seat] if fits[card]]

    def second(self, pile: tuple[CardId, ...], card: CardId) -> bool:
        """Whether a card that looks the same goes first: the copy known to more people."""
        twin = self.rules.twin[card]
        if twin == NO_CARD or twin not in pile:
            return False
        mine, other = self.knows.knowers(card), self.knows.knowers(twin)
        return other > mine or (other == mine and pile.index(twin) < pile.index(card))

    def each(self, pile: tuple[CardId, ...]) -> list[CardId]:
        """One card of each look."""
        return [card for card in pile if not self.second(pile, card)]

    def latest(self, pile: tuple[CardId, ...]) -> CardId:
        """The last card, or the one of the same look that `each` names in its place."""
        card = pile[-1]
        return self.rules.twin[card] if self.second(pile, card) else card

    # --- verbs ------------------------------------------------------------------------------

    def top(self) -> CardId:
        """The top card leaves the deck; an empty deck is renewed at once.  [BANG-A19]"""
        card = self.lift()
        if self.dealt == len(self.deck):
            self.renew()
        return card

    def lift(self) -> CardId:
        """The top card, renewing the deck only to find one.  [BANG-A20] [BANG-A41]"""
        if self.dealt == len(self.deck):
            self.renew()
            if not self.deck:
                return NO_CARD
        card = self.deck[self.dealt]
        self.dealt += 1
        return card

    def renew(self) -> None:
        """The discards, shuffled, are the new deck.  [BANG-10]"""
        cards = tuple(self.discards)
        self.knows.hide(cards)
        self.deck = self.dice.shuffled(cards)
        self.dealt = 0
        self.discards = []
        self.fired = ()
        if cards:
            self.shuffles += 1
            tell.reshuffled(self, len(cards))

    def put_on_top(self, card: CardId) -> None:
        self.deck = (card, *self.deck[self.dealt :])
        self.dealt = 0

    def draw(self, seat: int, count: int) -> tuple[CardId, ...]:
        """Cards from the deck into a hand, as many as there are."""
        drawn = self.deck[self.dealt : self.dealt + count]
        if self.dealt + count < len(self.deck):
            self.dealt += count
        else:  # the deck is renewed on the way
            drawn = tuple([card for _ in range(count) if (card := self.top()) != NO_CARD])
        masks = self.knows.masks
        for card in drawn:
            masks[card] |= 1 << seat
        self.hands[seat] += drawn
        if drawn:
            tell.drew(self, seat, drawn, 1 << seat)
        return drawn

    def discard(self, card: CardId) -> None:
        """A card on the discards, open to all."""
        self.discards.append(card)
        self.knows.masks[card] = EVERYONE

    def drop(self, seat: int, card: CardId) -> None:
        """A hand card goes to the discards."""
        self.hands[seat] = without(self.hands[seat], card)
        self.discard(card)

    def remove(self, seat: int, card: CardId) -> None:
        """A table card goes to the discards."""
        self.front[seat] = without(self.front[seat], card)
        self.discard(card)

    def drop_all(self, seat: int, reason: events.Loss) -> None:
        """Hand from left to right, then table.  [BANG-16] [BANG-17] [BANG-A32]"""
        cards = self.hands[seat] + self.front[seat]
        self.hands[seat] = ()
        self.front[seat] = ()
        for card in cards:
            self.discard(card)
        if cards:
            tell.discarded(self, seat, cards, reason)

    def rob(self, thief: int, victim: int) -> None:
        """A card at random from a hand; others lose track of that hand.  [BANG-32]"""
        hand = self.hands[victim]
        card = self.dice.pick(hand)
        self.knows.blur(hand, 1 << thief | 1 << victim)
        self.knows.show(card, 1 << thief)
        self.hands[victim] = without(hand, card)
        self.hands[thief] += (card,)
        tell.took(self, thief, victim, "hand", card, self.knows.masks[card])

    def heal(self, seat: int) -> bool:
        """One life point, never above the start.  [BANG-27]"""
        if self.life[seat] >= self.full[seat]:
            return False
        self.life[seat] += 1
        self.still = 0
        tell.regained(self, seat)
        return True

    def refill(self, seat: int) -> None:
        """A look at one hand.  [BANG-60]"""
        if not self.hands[seat] and self.life[seat] > 0:
            self.who[seat].emptied(self, seat)


def pair_of(offer: ChoiceId) -> tuple[CardId, CardId]:
    """The two cards of an offer, in the order in which they are discarded."""
    return unpack(offer)  # type: ignore[return-value]


def responsible(by: int, seat: int) -> int:
    """Who answers for what happens to the seat: nobody answers for himself.  [BANG-A4]"""
    return NO_ONE if by == seat else by
