"""Rows make a table.  `Sitting` is what is left of a log when it has been read.

Live play and reading back go through the same `apply`, so they cannot differ.  The rules' own
table (`game_table`) is part of it; everything else here is who sits where.
"""

import hmac
from collections.abc import Callable
from typing import Any, Final

import msgspec

from parlour.core.carry import Carry
from parlour.core.decision import Choice, Decision
from parlour.core.errors import Refusal
from parlour.core.game import Game
from parlour.core.seats import BYSTANDER, HOUSE
from parlour.core.series import Series
from parlour.core.table import Table
from parlour.server.store import Row
from parlour.server.table import clocks as clock
from parlour.server.table import rows
from parlour.server.table.fairness import combined, deal_secrets, lot
from parlour.server.table.people import place
from parlour.server.table.saved import Pauses, Played, Remark, Saved, Seat, seat_after
from parlour.server.table.series import Run, series_of

MIDS_KEPT: Final = 64
CHAT_KEPT: Final = 50
NO_ROW: Final = -1
SHORTEST_TICK_MS: Final = 20


class Offered(msgspec.Struct):
    """The decisions of one moment, worked out when somebody asks for them, and only once."""

    seq: int = NO_ROW
    idle: int = 0
    decisions: dict[int, Decision | None] = {}


class Sitting(Saved, kw_only=True, eq=False):
    """A table as its log says it is.

    `game_table`: the rules' own table.  `idle`: ticks that have passed in memory since the last
    row.  `shape` changes with everything that is no choice and no talk.  `fault`: what the rules
    raised, if they did.  `able`: the seats whose clients would take part in a shuffle now.
    """

    id: str
    game: Game | None = None
    seed: bytes = b""
    salt: bytes = b""
    game_table: Table | None = None
    seq: int = 0
    idle: int = 0
    shape: int = 0
    fault: str = ""
    able: Callable[[], set[int]] = set
    offered: Offered = msgspec.field(default_factory=Offered)
    known_series: tuple[object, Series | None] = (None, None)

    def __repr__(self) -> str:
        return f"Sitting({self.id})"  # the secrets stay out of logs

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
        return deal_secrets(self.seed, self.salt, number)

    def dealt(self, number: int, shuffle: int, shares: list[rows.Share]) -> bytes:
        """The seed of a game: the house's secret, and the shares where there was a shuffle."""
        secret, _ = self.secrets(number)
        if not shuffle:
            return secret
        values = [(share.seat, share.value) for share in shares if share.value]
        return combined(secret, self.id, number, shuffle, values)

    def seed_of(self, game: Played) -> bytes:
        return self.dealt(game.number, game.shuffle, game.shares)

    def lot(self, seed: bytes) -> int:
        """Who begins a series whose first game has this seed, and is the next here."""
        return lot(seed, self.number + 1, self.players)

    def series(self) -> Series | None:
        """The newest series of this table; None, if it has none or its rules are not here."""
        game, config = self.game, self.config
        if config.series is None or game is None or game.version != config.version:
            return None
        run = self.runs[-1] if self.runs else Run(1, 0)
        if self.known_series[0] != (run, config):
            self.known_series = ((run, config), series_of(game, config, run))
        return self.known_series[1]

    def seat_of(self, hash: str) -> int | None:
        """The seat this key answers for; a link to a reserved seat does not."""
        held = [seat.hash if seat.who != "reserved" else "" for seat in self.seats]
        return place(held, hash)

    def link_to(self, hash: str) -> int | None:
        """The seat that somebody may sit down in with this link."""
        return place([seat.hash if seat.who == "reserved" else "" for seat in self.seats], hash)

    def sat_down_by(self, hash: str) -> int | None:
        """The seat whose person sat down with this link."""
        return place([seat.link for seat in self.seats], hash)

    def is_host(self, hash: str) -> bool:
        return bool(hash) and hmac.compare_digest(self.host, hash)

    def decision(self, seat: int) -> Decision | None:
        """What the seat may answer; worked out once between two changes of the table."""
        t = self.game_table
        if t is None or not (t.asked | t.may_offer()) >> seat & 1:
            return None
        if (self.offered.seq, self.offered.idle) != (self.seq, self.idle):
            self.offered = Offered(self.seq, self.idle)
        known = self.offered.decisions
        if seat not in known:
            known[seat] = t.decision(seat)
        return known[seat]

    def names(self) -> list[str]:
        return [seat.name or f"{number + 1}" for number, seat in enumerate(self.seats)]

    def heard_of(self, seat: int, mid: str) -> bool:
        """Whether this very message has been accepted before."""
        return bool(mid) and mid in self.mids.get(str(seat), ())

    def tick_ms(self) -> int:
        """How long a tick of this game takes."""
        assert self.game is not None
        return max(SHORTEST_TICK_MS, self.game.tick_ms(self.config.options))

    # --- rows -------------------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        if row.seq != self.seq + 1:
            raise ValueError(f"row {row.seq} cannot follow row {self.seq}")
        body = rows.read(row)
        self.seq = row.seq
        self.at_ms = row.at_ms
        self.shape += row.kind not in ("chose", "said")
        try:
            self._fold(row, body)
        except BehindTime:
            raise
        except Exception as wrong:  # it can be read, and does not fit: a seat that is not there
            raise rows.Unreadable(row, wrong) from wrong

    def _fold(self, row: Row, body: rows.Body) -> None:
        t = self.game_table
        asking = list(t.asking) if t is not None else []
        FOLDS[type(body)](self, body)
        self.pleas.note(body, row.at_ms)
        self.shuffles.note(body, row.at_ms)
        if self.playing and self.clocks is not None and self.game_table is not None:
            clock.note_row(self.clocks, self.config.pace, self.game_table, row.at_ms, body, asking)

    def _opened(self, body: rows.Opened) -> None:
        if not 1 <= body.players < BYSTANDER:
            raise ValueError(f"{body.players} players")
        self.config = body
        self.host = body.host
        self.seats = [Seat() for _ in range(body.players)]

    def _seated(self, body: rows.Seated) -> None:
        self.seats[body.seat] = seat_after(self.seats[body.seat], body)
        self.ready = [seat for seat in self.ready if seat != body.seat]

    def _device(self, body: rows.Device) -> None:
        self.seats[body.seat].devices.append(body.hash)

    def _host(self, body: rows.Host) -> None:
        self.host = body.hash

    def _started(self, body: rows.Started) -> None:
        self.phase = "playing"
        self.over = None
        self.idle = self.entries = 0
        self.pauses, self.ready, self.hurried = Pauses(), [], []
        played = Played(
            body.number,
            self.seq,
            body.commitment,
            self.names(),
            carry=body.carry,
            shuffle=body.shuffle,
            shares=body.shares,
        )
        self.games.append(played)
        if body.series > len(self.runs):
            self.runs.append(Run(body.number, body.carry.get("first", 0)))
        self.clocks = clock.fresh(self.config.pace, self.players)
        game = self.game
        if game is None or game.version != self.config.version:
            return  # rules that are not here: the keeper closes the table and keeps its record
        seed = self.seed_of(played)
        self._guard(lambda: self._deal(game, seed, body.carry))

    def _deal(self, game: Game, seed: bytes, carry: Carry) -> None:
        t = self.game_table = game.new(self.players, seed, self.config.options, carry=carry)
        t.log = None  # the rows are the record

    def _chose(self, body: rows.Chose) -> None:
        self._remember(body.seat, body.mid)
        self.entries += 1
        clocks = self.clocks
        if clocks is not None and body.seat != HOUSE:
            clocks.choose(body, self.config.pace)
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
        if body.seat == HOUSE:
            return
        if (choice := self._offered(body.seat, body.text, due)) is not None:
            t.enact(body.seat, choice.id)
        else:
            t.replay(body.seat, body.text)

    def _offered(self, seat: int, text: str, idle: int) -> Choice | None:
        """The choice of this text, if what the seat was offered before this row is known here."""
        if (self.offered.seq, self.offered.idle) != (self.seq - 1, idle):
            return None
        decision = self.offered.decisions.get(seat)
        choices = decision.choices if decision is not None else []
        return next((choice for choice in choices if choice.text == text), None)

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

    def _noted(self, body: rows.Body) -> None:
        """The pleas or the shuffles note it."""

    def _said(self, body: rows.Said) -> None:
        self._remember(body.seat, body.mid)
        self.chat.append(Remark(self.at_ms, body.seat, body.phrase, body.text))
        del self.chat[:-CHAT_KEPT]

    def _remember(self, seat: int, mid: str) -> None:
        if mid:
            accepted = self.mids.setdefault(str(seat), [])
            accepted.append(mid)
            del accepted[:-MIDS_KEPT]

    def _paused(self, body: rows.Paused) -> None:
        self.paused_at = self.at_ms
        self.pauses.begin(body, self.at_ms)

    def _resumed(self, body: rows.Resumed) -> None:
        lost = body.outage_ms
        if self.paused_at is not None and (body.ends or body.seat != HOUSE):
            lost = self.at_ms - self.paused_at
            self.paused_at = None
            self.pauses.end(lost)
        elif self.paused_at is not None:
            self.paused_at += lost
        self.pauses.shift(lost)
        if self.clocks is not None:
            self.clocks.shift(lost)
            self.pleas.shift(lost)
        self.shuffles.shift(body.outage_ms)
        self.ready_until += body.outage_ms

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
        self.pauses = Pauses()
        if self.games and not self.games[-1].last:
            self.games[-1] = msgspec.structs.replace(self.games[-1], last=self.seq)

    def _hastened(self, body: rows.Hastened) -> None:
        self.config = msgspec.structs.replace(self.config, haste=body.haste)

    def _hurried(self, body: rows.Hurried) -> None:
        others = [seat for seat in self.hurried if seat != body.seat]
        self.hurried = [*others, body.seat] if body.wants else others

    def _unlisted(self, body: rows.Unlisted) -> None:
        self.config = msgspec.structs.replace(self.config, public=False)

    def _ready(self, body: rows.Ready) -> None:
        if not self.ready:
            self.ready_until = self.at_ms + body.ms
        self.ready.append(body.seat)

    def _rematch(self, body: rows.Rematch) -> None:
        self.phase = "lobby"
        self.game_table = None
        self.ready = []


FOLDS: Final[dict[type[rows.Body], Callable[[Sitting, Any], None]]] = {
    rows.Opened: Sitting._opened,
    rows.Seated: Sitting._seated,
    rows.Device: Sitting._device,
    rows.Host: Sitting._host,
    rows.Shuffled: Sitting._noted,
    rows.Committed: Sitting._noted,
    rows.Listed: Sitting._noted,
    rows.Revealed: Sitting._noted,
    rows.BrokenOff: Sitting._noted,
    rows.Started: Sitting._started,
    rows.Chose: Sitting._chose,
    rows.Pleaded: Sitting._pleaded,
    rows.Agreed: Sitting._pleaded,
    rows.Declined: Sitting._pleaded,
    rows.Lapsed: Sitting._noted,
    rows.Said: Sitting._said,
    rows.Paused: Sitting._paused,
    rows.Resumed: Sitting._resumed,
    rows.Away: Sitting._away,
    rows.Back: Sitting._back,
    rows.Over: Sitting._over,
    rows.Frozen: Sitting._frozen,
    rows.Closed: Sitting._closed,
    rows.Changed: Sitting.change,
    rows.Hastened: Sitting._hastened,
    rows.Hurried: Sitting._hurried,
    rows.Reseated: Sitting.reseat,
    rows.Unlisted: Sitting._unlisted,
    rows.Ready: Sitting._ready,
    rows.Rematch: Sitting._rematch,
}
"""What each kind of row changes; whoever adds a kind adds it here."""


class BehindTime(Exception):
    """A row of another node saw fewer ticks than this one has let pass: read the log again."""


def _ticks(text: str) -> int:
    return int(text.partition(":")[2] or 1)
