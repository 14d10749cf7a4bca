"""One row for each seat of each game, as Parquet files in a folder (`--parquet`).

Polars, DuckDB, pandas and others read all files of such a folder as one table.  Each file has
consecutive seeds and is complete when it has its name, so a run that is killed loses none of them.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from parlour.core.game import Game
from parlour.core.table import Table
from parlour.lab.examiners import examiner_of
from parlour.lab.refusals import LabRefusal, optional

ROWS: Final = 50_000
"""So many are collected in memory before a file is written."""


class Row(NamedTuple):
    """What became of one seat in one game.  The names are those of the columns."""

    game: str
    players: int
    seed: int
    duel: str | None
    """In an arena: the challenger and the reference, `hard,normal`."""
    challenger: int | None
    """In an arena: the seat that the challenger has, if it plays in this game."""
    seat: int
    bot: str
    role: str | None
    character: str | None
    score: int
    share: float
    """Of the victory: 1 for the only winner, 1/2 for one of two, 0 for all others."""
    choices: int
    """That were made in the game, by all seats."""
    reason: str


NUMBERS: Final[dict[object, str]] = {int: "int64", int | None: "int64", float: "float64"}
"""How a column of numbers is stored; all others are text."""


def rows_of(
    game: Game,
    t: Table,
    seed: int,
    bots: list[str],
    choices: int,
    duel: str | None = None,
    challenger: int | None = None,
) -> list[Row]:
    """Of a game that is over."""
    outcome, examiner = t.outcome, examiner_of(game)
    assert outcome is not None
    return [
        Row(
            game=game.id,
            players=t.players,
            seed=seed,
            duel=duel,
            challenger=challenger,
            seat=seat,
            bot=bots[seat],
            role=examiner.group(t, seat) or None,
            character=examiner.character(t, seat) or None,
            score=outcome.scores[seat],
            share=outcome.share(seat),
            choices=choices,
            reason=outcome.reason,
        )
        for seat in range(t.players)
    ]


class Rows:
    """A folder of Parquet files."""

    def __init__(self, folder: Path) -> None:
        self._arrow: Final = optional("pyarrow", "parquet")
        self._parquet: Final = optional("pyarrow.parquet", "parquet")
        self._folder: Final = folder
        folder.mkdir(parents=True, exist_ok=True)

    def begin(self, name: str, seeds: range) -> None:
        """The rows of a run that goes on must be those of the games that are kept."""
        check_files(self._folder, name, seeds)

    def add(self, name: str, seeds: range, rows: Sequence[Row]) -> None:
        path = self._folder / file_name(name, seeds)
        unfinished = path.with_suffix(".unfinished")
        self._parquet.write_table(self._table(rows), unfinished)
        os.replace(unfinished, path)

    def _table(self, rows: Sequence[Row]) -> Any:
        kinds = [NUMBERS.get(kind, "string") for kind in Row.__annotations__.values()]
        columns = [
            self._arrow.array(column, getattr(self._arrow, kind)())
            for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)
        ]
        return self._arrow.table(columns, names=list(Row._fields))


def file_name(name: str, seeds: range) -> str:
    """`name`: of the tally that the rows belong to."""
    return f"{name}-{seeds.start}-{seeds.stop - 1}.parquet"


NAME: Final = re.compile(r"(-?\d+)-(-?\d+)\.parquet")


def check_files(folder: Path, name: str, seeds: range) -> None:
    """Refuses a folder whose rows are not those of exactly these seeds."""
    found = []
    for path in folder.glob(f"{name}-*.parquet"):
        if match := NAME.fullmatch(path.name.removeprefix(f"{name}-")):
            found.append((int(match[1]), int(match[2]) + 1))
    end = seeds.start
    for first, after in sorted(found):
        end = after if first == end else seeds.stop + 1
    if end != seeds.stop:
        raise LabRefusal("other_rows", facts={"path": str(folder), "games": len(seeds)})
