"""How a game begins: the first at a table, the next of a series, the first of another series."""

from typing import Any

from parlour.core.errors import BadTable, Refusal
from parlour.server.table import rows
from parlour.server.table.deeds import Deed
from parlour.server.table.fairness import commitment
from parlour.server.table.series import Run, series_of
from parlour.server.table.sitting import Sitting


def begin(s: Sitting) -> list[rows.Body]:
    if any(seat.who == "open" for seat in s.seats):
        raise Refusal("open_seats")
    if s.game is None or s.game.version != s.config.version:
        raise BadTable(
            "wrong_version",
            facts={
                "found": f"{s.config.game}/{s.config.version}",
                "known": f"{s.config.game}/{s.game.version if s.game else '?'}",
            },
        )
    number = s.number + 1
    carry, series = next_game(s)
    return [rows.Started(number, commitment(*s.secrets(number)), carry, series)]


def next_game(s: Sitting) -> tuple[dict[str, Any], int]:
    """What the next game is opened with, and the number of its series; 0: it is in none."""
    if s.config.series is None:
        return {}, 0
    series = s.series()
    if series is not None and s.runs and not series.over:
        return series.carry(), len(s.runs)
    assert s.game is not None
    fresh = series_of(s.game, s.config, Run(s.number + 1, s.lot()))
    return fresh.carry(), len(s.runs) + 1


def is_done(s: Sitting) -> bool:
    """All that was agreed on has been played: the series, or the one game."""
    series = s.series()
    return s.over is not None if series is None else series.over


def rematch(seat: int) -> Deed:
    """The next game at the same table, with the same people in the same seats."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.phase != "over":
            raise Refusal("not_over")
        if s.config.evening and is_done(s):
            raise Refusal("table_played")  # who meets next is drawn
        again: list[rows.Body] = [rows.Rematch(max(0, seat))]
        full = all(one.who != "open" for one in s.seats)
        return again + begin(s) if full else again

    return deed
