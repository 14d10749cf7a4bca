"""Games one after another for a learner, who sits in one seat among bots or in every seat."""

from collections.abc import Callable
from typing import Final, final

import msgspec

import parlour
from parlour.bots import make_bot
from parlour.core.bot import Bot
from parlour.core.outcome import Outcome
from parlour.core.rng import Rng
from parlour.lab.adapters.turns import Turns
from parlour.lab.encoding import encoding_of
from parlour.lab.simulate import chosen

REWARDS: Final[dict[str, Callable[[Outcome, int], float]]] = {
    "share": lambda outcome, seat: outcome.share(seat),
    "score": lambda outcome, seat: float(outcome.scores[seat]),
    "lead": lambda outcome, seat: float(
        outcome.scores[seat] - max(outcome.scores[:seat] + outcome.scores[seat + 1 :])
    ),
}
"""What a finished game gives a seat: its part of the victory, its score, or by how much that is
more than the best score of the others."""


class Setup(msgspec.Struct, frozen=True):
    """What is played, and who the learner is.

    players  0: four, or the nearest number that the game is for
    options  those that differ from the defaults
    bots     the level of the bots in the other seats; empty: the learner answers for every seat
    seat     the learner's; None: by lot in every game
    reward   one of REWARDS
    candidates  whether many tables also describe each choice (`VectorTables.candidates`)
    """

    game: str
    players: int = 0
    options: dict[str, object] = {}
    bots: str = "random"
    seat: int | None = None
    reward: str = "share"
    candidates: bool = False

    def checked(self) -> "Setup":
        """The same with the number of players; ValueError says what cannot be."""
        game = parlour.game(self.game)
        setup = self if self.players else msgspec.structs.replace(self, players=usual(self.game))
        game.new(setup.players, 0, dict(setup.options), quiet=True)
        if setup.bots:
            make_bot(game, setup.bots, Rng(0))
        if setup.reward not in REWARDS:
            raise ValueError(f"a reward is one of {', '.join(REWARDS)}, not {setup.reward!r}")
        if setup.seat is not None and not 0 <= setup.seat < setup.players:
            raise ValueError(f"{setup.players} players have no seat {setup.seat}")
        return setup


def usual(game: str) -> int:
    """How many play if nobody says it: four, or the nearest number that the game is for."""
    found = parlour.game(game)
    return min(max(4, found.least), found.most)


@final
class Play:
    """A table that is dealt anew when its game is over.

    `turns.seat` is a seat of the learner's whenever nothing is under way.
    """

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup: Final = setup
        self.game: Final = parlour.game(setup.game)
        self.encoding: Final = encoding_of(self.game)
        self._rng = Rng(seed)
        self.me: int | None = None
        """The learner's seat in this game; None if every seat is."""
        self._bots: list[Bot] = []
        self.turns = self._begun()

    def reseed(self, seed: int) -> None:
        """The games that come are those of this seed."""
        self._rng = Rng(seed)

    def deal(self) -> None:
        """A new game, as far as the learner's first answer."""
        self.turns = self._begun()

    def _begun(self) -> Turns:
        """A game that the bots end before the learner is to answer is followed by another one."""
        turns = self._dealt()
        while turns.over:
            turns = self._dealt()
        return turns

    def _dealt(self) -> Turns:
        setup, rng = self.setup, self._rng
        table = self.game.new(setup.players, rng.key(), dict(setup.options), quiet=True)
        if setup.bots:
            self.me = rng.below(setup.players) if setup.seat is None else setup.seat
            self._bots = [
                make_bot(self.game, setup.bots, rng.split()) for _ in range(setup.players)
            ]
        turns = Turns(table, self.encoding)
        self._let_bots(turns)
        return turns

    def answer(self, action: int) -> bool:
        """The learner answers, then the bots; whether the game is over.

        An action that the mask does not allow raises NotAllowed and changes nothing.
        """
        turns = self.turns
        turns.answer(action)
        self._let_bots(turns)
        return turns.over

    def _let_bots(self, turns: Turns) -> None:
        """Bots answer until the learner's seat is to answer, or the game is over."""
        if self.me is None:
            return
        table = turns.table
        while not turns.over and turns.seat != self.me:
            seat = turns.seat
            turns.choose(chosen(table, seat, self._bots[seat], bool(table.asked >> seat & 1)))

    def reward(self, seat: int) -> float:
        """What the finished game gives a seat."""
        outcome = self.turns.table.outcome
        return 0.0 if outcome is None else REWARDS[self.setup.reward](outcome, seat)
