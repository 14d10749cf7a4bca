"""What people ask of an evening, and what they are shown of it."""

from typing import Annotated, Literal

import msgspec

from parlour.core.options import Values
from parlour.server.evening.lots import Lot
from parlour.server.table.rows import Form, Pace
from parlour.server.table.shuffles import Shuffle

EveningState = Literal["open", "playing", "ending", "over"]


class EveningRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An evening to open.  `name`: the host's, empty if they do not play.

    `size`: how many should sit at a table; `bots`: how many bots are guests from the start.
    """

    title: str
    game: str
    options: Values = {}
    series: Form | None = None
    size: Annotated[int, msgspec.Meta(ge=1, le=99)] = 4
    rounds: Annotated[int, msgspec.Meta(ge=1, le=99)] = 3
    pace: Pace = Pace()
    level: str = ""
    name: str = ""
    bots: Annotated[int, msgspec.Meta(ge=0, le=48)] = 0


class EveningKeys(msgspec.Struct, frozen=True):
    """The host's key, which is also that of their own seats; told once and never again."""

    id: str
    key: str
    guest: int | None


class EveningJoin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class EveningJoined(msgspec.Struct, frozen=True):
    """The guest's number, and the key of every seat they will be given this evening."""

    guest: int
    key: str


class BotGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that is to come.  Without a name it is a character; without a temper, one by turns."""

    name: str = ""
    level: str = ""
    temper: str = ""


class DrawRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`force`: without those whose tables are still in play.

    `round`: how many rounds have been drawn, as far as whoever asks knows; None: they do not say.
    """

    force: bool = False
    round: int | None = None


class FinishRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`round`: how many rounds have been drawn, as far as whoever asks knows."""

    round: int


class LockRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    locked: bool


class ShareRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's commitment to a share of the draw of a round, or the share itself."""

    round: int
    commitment: str = ""
    value: str = ""


class EveningGuest(msgspec.Struct, frozen=True):
    """A guest and their line of the standing.  `sat_out`: rounds without a table."""

    name: str
    bot: bool
    level: str
    left: bool
    points: int
    wins: int
    games: int
    place: int
    sat_out: int
    temper: str


class EveningTable(msgspec.Struct, frozen=True):
    """A table of a round.  `guests`: by seat; `pays`: what each of them got, once it is over."""

    id: str
    round: int
    guests: list[int]
    state: Literal["playing", "over", "unfinished"]
    winners: list[int]
    pays: list[int]


class EveningInfo(msgspec.Struct, frozen=True):
    """An evening as everybody sees it; `you` and `host` say whose key asked.

    `order`: guests from the first place down; `history`: everybody's points after each round.
    `state`: an evening is `ending` when it has been finished and tables are still in play.
    `shuffling`: the draw that is on, or may be committed to.
    `lots`: the draws that guests took part in.
    """

    id: str
    title: str
    game: str
    options: Values
    series: Form | None
    size: int
    rounds: int
    state: EveningState
    round: int
    locked: bool
    guests: list[EveningGuest]
    tables: list[EveningTable]
    order: list[int]
    history: list[list[int]]
    you: int | None
    host: bool
    shuffling: Shuffle | None
    lots: list[Lot]
