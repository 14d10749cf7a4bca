"""What each pair of eyes is sent.

One stream for each seat and one for all bystanders.  `n` counts what this stream was sent, never
rows of the log: a gap would tell that somebody sealed a choice or winked.  For the same reason
nothing is sent when nothing has changed for these eyes.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec

from parlour.core.event import Event, is_open, perceived
from parlour.core.eyes import Eyes
from parlour.core.table import Table
from parlour.core.undo import NO, May
from parlour.server.table import rows, shown
from parlour.server.table.pleas import Plea
from parlour.server.table.saved import Remark
from parlour.server.table.sitting import Sitting
from parlour.server.table.talk import muted

GAP_KEPT: Final = 64
"""Messages kept for those who come back."""
LINGER_MS: Final = 60_000
"""A stream nobody listens to is kept up for this long."""


class Outlet(Protocol):
    """Where a stream flows: one connection."""

    def push(self, message: bytes) -> None: ...

    def kick(self, code: str) -> None: ...


class Parts(msgspec.Struct, frozen=True):
    """All that these eyes see now, encoded."""

    view: bytes
    decision: bytes
    clocks: bytes
    table: bytes
    undo: May = NO
    waits: list[int] = []
    plea: Plea | None = None
    muted: bool = False
    devices: int = 1


class Stream:
    """One pair of eyes: a seat's, or (None) every bystander's."""

    def __init__(self, eye: int | None, id: str) -> None:
        self.eye: Final = eye
        self.id: Final = id
        self.n = 0
        self.outlets: set[Outlet] = set()
        self.left_ms = 0  # when the last outlet was closed
        self._last: Parts | None = None
        self._at = 0
        self._gap: deque[tuple[int, bytes]] = deque(maxlen=GAP_KEPT)

    def alive(self, now_ms: int) -> bool:
        return bool(self.outlets) or now_ms - self.left_ms < LINGER_MS

    def tell(self, parts: Parts, events: list[dict[str, Any]], said: list[Remark], at: int) -> bool:
        """Send what is new.  Nothing new: nothing is sent."""
        last, self._last = self._last, parts
        if last == parts and not events and not said:
            return False
        self.n += 1
        self._at = at
        changed = last is None or last.table != parts.table
        message = _news(self.n, self.n - 1, at, parts, events, said, changed)
        self._gap.append((self.n, message))
        for outlet in list(self.outlets):
            outlet.push(message)
        return True

    def fresh(self) -> bytes:
        """Everything these eyes see, for somebody who has nothing."""
        assert self._last is not None, "a stream is told before it is listened to"
        return _news(self.n, 0, self._at, self._last, [], [], True)

    def gap(self, last: int) -> list[bytes] | None:
        """What came after message `last`, or None if that is no longer known."""
        if last == self.n:
            return []
        if not self._gap or not self._gap[0][0] <= last + 1 <= self.n:
            return None
        return [message for number, message in self._gap if number > last]


def _news(
    n: int,
    after: int,
    at: int,
    parts: Parts,
    events: list[dict[str, Any]],
    said: list[Remark],
    with_table: bool,
) -> bytes:
    news = shown.News(
        n=n,
        after=after,
        at=at,
        events=events,
        view=msgspec.Raw(parts.view),
        decision=msgspec.Raw(parts.decision),
        undo=parts.undo,
        clocks=msgspec.Raw(parts.clocks),
        plea=parts.plea,
        waits=parts.waits,
        muted=parts.muted,
        devices=parts.devices,
        said=said,
        table=msgspec.Raw(parts.table) if with_table else msgspec.UNSET,
    )
    return shown.encode(news)


class Streams:
    """All eyes at one table."""

    def __init__(self, token: Callable[[], str]) -> None:
        self._token: Final = token
        self._streams: dict[int | None, Stream] = {}
        self._shown: tuple[object, bytes] = (None, b"")

    def listening(self) -> bool:
        return any(stream.outlets for stream in self._streams.values())

    def watchers(self) -> int:
        stream = self._streams.get(None)
        return len(stream.outlets) if stream is not None else 0

    def drop(self, eye: int | None, code: str) -> None:
        """These eyes belong to somebody else now: nothing that was sent is resumed."""
        stream = self._streams.pop(eye, None)
        for outlet in list(stream.outlets) if stream is not None else ():
            outlet.kick(code)

    def let_go(self, sitting: Sitting, body: rows.Body) -> None:
        """Whoever will not sit where they did once this row is applied."""
        if isinstance(body, rows.Seated) and sitting.seats[body.seat].hash != body.hash:
            self.drop(body.seat, "replaced")
        elif isinstance(body, rows.Reseated):
            self.dismiss("reseated")

    def dismiss(self, code: str) -> None:
        """Nobody can be served here."""
        for eye in list(self._streams):
            self.drop(eye, code)

    def shift(self, ms: int) -> None:
        """The clock was set by so much."""
        for stream in self._streams.values():
            stream.left_ms += ms

    def everybody(self) -> list[Stream]:
        return list(self._streams.values())

    def open(self, eye: int | None, sitting: Sitting, here: dict[int, int], now_ms: int) -> Stream:
        """The stream of these eyes, up to date."""
        stream = self._streams.get(eye)
        if stream is None or not stream.alive(now_ms):
            stream = self._streams[eye] = Stream(eye, self._token())
            sight = Sight(sitting, self._table(sitting, here), here)
            stream.tell(sight.through(eye), [], [], now_ms)
        return stream

    def _table(self, sitting: Sitting, here: dict[int, int]) -> bytes:
        """The table as everybody sees it; a choice does not change it."""
        key = (id(sitting), sitting.shape, here, sitting.fault)
        if self._shown[0] != key:
            self._shown = (key, shown.encode(shown.table_info(sitting, set(here))))
        return self._shown[1]

    def publish(self, sitting: Sitting, here: dict[int, int], said: list[Remark], at: int) -> int:
        """Tell everybody what is new for them; how many were told.  `here`: lines of each seat."""
        told = 0
        t = sitting.game_table
        happened = [Happened(event) for event in t.take_events()] if t is not None else []
        sight = Sight(sitting, self._table(sitting, here), here)
        for eye, stream in list(self._streams.items()):
            if not stream.alive(at):
                del self._streams[eye]
                continue
            new = [heard for event in happened if (heard := event.heard(eye)) is not None]
            told += stream.tell(sight.through(eye), new, said, at) * len(stream.outlets)
        return told


class Happened:
    """An event on its way to everybody: most are the same in all eyes, and are written once."""

    def __init__(self, event: Event) -> None:
        self._event: Final = event
        self._alike: Final = (
            msgspec.Raw(shown.encode(perceived(event, None))) if is_open(event) else None
        )

    def heard(self, eye: int | None) -> Any:
        """As these eyes perceived it; None: they did not."""
        return perceived(self._event, eye) if self._alike is None else self._alike


class Sight:
    """What is to be seen of a table now; what all eyes see the same is written once for them."""

    def __init__(self, sitting: Sitting, table: bytes, here: dict[int, int]) -> None:
        t = sitting.game_table if not sitting.fault else None
        self._sitting: Final = sitting
        self._table: Final = table
        self._here: Final = here
        self._clocks: Final = _clocks(sitting)
        self._same: Final = b"" if t is None else shown.encode(t.game.views.same(t))
        # Whom the game waits for is settled on public grounds: no secret is in it.
        self._waits: Final = t.wanted() if t is not None and sitting.running else []
        self._t: Final = t

    def through(self, eye: int | None) -> Parts:
        """All that these eyes may know, from the room's own views and nothing else."""
        s, t = self._sitting, self._t
        devices = 1 if eye is None else self._here.get(eye, 1)
        if t is None:
            return Parts(b"null", b"null", self._clocks, self._table, devices=devices)
        view = self._view(t, eye)
        silent = eye is not None and muted(s, eye)
        if not s.running:
            return Parts(view, b"null", self._clocks, self._table, muted=silent, devices=devices)
        plea = s.pleas.last
        if eye is None:
            return Parts(view, b"null", self._clocks, self._table, NO, self._waits, plea)
        asked = s.decision(eye)
        decision = b"null" if asked is None else shown.encode(shown.decision_info(asked))
        may = t.may_undo(eye)
        return Parts(
            view, decision, self._clocks, self._table, may, self._waits, plea, silent, devices
        )

    def _view(self, t: Table, eye: int | None) -> bytes:
        """The two parts of a view as one object."""
        own = shown.encode(t.game.views.own(t, Eyes(eye)))
        return b"%b,%b" % (self._same[:-1], own[1:])


def _clocks(sitting: Sitting) -> bytes:
    """The clocks, the same in all eyes."""
    relaxed = sitting.config.pace.kind == "relaxed"
    return b"[]" if relaxed else shown.encode(shown.clock_info(sitting))
