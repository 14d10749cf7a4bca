"""Magpies: a tiny game of hiding, showing and stealing, 2 to 4 players."""

from parlour.games.magpies.game import GAME

__all__ = ["GAME"]
