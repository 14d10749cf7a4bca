"""What a log leaves of a table, the game itself apart: the fields of a `Sitting` that are kept.

A field is declared here and nowhere else.  A sitting has them all, a snapshot writes and reads
them all, and a copy for the list of tables (`Saved.copy`) has them all.
"""

from typing import Any, Literal, Self

import msgspec

from parlour.core.carry import Carry
from parlour.server.table import rows
from parlour.server.table.clocks import Clocks
from parlour.server.table.pleas import Pleas
from parlour.server.table.series import Run
from parlour.server.table.shuffles import Shuffles

Phase = Literal["lobby", "playing", "over", "frozen", "closed"]


class Seat(msgspec.Struct):
    """One seat.  `away`: a person's, but a bot plays it for now; `left`: they got up.

    `link`: the link its person sat down with, hashed; it is used up.  `devices`: they held it from.
    """

    who: rows.Who = "open"
    name: str = ""
    hash: str = ""
    level: str = ""
    away: bool = False
    left: bool = False
    link: str = ""
    devices: list[str] = []
    temper: str = ""

    @property
    def is_person(self) -> bool:
        """A person's seat, come in or still expected."""
        return self.who in ("person", "reserved")

    @property
    def played_by_bot(self) -> bool:
        return self.who == "bot" or self.away


def seat_after(old: Seat, body: rows.Seated) -> Seat:
    """Who sits there now, and with which link they did."""
    seat = Seat(body.who, body.name, body.hash, body.level, temper=body.temper)
    if seat.who == "person":
        sat_down = old.who == "reserved" and old.hash != body.hash
        seat.link = old.hash if sat_down else old.link
        seat.devices = [body.device] if body.device else []
    return seat


class Pause(msgspec.Struct, frozen=True):
    """The pause that is on.  `seat`: whose it is, NO_ONE for a host without one.

    `until`: when it ends by itself; None: it does not.
    """

    seat: int
    until: int | None


class TakenPause(msgspec.Struct, frozen=True):
    """A pause of this game that is over."""

    seat: int
    ms: int


class Pauses(msgspec.Struct):
    """The pauses of the newest game."""

    open: Pause | None = None
    taken: list[TakenPause] = []

    def begin(self, body: rows.Paused, at_ms: int) -> None:
        self.open = Pause(body.seat, at_ms + body.ms if body.ms else None)

    def end(self, ms: int) -> None:
        if self.open is not None and self.open.until is not None:
            self.taken.append(TakenPause(self.open.seat, ms))
        self.open = None

    def shift(self, ms: int) -> None:
        """Time in which no server kept the table is nobody's pause."""
        if self.open is not None and self.open.until is not None:
            self.open = Pause(self.open.seat, self.open.until + ms)


class Remark(msgspec.Struct, frozen=True):
    """Table talk: who said what, and when."""

    at: int
    seat: int
    phrase: str = ""
    text: str = ""


class Played(msgspec.Struct, frozen=True):
    """A game of this table: where in the log it lies, and what it was played under.

    `shuffle` and `shares`: as the row that began it has them.
    """

    number: int
    first: int
    commitment: str
    names: list[str]
    last: int = 0
    carry: Carry = {}
    shuffle: int = 0
    shares: list[rows.Share] = []


class Saved(msgspec.Struct, kw_only=True):
    """The fields of a sitting that its rows alone decide.

    `entries`: rows of choices in this game.  `mids`: ids of messages that were accepted, by seat.
    `ready`: the seats that want the next game; until `ready_until` those who are gone are awaited.
    `hurried`: the seats that want to see the end of this game soon.
    """

    config: rows.Opened = rows.Opened("", 0, 0, "", "")
    seats: list[Seat] = []
    phase: Phase = "lobby"
    host: str = ""
    paused_at: int | None = None
    pauses: Pauses = msgspec.field(default_factory=Pauses)
    ready: list[int] = []
    ready_until: int = 0
    hurried: list[int] = []
    games: list[Played] = []
    runs: list[Run] = []
    over: rows.Over | None = None
    reason: str = ""
    clocks: Clocks | None = None
    pleas: Pleas = msgspec.field(default_factory=Pleas)
    shuffles: Shuffles = msgspec.field(default_factory=Shuffles)
    mids: dict[str, list[str]] = {}
    chat: list[Remark] = []
    at_ms: int = 0
    entries: int = 0

    def change(self, body: rows.Changed) -> None:
        wanted = {"options": body.options, "series": body.series, "pace": body.pace}
        follow = {"haste": body.haste, "helps": body.helps}
        told = {name: value for name, value in follow.items() if value is not None}
        self.config = msgspec.structs.replace(self.config, **wanted, **told)

    def reseat(self, body: rows.Reseated) -> None:
        """People take along what they have said and what they were heard of with."""
        if sorted(body.order) != list(range(len(self.seats))):
            raise ValueError(f"{body.order} is no order of {len(self.seats)} seats")
        now = {old: new for new, old in enumerate(body.order)}
        self.seats = [self.seats[old] for old in body.order]
        self.ready = [now[seat] for seat in self.ready]
        self.mids = {str(now[int(seat)]): mids for seat, mids in self.mids.items()}
        self.chat = [msgspec.structs.replace(one, seat=now[one.seat]) for one in self.chat]

    def take_over(self, other: "Saved") -> Self:
        """All of it from another one, which is then no longer used, or only read."""
        for name in Saved.__struct_fields__:
            setattr(self, name, getattr(other, name))
        return self

    def copy(self) -> "Saved":
        """One that may change without this one changing."""
        return msgspec.convert(msgspec.to_builtins(self.saved()), Saved)

    def saved(self) -> "Saved":
        return Saved().take_over(self)


class SnapshotBody(Saved, kw_only=True):
    """A sitting as it is stored: with the position as a line, and the numbers of its decisions."""

    line: str = ""
    serial: list[int] = []


def read_snapshot(body: bytes) -> SnapshotBody:
    """ValueError: a newer version wrote it, and it says more than can be understood here.

    It stands for rows that this version may not be able to read, and must not skip.
    """
    kept = msgspec.json.decode(body, type=SnapshotBody)
    if msgspec.json.encode(kept) != body and _says_more(
        msgspec.json.decode(body), msgspec.to_builtins(kept)
    ):
        raise ValueError("a snapshot of a newer version")
    return kept


def _says_more(told: Any, understood: Any) -> bool:
    if isinstance(told, dict):
        return any(
            name not in understood or _says_more(part, understood[name])
            for name, part in told.items()
        )
    if isinstance(told, list):
        return any(map(_says_more, told, understood))
    return False
