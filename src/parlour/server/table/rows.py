"""What can stand in a table's log.  One struct for each kind of row; the log is the table.

A row is written once and read for years: fields may be added with a default, never renamed.
Nothing in a row is secret except key hashes and sealed choices; neither the house's secrets nor
a seed are ever in one.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from parlour.core.carry import Carry
from parlour.core.errors import Refusal
from parlour.core.options import Values
from parlour.core.seats import HOUSE
from parlour.core.undo import AGREED, UNDO
from parlour.server.store import Row

Who = Literal["open", "reserved", "person", "bot"]
FormName = Literal["games", "best_of", "first_to", "tournament"]
By = Literal["person", "bot", "forced", "timeout", "takeover", "house"]
BreakReason = Literal["left", "seats", "closed"]


class Body(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The body of a row.  Its kind is the name of the struct in small letters."""


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long one may think.  relaxed: no clock.  live: a bank and an increment.  days: each time.

    Bounded so that a clock neither runs out at once nor outlives the table.
    """

    kind: Literal["relaxed", "live", "days"] = "relaxed"
    bank_s: int = 600
    increment_s: int = 10
    days: int = 3


Haste = Literal["slow", "normal", "quick", "once"]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many games belong together; a `tournament` knows its number itself."""

    form: FormName
    number: int = 0


class Opened(Body, frozen=True):
    """A table is opened.  `host`: the hash of the key that has a host's powers.

    `series`: the games here make series of this form.  `evening`: the evening it belongs to.
    `dead_talk`: whether a seat that is out of the game may talk; so it was in older rows.
    `haste`: how quickly bots answer at first.  `helps`: whether pages offer what there is to
    notice, such as exposing a wink that was just seen; so it was in older rows.
    """

    game: str
    version: int
    players: int
    code: str
    host: str
    options: Values = {}
    pace: Pace = Pace()
    public: bool = False
    watchers: bool = True
    chat: Literal["off", "phrases", "free"] = "free"
    level: str = ""
    series: Form | None = None
    evening: str = ""
    dead_talk: bool = True
    haste: Haste = "normal"
    helps: bool = True


class Seated(Body, frozen=True):
    """Who sits in a seat from now on.  `hash`: of the key that answers for it.

    Of a reserved seat: of the link that somebody may sit down with, once.
    `device`: what the page of whoever sat down keeps, hashed for this table.
    `level` and `temper`: of a bot; its name is a character's, in the default language.
    """

    seat: int
    who: Who
    name: str = ""
    hash: str = ""
    level: str = ""
    device: str = ""
    temper: str = ""


class Device(Body, frozen=True):
    """A seat is held from another device too.  `hash`: as in `Seated.device`."""

    seat: int
    hash: str


class Host(Body, frozen=True):
    """The host's powers pass to another key."""

    hash: str


class Share(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a seat adds to a shuffle: 32 random bytes, and the commitment to them, both in hex.

    Without a commitment: its client did not answer in time; without a value: did not reveal it.
    """

    seat: int
    commitment: str = ""
    value: str = ""


class Shuffled(Body, frozen=True):
    """The shuffle of a game begins.  `commitment`: of the house; `waits`: who takes part.

    `ms`: how long each of its two steps may take.
    """

    number: int
    commitment: str
    waits: list[int]
    ms: int


class Committed(Body, frozen=True):
    """A seat commits to its share."""

    seat: int
    commitment: str


class Listed(Body, frozen=True):
    """The list of commitments is closed and goes to everybody; now shares are revealed."""


class Revealed(Body, frozen=True):
    """A seat reveals its share."""

    seat: int
    value: str


class BrokenOff(Body, frozen=True):
    """The shuffle comes to no game: somebody got up, the seats changed, the table was closed."""

    reason: BreakReason
    seat: int = HOUSE


class Started(Body, frozen=True):
    """A game begins.  `commitment`: SHA-256 of the house's secret and salt, revealed at its end.

    In a series `carry` is what the games before left, and `series` its number at this table.
    `shuffle`: the number of its shuffle at this table, with the `shares` of the seats; 0: the
    house's secret alone is the seed.
    """

    number: int
    commitment: str
    carry: Carry = {}
    series: int = 0
    shuffle: int = 0
    shares: list[Share] = []


class Chose(Body, frozen=True):
    """A choice, by its canonical text; "undo" or "undo:agreed" takes the last one back.

    `ticks`: idle ticks that had passed since the row before.  `left`: the seat's clock after it;
    `lag`: what of a slow line was forgiven.
    The seat HOUSE is time's: a tick in which something happened, idle ones before it included.
    """

    seat: int
    text: str
    by: By
    ticks: int = 0
    left: int | None = None
    lag: int = 0
    mid: str = ""


class Pleaded(Body, frozen=True):
    """A seat pleads to take its last choice back.  `waits`: the people whose word it takes.

    `ms`: how long the plea stands, so that a log reads the same under other settings.
    """

    seat: int
    waits: list[int]
    ms: int
    mid: str = ""


class Agreed(Body, frozen=True):
    """This seat has nothing against it.  When the last one agrees, the undo follows at once."""

    seat: int
    mid: str = ""


class Declined(Body, frozen=True):
    """This seat is against it, and that ends the plea."""

    seat: int
    mid: str = ""


class Lapsed(Body, frozen=True):
    """The plea has stood too long.  One that is overtaken by a choice needs no row for it."""


class Said(Body, frozen=True):
    """Table talk: a ready phrase by its key, or free text."""

    seat: int
    phrase: str = ""
    text: str = ""
    mid: str = ""


class Paused(Body, frozen=True):
    """`seat`: whose pause it is; NO_ONE: of a host who has no seat.  Older rows say 0 for that.

    `ms`: after so long play goes on by itself; 0: never.
    """

    seat: int
    ms: int = 0


class Resumed(Body, frozen=True):
    """Play goes on.  `outage_ms`: how long no server kept the table; clocks give it back.

    The same if the machine's clock was set by so much; below zero: back.  The table's time moves
    with it.
    `ends`: it ends a pause, whoever wrote it; in older rows every seat's does.
    """

    seat: int = HOUSE
    outage_ms: int = 0
    ends: bool = False


class Away(Body, frozen=True):
    """A bot plays for the person in this seat.  `left`: the person got up by their own will."""

    seat: int
    left: bool = False


class Back(Body, frozen=True):
    """The person has their seat again."""

    seat: int


class Over(Body, frozen=True):
    """How the game ended, as the rules said.

    Where games are counted up: what it `pays` each seat, and what is `left` to the next game.
    """

    winners: list[int]
    scores: list[int]
    reason: str
    rule: str = ""
    pays: list[int] = []
    left: Carry = {}


class Frozen(Body, frozen=True):
    """The rules raised.  Nothing more happens at this table; its record is kept."""

    reason: str


class Closed(Body, frozen=True):
    """The table ends without an end of the game: by its host, unused, or its rules changed."""

    reason: str


class Changed(Body, frozen=True):
    """Before the first game the host has settled anew what is played; the seats stay.

    `haste`, `helps`: null where they stay as they were.
    """

    options: Values = {}
    series: Form | None = None
    pace: Pace = Pace()
    haste: Haste | None = None
    helps: bool | None = None


class Hastened(Body, frozen=True):
    """The host wants bots to answer so quickly from now on."""

    haste: Haste


class Hurried(Body, frozen=True):
    """This seat wants to see the end of this game soon, or no longer.

    Bots answer at once while somebody wants it and no person is in the game any more.  NO_ONE: a
    host without a seat.
    """

    seat: int
    wants: bool = True


class Reseated(Body, frozen=True):
    """The seats were drawn by lot: `order[k]` is where whoever sits in seat k now sat before."""

    order: list[int]


class Unlisted(Body, frozen=True):
    """An operator has taken the table off the public list; its link and code stay as they are."""


class Ready(Body, frozen=True):
    """This seat wants the next game.  `ms`: how long those who are not here are waited for."""

    seat: int
    ms: int = 0


class Rematch(Body, frozen=True):
    """The same people want another game.  `seat`: who asked; NO_ONE: the house, or its host."""

    seat: int


Decoders = Mapping[str, msgspec.json.Decoder[Body]]
EVENING: Final = "evening"
"""In the place of a game: this log is no table's, it is an evening's."""
KINDS: Final[dict[str, type[Body]]] = {
    cls.__name__.lower(): cls
    for cls in (
        *(Opened, Seated, Device, Host),
        *(Shuffled, Committed, Listed, Revealed, BrokenOff, Started),
        *(Chose, Pleaded, Agreed, Declined, Lapsed, Said),
        *(Paused, Resumed, Away, Back, Over, Frozen, Closed),
        *(Changed, Hastened, Hurried, Reseated, Unlisted, Ready, Rematch),
    )
}
_DECODERS: Final[Decoders] = {kind: msgspec.json.Decoder(cls) for kind, cls in KINDS.items()}
_ENCODE: Final = msgspec.json.Encoder().encode


def is_undo(body: Body) -> bool:
    return isinstance(body, Chose) and body.text in (UNDO, AGREED)


def kind_of(body: Body) -> str:
    return type(body).__name__.lower()


def write(seq: int, at_ms: int, body: Body) -> Row:
    return Row(seq, at_ms, kind_of(body), _ENCODE(body))


class Unreadable(Refusal):
    """A row that this program cannot read: damaged, or written by a newer version.

    `reason` is for the operator.  Guests are not told which row it is.
    """

    def __init__(self, row: Row, wrong: Exception | str) -> None:
        super().__init__("table_unreadable")
        told = wrong if isinstance(wrong, str) else f"{type(wrong).__name__}: {wrong}"
        self.reason: Final = f"row {row.seq} ({row.kind}): {told}"


def read(row: Row) -> Body:
    return decode(_DECODERS, row)


def decode(decoders: Decoders, row: Row) -> Body:
    """Unreadable: a kind or a field that is not known here, or no JSON at all."""
    if row.kind not in decoders:
        raise Unreadable(row, "unknown kind")
    try:
        return decoders[row.kind].decode(row.body)
    except (ValueError, RecursionError) as wrong:
        raise Unreadable(row, wrong) from wrong
