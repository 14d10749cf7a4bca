"""The rooms.  Every sub-package that exports GAME is a game; none is named here.

Packages elsewhere join in through the entry point group `parlour.games`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from parlour.core.errors import BadTable
from parlour.core.game import Game


@cache
def all_games() -> dict[str, Game]:
    """Every game that can be found, by id."""
    modules = [import_module(f"{__name__}.{m.name}") for m in iter_modules(__path__) if m.ispkg]
    games: list[Game] = [module.GAME for module in modules]
    games += [entry.load() for entry in entry_points(group="parlour.games")]
    return {game.id: game for game in sorted(games, key=lambda game: game.id)}


def game(id: str) -> Game:
    """The game of this id; BadTable if there is none."""
    games = all_games()
    if id not in games:
        raise BadTable("unknown_game", facts={"name": id, "list": sorted(games)})
    return games[id]
