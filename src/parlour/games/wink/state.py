"""The table of Wink: who holds what, who has called whom, where everybody looks."""

from typing import Final, final

from parlour.core.dice import Dice
from parlour.core.piles import Knowledge, without
from parlour.core.seats import EVERYONE, only
from parlour.core.table import Table
from parlour.games.wink.body import REST, Body, Timing
from parlour.games.wink.kinds import LIVE


@final
class WinkRules:
    """One table's numbers."""

    def __init__(
        self,
        numbers: int,
        hand: int,
        cards: int,
        pace: int,
        timing: Timing,
        closed_to_all: bool,
        tie_by_caught: bool,
        still_rounds: int,
    ) -> None:
        self.numbers: Final = numbers
        self.hand: Final = hand
        self.cards: Final = cards
        self.pace: Final = pace
        self.timing: Final = timing
        self.closed_to_all: Final = closed_to_all
        self.tie_by_caught: Final = tie_by_caught
        self.still_rounds: Final = still_rounds


@final
class Wink:
    """Who, at whom, for which number, and the tick in which it began; `seen`: by these seats."""

    def __init__(self, tick: int, seat: int, to: int, number: int, seen: int) -> None:
        self.tick: Final = tick
        self.seat: Final = seat
        self.to: Final = to
        self.number: Final = number
        self.seen: Final = seen


class WinkState(Table):
    """Everything on the table.  A contact card is its number: its twin lies in the crowd.

    Each list is by seat, except `lacks` (by number: the seats known by all not to hold it).
    """

    def __init__(self, rules: WinkRules, players: int, dice: Dice, knows: Knowledge) -> None:
        super().__init__(players, dice, knows)
        self.rules: Final = rules
        self.turn = 0
        self.layout: tuple[int, ...] = ()
        self.crowd: tuple[int, ...] = ()  # face up, in the order of the layout
        self.face_down: tuple[int, ...] = ()
        self.aside: tuple[int, ...] = ()  # out of the game from the start; scenarios only
        self.hands: list[tuple[int, ...]] = [()] * players
        self.open: list[tuple[int, ...]] = [()] * players
        self.covered: list[tuple[int, ...]] = [()] * players
        self.tokens = [0] * players  # the number under each token, 0: off the crowd
        self.links = [0] * players  # the number each seat waits for, 0: no link
        self.closed = [0] * players  # who may not accuse on the seat's link
        self.cards = [0] * players
        self.caught = [0] * players
        self.lacks = [0] * (rules.numbers + 1)
        self.admitted: tuple[int, ...] = ()  # numbers a pass has shown to be in that hand
        self.idle = 0  # turns in which no card left a hand; -1 in the turn in which one did
        # Heads, eyes and winks:
        self.tick_number = 0
        self.clock = 0  # ticks of this turn
        self.bodies: list[Body] = [REST] * players
        self.plans: list[tuple[int, ...]] = [()] * players  # glances given, still to come
        self.winks: tuple[Wink, ...] = ()
        self.going = [-1] * players  # the place in `winks` of the seat's last wink
        self.glimpsed: list[tuple[int, ...]] = [()] * players  # ticks each seat saw of it
        self.seen: list[tuple[Wink, ...]] = [()] * players  # as each seat saw them, and when
        self.attention = [0] * (players * players)  # [caller, seat]: ticks its head was on them
        self.watched = [0] * (players * players)  # [caller, seat]: ticks their eyes were on it

    def assign(self, other: "WinkState") -> None:
        self.turn = other.turn
        self.layout = other.layout
        self.crowd = other.crowd
        self.face_down = other.face_down
        self.aside = other.aside
        self.hands = other.hands[:]
        self.open = other.open[:]
        self.covered = other.covered[:]
        self.tokens = other.tokens[:]
        self.links = other.links[:]
        self.closed = other.closed[:]
        self.cards = other.cards[:]
        self.caught = other.caught[:]
        self.lacks = other.lacks[:]
        self.admitted = other.admitted
        self.idle = other.idle
        self._assign_bodies(other)

    def _assign_bodies(self, other: "WinkState") -> None:
        self.tick_number = other.tick_number
        self.clock = other.clock
        self.bodies = other.bodies[:]
        self.plans = other.plans[:]
        self.winks = other.winks
        self.going = other.going[:]
        self.glimpsed = other.glimpsed[:]
        self.seen = other.seen[:]
        self.attention = other.attention[:]
        self.watched = other.watched[:]

    def on_turn(self) -> int:
        return self.turn

    def learnt(self, before: "WinkState", seat: int) -> bool:
        """What was said aloud, others have heard, and a glance given, others may see."""
        return (
            self.lacks != before.lacks
            or self.cards != before.cards
            or self.hands != before.hands
            or self.plans != before.plans
            or self.admitted != before.admitted
        )

    # --- questions --------------------------------------------------------------------------

    def holder(self, number: int) -> int:
        """The seat that has the number in hand, or -1.  The rules may ask it, a seat may not."""
        for seat in range(self.players):
            if number in self.hands[seat]:
                return seat
        return -1

    def caller(self, number: int) -> int:
        """The seat with a live link of this number, or -1.  [WINK-A4]"""
        return self.links.index(number) if number and number in self.links else -1

    def naming(self, caller: int) -> bool:
        """The turn is back with the caller, who has not yet said a name: too late to wink."""
        return self.turn == caller and bool(self.stack) and self.stack[-1].ask == "name"

    def callers_of(self, seat: int) -> int:
        """The callers whose contact this seat is, as a mask.  [WINK-11] [WINK-A11]"""
        hand = self.hands[seat]
        mask = 0
        for caller in range(self.players):
            number = self.links[caller]
            if number and number in hand and not self.naming(caller):
                mask |= 1 << caller
        return mask

    def callable(self, seat: int) -> list[int]:
        """Cards the seat may put its token on, as they lie.  [WINK-10] [WINK-A3]"""
        hand = self.hands[seat]
        return [n for n in self.crowd if n not in hand and n not in self.tokens]

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

    def leave_hand(self, seat: int, number: int) -> None:
        """A contact card leaves a hand before everybody's eyes, and its twin the open crowd."""
        self.hands[seat] = without(self.hands[seat], number)
        self.crowd = without(self.crowd, number)
        self.knows.show(number, EVERYONE)
        self.idle = -1

    def end_link(self, caller: int) -> None:
        """No contact any more: whoever was still winking stops."""
        self.links[caller] = 0
        self.closed[caller] = 0
        for seat in range(self.players):
            body = self.bodies[seat]
            if body.busy and body.head == caller:
                self.bodies[seat] = body.hushed(self.rules.timing)

    def new_link(self, caller: int, number: int) -> None:
        """A call: the token stands there, and everybody knows that the caller lacks the card."""
        self.tokens[caller] = number
        self.links[caller] = number
        self.lacks[number] |= only(caller)
        for seat in range(self.players):
            self.attention[caller * self.players + seat] = 0
            self.watched[caller * self.players + seat] = 0
