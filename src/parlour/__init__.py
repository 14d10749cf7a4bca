"""Parlour: an online card table for hidden-information games.

import parlour

table = parlour.game("kings").new(players=2, seed=7)
for decision in table.decisions():
    print(decision)
"""

from parlour.core.game import Game
from parlour.core.record import Record, read_record
from parlour.core.table import Table
from parlour.games import all_games, game

__version__ = "0.1.0"
__all__ = ["Game", "Record", "Table", "all_games", "game", "load"]


def load(text: str | bytes) -> Table:
    """The table of a record, whatever game it is of."""
    record = read_record(text)
    return game(record.game).load(record)
