"""Players that are not people.  They see what a seat sees."""

from parlour.core.bot import Bot, RandomBot
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.rng import Rng


def levels(game: Game) -> list[str]:
    """The bots this game has, the weakest first."""
    return ["random", *game.bots]


def make_bot(game: Game, level: str, rng: Rng) -> Bot:
    if level == "random":
        return RandomBot(rng)
    if level not in game.bots:
        raise BadTable("unknown_bot", facts={"name": level, "list": levels(game)})
    return game.bots[level](rng)
