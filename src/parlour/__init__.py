"""Parlour: an online card table for hidden-information games.

    import parlour
    from parlour import Rng, play_out

    table = parlour.game("kings").new(players=2, seed=7)
    for decision in table.decisions():
        print(decision)

    table = parlour.game("kings").new(players=2, seed=7, quiet=True)
    while table.wanted():  # the seats whose answer the game waits for
        seat = table.wanted()[0]
        table.play(seat, table.choices(seat)[0])

What is named here stays; modules inside may move.
"""

from parlour.bots import levels, make_bot
from parlour.core.bot import Bot
from parlour.core.decision import Choice, Decision
from parlour.core.errors import BadTable, BadText, IllegalChoice, Refusal
from parlour.core.game import Game
from parlour.core.mind import Mind
from parlour.core.outcome import Outcome
from parlour.core.record import Record, read_record
from parlour.core.rng import Rng
from parlour.core.rollout import play_out
from parlour.core.series import Plan, Series
from parlour.core.table import Table
from parlour.core.view import View
from parlour.games import all_games, game

__version__ = "0.1.0"
__all__ = [
    "BadTable",
    "BadText",
    "Bot",
    "Choice",
    "Decision",
    "Game",
    "IllegalChoice",
    "Mind",
    "Outcome",
    "Plan",
    "Record",
    "Refusal",
    "Rng",
    "Series",
    "Table",
    "View",
    "all_games",
    "game",
    "levels",
    "load",
    "make_bot",
    "play_out",
]


def load(text: str | bytes) -> Table:
    """The table of a record, whatever game it is of."""
    record = read_record(text)
    return game(record.game).load(record)
