"""Kings Under Mountains («Подземные короли»), 2 to 4 players."""

from parlour.games.kings.game import GAME

__all__ = ["GAME"]
