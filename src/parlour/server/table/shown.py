"""What everybody is shown of a table, and the news that one pair of eyes is sent."""

from typing import Any, Final

import msgspec

from parlour.core.decision import Decision
from parlour.core.options import Values
from parlour.core.series import Result
from parlour.core.undo import May
from parlour.server.table.pleas import Plea
from parlour.server.table.rows import FormName, Over, Pace, Who
from parlour.server.table.saved import Phase, Remark
from parlour.server.table.sitting import Sitting


def message_type(name: str) -> str:
    """What a message says in `type`: the name of its struct in small letters."""
    return name.rpartition(".")[2].lower()


class FromServer(msgspec.Struct, frozen=True, tag=message_type, omit_defaults=True):
    """What the server says."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    who: Who
    name: str
    level: str
    away: bool
    here: bool


class SeriesInfo(msgspec.Struct, frozen=True):
    """The series that is on at a table, or the last one.  All lists are by seat; places from 1.

    `length`: at most so many games.  `results`: of the games that are over.
    """

    form: FormName
    number: int
    length: int
    results: list[Result]
    points: list[int]
    wins: list[int]
    places: list[int]
    over: bool
    winners: list[int]


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody sees it.  `seed` and `salt` are revealed when the game is over."""

    id: str
    code: str
    game: str
    version: int
    players: int
    options: Values
    pace: Pace
    public: bool
    watchers: bool
    chat: str
    level: str
    phase: Phase
    paused: bool
    number: int
    seats: list[SeatInfo]
    host: int | None
    commitment: str
    over: Over | None
    reason: str
    seed: str
    salt: str
    series: SeriesInfo | None
    evening: str


class ClockInfo(msgspec.Struct, frozen=True):
    """`left` milliseconds when the question was put, at `since`; null: the clock stands."""

    left: int
    since: int | None


class ChoiceInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """`standing`: it may be done at any time, whatever is asked."""

    text: str
    brief: str
    standing: bool = False


class DecisionInfo(msgspec.Struct, frozen=True):
    """What the seat may answer.  `default`: what a time-out answers; null: nothing waits."""

    id: int
    ask: str
    about: dict[str, Any]
    choices: list[ChoiceInfo]
    default: str | None


class News(FromServer, frozen=True):
    """What is new for these eyes.  It follows message `after`; 0: forget what you had.

    The parts are encoded already: the same bytes go to everybody with the same eyes.
    """

    n: int
    after: int
    at: int
    events: list[dict[str, Any]]
    view: msgspec.Raw
    decision: msgspec.Raw
    undo: May
    clocks: msgspec.Raw
    plea: Plea | None = None
    waits: list[int] = []
    said: list[Remark] = []
    table: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


encode: Final = msgspec.json.Encoder().encode


def decision_info(decision: Decision) -> DecisionInfo:
    default = decision.default.text if decision.default is not None else None
    choices = [ChoiceInfo(c.text, c.brief, c.is_offer) for c in decision.choices]
    return DecisionInfo(decision.id, decision.ask, decision.about, choices, default)


def clock_info(sitting: Sitting) -> list[ClockInfo]:
    """While the table is paused every clock stands, at what was left when the pause began."""
    clocks = sitting.clocks
    if clocks is None or sitting.config.pace.kind == "relaxed" or not sitting.playing:
        return []
    stood = sitting.paused_at
    return [
        ClockInfo(left, since)
        if since is None or stood is None
        else ClockInfo(max(0, left - max(0, stood - since)), None)
        for left, since in zip(clocks.left, clocks.since, strict=True)
    ]


def series_info(sitting: Sitting) -> SeriesInfo | None:
    series, form = sitting.series(), sitting.config.series
    if series is None or form is None:
        return None
    standing = series.standing()
    return SeriesInfo(
        form=form.form,
        number=form.number,
        length=series.length,
        results=series.results,
        points=standing.points,
        wins=standing.wins,
        places=standing.places,
        over=series.over,
        winners=series.winners(),
    )


def table_info(sitting: Sitting, here: set[int]) -> TableInfo:
    config = sitting.config
    revealed = sitting.revealed and bool(sitting.games)
    seed, salt = sitting.secrets(sitting.number) if revealed else (b"", b"")
    return TableInfo(
        id=sitting.id,
        code=config.code,
        game=config.game,
        version=config.version,
        players=config.players,
        options=config.options,
        pace=config.pace,
        public=config.public,
        watchers=config.watchers,
        chat=config.chat,
        level=config.level,
        phase=sitting.phase,
        paused=sitting.paused_at is not None,
        number=sitting.number,
        seats=[
            SeatInfo(seat.who, seat.name, seat.level, seat.away, number in here)
            for number, seat in enumerate(sitting.seats)
        ],
        host=sitting.seat_of(sitting.host),
        commitment=sitting.games[-1].commitment if sitting.games else "",
        over=sitting.over,
        reason=sitting.reason,
        seed=seed.hex(),
        salt=salt.hex(),
        series=series_info(sitting),
        evening=config.evening,
    )
