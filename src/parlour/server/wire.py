"""The messages of a seat's socket.  docs/protocol.md says what they mean.

Each struct is one message, its name in small letters its `type`; what is not known is refused.
"""

from typing import Annotated, Any, Final, Literal

import msgspec

from parlour.core.decision import Decision
from parlour.core.errors import Refusal
from parlour.core.options import Values
from parlour.core.series import Result
from parlour.core.undo import May
from parlour.server.fold import Line, Phase, Sitting
from parlour.server.plea import Plea
from parlour.server.rows import FormName, Over, Pace, Who

PROTOCOL: Final = 1
MAX_FRAME: Final = 4_096
"""Bytes in a message of a client."""

Name = Annotated[str, msgspec.Meta(max_length=64)]
Mid = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Text = Annotated[str, msgspec.Meta(max_length=512)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


def _small(name: str) -> str:
    return name.rpartition(".")[2].lower()


class FromClient(msgspec.Struct, frozen=True, tag=_small, forbid_unknown_fields=True):
    """What a client may say."""


class Hello(FromClient, frozen=True):
    """First of all.  Without a key: to watch.  `stream` and `last`: what was got before."""

    key: Name = ""
    stream: Name = ""
    last: Count = 0
    lang: Literal["en", "ru"] = "en"


class Answer(FromClient, frozen=True):
    """A choice.  `decision`: the number of the question.

    `lag` is not heeded: the server measures the line itself.  Older clients send it.
    """

    mid: Mid
    decision: Count
    choice: Text
    lag: Count = 0


class Undo(FromClient, frozen=True):
    mid: Mid


class Plead(FromClient, frozen=True):
    """Ask the others to let your last choice be taken back."""

    mid: Mid


class Agree(FromClient, frozen=True):
    """Your word on the plea of this number."""

    mid: Mid
    plea: Count


class Decline(FromClient, frozen=True):
    mid: Mid
    plea: Count


class Why(FromClient, frozen=True):
    """Why can this not be chosen?  Nothing happens."""

    mid: Mid
    choice: Text


class Say(FromClient, frozen=True):
    mid: Mid
    phrase: Name = ""
    text: Text = ""


class Ping(FromClient, frozen=True):
    t: Count = 0


Said = Hello | Answer | Undo | Plead | Agree | Decline | Why | Say | Ping


class FromServer(msgspec.Struct, frozen=True, tag=_small, omit_defaults=True):
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


class Welcome(FromServer, frozen=True):
    protocol: int
    stream: str
    n: int
    seat: int | None
    now: int
    table: TableInfo
    said: list[Line] = []


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
    said: list[Line] = []
    table: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class Ack(FromServer, frozen=True):
    mid: str


class Refused(FromServer, frozen=True):
    """Not done.  `code` is stable, `rule` a number of the rulebook, `text` for people.

    `example`: what could be typed instead, where people type.
    """

    mid: str
    code: str
    text: str
    rule: str = ""
    facts: dict[str, Any] = {}
    example: str = ""


class Pong(FromServer, frozen=True):
    t: int
    now: int


class Bye(FromServer, frozen=True):
    """The last message before the socket closes."""

    code: str
    text: str = ""


_DECODER: Final = msgspec.json.Decoder(Said)
encode: Final = msgspec.json.Encoder().encode
NULL: Final = msgspec.Raw(b"null")


def read(frame: str | bytes) -> Said:
    """A client's message, or a refusal that says what is wrong with it."""
    if len(frame) > MAX_FRAME:
        raise Refusal("too_long", facts={"number": MAX_FRAME})
    try:
        message: Said = _DECODER.decode(frame)
        return message
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refusal("bad_message", facts={"reason": str(wrong)[:200]}) from wrong


def decision_info(decision: Decision) -> DecisionInfo:
    default = decision.default.text if decision.default is not None else None
    choices = [ChoiceInfo(c.text, c.brief, c.is_offer) for c in decision.choices]
    return DecisionInfo(decision.id, decision.ask, decision.about, choices, default)


def clock_info(sitting: Sitting) -> list[ClockInfo]:
    clocks = sitting.clocks
    if clocks is None or sitting.config.pace.kind == "relaxed" or not sitting.playing:
        return []
    return [ClockInfo(left, since) for left, since in zip(clocks.left, clocks.since, strict=True)]


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
