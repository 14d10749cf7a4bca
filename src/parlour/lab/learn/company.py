"""Tables for a learner, one game after another: who sits there, and when the learner is to answer.

A seat belongs to the network as it is now, to a past one, or to a hand-written bot.  Standing
offers are the bots' business in every seat: they are rare and simple, except where time passes.
"""

from typing import Final, final

import msgspec

import parlour
from parlour.bots import make_bot, tempers
from parlour.bots.learned import seen_by
from parlour.bots.player import PolicyBot
from parlour.core.encoding import Encoder
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.policy import AnyPolicy
from parlour.core.rng import Rng
from parlour.core.seats import NO_ONE
from parlour.core.table import Table

NOW, PAST, BOT = 0, 1, 2
"""Who answers for a seat: the network as it is, a past one, a hand-written bot."""

SELF, MIXED, ONE, LEAGUE = "self", "mixed", "one", "league"
"""Tables: the network in every seat; in some, bots in the others; in one; it and its past."""

LEAGUES: Final = 5
OTHERS: Final = 20
"""Tables of the network alone or mixed with bots; with those of its past they are 25.

To twice as many there is one with a single seat of the network's: bots play most of it, and all
other tables wait for it.
"""


class Room(msgspec.Struct, frozen=True):
    """What is learnt: a game, for which numbers of players, at how many tables among bots of 20."""

    game: str
    players: list[int]
    mixed: int = 10

    def most(self) -> int:
        return parlour.game(self.game).most

    def kinds(self) -> list[str]:
        """Of 51 tables, in turn."""
        found = [MIXED if k * self.mixed % OTHERS < self.mixed else SELF for k in range(OTHERS)]
        each = OTHERS // LEAGUES
        for k in range(LEAGUES):
            found.insert((k + 1) * each + k, LEAGUE)
        return [*found, *found, ONE]


class Ended(msgspec.Struct, frozen=True):
    """A game that is over: who won, who sat where, what kind it was.

    Whoever wins has won, alone or with others: sides that win together must want the same.
    """

    players: int
    won: list[bool]
    who: list[int]
    kind: str


@final
class Slot:
    """One table after another.  After `advance` a seat of the network's has several choices."""

    def __init__(self, room: Room, seed: int, kind: str) -> None:
        self.game: Final[Game] = parlour.game(room.game)
        encoder = self.game.encoder()
        assert encoder is not None, "a room without an encoding cannot be learnt"
        self.encoder: Final[Encoder[Table]] = encoder
        self.room: Final = room
        self.kind: Final = kind
        self.rng: Final = Rng(seed)
        self.levels: Final = ["normal", "normal", "easy", *tempers(self.game)]
        self.made: Final[dict[str, AnyPolicy]] = {}
        self.ended: Ended | None = None
        self.seat = NO_ONE
        self.ids: list[ChoiceId] = []
        self.deal()

    # --- dealing ----------------------------------------------------------------------------

    def deal(self) -> None:
        rng, counts = self.rng, self.room.players
        players = counts[rng.below(len(counts))]
        self.t = self.game.new(players, rng.key(), quiet=True)
        self.who = self.seating(players)
        self.policies = [self.policy("normal" if who != BOT else self.level()) for who in self.who]

    def seating(self, players: int) -> list[int]:
        rng = self.rng
        if self.kind == SELF:
            return [NOW] * players
        other = PAST if self.kind == LEAGUE else BOT
        found = [other] * players
        if self.kind != ONE:
            found = [NOW if rng.below(2) else other for _ in range(players)]
        found[rng.below(players)] = NOW
        return found

    def level(self) -> str:
        """The bots of one table alone are all `normal`: what is measured against them means so."""
        return "normal" if self.kind == ONE else self.levels[self.rng.below(len(self.levels))]

    def policy(self, level: str) -> AnyPolicy:
        if level not in self.made:
            temper = level if level in tempers(self.game) else ""
            bot = make_bot(self.game, "normal" if temper else level, self.rng, temper)
            assert isinstance(bot, PolicyBot)
            self.made[level] = bot.policy
        return self.made[level]

    # --- playing ----------------------------------------------------------------------------

    def advance(self) -> None:
        """On to the network's next choice.  A finished game is noted, and the next is dealt."""
        while True:
            over = self.t.outcome
            if over is not None:
                won = [seat in over.winners for seat in range(self.t.players)]
                self.ended = Ended(self.t.players, won, self.who, self.kind)
                self.deal()
            elif self.waits():
                return

    def waits(self) -> bool:
        """One step; whether the network is to choose before another can be made."""
        t = self.t
        first, players = t.on_turn(), t.players
        for k in range(players):
            seat = (first + k) % players
            if not t.asked >> seat & 1 and t.offers(seat) and self.let_bot(seat):
                return False
        for k in range(players):
            seat = (first + k) % players
            if t.asked >> seat & 1:
                return self.asks(seat)
        t.pass_time()
        return False

    def asks(self, seat: int) -> bool:
        ids = self.t.choices(seat)
        if len(ids) == 1:
            self.t.enact(seat, ids[0])
        elif self.who[seat] == BOT:
            self.let_bot(seat)
        else:
            self.seat, self.ids = seat, ids
            return True
        return False

    def let_bot(self, seat: int) -> bool:
        choice = self.policies[seat].pick(self.t, seat, self.rng)
        if choice is not None:
            self.t.enact(seat, choice)
        return choice is not None

    def answer(self, number: int) -> None:
        self.t.enact(self.seat, self.ids[number])

    def taught(self) -> int:
        """What the normal bot would choose here."""
        choice = self.policy("normal").pick(self.t, self.seat, self.rng)
        return self.ids.index(choice) if choice is not None else 0

    # --- what is seen -----------------------------------------------------------------------

    def seen(self) -> tuple[bytes, bytes]:
        """What the seat knows, and a row for each of its choices."""
        return (
            seen_by(self.policy("normal"), self.encoder, self.t, self.seat),
            self.encoder.described(self.t, self.seat, self.ids),
        )


def seen_size(room: Room) -> int:
    """How many numbers a network is given, besides those of the choices."""
    slot = Slot(room, 0, SELF)
    slot.advance()
    return len(slot.seen()[0])
