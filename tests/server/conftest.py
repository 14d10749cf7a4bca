"""For the tests of the server: a PostgreSQL of our own, and stores of both kinds."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from parlour.server.store import Store, open_store
from tools.patience import be_patient
from tools.postgres_server import NoServer, fresh_database, running

be_patient()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a real server, started once per run or per worker.

    Never skipped: a store nobody tests is a store nobody should trust.
    """
    try:
        with running() as url:
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
