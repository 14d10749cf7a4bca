"""Intrigo («Интриго»), 3 or 4 players."""

from parlour.games.intrigo.game import GAME

__all__ = ["GAME"]
