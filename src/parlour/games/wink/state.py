"""The table of Wink: who holds what, who has called whom, where everybody looks; its offers."""

from typing import final

from parlour.core.errors import IllegalChoice
from parlour.core.ids import CardId, ChoiceId
from parlour.core.piles import bits, lies_in, without
from parlour.core.seats import EVERYONE, NO_ONE, only
from parlour.games.wink.accuse import accusations, accuse, accuse_text, may_accuse, why_not_accuse
from parlour.games.wink.body import glance_text
from parlour.games.wink.glances import live_glances, pass_tick, why_not_now, why_not_yet
from parlour.games.wink.kinds import ACCUSE, BY_TURNS, JUST_LEFT, LIVE, MANNERS, NO_NUMBER
from parlour.games.wink.table_gen import WinkFacts


@final
class WinkTable(WinkFacts):
    """Everything on the table.  A contact card is its number: its twin lies in the crowd.

    Each list is by seat, except `lacks` (by number: the seats known by all not to hold it).
    """

    def copy(self) -> "WinkTable":
        return WinkTable(self.rules, self.players, self.dice.copy(), self.knows.copy(), self)

    def on_turn(self) -> int:
        return self.turn

    def learnt(self, before: "WinkTable", seat: int) -> bool:
        """What was said aloud, others have heard, and a glance given, others may see."""
        return (
            self.lacks != before.lacks
            or self.cards != before.cards
            or self.hands != before.hands
            or self.plans != before.plans
            or self.admitted != before.admitted
        )

    # --- standing offers: accusations, live every glance; and time ---------------------------

    def offers(self, seat: int) -> list[ChoiceId]:
        """[WINK-18]"""
        offers = accusations(self, seat)
        return offers + live_glances(self, seat) if self.is_live() else offers

    def has_offer(self, seat: int) -> bool:
        return may_accuse(self, seat) or (self.is_live() and bool(live_glances(self, seat)))

    def offer_text(self, seat: int, offer: ChoiceId) -> str:
        return accuse_text(offer) if offer >= ACCUSE else glance_text(offer)

    def offer_refusal(self, seat: int, text: str) -> IllegalChoice | None:
        if text.partition("@")[0].partition(":")[0] == "accuse":
            return why_not_accuse(self, seat, text)
        if text.partition("@")[0] not in MANNERS:
            return None
        if self.rules.pace == BY_TURNS:
            return why_not_yet(self, seat)
        return why_not_now(self, seat, text)

    def take(self, seat: int, offer: ChoiceId) -> None:
        if offer >= ACCUSE:
            accuse(self, seat, offer)
        else:
            self.plans[seat] = (offer,)

    def ticking(self) -> bool:
        return self.is_live() and self.outcome is None

    def tick(self) -> None:
        """Glances and winks first; then, at its longest, the turn answers by default."""
        pass_tick(self)
        self.clock += 1
        if self.clock >= self.rules.timing.longest:
            while self.stack[-1].asks(self):
                self.lapse(self.turn)

    # --- questions --------------------------------------------------------------------------

    def text(self, card: CardId) -> str:
        return f"c{card}"

    def holder(self, number: CardId) -> int:
        """Who has the number in hand, or NO_ONE.  The rules may ask it, a seat may not."""
        for seat in range(self.players):
            if lies_in(self.hands[seat], number):
                return seat
        return NO_ONE

    def caller(self, number: CardId) -> int:
        """The seat with a live link of this number, or NO_ONE.  [WINK-A4]"""
        return self.links.index(number) if number and number in self.links else NO_ONE

    def naming(self, caller: int) -> bool:
        """The turn is back with the caller, who has not yet said a name: too late to wink."""
        return self.turn == caller and bool(self.stack) and self.stack[-1].ask == "name"

    def callers_of(self, seat: int) -> int:
        """The callers whose contact this seat is, as a mask.  [WINK-11] [WINK-A11]"""
        hand = self.hands[seat]
        mask = 0
        for caller, number in enumerate(self.links):
            if number and lies_in(hand, number) and not self.naming(caller):
                mask |= 1 << caller
        return mask

    def callable(self, seat: int) -> list[CardId]:
        """Cards the seat may put its token on, as they lie.  [WINK-10] [WINK-A3]"""
        barred = bits(self.hands[seat])
        for number in self.tokens:
            barred |= 1 << number
        return [number for number in self.crowd if not barred >> number & 1]

    def played(self, seat: int) -> int:
        """Counter-intelligence cards that count as played in a tie.  [WINK-27] [WINK-A13]"""
        if self.rules.tie_by_caught:
            return self.caught[seat]
        return self.rules.cards - self.cards[seat]

    def scores(self) -> tuple[int, ...]:
        """Open contact cards and unplayed counter-intelligence.  [WINK-25] [WINK-26]"""
        return tuple([len(self.open[seat]) + self.cards[seat] for seat in range(self.players)])

    def is_live(self) -> bool:
        return self.rules.pace == LIVE

    # --- verbs ------------------------------------------------------------------------------

    def leave_hand(self, seat: int, number: CardId) -> None:
        """A contact card leaves a hand before everybody's eyes, and its twin the open crowd."""
        self.hands[seat] = without(self.hands[seat], number)
        self.crowd = without(self.crowd, number)
        self.knows.show(number, EVERYONE)
        self.idle = JUST_LEFT

    def end_link(self, caller: int) -> None:
        """No contact any more: whoever was still winking stops."""
        self.links[caller] = NO_NUMBER
        self.closed[caller] = 0
        for seat in range(self.players):
            body = self.bodies[seat]
            if body.busy and body.head == caller:
                self.bodies[seat] = body.hushed(self.rules.timing)

    def new_link(self, caller: int, number: CardId) -> None:
        """A call: the token stands there, and everybody knows that the caller lacks the card."""
        self.tokens[caller] = number
        self.links[caller] = number
        self.lacks[number] |= only(caller)
        for seat in range(self.players):
            self.attention[caller * self.players + seat] = 0
            self.watched[caller * self.players + seat] = 0
