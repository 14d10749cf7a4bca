"""Stores as the commands open them: with a sentence where one cannot be used."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from parlour.cli.play import folder
from parlour.cli.say import language, text
from parlour.server.store import Store, StoreError, Unusable, open_store
from parlour.server.store.sqlite_lock import file_of, hold

FAILED: Final = 2
"""The exit status of a command whose store cannot be used."""

T = TypeVar("T")


def address(given: str) -> str:
    return given or f"sqlite:///{folder() / 'tables.db'}"


def sentence(wrong: Exception) -> str:
    lang = language()
    if isinstance(wrong, Unusable):
        return text(f"store.{wrong.code}", lang, path=wrong.path, reason=wrong.reason)
    return text("store.failed", lang, reason=f"{wrong}" or type(wrong).__name__)


def complain(wrong: Exception) -> int:
    print(sentence(wrong), file=sys.stderr)
    return FAILED


async def with_store(
    url: str,
    work: Callable[[Store], Awaitable[T]],
    create: bool = False,
    read_only: bool = False,
) -> T:
    store = open_store(url, create, read_only)
    await store.open()
    try:
        return await work(store)
    finally:
        await store.close()


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Nobody serves this SQLite file meanwhile.  On PostgreSQL a command is one more node."""
    file = file_of(url)
    if file is None:
        yield
        return
    with hold(file):
        yield


def try_out(url: str) -> None:
    """Raises what `sentence` explains, if no server can run on this store."""

    async def nothing(store: Store) -> None:
        await store.ping()

    asyncio.run(with_store(url, nothing, create=True))


EXPECTED: Final = (StoreError, OSError, ValueError)
"""What may be wrong with a store, or with its address."""
