"""Series at a table: which games belong together, as the log says, and the core's view of them.

A `Run` is what rows leave of a series, and needs no rules.  Where the rules are here, `Series`
makes points, places and the next game of it.
"""

from functools import cache

import msgspec

from parlour.core.carry import Carry
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.options import Values
from parlour.core.series import TOURNAMENT, Plan, Result, Series
from parlour.server.table import rows


class Run(msgspec.Struct, frozen=True):
    """A series of a table.  `number`: of its first game at the table; `first`: who began that."""

    number: int
    first: int
    results: list[Result] = []
    left: Carry = {}

    def noted(self, first: int, over: rows.Over) -> "Run":
        """The same with one more game that is over."""
        result = Result(first, over.winners, over.scores, over.pays, over.reason)
        return Run(self.number, self.first, [*self.results, result], over.left)


def plan_of(config: rows.Opened, first: int) -> Plan:
    form = config.series
    assert form is not None
    return Plan(config.game, config.players, config.options, form.form, form.number, first)


def series_of(game: Game, config: rows.Opened, run: Run) -> Series:
    """The series as the rules see it; refused if its first game cannot be opened."""
    series = Series(game, plan_of(config, run.first))
    for number, result in enumerate(run.results, 1):
        series.note(result, run.left if number == len(run.results) else {})
    return series


def check_opening(game: Game, players: int, options: Values, form: rows.Form | None) -> None:
    """Refuses what cannot be played: by opening the first game of it."""
    if form is None:
        game.new(players, 0, dict(options), quiet=True)
    else:
        Series(game, Plan(game.id, players, dict(options), form.form, form.number))


@cache
def tournament_sizes(game: Game) -> list[int]:
    """For how many players the room has a tournament of its own."""
    return [
        n for n in range(game.least, game.most + 1) if opens(game, n, {}, rows.Form(TOURNAMENT))
    ]


def opens(game: Game, players: int, options: Values, form: rows.Form | None) -> bool:
    try:
        check_opening(game, players, options, form)
    except BadTable:
        return False
    return True
