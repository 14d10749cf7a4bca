"""Rows make a table.  `Sitting` is what is left of a log when it has been read.

Live play and reading back go through the same `apply`, so they cannot differ.  The rules' own
table (`game_table`) is part of it; everything else here is who sits where.
"""

import hmac
from collections import deque
from typing import Any, Final, Literal

import msgspec

from parlour.core.carry import Carry
from parlour.core.decision import Decision
from parlour.core.errors import BadText, Refusal
from parlour.core.game import Game
from parlour.core.ids import NO_CHOICE
from parlour.core.seats import HOUSE, UNTOLD
from parlour.core.series import Series
from parlour.core.table import Table
from parlour.server.store import Row
from parlour.server.table import clocks as clock
from parlour.server.table import rows
from parlour.server.table.fairness import deal_secrets, lot
from parlour.server.table.pleas import Pleas
from parlour.server.table.series import Run, series_of

Phase = Literal["lobby", "playing", "over", "frozen", "closed"]

MIDS_KEPT: Final = 64
CHAT_KEPT: Final = 50
NO_ROW: Final = -1


class Seat(msgspec.Struct):
    """One seat.  `away`: a person's, but a bot plays it for now; `left`: they got up."""

    who: rows.Who = "open"
    name: str = ""
    hash: str = ""
    level: str = ""
    away: bool = False
    left: bool = False

    @property
    def is_person(self) -> bool:
        """A person's seat, come in or still expected."""
        return self.who in ("person", "reserved")

    @property
    def played_by_bot(self) -> bool:
        return self.who == "bot" or self.away


class Line(msgspec.Struct, frozen=True):
    """Something said at the table."""

    at: int
    seat: int
    phrase: str = ""
    text: str = ""


class Played(msgspec.Struct, frozen=True):
    """A game of this table: where in the log it lies, and what it was played under."""

    number: int
    first: int
    commitment: str
    names: list[str]
    last: int = 0
    carry: Carry = {}


class Kept(msgspec.Struct):
    """A sitting as a snapshot keeps it: the position as a line, the rest as it is."""

    config: rows.Opened
    seats: list[Seat]
    phase: Phase
    host: str
    paused_at: int | None
    games: list[Played]
    over: rows.Over | None
    reason: str
    clocks: clock.Clocks | None
    mids: dict[str, list[str]]
    chat: list[Line]
    at_ms: int
    entries: int
    line: str = ""
    serial: list[int] = []
    runs: list[Run] = []
    pleas: Pleas = msgspec.field(default_factory=Pleas)


class Sitting:
    """A table as its log says it is."""

    def __init__(self, id: str, game: Game | None, seed: bytes, salt: bytes) -> None:
        self.id: Final = id
        self.game: Final = game
        self._seed: Final = seed
        self._salt: Final = salt
        self.config = rows.Opened("", 0, 0, "", "")
        self.seats: list[Seat] = []
        self.phase: Phase = "lobby"
        self.host = ""
        self.paused_at: int | None = None
        self.games: list[Played] = []
        self.runs: list[Run] = []
        self.over: rows.Over | None = None
        self.reason = ""
        self.game_table: Table | None = None
        self.clocks: clock.Clocks | None = None
        self.pleas = Pleas()
        self.mids: dict[str, deque[str]] = {}
        self.chat: deque[Line] = deque(maxlen=CHAT_KEPT)
        self.seq = 0
        self.at_ms = 0
        self.idle = 0  # ticks that have passed in memory since the last row
        self.entries = 0  # rows of choices in this game
        self.checked = (0, 0, UNTOLD, "", NO_CHOICE)  # row, ticks, seat, text: found to be this
        self._asked: tuple[int, int, dict[int, Decision | None]] = (NO_ROW, 0, {})
        self._series: tuple[Run | None, Series | None] = (None, None)
        self.shape = 0  # changes with everything that is no choice and no talk
        self.fault = ""  # what the rules raised, if they did

    # --- questions --------------------------------------------------------------------------

    @property
    def players(self) -> int:
        return self.config.players

    @property
    def number(self) -> int:
        return len(self.games)

    @property
    def playing(self) -> bool:
        return self.phase == "playing" and self.game_table is not None and not self.fault

    @property
    def running(self) -> bool:
        """Something may happen: a game is on, and it is not paused."""
        return self.playing and self.paused_at is None

    @property
    def revealed(self) -> bool:
        """The last game is at its end: what was dealt may be known."""
        return self.phase in ("over", "frozen", "closed")

    def secrets(self, number: int) -> tuple[bytes, bytes]:
        return deal_secrets(self._seed, self._salt, number)

    def lot(self) -> int:
        """Who would begin a series now."""
        return lot(self._seed, self.number + 1, self.players)

    def series(self) -> Series | None:
        """The newest series of this table; None, if it has none or its rules are not here."""
        game, config = self.game, self.config
        if config.series is None or game is None or game.version != config.version:
            return None
        run = self.runs[-1] if self.runs else Run(1, 0)
        if self._series[0] != run:
            self._series = (run, series_of(game, config, run))
        return self._series[1]

    def seat_of(self, hash: str) -> int | None:
        """The seat this key answers for."""
        for number, seat in enumerate(self.seats):
            if hash and seat.hash and hmac.compare_digest(seat.hash, hash):
                return number
        return None

    def is_host(self, hash: str) -> bool:
        return bool(hash) and hmac.compare_digest(self.host, hash)

    def decision(self, seat: int) -> Decision | None:
        """What the seat may answer; worked out once between two changes of the table."""
        if self._asked[0] != self.seq or self._asked[1] != self.idle:
            self._asked = (self.seq, self.idle, {})
        known = self._asked[2]
        if seat not in known:
            assert self.game_table is not None
            known[seat] = self.game_table.decision(seat)
        return known[seat]

    def names(self) -> list[str]:
        return [seat.name or f"{number + 1}" for number, seat in enumerate(self.seats)]

    def heard_of(self, seat: int, mid: str) -> bool:
        """Whether this very message has been accepted before."""
        return bool(mid) and mid in self.mids.get(str(seat), ())

    def tick_ms(self) -> int:
        """How long a tick of this game takes: the room's own option, where it has one."""
        game = self.game
        names = [n for n in (game.option_list if game else ()) if n.endswith("tick_ms")]
        if not names or game is None:
            return 250
        value = self.config.options.get(names[0], game.option_list[names[0]].default)
        return max(20, int(value))

    # --- rows -------------------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        if row.seq != self.seq + 1:
            raise ValueError(f"row {row.seq} cannot follow row {self.seq}")
        body = rows.read(row)
        self.seq = row.seq
        self.at_ms = row.at_ms
        self.shape += row.kind not in ("chose", "said")
        getattr(self, f"_{row.kind}")(body)
        self.pleas.note(body, row.at_ms)
        if self.playing and self.clocks is not None and self.game_table is not None:
            self.clocks.note(self.game_table, row.at_ms)

    def _opened(self, body: rows.Opened) -> None:
        self.config = body
        self.host = body.host
        self.seats = [Seat() for _ in range(body.players)]

    def _seated(self, body: rows.Seated) -> None:
        self.seats[body.seat] = Seat(body.who, body.name, body.hash, body.level)

    def _host(self, body: rows.Host) -> None:
        self.host = body.hash

    def _started(self, body: rows.Started) -> None:
        self.phase = "playing"
        self.over = None
        self.idle = self.entries = 0
        played = Played(body.number, self.seq, body.commitment, self.names(), carry=body.carry)
        self.games.append(played)
        if body.series > len(self.runs):
            self.runs.append(Run(body.number, body.carry.get("first", 0)))
        self.clocks = clock.fresh(self.config.pace, self.players)
        game = self.game
        if game is None or game.version != self.config.version:
            return  # rules that are not here: the keeper closes the table and keeps its record
        seed, _ = self.secrets(body.number)
        self._guard(lambda: self._deal(game, seed, body.carry))

    def _deal(self, game: Game, seed: bytes, carry: Carry) -> None:
        t = self.game_table = game.new(self.players, seed, self.config.options, carry=carry)
        t.log = None  # the rows are the record

    def _chose(self, body: rows.Chose) -> None:
        self._remember(body.seat, body.mid)
        self.entries += 1
        clocks = self.clocks
        if clocks is not None and body.left is not None and body.seat != HOUSE:
            clocks.spend(body.seat, body.left, body.lag)
        if self.game_table is not None and not self.fault:
            self._guard(lambda: self._play(body))
        self.idle = 0

    def _play(self, body: rows.Chose) -> None:
        t = self.game_table
        assert t is not None
        due = _ticks(body.text) if body.seat == HOUSE else body.ticks
        if due < self.idle:
            raise BehindTime
        if due > self.idle:
            t.pass_time(due - self.idle)
        if body.seat != HOUSE:
            known = self.checked[:4] == (self.seq - 1, due, body.seat, body.text)
            if known:
                t.answer(body.seat, self.checked[4])
            else:
                t.replay(body.seat, body.text)

    def _guard(self, step: Any) -> None:
        """Rules that raise break their own table and nothing else."""
        try:
            step()
        except BehindTime:
            raise
        except Refusal as refusal:
            self.fault = f"{refusal}"
        except Exception as wrong:
            self.fault = f"{type(wrong).__name__}: {wrong}"

    def _pleaded(self, body: rows.Pleaded | rows.Agreed | rows.Declined) -> None:
        self._remember(body.seat, body.mid)

    _agreed = _declined = _pleaded

    def _lapsed(self, body: rows.Lapsed) -> None: ...

    def _said(self, body: rows.Said) -> None:
        self._remember(body.seat, body.mid)
        self.chat.append(Line(self.at_ms, body.seat, body.phrase, body.text))

    def _remember(self, seat: int, mid: str) -> None:
        if mid:
            self.mids.setdefault(str(seat), deque(maxlen=MIDS_KEPT)).append(mid)

    def _paused(self, body: rows.Paused) -> None:
        self.paused_at = self.at_ms

    def _resumed(self, body: rows.Resumed) -> None:
        lost = body.outage_ms
        if self.paused_at is not None and body.seat != HOUSE:
            lost = self.at_ms - self.paused_at
            self.paused_at = None
        if self.clocks is not None and self.paused_at is None:
            self.clocks.shift(lost)
            self.pleas.shift(lost)

    def _away(self, body: rows.Away) -> None:
        self.seats[body.seat].away = True
        self.seats[body.seat].left = body.left

    def _back(self, body: rows.Back) -> None:
        self.seats[body.seat].away = self.seats[body.seat].left = False

    def _over(self, body: rows.Over) -> None:
        self.phase = "over"
        self.over = body
        if self.runs:
            first = self.games[-1].carry.get("first", 0)
            self.runs[-1] = self.runs[-1].noted(first, body)
        self._end_game()

    def _frozen(self, body: rows.Frozen) -> None:
        self.phase = "frozen"
        self.reason = body.reason
        self._end_game()

    def _closed(self, body: rows.Closed) -> None:
        self.phase = "closed"
        self.reason = body.reason
        self._end_game()

    def _end_game(self) -> None:
        self.paused_at = None
        if self.games and not self.games[-1].last:
            self.games[-1] = msgspec.structs.replace(self.games[-1], last=self.seq)

    def _rematch(self, body: rows.Rematch) -> None:
        self.phase = "lobby"
        self.game_table = None

    # --- snapshots --------------------------------------------------------------------------

    def keep(self) -> bytes:
        t = self.game_table
        kept = Kept(
            config=self.config,
            seats=self.seats,
            phase=self.phase,
            host=self.host,
            paused_at=self.paused_at,
            games=self.games,
            over=self.over,
            reason=self.reason,
            clocks=self.clocks,
            mids={seat: list(mids) for seat, mids in self.mids.items()},
            chat=list(self.chat),
            at_ms=self.at_ms,
            entries=self.entries,
            line=t.line() if t is not None else "",
            serial=list(t.serial) if t is not None else [],
            runs=self.runs,
            pleas=self.pleas,
        )
        return msgspec.json.encode(kept)

    def restore(self, seq: int, body: bytes) -> None:
        """Take up a snapshot.  A line of other rules is refused: then the log is read instead."""
        kept = msgspec.json.decode(body, type=Kept)
        for name in ("config", "seats", "phase", "host", "paused_at", "games", "over"):
            setattr(self, name, getattr(kept, name))
        self.reason, self.runs, self.pleas = kept.reason, kept.runs, kept.pleas
        self.clocks, self.at_ms, self.entries = kept.clocks, kept.at_ms, kept.entries
        self.mids = {seat: deque(mids, maxlen=MIDS_KEPT) for seat, mids in kept.mids.items()}
        self.chat = deque(kept.chat, maxlen=CHAT_KEPT)
        self.seq = seq
        if kept.line:
            self.game_table = self._laid_out(kept)

    def _laid_out(self, kept: Kept) -> Table:
        if self.game is None:
            raise BadText("wrong_version", facts={"found": kept.config.game, "known": ""})
        t = self.game.parse(kept.line)
        t.log = None
        t.serial = list(kept.serial)
        t.start = self.secrets(self.number)[0].hex()
        return t


class BehindTime(Exception):
    """A row of another node saw fewer ticks than this one has let pass: read the log again."""


def _ticks(text: str) -> int:
    return int(text.partition(":")[2] or 1)
