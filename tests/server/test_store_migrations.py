"""The schema, from the first version on.  Each test runs over SQLite and over PostgreSQL."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import asyncpg
import pytest

from parlour.server.store import StoreError, open_store
from parlour.server.store.migrations import migrations
from parlour.server.store.postgres_link import migrate as migrate_postgres
from parlour.server.store.sqlite_file import connect
from parlour.server.store.sqlite_file import migrate as migrate_sqlite
from tests.server.makers import listing, rows, run_sql, table

FIRST_TABLE = """
INSERT INTO tables
    (id, code, game, version, seed, salt, created_ms, touched_ms, last, state, public, listed_ms,
     listing)
VALUES ('t1', 'code-t1', 'kings', 3, {seed}, {salt}, 1001, 1002, 2, 'open', true, 1000, '{about}')
"""
FIRST_ROW = "INSERT INTO log {columns} VALUES ('t1', {n}, {at}, 'chose', '{body}'{mark})"


def dialect(url: str) -> Literal["sqlite", "postgres"]:
    return "sqlite" if url.startswith("sqlite") else "postgres"


async def migrate(url: str, upto: int) -> None:
    if dialect(url) == "sqlite":
        path = url.removeprefix("sqlite:///")
        with closing(sqlite3.connect(path, isolation_level=None)) as conn:
            migrate_sqlite(conn, upto)
        return
    link = await asyncpg.connect(url)
    await migrate_postgres(link, upto)
    await link.close()


def first_data(url: str) -> list[str]:
    """One table as version 1 kept it."""
    lite, new = dialect(url) == "sqlite", table()
    quote = "x'{}'" if lite else "'\\x{}'"
    seed, salt = quote.format(new.seed.hex()), quote.format(new.salt.hex())
    parts = [FIRST_TABLE.format(seed=seed, salt=salt, about=listing().body.decode())]
    for row in rows(1, 2):
        columns = "" if lite else "(table_id, seq, at_ms, kind, body, mark)"
        mark = "" if lite else ", 7"
        parts.append(
            FIRST_ROW.format(
                columns=columns, n=row.seq, at=row.at_ms, body=row.body.decode(), mark=mark
            )
        )
    return parts


async def test_a_database_of_version_1_is_brought_up_to_date_and_keeps_its_data(
    store_url: str,
) -> None:
    await migrate(store_url, upto=1)
    await run_sql(store_url, *first_data(store_url))
    store = open_store(store_url)
    await store.open()
    meta = await store.meta("t1")
    assert meta is not None
    assert (meta.listing, meta.seed, meta.salt) == (listing(), table().seed, table().salt)
    await store.append("t1", 2, rows(3))
    await store.snapshot("t1", 3, b"new in version 2")
    assert await store.lease("t1", "new in version 3", 100, 0)
    assert await store.load("t1") == rows(1, 3)
    await store.close()
    steps = [(step.version, step.name) for step in migrations(dialect(store_url))]
    assert await run_sql(store_url, "SELECT * FROM schema_version ORDER BY version") == steps


async def test_both_dialects_have_the_same_steps() -> None:
    names = [[(step.version, step.name) for step in migrations(d)] for d in ("sqlite", "postgres")]
    assert names[0] == names[1]
    assert len(names[0]) >= 3


async def test_stores_that_open_a_new_database_together_do_not_collide(store_url: str) -> None:
    stores = [open_store(store_url) for _ in range(6)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].create(table(), rows(1))
    assert await stores[5].load("t1") == rows(1)
    for store in stores:
        await store.close()


def test_another_program_may_take_the_next_step_between_two(tmp_path: Path) -> None:
    """Once it read its list of missing steps only once, and the second found its table there."""
    file = tmp_path / "parlour.db"

    class Overtaken(sqlite3.Connection):
        """Another program migrates the file whenever this one has committed a step."""

        def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
            done = super().execute(sql, *args)
            if sql == "COMMIT":
                with closing(connect(file, 1_000)) as other:
                    migrate_sqlite(other)
            return done

    file.touch()
    with closing(connect(file, 1_000)):
        pass
    with closing(sqlite3.connect(file, isolation_level=None, factory=Overtaken)) as conn:
        migrate_sqlite(conn)
        found = conn.execute("SELECT version, name FROM schema_version ORDER BY version").fetchall()
    assert found == [(step.version, step.name) for step in migrations("sqlite")]


async def test_a_database_of_a_newer_version_is_left_alone(store_url: str) -> None:
    store = open_store(store_url)
    await store.open()
    await store.close()
    await run_sql(store_url, "INSERT INTO schema_version VALUES (999, 'the future')")
    late = open_store(store_url)
    with pytest.raises(StoreError, match="newer"):
        await late.open()
    await late.close()
