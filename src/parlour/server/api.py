"""What the HTTP side takes and gives, beside the tables themselves."""

from typing import Annotated, Any, Final, Literal

import msgspec
from litestar.openapi.datastructures import ResponseSpec

from parlour.core.options import Option, Values
from parlour.server.rows import Form, Pace

Text = dict[str, str]
"""The same words in every language of the house, by its code."""
Pages = dict[str, dict[str, str]]
"""The sentences of a game by dotted key, in every language of the house: ICU messages.

A sentence that a language lacks is to be said in the default one.
"""


class OptionInfo(msgspec.Struct, frozen=True):
    option: Option
    name: Text
    help: Text


class HouseInfo(msgspec.Struct, frozen=True):
    """This house.  `address`: where guests reach it, if it knows; for invitations."""

    version: str
    address: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game of this house.  `sign`: what its rules' numbers begin with; `credits`: whose it is.

    `tournament`: how many players its own tournament may have; none, if it has none.
    """

    id: str
    sign: str
    version: int
    least: int
    most: int
    title: Text
    about: Text
    credits: Text
    levels: list[str]
    options: dict[str, OptionInfo]
    tournament: list[int]


class Listed(msgspec.Struct, frozen=True):
    """A public table in the list."""

    id: str
    code: str
    game: str
    state: str
    at: int
    about: Any


class Problem(msgspec.Struct, frozen=True):
    """Why something was not done.  `code` is stable, `text` for people, `rule` of a rulebook."""

    code: str
    text: str
    rule: str = ""
    facts: dict[str, Any] = {}


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down: in a seat, or in any open one (null)."""

    name: str = ""
    seat: int | None = None


class Joined(msgspec.Struct, frozen=True):
    """The seat, and the key that answers for it.  It is told once and never again."""

    id: str
    seat: int
    key: str


class Reserved(msgspec.Struct, frozen=True):
    """A seat as the host wanted it; `key`: for the personal link of a reserved one."""

    seat: int
    key: str = ""


class Found(msgspec.Struct, frozen=True):
    id: str


class Phrase(msgspec.Struct, frozen=True):
    key: str
    text: Text


class SceneInfo(msgspec.Struct, frozen=True):
    """A scenario of a game.  `puzzle`: its question; `course`: its place in the first lesson.

    The question is empty where there is none; places count from 1, 0 is none.
    """

    name: str
    title: Text
    rules: list[str]
    lesson: bool
    puzzle: Text
    course: int


class Tried(msgspec.Struct, frozen=True):
    """A choice of a seat that the scenario shows to be refused."""

    seat: int
    choice: str
    code: str
    rule: str
    text: Text


class Moment(msgspec.Struct, frozen=True):
    """A moment of a scenario: who chose what, what it led to, what is asked now and of whom.

    `seat` and `choice` are null at the start and where something is only tried.
    """

    seat: int | None
    choice: str | None
    tried: Tried | None
    events: list[dict[str, Any]]
    view: Any
    decision: Any
    waits: list[int]


class Performance(msgspec.Struct, frozen=True):
    """A scenario played on the spot, through the eyes of whoever answers first in it."""

    name: str
    game: str
    title: Text
    lesson: Text
    puzzle: Text
    rules: list[str]
    seats: list[str]
    eyes: int
    moments: list[Moment]


# --- evenings -------------------------------------------------------------------------------


class EveningWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    name: str = ""
    level: str = ""


class DrawRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`force`: tables that are still in play count as unfinished."""

    force: bool = False


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
    """

    id: str
    title: str
    game: str
    options: Values
    series: Form | None
    size: int
    rounds: int
    state: Literal["open", "playing", "over"]
    round: int
    guests: list[EveningGuest]
    tables: list[EveningTable]
    order: list[int]
    history: list[list[int]]
    you: int | None
    host: bool


PROBLEMS: Final = {
    status: ResponseSpec(Problem, generate_examples=False, description=why)
    for status, why in {
        400: "not understood, or not possible with these rules",
        403: "this key may not",
        404: "there is no such thing",
        409: "not now",
        413: "too long",
        429: "too fast",
        503: "the tables cannot be reached",
    }.items()
}
