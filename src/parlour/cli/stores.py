"""Stores as the commands open them: with a sentence where one cannot be used."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

from parlour.cli.play import folder
from parlour.cli.say import language, text
from parlour.server.store import Misplaced, Store, StoreError, Unusable, addresses, open_store
from parlour.server.store.places import check_alone
from parlour.server.store.sqlite_lock import file_of, hold

FAILED: Final = 2
"""The exit status of a command whose store cannot be used."""

T = TypeVar("T")


def address(given: Sequence[str]) -> str:
    """Of one store; several are the databases of one, and only PostgreSQL's can be."""
    url = " ".join(given)
    if len(several := addresses(url)) > 1 and any(one.startswith("sqlite") for one in several):
        print(text("store.sqlite"), file=sys.stderr)
        raise SystemExit(FAILED)
    return url or f"sqlite:///{folder() / 'tables.db'}"


def sentence(wrong: Exception) -> str:
    lang = language()
    if isinstance(wrong, Misplaced):
        return text(f"store.{wrong.code}", lang, given=wrong.given, kept=wrong.kept)
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
        if len(store.parts) == 1:
            await check_alone(store)

    asyncio.run(with_store(url, nothing, create=True))


EXPECTED: Final = (StoreError, OSError, ValueError)
"""What may be wrong with a store, or with its address."""
