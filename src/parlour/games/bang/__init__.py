"""BANG! («Бах!»), 3 to 8 players."""

from parlour.games.bang.game import GAME

__all__ = ["GAME"]
