"""Bots by level.  A bot is given the view of its seat and nothing else."""

from parlour.core.bot import Bot, RandomBot
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.rng import Rng


def levels(game: Game) -> list[str]:
    """The levels of the bots that this game has, the weakest first."""
    return ["random", *game.bots]


def make_bot(game: Game, level: str, rng: Rng) -> Bot:
    """A bot of this level; BadTable if the game has none."""
    if level == "random":
        return RandomBot(rng)
    if level not in game.bots:
        raise BadTable("unknown_bot", facts={"name": level, "list": levels(game)})
    return game.bots[level](rng)
