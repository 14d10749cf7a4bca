"""An evening's log: who came, who went, what was drawn, what it came to.  Rows make a `Gathering`.

It lies in the store like a table's log, appended to under the same condition, and listed nowhere.
Nothing happens in it by itself, so that no node keeps it: it is read when somebody asks.
"""

import hmac
from collections.abc import Callable
from typing import Any, Final

import msgspec

from parlour.core.errors import Refusal
from parlour.core.options import Values
from parlour.server.evening.evening import Evening, Round, RoundTable
from parlour.server.evening.lots import Lots, Promised, Sealed, Thrown
from parlour.server.node.hub import Hub
from parlour.server.store import Conflict, Listing, NewTable, Row
from parlour.server.table import rows
from parlour.server.table.names import names_of, unique_name

TRIES: Final = 8
SET_BACK_MS: Final = 60_000
"""A last row so far in the future was written under a wrong clock; less, and two nodes differ."""
MOST_GUESTS: Final = 64
"""At one time; whoever has left takes no place."""
MOST_COMINGS: Final = 256
"""In one evening: each is a row."""


class Planned(rows.Body, frozen=True):
    """An evening is opened.  Tables have `least` to `most` seats, and `size` where it can be."""

    title: str
    game: str
    size: int
    least: int
    most: int
    rounds: int
    host: str
    options: Values = {}
    series: rows.Form | None = None
    pace: rows.Pace = rows.Pace()
    level: str = ""


class Came(rows.Body, frozen=True):
    """A guest, with the hash of the key of all their seats; or a bot of a level and a temper."""

    name: str
    hash: str = ""
    level: str = ""
    temper: str = ""


class Went(rows.Body, frozen=True):
    """A guest is not drawn any more."""

    guest: int


class DrawnTable(msgspec.Struct, frozen=True):
    """A table of a round: its id, and who sits there by seat."""

    id: str
    guests: list[int]


class Drawn(rows.Body, frozen=True):
    """A round begins.  Its tables are opened next; whoever looks opens what is missing.

    `shuffle`: with 1 the lots came from the `shares` of guests too, with 0 from the house alone.
    """

    tables: list[DrawnTable]
    out: list[int] = []
    shuffle: int = 0
    shares: list[rows.Share] = []


class Counted(rows.Body, frozen=True):
    """What a table came to, for good.  Without `pays`: it was not finished."""

    table: str
    pays: list[int] = []
    winners: list[int] = []


class Locked(rows.Body, frozen=True):
    """Whether nobody else may come."""

    locked: bool


class Finished(rows.Body, frozen=True):
    """No more rounds are drawn.  Tables in play go on, and count."""


KINDS: Final[dict[str, type[rows.Body]]] = {
    cls.__name__.lower(): cls
    for cls in (
        *(Planned, Came, Went, Locked),
        *(Promised, Sealed, Thrown, Drawn, Counted, Finished),
    )
}
_DECODERS: Final[rows.Decoders] = {kind: msgspec.json.Decoder(cls) for kind, cls in KINDS.items()}


class Guest(msgspec.Struct):
    name: str
    hash: str
    level: str
    left: bool = False
    temper: str = ""

    @property
    def bot(self) -> bool:
        return not self.hash


class Gathering:
    """An evening as its log says it is."""

    def __init__(self, id: str) -> None:
        self.id: Final = id
        self.plan = Planned("", "", 0, 0, 0, 0, "")
        self.guests: list[Guest] = []
        self.rounds: list[Drawn] = []
        self.drawn_ms = 0  # when the last round was drawn
        self.counted: dict[str, Counted] = {}
        self.lots: Final = Lots()
        self.secrets = (b"", b"")
        self.locked = False
        self.finished = False
        self.seq = 0
        self.at_ms = 0

    def taken(self) -> list[str]:
        """The names of everybody who has come, as anybody reads them."""
        guests = [("bot" if guest.bot else "person", guest.name) for guest in self.guests]
        return [name for who, called in guests for name in names_of(who, called)]

    def apply(self, row: Row) -> None:
        if row.seq != self.seq + 1:
            raise ValueError(f"row {row.seq} cannot follow row {self.seq}")
        self.seq, self.at_ms = row.seq, row.at_ms
        body = rows.decode(_DECODERS, row)
        try:
            FOLDS[type(body)](self, body)
            self.lots.note(body, row.at_ms)
        except LookupError as wrong:  # a guest who is not there
            raise rows.Unreadable(row, wrong) from wrong

    def _planned(self, body: Planned) -> None:
        self.plan = body

    def _came(self, body: Came) -> None:
        self.guests.append(Guest(body.name, body.hash, body.level, temper=body.temper))

    def _went(self, body: Went) -> None:
        self.guests[body.guest].left = True

    def _drawn(self, body: Drawn) -> None:
        self.rounds.append(body)
        self.drawn_ms = self.at_ms
        self.lots.now = None

    def _lot(self, body: Promised | Sealed | Thrown) -> None:
        """The lots note it.  LookupError: a guest who is not there."""
        named = body.present if isinstance(body, Sealed) else [body.guest]
        if not all(0 <= guest < len(self.guests) for guest in named):
            raise LookupError(named)

    def _counted(self, body: Counted) -> None:
        self.counted[body.table] = body

    def _locked(self, body: Locked) -> None:
        self.locked = body.locked

    def _finished(self, body: Finished) -> None:
        self.finished = True

    # --- questions --------------------------------------------------------------------------

    def is_host(self, hash: str) -> bool:
        return bool(hash) and hmac.compare_digest(self.plan.host, hash)

    def guest_of(self, hash: str) -> int | None:
        for number, guest in enumerate(self.guests):
            if hash and guest.hash and hmac.compare_digest(guest.hash, hash):
                return number
        return None

    def open_tables(self) -> list[DrawnTable]:
        """Tables that are not counted yet, of whichever round."""
        drawn = [place for round in self.rounds for place in round.tables]
        return [place for place in drawn if place.id not in self.counted]

    @property
    def present(self) -> list[int]:
        return [number for number, guest in enumerate(self.guests) if not guest.left]

    def as_core(self, news: dict[str, Counted]) -> Evening:
        """The evening as the core draws and counts it; `news`: of tables not counted yet."""
        plan = self.plan
        known = self.counted | news
        rounds = [self._round(drawn, known) for drawn in self.rounds]
        return Evening(plan.game, plan.least, plan.most, plan.size, rounds)

    def _round(self, drawn: Drawn, known: dict[str, Counted]) -> Round:
        tables = []
        for place in drawn.tables:
            counted = known.get(place.id, Counted(place.id))
            winners = [self.guests[guest].name for guest in counted.winners]
            tables.append(RoundTable(self.names(place.guests), counted.pays, winners))
        return Round(tables, self.names(drawn.out))

    def names(self, guests: list[int]) -> list[str]:
        return [self.guests[guest].name for guest in guests]


FOLDS: Final[dict[type[rows.Body], Callable[[Gathering, Any], None]]] = {
    Planned: Gathering._planned,
    Came: Gathering._came,
    Went: Gathering._went,
    Promised: Gathering._lot,
    Sealed: Gathering._lot,
    Thrown: Gathering._lot,
    Drawn: Gathering._drawn,
    Counted: Gathering._counted,
    Locked: Gathering._locked,
    Finished: Gathering._finished,
}
"""What each kind of row changes; whoever adds a kind adds it here."""

Change = Callable[[Gathering], list[rows.Body]]


# --- the log ----------------------------------------------------------------------------------


async def create(hub: Hub, id: str, bodies: list[rows.Body]) -> None:
    """A new evening.  Its code is none that anybody could type."""
    now = hub.world.now_ms()
    listing = Listing(id, f"evening {id}", rows.EVENING, "open", False, now)
    new = NewTable(listing, 1, hub.world.secret(), hub.world.secret())
    await hub.store.create(new, [rows.write(k, now, body) for k, body in enumerate(bodies, 1)])


async def read(hub: Hub, id: str) -> Gathering:
    kept = await hub.store.read(id)
    if kept is None or kept.meta.listing.game != rows.EVENING:
        raise Refusal("no_such_evening")
    found = Gathering(id)
    found.secrets = (kept.meta.seed, kept.meta.salt)
    for row in kept.rows:
        found.apply(row)
    return found


async def append(hub: Hub, e: Gathering, bodies: list[rows.Body]) -> None:
    """Write, and only then apply.  Conflict: somebody was quicker.

    An evening that has begun is listed as over: it waits for nobody, and is kept like a game.
    """
    now = hub.world.now_ms()
    if e.at_ms - now < SET_BACK_MS:
        now = max(now, e.at_ms)
    written = [rows.write(e.seq + 1 + k, now, body) for k, body in enumerate(bodies)]
    begun = any(isinstance(body, Drawn | Finished) for body in bodies)
    listing = Listing(e.id, f"evening {e.id}", rows.EVENING, "over", False, now) if begun else None
    await hub.store.append(e.id, e.seq, written, listing)
    for row in written:
        e.apply(row)


async def change(hub: Hub, id: str, step: Change) -> Gathering:
    """Carry a step through: asked again whenever somebody was quicker."""
    for _ in range(TRIES):
        e = await read(hub, id)
        bodies = step(e)
        try:
            if bodies:
                await append(hub, e, bodies)
        except Conflict:
            continue
        return e
    raise Refusal("busy")


# --- coming and going -------------------------------------------------------------------------


def come(guest: Came, found: list[int]) -> Change:
    """One more guest, drawn from the next round on; their number is left in `found`."""

    def step(e: Gathering) -> list[rows.Body]:
        on(e)
        if e.locked and guest.hash:
            raise Refusal("evening_locked")
        if len(e.present) >= MOST_GUESTS or len(e.guests) >= MOST_COMINGS:
            raise Refusal("too_many_guests", facts={"number": MOST_GUESTS})
        found[:] = [len(e.guests)]
        taken = e.taken()
        return [msgspec.structs.replace(guest, name=unique_name(taken, guest.name))]

    return step


def go(guest: int) -> Change:
    """A guest is not drawn any more."""

    def step(e: Gathering) -> list[rows.Body]:
        if not 0 <= guest < len(e.guests):
            raise Refusal("no_such_guest")
        if e.guests[guest].left:
            return []
        on(e)
        return [Went(guest)]

    return step


def lock(hash: str, locked: bool) -> Change:
    def step(e: Gathering) -> list[rows.Body]:
        host_only(e, hash)
        on(e)
        return [] if e.locked == locked else [Locked(locked)]

    return step


def on(e: Gathering) -> None:
    if e.finished:
        raise Refusal("evening_over")


def after(e: Gathering, round: int | None) -> None:
    """Whoever asks names the last round they know of, so that nothing is done twice or too late."""
    if round is not None and round != len(e.rounds):
        raise Refusal("other_round", facts={"number": len(e.rounds)})


def host_only(e: Gathering, hash: str) -> None:
    if not e.is_host(hash):
        raise Refusal("bad_key" if e.guest_of(hash) is None else "host_only")
