"""Where tables are kept: one log of rows per table, behind one protocol for both databases.

    store = open_store("sqlite:///path/to/parlour.db")     # or postgresql://user@host/name
    await store.open()

The log is the table.  A row is appended conditionally, "after number n, or not at all", and that
condition alone decides every race, between tasks, processes and machines.  When `append` returns,
its rows are on the disk; when it raises, nothing of them is (see `StoreDown.doubt` for the one
honest exception), and whoever else was in the same transaction is not concerned.
"""

import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Protocol

import msgspec

if TYPE_CHECKING:
    from parlour.server.store.ledger import Ledger
    from parlour.server.store.parcels import Parcels
    from parlour.server.store.subscriptions import Subscriptions

ListingState = Literal["open", "playing", "over", "frozen", "closed"]
FINISHED: Final[tuple[ListingState, ...]] = ("over", "closed")

MISSED: Final = ""  # the note that says: others were lost, look for yourself

MAX_BODY: Final = 256 * 1024  # bytes in the body of one row or listing
MAX_ROWS: Final = 1_000  # rows in one append
MAX_NOTE: Final = 4_000  # bytes in one note; PostgreSQL allows just under 8,000
MAX_NAME: Final = 64  # characters in an id, a code, a kind, the name of a node


class StoreError(Exception):
    """Something the store could not do.  Nothing of it is stored."""


class Conflict(StoreError):
    """Somebody was quicker: the log does not end where the caller believed, or an id is taken."""


class UnknownTable(StoreError):
    """There is no table of this id."""


class BadRow(StoreError):
    """This very content can never be stored; the caller has a bug.  Batch mates are unaffected."""


class Damaged(StoreError):
    """What is stored cannot be read: broken text, or a broken page of the file."""


class StoreDown(StoreError):
    """The store cannot do it now: unreachable, disk full, locked, too much waiting, closed.

    doubt: the connection broke so badly that the rows may be stored all the same.  Whoever gets
    this loads the table again before going on; an append on the old number is safe in any case.
    """

    def __init__(self, reason: str, doubt: bool = False) -> None:
        super().__init__(reason)
        self.doubt = doubt


class Unusable(StoreDown):
    """The file of a store cannot be used at all, and waiting does not help.

    `code`: "missing", "gone" (there was one), "readonly", "corrupt", "taken", "unopened".
    """

    def __init__(self, code: str, path: Path, reason: str = "") -> None:
        super().__init__(f"{path}: {code} {reason}".rstrip())
        self.code: Final = code
        self.path: Final = path
        self.reason: Final = reason


class Misplaced(StoreError):
    """The addresses of a house's databases are not those that it has.

    `code`: "order" (database `kept` stands where `given` belongs), "fewer" (`given` of `kept`),
    "not_empty" (`given` is new and holds tables), "other_house" (`given` belongs to another one).
    """

    def __init__(self, code: str, given: int, kept: int = 0) -> None:
        super().__init__(f"database {given}: {code} {kept or ''}".rstrip())
        self.code: Final = code
        self.given: Final = given
        self.kept: Final = kept


class Row(msgspec.Struct, frozen=True):
    """One thing that happened at a table."""

    seq: int  # 1, 2, 3 … without holes
    at_ms: int
    kind: str
    body: bytes  # JSON, kept to the byte


class Listing(msgspec.Struct, frozen=True):
    """What the outside may know of a table, kept beside the log so that lists need no replay."""

    table: str
    code: str
    game: str
    state: ListingState
    public: bool
    at_ms: int  # of this listing; lists show the newest first
    body: bytes = b"{}"  # JSON for the list page: seats, pace, options; nothing secret


class NewTable(msgspec.Struct, frozen=True):
    """A table to create.  Its id, code and game stand in the listing."""

    listing: Listing
    version: int  # of the rules
    seed: bytes
    salt: bytes

    def __repr__(self) -> str:
        return f"NewTable({self.listing.table})"  # the secrets stay out of logs


class TableMeta(msgspec.Struct, frozen=True):
    """What is known of a table without reading its log."""

    listing: Listing
    version: int
    seed: bytes
    salt: bytes
    created_ms: int
    touched_ms: int  # time of the last row
    last: int  # number of the last row

    def __repr__(self) -> str:
        return f"TableMeta({self.listing.table}, {self.listing.state}, last={self.last})"


class Snapshot(msgspec.Struct, frozen=True):
    """A shortcut: the table as it stood after row `seq`, in the writer's own words."""

    table: str
    seq: int
    body: bytes


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it stood at one moment: all of it is from the same commit."""

    meta: TableMeta
    snapshot: Snapshot | None
    rows: list[Row]  # those behind the snapshot; without one, all of them


class Lease(msgspec.Struct, frozen=True):
    """Which node keeps a table for now, for speed alone."""

    table: str
    node: str
    until_ms: int


class Census(msgspec.Struct, frozen=True):
    """How many tables there are, and when the newest row was written (0: there is none)."""

    tables: int
    newest_ms: int


class Notes(Protocol):
    """A subscription.  It holds from the call of `notes()`, ends when it or the store is closed."""

    def __aiter__(self) -> AsyncIterator[str]: ...
    async def __anext__(self) -> str: ...
    def close(self) -> None: ...
    def ignore(self, start: str) -> None:
        """Notes that begin so do not come any more."""


class Store(Protocol):
    """Every method may raise StoreDown.  Times are given by the caller, in milliseconds.

    `shared`: other processes may write to it too.  `name`: which of the house's databases it is,
    from "1".
    """

    shared: bool
    name: str

    # -- where tables live: in one database, unless it is made of several ---

    @property
    def parts(self) -> "tuple[Store, ...]":
        """The databases it is made of, each a store; the first has what is no table's own."""

    def part(self, table: str) -> "Store":
        """The database in which the table with this id lives, or would."""

    def settle(self, id: str) -> str:
        """The id of a new table: where it will live is decided now, and stands in the id."""

    @property
    def away(self) -> bool:
        """Whether it did not answer when it was last asked."""

    # -- what is no table's own ---

    @property
    def ledger(self) -> "Ledger":
        """What is kept beside the tables."""

    @property
    def parcels(self) -> "Parcels":
        """What one device leaves for another."""

    @property
    def subscriptions(self) -> "Subscriptions":
        """Where to send word that it is somebody's turn."""

    async def open(self) -> None:
        """Connect and bring the schema up to date."""

    async def close(self) -> None:
        """Refuse new writes, finish those that wait, let go of everything."""

    async def ping(self) -> None:
        """Write, and change nothing.  Raises StoreDown when that cannot be done."""

    # -- the log ---

    async def create(self, table: NewTable, rows: Sequence[Row]) -> None:
        """A new table with its first rows (from number 1).  Conflict: id or code is taken."""

    async def append(
        self,
        table: str,
        after: int,
        rows: Sequence[Row],
        listing: Listing | None = None,
        note: str | None = None,
    ) -> None:
        """All the rows, numbered from `after` + 1, or none.  Durable when it returns.

        Conflict: row `after` is not the last one.  UnknownTable.  The listing replaces the old one
        (except for code and game: they never change); the note goes out once the rows are stored.
        A caller that is cancelled does not learn whether its rows were stored.
        """

    async def read(self, table: str, whole: bool = False) -> StoredTable | None:
        """The table as it stands at one moment; None: there is none.  whole: from its first row.

        Two calls are two moments.  Between `meta` and `load` somebody may append or delete, and
        even a writer that is dead may: its last transaction can commit after it has been killed.
        Whoever needs several things that agree reads them here.
        """

    async def load(self, table: str, after: int = 0) -> list[Row]:
        """The rows behind number `after`, in order.  Empty for an unknown table."""

    async def meta(self, table: str) -> TableMeta | None: ...

    async def find(self, code: str) -> str | None:
        """The id of the table with this code."""

    async def listing(self, limit: int, state: ListingState) -> list[Listing]:
        """Public tables in this state, newest listing first."""

    # -- snapshots: they can be thrown away at any time ---

    async def snapshot(self, table: str, seq: int, body: bytes) -> None:
        """Replaces an older one; an older one than the kept is ignored.  UnknownTable."""

    async def latest(self, table: str) -> Snapshot | None: ...

    # -- finished games as a replay sends them ---

    async def keep_replay(self, table: str, number: int, body: bytes) -> None:
        """Replaces nothing: the first one stays.  UnknownTable."""

    async def replay(self, table: str, number: int) -> bytes | None: ...

    async def replays(self, table: str) -> dict[int, bytes]:
        """All that are kept of a table, by the number of the game."""

    # -- leases: for speed alone, `append` decides ---

    async def lease(self, table: str, node: str, ttl_ms: int, now_ms: int) -> bool:
        """Take or prolong; False while another node holds it."""

    async def renew(self, node: str, ttl_ms: int, now_ms: int) -> list[str]:
        """Prolong all leases of a node that have not run out; the tables it still holds."""

    async def release(self, table: str, node: str) -> None:
        """Give a lease back.  Nothing happens if the node does not hold it."""

    async def holder(self, table: str, now_ms: int) -> Lease | None:
        """The lease in force."""

    async def expired(
        self, now_ms: int, state: ListingState = "playing", limit: int = 100
    ) -> list[str]:
        """Tables in this state that nobody holds: never leased, given back or run out."""

    # -- notes: they only inform, and may get lost ---

    async def notify(self, note: str) -> None:
        """Tell every subscriber of every node, this one included.  Not empty."""

    def notes(self) -> Notes:
        """Subscribe.  MISSED comes in place of notes that were lost on the way."""

    # -- keeping house ---

    async def census(self) -> Census: ...

    async def recent(self, limit: int) -> list[TableMeta]:
        """Of all tables those at which something has happened last."""

    async def ids(self, after: str, limit: int) -> list[str]:
        """The ids of tables behind this one, in order."""

    async def faults(self) -> list[str]:
        """What the database finds wrong with itself; only reads, and takes its time."""

    async def delete(self, table: str) -> bool:
        """With its log; False: there is none."""

    async def prune(
        self, before_ms: int, states: Sequence[ListingState] = FINISHED, limit: int = ...
    ) -> int:
        """Delete tables in these states whose last row is older, the oldest first; how many."""

    async def export(self, table: str) -> bytes:
        """Everything about one table as JSON, its secrets and key hashes too.  UnknownTable."""

    async def restore(self, exported: bytes) -> str:
        """Take in what `export` wrote; the id.  Conflict: id or code is taken."""


def addresses(url: str) -> list[str]:
    """One by one; the path of a file may have blanks in it."""
    return re.split(r"\s+(?=[a-z]+://)", url.strip())


def open_store(url: str, create: bool = True, read_only: bool = False) -> Store:
    """The store for an address; `open` it before use.

    create: a file that is not there is made.  read_only: nothing is written, the schema included.

    sqlite:///relative.db, sqlite:////absolute.db, postgresql://user:word@host:port/name
    Several addresses, with blanks between them, make one store of several databases.
    """
    if len(urls := addresses(url)) > 1:
        from parlour.server.store.many import ManyStores

        parts = [open_store(one, create, read_only) for one in urls]
        return ManyStores(parts, read_only)
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        from parlour.server.store.sqlite import SqliteStore

        return SqliteStore(rest[1:], create=create, read_only=read_only)
    if scheme in ("postgresql", "postgres"):
        from parlour.server.store.postgres import PostgresStore

        return PostgresStore(url, read_only=read_only)
    raise ValueError(f"not the address of a store: {scheme}://…")  # the rest may hold a password
