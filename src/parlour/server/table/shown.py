"""What everybody is shown of a table, and the news that one pair of eyes is sent."""

from typing import Any, Final

import msgspec

from parlour.bots.characters import name_in
from parlour.core.decision import Decision
from parlour.core.options import Values
from parlour.core.seats import NO_ONE
from parlour.core.series import Result
from parlour.core.undo import May
from parlour.server.table.begin import awaited
from parlour.server.table.deeds import may_hint
from parlour.server.table.pleas import Plea
from parlour.server.table.rows import FormName, Haste, Over, Pace, Share, Who
from parlour.server.table.saved import Phase, Remark
from parlour.server.table.shuffles import Broken, Shuffle
from parlour.server.table.sitting import Sitting


def message_type(name: str) -> str:
    """What a message says in `type`: the name of its struct in small letters."""
    return name.rpartition(".")[2].lower()


class FromServer(msgspec.Struct, frozen=True, tag=message_type, omit_defaults=True):
    """What the server says."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody sees it.  `same_device`: other seats that were held from one of its.

    `level`, `temper`: of a bot.
    """

    who: Who
    name: str
    level: str
    away: bool
    here: bool
    same_device: list[int]
    temper: str


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


class PauseInfo(msgspec.Struct, frozen=True):
    """Whose pause it is, null for a host without a seat; and when it ends by itself, if it does."""

    seat: int | None
    until: int | None


class NextGame(msgspec.Struct, frozen=True):
    """Somebody wants the next game: who does, and whose word it waits for.

    From `until` on those who are not here are no longer waited for.
    """

    ready: list[int]
    waits: list[int]
    until: int


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody sees it.  `commitment`, `seed`, `secret`, `salt`: of the newest game.

    The last three are revealed when it is over.  `shuffle` and `shares` are of the newest game too
    (0: no client took part); `shuffling` is the shuffle of the next, while it is on; `broken` are
    starts of the newest game or the next that were broken off.  `hints`: whether one may ask here.
    `hurried`: who wants to see the end of the newest game soon.
    """

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
    dead_talk: bool
    haste: Haste
    hurried: list[int]
    helps: bool
    hints: bool
    phase: Phase
    paused: bool
    pause: PauseInfo | None
    next: NextGame | None
    number: int
    seats: list[SeatInfo]
    host: int | None
    commitment: str
    over: Over | None
    reason: str
    seed: str
    secret: str
    salt: str
    shuffle: int
    shares: list[Share]
    shuffling: Shuffle | None
    broken: list[Broken]
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

    `devices`: connections of this seat.  `muted`: it may not talk now.

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
    muted: bool = False
    devices: int = 1
    said: list[Remark] = []
    table: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


encode: Final = msgspec.json.Encoder().encode


def names_in(sitting: Sitting, lang: str) -> list[str]:
    """Everybody's name by seat, as somebody who speaks this language reads it."""
    named = zip(sitting.names(), sitting.seats, strict=True)
    return [name_in(name, lang) if seat.who == "bot" else name for name, seat in named]


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


def pause_info(sitting: Sitting) -> PauseInfo | None:
    pause = sitting.pauses.open
    if pause is None:
        return None
    return PauseInfo(None if pause.seat == NO_ONE else pause.seat, pause.until)


def next_game(sitting: Sitting) -> NextGame | None:
    if not sitting.ready or sitting.phase != "over":
        return None
    ready, until = sitting.ready, sitting.ready_until
    return NextGame(ready, awaited(sitting, set(), until - 1, until, set(ready)), until)


def same_device(sitting: Sitting, seat: int) -> list[int]:
    mine = set(sitting.seats[seat].devices)
    others = enumerate(sitting.seats)
    return [k for k, other in others if k != seat and mine.intersection(other.devices)]


def table_info(sitting: Sitting, here: set[int]) -> TableInfo:
    config = sitting.config
    game = sitting.games[-1] if sitting.games else None
    revealed = sitting.revealed and game is not None
    secret, salt = sitting.secrets(sitting.number) if revealed else (b"", b"")
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
        dead_talk=config.dead_talk,
        haste=config.haste,
        hurried=sitting.hurried,
        helps=config.helps,
        hints=may_hint(sitting),
        paused=sitting.paused_at is not None,
        pause=pause_info(sitting),
        next=next_game(sitting),
        number=sitting.number,
        seats=[
            SeatInfo(
                seat.who,
                seat.name,
                seat.level,
                seat.away,
                number in here,
                same_device(sitting, number),
                seat.temper,
            )
            for number, seat in enumerate(sitting.seats)
        ],
        host=sitting.seat_of(sitting.host),
        commitment=game.commitment if game else "",
        over=sitting.over,
        reason=sitting.reason,
        seed=sitting.seed_of(game).hex() if revealed and game else "",
        secret=secret.hex(),
        salt=salt.hex(),
        shuffle=game.shuffle if game else 0,
        shares=game.shares if game else [],
        shuffling=sitting.shuffles.now,
        broken=[one for one in sitting.shuffles.broken if one.number >= sitting.number],
        series=series_info(sitting),
        evening=config.evening,
    )
