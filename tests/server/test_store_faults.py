"""What goes wrong, over both stores: killed writers, bad rows, callers that go away."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parlour.server.store import BadRow, Conflict, Row, Store, StoreDown
from parlour.server.store.postgres import PostgresStore
from parlour.server.store.sqlite import SqliteStore
from tests.server.makers import rows, run_sql, table

APPENDER = Path(__file__).with_name("appender.py")
TABLES = 20

BOMB = {
    "sqlite": """
        CREATE TRIGGER bomb BEFORE INSERT ON log WHEN NEW.kind = 'bomb'
        BEGIN SELECT RAISE(ABORT, 'bomb'); END
    """,
    "postgresql": """
        CREATE FUNCTION bomb() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.kind = 'bomb' THEN RAISE 'bomb'; END IF; RETURN NEW; END $$;
        CREATE TRIGGER bomb BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION bomb()
    """,
}


async def plant_bomb(url: str) -> None:
    """From now on the database refuses rows of the kind "bomb", and only when it sees them."""
    for part in BOMB[url.partition(":")[0]].split(";\n        CREATE T"):
        await run_sql(url, part if "CREATE" in part else f"CREATE T{part}")


async def killed_after(url: str, acknowledged: int) -> dict[str, int]:
    """Kill a writer with SIGKILL at its work; the last number it had acknowledged, by table."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    writer = await asyncio.create_subprocess_exec(
        sys.executable, str(APPENDER), url, str(TABLES), stdout=asyncio.subprocess.PIPE, env=env
    )
    assert writer.stdout is not None
    lines = [await writer.stdout.readline() for _ in range(acknowledged)]
    writer.kill()
    lines += (await writer.stdout.read()).splitlines()
    await writer.wait()
    told: dict[str, int] = {}
    for line in lines:
        name, seq = line.decode().split()
        told[name] = int(seq)
    return told


async def test_what_was_acknowledged_outlives_a_killed_writer(store: Store, store_url: str) -> None:
    """And whatever else is found is whole.

    A killed client's last transaction is in PostgreSQL's hands: it may commit while we look, and
    did, between a `load` (50 rows) and a `meta` (51).  Two reads are two moments; what must agree
    is read in one.
    """
    for n in range(TABLES):
        await store.create(table(f"t{n}"), rows(1))
    for acknowledged in (1, 150, 777):
        told = await killed_after(store_url, acknowledged)
        assert sum(told.values()) >= acknowledged
        for n in range(TABLES):
            kept = await store.read(f"t{n}", whole=True)
            assert kept is not None
            assert [row.seq for row in kept.rows] == list(range(1, kept.meta.last + 1))
            assert kept.meta.last >= told.get(f"t{n}", 1)


async def test_a_bad_row_fails_alone_in_its_batch(store: Store, store_url: str) -> None:
    await plant_bomb(store_url)
    names = [f"t{n}" for n in range(30)]
    for name in names:
        await store.create(table(name), rows(1))
    bad = {"t7", "t8", "t29"}
    bomb = [*rows(2), Row(3, 0, "bomb", b"{}")]
    calls = [
        store.append(name, 9 if name == "t3" else 1, rows(10) if name == "t3" else good)
        for name in names
        for good in [bomb if name in bad else rows(2, 3)]
    ]
    got = await asyncio.gather(*calls, return_exceptions=True)
    kinds = {name: type(result) for name, result in zip(names, got, strict=True)}
    assert {name for name in names if kinds[name] is BadRow} == bad
    assert kinds["t3"] is Conflict
    for name in names:
        stored = rows(1) if name in bad or name == "t3" else rows(1, 3)
        assert await store.load(name) == stored
    for name in bad:  # and nothing of the failed ones is in the way
        await store.append(name, 1, rows(2))


async def test_a_table_that_cannot_be_created_leaves_nothing(store: Store, store_url: str) -> None:
    await plant_bomb(store_url)
    with pytest.raises(BadRow):
        await store.create(table(), [*rows(1), Row(2, 0, "bomb", b"{}")])
    assert await store.meta("t1") is None
    assert await store.find("code-t1") is None
    await store.create(table(), rows(1))


async def test_a_caller_that_goes_away_does_not_disturb_the_others(store: Store) -> None:
    names = [f"t{n}" for n in range(10)]
    for name in names:
        await store.create(table(name), rows(1))
    tasks = [asyncio.create_task(store.append(name, 1, rows(2))) for name in names]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    got = await asyncio.gather(*tasks, return_exceptions=True)
    assert [result for result in got if result is not None and not is_cancelled(result)] == []
    for name in names[1::2]:
        assert await store.load(name) == rows(1, 2)


def is_cancelled(result: object) -> bool:
    return isinstance(result, asyncio.CancelledError)


@pytest.fixture
async def small_store(store_url: str) -> AsyncIterator[Store]:
    """Only twenty writes may wait."""
    store: Store
    if store_url.startswith("sqlite"):
        store = SqliteStore(store_url.removeprefix("sqlite:///"), most_waiting=20)
    else:
        store = PostgresStore(store_url, most_waiting=20)
    await store.open()
    yield store
    await store.close()


async def test_more_than_can_wait_is_refused_at_once(small_store: Store) -> None:
    """Was once red for another's sake.

    A test that failed had left its store open, and the sockets of that store were thrown away,
    with a warning, in the middle of this one.  Stores are now opened by fixtures, which close them
    whatever happens, and tools/suite.py charges every test with what it leaves.
    """
    store = small_store
    await store.create(table(), rows(1))
    calls = [store.append("t1", 1, rows(2)) for _ in range(25)]
    got = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(result) for result in got[20:]] == [StoreDown] * 5
    assert "waiting" in str(got[20])
    assert got[:20].count(None) == 1
    await store.append("t1", 2, rows(3))
    assert await store.load("t1") == rows(1, 3)
