"""Bots by level and temper.  A bot is given the view of its seat and nothing else."""

from parlour.bots.levels import LEVELS, TEMPERS, levels, make_bot, tempers, usual, weights_of
from parlour.bots.player import PolicyBot, is_timely
from parlour.bots.search import Budget, Considered, SearchBot

__all__ = [
    "LEVELS",
    "TEMPERS",
    "Budget",
    "Considered",
    "PolicyBot",
    "SearchBot",
    "is_timely",
    "levels",
    "make_bot",
    "tempers",
    "usual",
    "weights_of",
]
