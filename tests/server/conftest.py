"""For the tests of the server: a PostgreSQL of our own, stores of both kinds, and desks."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.server.store import Store, open_store
from tests.server.desk import Desk, Opener
from tools.patience import be_patient
from tools.postgres_server import NoServer, fresh_database, running

be_patient()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a real server, started once per run or per worker.

    Never skipped: a store nobody tests is a store nobody should trust.
    """
    try:
        with running(durable=False) as url:
            yield url
    except NoServer as reason:
        pytest.fail(str(reason), pytrace=False)


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[str]:
    """An empty database, for one test."""
    with fresh_database(postgres_url) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty store of either kind, as an address: every test that asks for it runs twice."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'parlour.db'}"
    else:
        yield request.getfixturevalue("postgres_database")


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    """An open store of either kind."""
    opened = open_store(store_url)
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Opener]:
    """Opens desks over one store, or over several by name, and clears them away.

    `like`: at the same table as another one.
    """
    made: list[Desk] = []

    async def open_desk(name: str = "a", like: Desk | None = None, **more: Any) -> Desk:
        made.append(await Desk.at(f"sqlite:///{tmp_path / name}.db", **more))
        if like is not None:
            made[-1].id, made[-1].keys = like.id, like.keys
        return made[-1]

    yield open_desk
    for one in made:
        await one.close()
