"""A series: several games at one table, and what is remembered between them.

Every question is asked inside a game.  A series keeps who begins, what each game paid and what is
carried on.  It is computed from finished games, so it can be played again from its record.
"""

from typing import Any, Final

import msgspec

from parlour.core.carry import Carry, check_carry
from parlour.core.errors import BadTable, BadText
from parlour.core.game import Game
from parlour.core.options import Values, settle_options
from parlour.core.record import Record
from parlour.core.table import Table

GAMES: Final = "games"
BEST_OF: Final = "best_of"
FIRST_TO: Final = "first_to"
TOURNAMENT: Final = "tournament"
MOST: Final = {GAMES: 99, BEST_OF: 99, FIRST_TO: 25}
"""The greatest number that each form may be played to."""
LONGEST: Final = 200
"""No series has more games, however many of them are drawn."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is agreed before a series begins.

    `form`: a fixed number of `games`, `best_of` so many, `first_to` so many wins, or the room's own
    `tournament`, which knows its number itself.  `first`: who begins the first game.
    """

    game: str
    players: int
    options: Values = {}
    form: str = GAMES
    number: int = 0
    """How many games, or wins; 0 for a tournament."""
    first: int = 0


def read_form(text: str) -> tuple[str, int]:
    """`games:4`, `best-of:3`, `first-to:2` or `tournament`, as people write it."""
    word, _, count = text.partition(":")
    form = word.strip().replace("-", "_")
    right = form == TOURNAMENT and not count
    if not right and not (form in MOST and count.isdecimal() and len(count) < 9):
        raise BadTable("unknown_form", facts={"name": text})
    return form, int(count or 0)


class Result(msgspec.Struct, frozen=True):
    """What one game of a series came to."""

    first: int
    winners: list[int]
    scores: list[int]
    pays: list[int]
    reason: str


class Standing(msgspec.Struct, frozen=True):
    """The points, wins and places of all seats."""

    points: list[int]
    """The points of each seat."""
    wins: list[int]
    """The games each seat has won."""
    places: list[int]
    """Each seat's place, from 1; whoever is level shares it."""
    order: list[int]
    """The seats, from the first place down."""


class SeriesRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The save format of a series: the plan, a record of each game, and the points at the end."""

    plan: Plan
    games: list[Record]
    points: list[int]

    def to_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()


class Series:
    """A series being played.  `plan` is refused if its first game could not be opened."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.game: Final[Game] = game
        """The game that is played."""
        self.plan: Final[Plan] = plan
        """What was agreed before the series began."""
        game.check_players(plan.players)
        check_carry({"first": plan.first}, plan.players, ())
        self.length: Final[int] = _length(game, plan)
        """The series has at most so many games."""
        self.results: list[Result] = []
        """What each finished game came to."""
        self.records: list[Record] = []
        """The record of each finished game that kept one."""
        self.left: Carry = {}
        """What the last finished game left to the next."""
        self.points: list[int] = [0] * plan.players
        """The points of each seat so far."""
        self.wins: list[int] = [0] * plan.players
        """The games each seat has won so far."""
        if plan.form == TOURNAMENT:
            values = settle_options(game.option_list, plan.options)
            self.points = game.series.stakes(plan.players, values)
        self.open(0, quiet=True)  # refuses what cannot be played

    # --- the next game ----------------------------------------------------------------------

    @property
    def first(self) -> int:
        """The seat that begins the next game: it goes round."""
        return (self.plan.first + len(self.results)) % self.plan.players

    def carry(self) -> Carry:
        """What the next game is opened with."""
        points = {"points": list(self.points)} if self.plan.form == TOURNAMENT else {}
        return {"first": self.first, **points, **self.left}

    def open(self, seed: int | str | bytes, quiet: bool = False) -> Table:
        """The table of the next game."""
        if self.over:
            raise BadTable("series_over")
        plan = self.plan
        return self.game.new(plan.players, seed, plan.options, quiet, self.carry())

    # --- a game that is over ----------------------------------------------------------------

    def add(self, t: Table) -> Result:
        """Remember a finished game: what it paid, what it leaves."""
        outcome = t.outcome
        if outcome is None or t.game is not self.game or t.carry != self.carry() or self.over:
            raise ValueError("this is not the next game of the series, played to its end")
        result = Result(
            first=self.first,
            winners=list(outcome.winners),
            scores=list(outcome.scores),
            pays=self.game.series.pays(t),
            reason=outcome.reason,
        )
        if t.log is not None:
            self.records.append(t.record())
        self.note(result, self.game.series.carries(t))
        return result

    def note(self, result: Result, left: Carry) -> None:
        """The same from stored results, without a table: the server reads them from a log."""
        self.left = left
        self.results.append(result)
        self.points = [have + paid for have, paid in zip(self.points, result.pays, strict=True)]
        self.wins = [won + (seat in result.winners) for seat, won in enumerate(self.wins)]

    @property
    def over(self) -> bool:
        """Whether the series is decided."""
        played, number = len(self.results), self.plan.number
        if played >= self.length:
            return True
        if self.plan.form == BEST_OF:
            return 2 * max(self.wins) > number
        return self.plan.form == FIRST_TO and max(self.wins) >= number

    # --- where everybody stands -------------------------------------------------------------

    @property
    def by_wins(self) -> bool:
        """Whether wins decide, and points only where wins are level."""
        return self.plan.form in (BEST_OF, FIRST_TO)

    def standing(self) -> Standing:
        """The points, wins and places so far."""
        pairs = list(zip(self.points, self.wins, strict=True))
        worth = [pair[::-1] if self.by_wins else pair for pair in pairs]
        places = [1 + sum(other > own for other in worth) for own in worth]
        order = sorted(range(self.plan.players), key=lambda seat: (places[seat], seat))
        return Standing(list(self.points), list(self.wins), places, order)

    def winners(self) -> list[int]:
        """Whoever has come first, once the series is over."""
        standing = self.standing()
        return [seat for seat in standing.order if self.over and standing.places[seat] == 1]

    # --- records ----------------------------------------------------------------------------

    def record(self) -> SeriesRecord:
        """What is saved of a series; ValueError if a game of it kept no record."""
        if len(self.records) != len(self.results):
            raise ValueError("this series keeps no record: a game of it was opened quiet")
        return SeriesRecord(self.plan, list(self.records), list(self.points))


def _length(game: Game, plan: Plan) -> int:
    """At most so many games; BadTable if there is no such series."""
    if plan.form == TOURNAMENT:
        number = game.series.tournament(plan.players)
        if not number:
            raise BadTable("no_tournament")
        return number
    if plan.form not in MOST:
        raise BadTable("unknown_form", facts={"name": plan.form})
    if type(plan.number) is not int or not 1 <= plan.number <= MOST[plan.form]:
        name = plan.form.replace("_", "-")
        facts: dict[str, object] = {"name": name, "number": plan.number}
        raise BadTable("bad_number", facts=facts | {"least": 1, "most": MOST[plan.form]})
    return LONGEST if plan.form == FIRST_TO else plan.number


# --- records --------------------------------------------------------------------------------------


def is_series(text: str | bytes) -> bool:
    """Whether a file is the record of a series rather than of a game."""
    try:
        return "plan" in msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


def read_series(text: str | bytes) -> SeriesRecord:
    try:
        return msgspec.json.decode(text, type=SeriesRecord)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadText("bad_series", facts={"reason": str(wrong)}) from wrong


def load_series(game: Game, record: SeriesRecord) -> tuple[Series, list[Table]]:
    """Play a series again, game by game; BadText where it is not what it says."""
    series = Series(game, record.plan)
    tables: list[Table] = []
    for number, played in enumerate(record.games, 1):
        if series.over or played != _expected(series, played):
            raise _wrong(f"game {number} does not belong to it")
        t = game.load(played)
        if t.outcome is None:
            raise _wrong(f"game {number} is not finished")
        series.add(t)
        tables.append(t)
    if series.points != record.points:
        raise _wrong(f"the games come to {series.points}, not to {record.points}")
    return series, tables


def _expected(series: Series, played: Record) -> Record:
    """The record as the series would begin it; the deal and the choices are its own."""
    plan = series.plan
    return Record(
        game=series.game.id,
        version=series.game.version,
        players=plan.players,
        options=series.game.settled(plan.options),
        choices=played.choices,
        seed=played.seed,
        carry=series.carry(),
    )


def _wrong(reason: str) -> BadText:
    return BadText("bad_series", facts={"reason": reason})
