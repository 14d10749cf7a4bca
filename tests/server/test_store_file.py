"""The file of a SQLite store: deleted, emptied, read-only, damaged, in use, on a full disk."""

import asyncio
import os
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from parlour.server.node.health import Health
from parlour.server.store import Store, StoreDown, Unusable
from parlour.server.store import sqlite as sqlite_store
from parlour.server.store.sqlite import SqliteStore
from parlour.server.store.sqlite_lock import Running, beside, hold, running
from tests.server.makers import rows, run_sql, table
from tests.server.test_programs import answers, env, program
from tests.server.test_store_sqlite import full_disk
from tools.patience import PATIENCE_S, until

SERVE = ("-m", "parlour.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--no-qr")


@asynccontextmanager
async def served(home: Path) -> AsyncIterator[str]:
    """A server as people start it; its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *SERVE, env=env(home), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        lines = [(await process.stdout.readline()).decode() for _ in range(3)]
        url = lines[1].split()[-1].rstrip("/").replace("localhost", "127.0.0.1")
        await until("the server starts", answers, url)
        yield url
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), PATIENCE_S)


async def used(home: Path) -> Path:
    """The file of a server that has run and stopped."""
    async with served(home):
        pass
    return home / "parlour" / "tables.db"


async def refused(home: Path, *words: str) -> str:
    """A command says one sentence and fails."""
    code, said = await program(*(words or SERVE), home=home)
    assert code == 2, said
    assert "Traceback" not in said
    assert said.count("\n") == 1
    return said


@pytest.mark.parametrize("how", ["deleted", "emptied", "lost but for its log"])
async def test_where_there_was_a_database_no_empty_one_is_made(tmp_path: Path, how: str) -> None:
    path = await used(tmp_path)
    if how == "emptied":
        path.write_bytes(b"")
    else:
        path.unlink()
    if how.startswith("lost"):
        beside(path).unlink()
        path.with_name("tables.db-wal").write_bytes(b"rows")
    assert "is gone" in await refused(tmp_path)
    assert "is gone" in await refused(tmp_path, "-m", "parlour.cli", "export", "x")
    assert not path.exists() or not path.stat().st_size


async def test_a_command_that_reads_makes_no_database(tmp_path: Path) -> None:
    assert "There is no database" in await refused(tmp_path, "-m", "parlour.cli", "export", "x")
    assert not list(tmp_path.rglob("*.db*"))


async def test_a_read_only_file_is_said_so(tmp_path: Path) -> None:
    path = await used(tmp_path)
    path.chmod(0o400)
    assert "read-only" in await refused(tmp_path)


@pytest.mark.parametrize("at", [0, 40, 4_100], ids=["head", "header", "schema"])
async def test_a_damaged_file_is_said_so_and_left_as_it_is(tmp_path: Path, at: int) -> None:
    path = await used(tmp_path)
    whole = path.read_bytes()
    broken = whole[:at] + os.urandom(3_000) + whole[at + 3_000 :]
    path.write_bytes(broken)
    assert "is damaged" in await refused(tmp_path)
    assert path.read_bytes() == broken


async def test_a_folder_that_is_none_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "parlour").write_bytes(b"a file")
    await refused(tmp_path)


async def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as url:
        assert "in use by a server" in await refused(tmp_path)
        assert await answers(url)
        assert running(tmp_path / "parlour" / "tables.db")
    assert running(tmp_path / "parlour" / "tables.db") is None
    async with served(tmp_path):
        pass


async def test_a_database_server_that_is_away_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = await refused(tmp_path, *SERVE, "--store", "postgresql://nobody@127.0.0.1:1/none")
    assert "PostgreSQL" in said


def test_the_lock_says_how_to_reach_the_server_and_to_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"x")
    with hold(path) as held:
        held.tell(Running("http://localhost:1", "secret"))
        assert beside(path).stat().st_mode & 0o777 == 0o600
        with pytest.raises(Unusable, match="taken"), hold(path):
            pass
        assert running(path) == Running("http://localhost:1", "secret")


async def test_one_connection_alone_writes_and_empties_the_log(tmp_path: Path) -> None:
    """Two that do at the same moment can damage the file, by a fault of SQLite up to 3.51.2."""
    store = SqliteStore(tmp_path / "a.db")
    await store.open()
    await store.create(table(), rows(1))
    await store.load("t1")

    def look() -> int:
        conn = store._reading.get()
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            conn.execute("DELETE FROM log")
        return int(conn.execute("PRAGMA wal_autocheckpoint").fetchone()[0])

    assert await store._in_thread(1, look) == 0
    await store.close()
    reader = SqliteStore(tmp_path / "a.db", create=False, read_only=True)
    await reader.open()
    with pytest.raises(StoreDown, match="readonly"):
        await reader.append("t1", 1, rows(2))
    await reader.close()


# --- health -----------------------------------------------------------------------------------


async def test_healthy_is_a_store_that_takes_writes(store: Store, store_url: str) -> None:
    await store.ping()
    await store.create(table(), rows(1))
    before = await run_sql(store_url, "SELECT * FROM schema_version ORDER BY version")
    await store.ping()
    assert await run_sql(store_url, "SELECT * FROM schema_version ORDER BY version") == before
    assert await Health(store).ask()


async def test_a_full_disk_is_not_healthy(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    store = SqliteStore(path)
    await store.open()
    await store.ping()
    with full_disk(path, 0):
        assert not await Health(store).ask()
    assert await Health(store).ask()
    await store.close()


async def test_a_nearly_full_disk_is_not_healthy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "a.db")
    await store.open()
    monkeypatch.setattr(sqlite_store, "ROOM", 1 << 62)
    with pytest.raises(StoreDown, match="nearly full"):
        await store.ping()
    await store.close()


async def test_however_many_ask_for_health_one_write_answers_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    async def ping() -> None:
        asked.append(1)

    monkeypatch.setattr(store, "ping", ping)
    health = Health(store)
    assert all(await asyncio.gather(*(health.ask() for _ in range(50))))
    assert await health.ask()
    assert len(asked) == 1
