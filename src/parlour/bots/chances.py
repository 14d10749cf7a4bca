"""How likely a seat is to win, in mixed company, from what it sees and nothing else.

A learned player expects the victory as it knew it while it learnt: among its like.  What it says is
corrected for company of every level by two numbers for each number of players, which
`python -m parlour.lab.chances` finds and writes beside the weights.
"""

from importlib.resources import files
from math import exp, log
from typing import Any, Final

import msgspec

from parlour.bots.learned import LearnedBot, is_learnt
from parlour.bots.levels import weights_of
from parlour.core.data import read_toml
from parlour.core.game import Game
from parlour.core.rng import Rng

FILE: Final = "chances.toml"
LEAST: Final = 1e-4
"""Nothing is impossible before the game is over."""


class Correction(msgspec.Struct, frozen=True):
    """Of the logarithm of the odds: `slope` times it, and `shift` more."""

    shift: float = 0.0
    slope: float = 1.0

    def __call__(self, chance: float) -> float:
        return 1 / (1 + exp(-self.shift - self.slope * odds(chance)))


def odds(chance: float) -> float:
    """Their logarithm."""
    kept = min(max(chance, LEAST), 1 - LEAST)
    return log(kept / (1 - kept))


class Chances:
    """Of one game."""

    def __init__(self, game: Game) -> None:
        self._bot: LearnedBot | None = None
        if is_learnt(game.package) and game.policy is not None:
            policy = game.policy(weights_of(game, "normal"))
            self._bot = LearnedBot(game, policy, Rng(0))
        self._corrections: Final = corrections(game)

    def __call__(self, view: Any, seat: int) -> float | None:
        """That the seat wins, alone or with others; None where that was not learnt."""
        raw = self.raw(view, seat)
        correction = self._corrections.get(view.players)
        return None if raw is None or correction is None else correction(raw)

    def raw(self, view: Any, seat: int) -> float | None:
        """As the network learnt it."""
        return None if self._bot is None else self._bot.chance(view, seat)


def corrections(game: Game) -> dict[int, Correction]:
    """By the number of players."""
    if not files(game.package).joinpath(FILE).is_file():
        return {}
    found = read_toml(game.package, FILE)
    return {int(number): msgspec.convert(one, Correction) for number, one in found.items()}
