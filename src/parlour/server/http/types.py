"""What the HTTP side takes and gives, beside the tables themselves."""

from typing import Any, Final

import msgspec
from litestar.openapi.datastructures import ResponseSpec

from parlour.core.options import Option, Values
from parlour.server.node.house import Maintenance
from parlour.server.table.rows import Form, Haste, Pace

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


class ServerInfo(msgspec.Struct, frozen=True):
    """This house.  `address`: where guests reach it, if it knows; for invitations.

    `notice`: the message of the day.  `maintenance`: no new tables are opened now.  `push_key`: the
    public key that a browser subscribes with for Web Push; empty: it is not offered.
    """

    version: str
    address: str
    notice: Text
    maintenance: Maintenance | None
    push_key: str


class PrivacyPart(msgspec.Struct, frozen=True):
    title: Text
    text: Text


class Privacy(msgspec.Struct, frozen=True):
    """What is kept of guests, and for how long by the settings of this server."""

    title: Text
    intro: Text
    parts: list[PrivacyPart]


class ReadyTable(msgspec.Struct, frozen=True):
    """A table that a room suggests: quick, usual, for a full evening.  `about`: what it is like."""

    name: str
    about: Text
    players: int
    options: Values
    series: Form | None
    pace: Pace
    haste: Haste
    helps: bool


class Practice(ReadyTable, frozen=True):
    """The table of a room's first lesson, where a live game is learnt by playing it among bots."""

    title: Text


class GameInfo(msgspec.Struct, frozen=True):
    """A game of this house.  `sign`: what its rules' numbers begin with; `credits`: whose it is.

    `tournament`: how many players its own tournament may have; none, if it has none.  `tables`:
    ready-made ones.  `practice`: its first lesson, if that is a game against bots.
    `levels`, `tempers`: of its bots, the weakest level first; `usual`: the level without a wish.
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
    tempers: list[str]
    usual: str
    options: dict[str, OptionInfo]
    tournament: list[int]
    tables: list[ReadyTable]
    practice: Practice | None


class GuideInfo(msgspec.Struct, frozen=True):
    """What a newcomer is shown of a game; its sentences are among the words, under `guide`.

    `picture`: a scenario whose first moment is drawn; empty if there is none.  `labels`: the places
    on that board that `guide.labels.1` and so on explain.  `lists`: sections of the words, each
    with a sentence for every card or power of a kind.
    """

    picture: str
    labels: list[str]
    lists: list[str]


class PublicTable(msgspec.Struct, frozen=True):
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
    """Sit down: in a seat, or in any open one (null).  `device`: as in a socket's `hello`."""

    name: str = ""
    seat: int | None = None
    device: str = ""


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
    """A scenario of a game.  `puzzle`: its question; `course`: its place among the lessons.

    The question is empty where there is none; places count from 1, 0 is none.  Where the first
    lesson is a practice, scenarios have the places from 2.
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

    `seat` and `choice` are null at the start and where something is only tried.  `guide`: in a
    lesson, what the learner is to do now.
    """

    seat: int | None
    choice: str | None
    tried: Tried | None
    events: list[dict[str, Any]]
    view: Any
    decision: Any
    waits: list[int]
    guide: Text = {}


class Performance(msgspec.Struct, frozen=True):
    """A scenario played on the spot, through the eyes of whoever answers first in it.

    `seats`: the names of the people in it, as each language has them.
    """

    name: str
    game: str
    title: Text
    lesson: Text
    puzzle: Text
    rules: list[str]
    seats: list[Text]
    eyes: int
    moments: list[Moment]


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
