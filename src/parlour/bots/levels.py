"""Which bots a game has: how strong they are, and in what manner they play."""

from functools import cache
from typing import Final

from parlour.bots.learned import LearnedBot, LearnedSearchBot, is_learnt
from parlour.bots.player import PolicyBot
from parlour.bots.search import Budget, SearchBot
from parlour.core.bot import Bot, RandomBot
from parlour.core.data import read_toml
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.policy import Weights
from parlour.core.rng import Rng

LEVELS: Final = ("easy", "normal", "hard")
"""The levels of a game whose room has a policy, the weakest first."""

EXPERT: Final = "expert"
"""The level above, where a room has learnt to play and NumPy is there (`bots/learned.py`)."""

TEMPERS: Final = ("cautious", "bold", "sly")
"""Manners of playing, at every level; a bot need not have one."""

FORMER: Final = {"heuristic": "normal"}
"""What levels were called when tables that are still kept were opened."""

Tables = dict[str, Weights]


@cache
def _numbers(package: str) -> Tables:
    """A room's `bots.toml`: the weights that a level or a temper changes, by its name."""
    tables = read_toml(package, "bots.toml")
    return {name: {key: float(n) for key, n in table.items()} for name, table in tables.items()}


def levels(game: Game) -> list[str]:
    """The levels of the bots that this game has, the weakest first."""
    if game.policy is None:
        return ["random"]
    return ["random", *LEVELS, *([EXPERT] if is_learnt(game.package) else [])]


def usual(game: Game) -> str:
    """The level of a bot of which nobody said how strong it is to be."""
    return "normal" if game.policy is not None else levels(game)[-1]


def tempers(game: Game) -> list[str]:
    """The tempers that this game's bots can have."""
    return list(TEMPERS) if game.policy is not None else []


def weights_of(game: Game, level: str, temper: str = "") -> Weights:
    """The numbers of a policy of this level and temper."""
    tables = _numbers(game.package)
    own = tables.get(level, {}) if level != "normal" else {}
    return tables["normal"] | tables.get(temper, {}) | own


def make_bot(
    game: Game, level: str, rng: Rng, temper: str = "", budget: Budget | None = None
) -> Bot:
    """A bot of this level and temper; BadTable if the game has none."""
    level = FORMER.get(level, level)
    if level == "random":
        return RandomBot(rng)
    if game.policy is None or level not in levels(game):
        raise BadTable("unknown_bot", facts={"name": level, "list": levels(game)})
    if temper and temper not in tempers(game):
        raise BadTable("unknown_bot", facts={"name": temper, "list": tempers(game)})
    policy = game.policy(weights_of(game, level, temper))
    if level == EXPERT:
        if not game.policy.searches:
            return LearnedBot(game, policy, rng)
        return LearnedSearchBot(game, policy, rng, budget or Budget())
    if level != "hard" or not game.policy.searches:
        return PolicyBot(game, policy, rng)
    return SearchBot(game, policy, rng, budget or Budget())
