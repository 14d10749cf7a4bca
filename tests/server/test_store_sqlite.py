"""SQLite alone: locked, full, deleted and exchanged files."""

import asyncio
import resource
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlour.server.store import Row, StoreDown
from parlour.server.store.sqlite import SqliteStore
from tests.server.makers import rows, table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "parlour #1 ?.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(path)
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def hasty(path: Path) -> AsyncIterator[SqliteStore]:
    """Does not wait long for another program."""
    opened = SqliteStore(path, busy_ms=100)
    await opened.open()
    yield opened
    await opened.close()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program in the middle of a write."""
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("BEGIN IMMEDIATE")
    yield
    conn.execute("ROLLBACK")
    conn.close()


@contextmanager
def full_disk(path: Path, room: int = 6_000) -> Iterator[None]:
    """No file may grow much beyond what the log of SQLite has now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = path.with_name(path.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_the_file_is_for_its_owner_only(store: SqliteStore, path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_commits_are_synced(store: SqliteStore, path: Path) -> None:
    assert await store._read("PRAGMA journal_mode") == [("wal",)]
    assert await store._write("", lambda conn: conn.execute("PRAGMA synchronous").fetchone()) == (
        2,
    )


async def test_a_write_waits_for_another_writer(store: SqliteStore, path: Path) -> None:
    await store.create(table(), rows(1))
    with locked(path):
        waiting = asyncio.create_task(store.append("t1", 1, rows(2)))
        for _ in range(20):
            assert await store.load("t1") == rows(1)  # reads do not wait
        assert not waiting.done()
    await waiting
    assert await store.load("t1") == rows(1, 2)


async def test_a_writer_that_never_ends_is_an_error_and_later_it_works(
    hasty: SqliteStore, path: Path
) -> None:
    store = hasty
    await store.create(table(), rows(1))
    with locked(path), pytest.raises(StoreDown, match="locked") as refused:
        await store.append("t1", 1, rows(2))
    assert not refused.value.doubt
    assert await store.load("t1") == rows(1)
    await store.append("t1", 1, rows(2))
    assert await store.load("t1") == rows(1, 2)


async def test_a_full_disk_is_told_to_the_caller_and_later_it_works(
    store: SqliteStore, path: Path
) -> None:
    for name in ("t1", "t2"):
        await store.create(table(name), rows(1))
    big = Row(2, 0, "said", b'{"text":"%s"}' % (b"x" * 100_000))
    with full_disk(path):
        got = await asyncio.gather(
            store.append("t1", 1, [big]), store.append("t2", 1, [big]), return_exceptions=True
        )
    assert [type(result) for result in got] == [StoreDown, StoreDown]
    assert (await store.load("t1"), await store.load("t2")) == (rows(1), rows(1))
    await store.append("t1", 1, rows(2))
    await store.append("t2", 1, [big])
    assert (await store.load("t1"), await store.load("t2")) == (rows(1, 2), [*rows(1), big])


async def test_a_row_too_big_for_the_disk_does_not_take_its_mates_along(
    store: SqliteStore, path: Path
) -> None:
    for n in range(5):
        await store.create(table(f"t{n}"), rows(1))
    big = Row(2, 0, "said", b'{"text":"%s"}' % (b"x" * 200_000))
    await store.load("t0")  # with a reader there, the log is not folded in when the writer heals
    calls = [store.append(f"t{n}", 1, [big] if n == 2 else rows(2)) for n in range(5)]
    with full_disk(path, room=150_000):
        got = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(result) for result in got] == [type(None)] * 2 + [StoreDown] + [type(None)] * 2
    assert [len(await store.load(f"t{n}")) for n in range(5)] == [2, 2, 1, 2, 2]


async def test_a_closed_file_is_opened_again(store: SqliteStore) -> None:
    await store.create(table(), rows(1))
    await store._in_thread(0, close_behind_its_back, store)
    with pytest.raises(StoreDown, match="closed"):
        await store.append("t1", 1, rows(2))
    await store.append("t1", 1, rows(2))
    assert await store.load("t1") == rows(1, 2)


def close_behind_its_back(store: SqliteStore) -> None:
    store._writing.get().close()


async def test_nothing_is_acknowledged_into_a_deleted_file(store: SqliteStore, path: Path) -> None:
    await store.create(table(), rows(1))
    away = path.with_name("away.db")
    path.rename(away)
    with pytest.raises(StoreDown):
        await store.append("t1", 1, rows(2))
    with pytest.raises(StoreDown):
        await store.load("t1")
    away.rename(path)
    await store.append("t1", 1, rows(2))
    assert await store.load("t1") == rows(1, 2)


async def test_a_file_put_back_from_a_backup_is_noticed(store: SqliteStore, path: Path) -> None:
    await store.create(table(), rows(1))
    backup = path.with_name("backup.db")
    await asyncio.to_thread(vacuum_into, path, backup)
    await store.append("t1", 1, rows(2))
    await store.close()
    shutil.move(backup, path)
    await store.open()
    assert await store.load("t1") == rows(1)
    await store.append("t1", 1, rows(2, 3))
    assert await store.load("t1") == rows(1, 3)


def vacuum_into(path: Path, backup: Path) -> None:
    conn = sqlite3.connect(path)
    conn.execute("VACUUM INTO ?", (str(backup),))
    conn.close()


async def test_a_file_that_is_no_database_is_an_error(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"my diary, do not overwrite" * 100)
    store = SqliteStore(path)
    with pytest.raises(StoreDown, match="not a database"):
        await store.open()
    assert path.read_bytes().startswith(b"my diary")
    with pytest.raises(StoreDown):
        await SqliteStore(path / "under a file.db").open()


async def test_the_loop_is_not_blocked_by_a_slow_disk(store: SqliteStore, path: Path) -> None:
    """It goes round and round while the append waits; blocked, it would come back to an error."""
    await store.create(table(), rows(1))
    with locked(path):
        waiting = asyncio.create_task(store.append("t1", 1, rows(2)))
        for _ in range(200):
            await asyncio.sleep(0.001)
            assert not waiting.done()
    await waiting
