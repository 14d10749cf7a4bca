"""Wink, 4 to 8 players."""

from parlour.games.wink.game import GAME

__all__ = ["GAME"]
