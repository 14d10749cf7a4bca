"""A SQLite file: one thread that writes, one that reads, and connections that heal.

Everything here runs in those threads.  Durable means WAL with synchronous=FULL: when COMMIT
returns, the frames are synced.
"""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from parlour.server.store import BadRow, Damaged, StoreDown, StoreError, Unusable
from parlour.server.store.migrations import AT, VERSIONS, check_newest, missing
from parlour.server.store.sqlite_lock import check_there
from parlour.server.store.sqlite_log import SqliteAppend, append_all

OLDEST: Final = (3, 37, 0)  # STRICT tables, RETURNING

Work = Callable[[sqlite3.Connection], object]


def prepare(path: Path, busy_ms: int, create: bool, read_only: bool) -> None:
    """The file is there, can be written, and has the newest schema.  Unusable, sqlite3.Error."""
    check_there(path)
    if not path.exists():
        if not create:
            raise Unusable("missing", path)
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it will hold secrets
    if read_only:
        check_schema(path, busy_ms)
        return
    if not os.access(path, os.W_OK) or not path.stat().st_mode & 0o222:  # root may do anything
        raise Unusable("readonly", path)
    conn = connect(path, busy_ms)
    try:
        check_whole(conn, path)
        migrate(conn)
    finally:
        conn.close()


def check_schema(path: Path, busy_ms: int) -> None:
    """For whoever only reads: StoreError, if the schema is another one than this program's."""
    conn = connect(path, busy_ms, read_only=True)
    try:
        check_newest("sqlite", conn.execute(AT).fetchone()[0])
    finally:
        conn.close()


def check_whole(conn: sqlite3.Connection, path: Path) -> None:
    """What all tables need.  A damaged row is the business of its own table."""
    found = conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for name in ("schema_version", "tables", "leases"):
        if (name,) in found:
            told = conn.execute(f"PRAGMA quick_check({name})").fetchone()[0]
            if told != "ok":
                raise Unusable("corrupt", path, told.splitlines()[-1])


def touch(conn: sqlite3.Connection) -> None:
    """A write that changes nothing anybody reads.  SQLite would skip one that changes nothing."""
    number = conn.execute("PRAGMA user_version").fetchone()[0]
    conn.execute(f"PRAGMA user_version = {(number + 1) % 2**31}")


def connect(
    path: Path, busy_ms: int, read_only: bool = False, reading: bool = False
) -> sqlite3.Connection:
    """A connection in autocommit mode: transactions are begun and ended in plain sight.

    read_only: the file is not written to at all.  reading: another connection of this process
    writes, and this one neither writes nor moves pages out of the WAL.  SQLite up to 3.51.2 can
    damage a file when two connections do that at the same moment (the WAL-reset bug).
    """
    if sqlite3.sqlite_version_info < OLDEST:
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 is needed")
    address = f"file:{quote(str(path))}?mode={'ro' if read_only else 'rw'}"
    conn = sqlite3.connect(address, uri=True, isolation_level=None, timeout=busy_ms / 1000)
    try:
        if not read_only:
            into_wal(conn, busy_ms)
        if reading:
            conn.execute("PRAGMA query_only = ON")
            conn.execute("PRAGMA wal_autocheckpoint = 0")
        conn.execute("PRAGMA synchronous = FULL")
        conn.execute("PRAGMA fullfsync = ON")  # macOS: what fsync is elsewhere
        conn.execute("PRAGMA foreign_keys = ON")
        conn.execute("PRAGMA journal_size_limit = 67108864")  # what a burst leaves behind
    except BaseException:
        conn.close()
        raise
    return conn


def into_wal(conn: sqlite3.Connection, busy_ms: int) -> None:
    """A new file changes its ways once, and that does not wait for others by itself."""
    until = time.monotonic() + busy_ms / 1000
    while True:
        try:
            conn.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as busy:
            if busy.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


def migrate(conn: sqlite3.Connection, upto: int | None = None) -> None:
    """Each step in its own transaction; programs that start together do not collide."""
    while _next_step(conn, upto):
        pass


def _next_step(conn: sqlite3.Connection, upto: int | None) -> bool:
    """One step; False: none is missing.  Between two of them another program may take the next."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        conn.execute(VERSIONS)
        steps = missing("sqlite", conn.execute(AT).fetchone()[0])
        found = [step for step in steps if upto is None or step.version <= upto][:1]
        for step in found:
            for statement in statements(step.sql):
                conn.execute(statement)
            conn.execute("INSERT INTO schema_version VALUES (?, ?)", (step.version, step.name))
        conn.execute("COMMIT")
    except BaseException:
        roll_back(conn)
        raise
    return bool(found)


def statements(script: str) -> list[str]:
    """One by one: `executescript` would commit behind our back."""
    found, part = [], ""
    for line in script.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            found.append(part)
            part = ""
    return found


def roll_back(conn: sqlite3.Connection) -> None:
    if conn.in_transaction:
        conn.execute("ROLLBACK")


def down(error: Exception, doubt: bool = False) -> StoreError:
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    told = f"SQLite: {error} ({name})"
    broken = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT
    if broken or "decode to UTF-8" in str(error):
        return Damaged(told)
    return StoreDown(told, doubt)


def unusable(error: Exception, path: Path) -> StoreError:
    """For a file that could not be opened."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return down(error)
    names = {
        sqlite3.SQLITE_ERROR: "corrupt",  # "unsupported file format"
        sqlite3.SQLITE_READONLY: "readonly",
        sqlite3.SQLITE_NOTADB: "corrupt",
        sqlite3.SQLITE_CORRUPT: "corrupt",
    }
    return Unusable(names.get(code, "unopened"), path, str(error))


class SqliteConnection:
    """Opened when first needed, and again when it broke or the file was exchanged."""

    def __init__(
        self, path: Path, busy_ms: int, read_only: bool = False, reading: bool = False
    ) -> None:
        self._path = path
        self._busy_ms = busy_ms
        self._read_only = read_only
        self._for_reading = reading
        self._conn: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None

    def get(self) -> sqlite3.Connection:
        """Raises sqlite3.Error or OSError.

        A file that was deleted or exchanged is noticed: SQLite would go on writing into the
        deleted one, and every acknowledged row would vanish with the process.
        """
        found = os.stat(self._path)
        if self._conn is None or self._file != (found.st_dev, found.st_ino):
            self.drop()
            self._conn = connect(self._path, self._busy_ms, self._read_only, self._for_reading)
            self._file = (found.st_dev, found.st_ino)
        return self._conn

    def drop(self) -> None:
        conn, self._conn = self._conn, None
        if conn is not None:
            with suppress(sqlite3.Error):  # what broke may be unable even to close
                conn.close()


class SqliteWriter:
    """Commits batches of works.  Each stands in a savepoint, so that one can fail alone."""

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection

    def commit(self, batch: list[Work]) -> list[object | StoreError]:
        try:
            conn = self._connection.get()
            conn.execute("BEGIN IMMEDIATE")
        except (sqlite3.Error, OSError) as error:  # locked by another, or gone: hopeless for all
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_BUSY:
                self._connection.drop()
            return [down(error) for _ in batch]
        try:
            return self._together(conn, batch)
        except sqlite3.Error as error:
            self._connection.drop()  # rolls back
            if len(batch) > 1:  # perhaps one of them was to blame: each by itself
                return [self.commit([work])[0] for work in batch]
            # A failed sync leaves the frames in the file: after a crash they might count.
            return [down(error, doubt=isinstance(error, _CommitFailed))]

    def _together(self, conn: sqlite3.Connection, batch: list[Work]) -> list[object | StoreError]:
        appends = [work for work in batch if isinstance(work, SqliteAppend)]
        done = self._appended(conn, appends)
        results = [
            None if done and isinstance(work, SqliteAppend) else self._alone(conn, work)
            for work in batch
        ]
        try:
            conn.execute("COMMIT")
        except sqlite3.Error as error:
            raise _CommitFailed(str(error)) from error
        return results

    def _appended(self, conn: sqlite3.Connection, appends: list[SqliteAppend]) -> bool:
        """The usual case: nobody was quicker anywhere.  False: nothing has been done."""
        if len(appends) < 2:
            return False
        conn.execute("SAVEPOINT appends")
        try:
            if append_all(conn, appends):
                conn.execute("RELEASE appends")
                return True
        except (sqlite3.Error, OverflowError):
            if not conn.in_transaction:  # SQLite has rolled back everything
                raise
        conn.execute("ROLLBACK TO appends")
        conn.execute("RELEASE appends")
        return False

    def _alone(self, conn: sqlite3.Connection, work: Work) -> object | StoreError:
        conn.execute("SAVEPOINT work")
        try:
            result: object | StoreError = work(conn)
        except StoreError as refused:
            result = refused
        except (sqlite3.Error, OverflowError) as error:
            if not conn.in_transaction:  # SQLite has rolled back everything
                raise
            result = blame(error)
        if isinstance(result, StoreError):
            conn.execute("ROLLBACK TO work")
        conn.execute("RELEASE work")
        return result


class _CommitFailed(sqlite3.OperationalError):
    """The very COMMIT failed."""


def blame(error: Exception) -> StoreError:
    """The content's fault, or the store's?"""
    if isinstance(error, sqlite3.OperationalError):
        return down(error)
    return BadRow(f"SQLite: {error}")
