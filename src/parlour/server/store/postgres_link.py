"""Connections to PostgreSQL that heal: what is a lost connection, the schema, who listens."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import asyncpg
from asyncpg import exceptions as pg

from parlour.server.store import MISSED, BadRow, StoreDown, StoreError
from parlour.server.store.migrations import AT, VERSIONS, check_newest, missing
from parlour.server.store.notes import Subscribers

if TYPE_CHECKING:  # the classes themselves take no parameter
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]
    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]
else:
    Connection = asyncpg.Connection
    Pool = asyncpg.pool.Pool

CONNECT_S = 3.0
COMMAND_S = 10.0
LOOK_S: Final = 20.0  # how often a silent listener asks whether the line still stands
CHANNEL: Final = "parlour"
LOCK: Final = 0x7061_726C  # one migration at a time

# The server shuts down, starts up, or is a standby that takes no writes; or the client library
# has lost its place in the conversation, which a killed connection can do to it.
_AWAY: Final = (
    asyncpg.InternalClientError,
    pg.PostgresConnectionError,
    pg.AdminShutdownError,
    pg.CrashShutdownError,
    pg.CannotConnectNowError,
    pg.ReadOnlySQLTransactionError,
    pg.TooManyConnectionsError,
)
_AGAIN: Final = (pg.SerializationError, pg.DeadlockDetectedError)
_CONTENT: Final = (
    ValueError,
    pg.DataError,
    pg.IntegrityConstraintViolationError,
    pg.ProgramLimitExceededError,
    pg.PLPGSQLError,
)

T = TypeVar("T")
log = logging.getLogger(__name__)


def is_lost(error: BaseException) -> bool:
    """No answer, or none that counts: worth another connection."""
    if isinstance(error, (*_AWAY, OSError, TimeoutError, EOFError)):
        return True
    return isinstance(error, asyncpg.InterfaceError) and not isinstance(error, ValueError)


def blame(error: Exception) -> StoreError:
    """The server has answered with an error: the content's fault, or the store's?"""
    if isinstance(error, _CONTENT):
        return BadRow(f"PostgreSQL: {error}")
    return down(error)


def down(error: BaseException, doubt: bool = False) -> StoreDown:
    return StoreDown(f"PostgreSQL: {str(error) or type(error).__name__}", doubt)


def pauses(most: float = 2.0) -> Iterator[float]:
    """0.05, 0.1, 0.2 … with chance in them, so that many nodes do not knock together."""
    pause = 0.05
    while True:
        yield pause * random.uniform(0.5, 1.0)
        pause = min(pause * 2, most)


class Server:
    """Where it is, and how to talk to it."""

    def __init__(self, url: str, read_only: bool = False) -> None:
        self._url = url
        self.read_only: Final = read_only
        self._settings = {"jit": "off"}
        if read_only:
            self._settings["default_transaction_read_only"] = "on"

    async def probe(self) -> None:
        """A server whose commits are lazy by default must not be lazy with ours."""
        conn = await self.connect("probe")
        try:
            if await conn.fetchval("SHOW synchronous_commit") == "off":
                self._settings["synchronous_commit"] = "on"
        finally:
            await let_go(conn)

    async def connect(self, name: str) -> Connection:
        conn: Connection = await asyncpg.connect(
            self._url,
            timeout=CONNECT_S,
            command_timeout=COMMAND_S,
            server_settings={"application_name": f"parlour {name}", **self._settings},
        )
        return conn

    async def pool(self) -> Pool:
        pool: Pool = await asyncpg.create_pool(
            self._url,
            min_size=0,  # or it logs every try to keep one, while the server is away
            max_size=5,
            timeout=CONNECT_S,
            command_timeout=COMMAND_S,
            server_settings={"application_name": "parlour", **self._settings},
        )
        return pool


async def let_go(conn: Connection | None) -> None:
    if conn is not None:
        with suppress(Exception):
            await conn.close(timeout=1.0)


async def migrate(conn: Connection, upto: int | None = None) -> None:
    """Each step in its own transaction; nodes that start together wait for each other."""
    await conn.execute("SELECT pg_advisory_lock($1)", LOCK)
    try:
        await conn.execute(VERSIONS)
        for step in missing("postgres", await conn.fetchval(AT))[:upto]:
            async with conn.transaction():
                await conn.execute(step.sql, timeout=3600)
                await conn.execute(
                    "INSERT INTO schema_version VALUES ($1, $2)", step.version, step.name
                )
    finally:
        await conn.execute("SELECT pg_advisory_unlock($1)", LOCK)


async def check_schema(conn: Connection) -> None:
    """For whoever only reads: StoreError, if the schema is another one than this program's."""
    check_newest("postgres", await conn.fetchval(AT))


class Contact:
    """Whether the server answers.

    A short absence is waited for.  When it has lasted longer than our patience, whoever asks tries
    once; and when a try has waited in vain for any word, as long again nobody else tries at all.
    """

    def __init__(self, patience_s: float) -> None:
        self.patience_s: Final = patience_s
        self._lost_at: float | None = None
        self._useless_until = 0.0

    @property
    def lost(self) -> bool:
        return self._lost_at is not None

    def useless(self) -> StoreDown | None:
        """Why nobody should try now, if so."""
        now = asyncio.get_running_loop().time()
        if self._is_long(now) and now < self._useless_until:
            return StoreDown("PostgreSQL: it does not answer")
        return None

    def answered(self) -> None:
        self._lost_at = None

    def failed(self, error: Exception, begun: float, pause: float) -> bool:
        """A try that began then was in vain; whether to give up before the next."""
        now = asyncio.get_running_loop().time()
        self._lost_at = self._lost_at or now
        if isinstance(error, TimeoutError):
            self._useless_until = now + (now - begun)
        return self._is_long(now + pause)

    def _is_long(self, now: float) -> bool:
        return self._lost_at is not None and now > self._lost_at + self.patience_s


async def persist(call: Callable[[], Awaitable[T]], contact: Contact) -> T:
    """Call again while the server is away.  Only for what may happen twice."""
    now = asyncio.get_running_loop().time
    deadline = now() + contact.patience_s
    for pause in pauses():
        if away := contact.useless():
            raise away
        begun = now()
        try:
            result = await call()
        except Exception as error:
            lost = is_lost(error)
            if not lost and not isinstance(error, _AGAIN):
                raise
            late = now() + pause > deadline
            if (lost and contact.failed(error, begun, pause)) or late:
                raise down(error) from error
        else:
            contact.answered()
            return result
        await asyncio.sleep(pause)
    raise AssertionError("pauses never end")


class Listener:
    """Keeps one connection that listens, and tells the hub.  After a break it says MISSED."""

    def __init__(self, server: Server, hub: Subscribers) -> None:
        self._server = server
        self._hub = hub
        self._conn: Connection | None = None
        self._broken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._connect()
        self._task = asyncio.create_task(self._run(), name="store-listener")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await let_go(self._conn)

    async def _connect(self) -> None:
        self._broken = broken = asyncio.Event()
        conn = await self._server.connect("listener")
        conn.add_termination_listener(lambda _: broken.set())
        self._conn = conn
        await conn.add_listener(CHANNEL, self._heard)

    def _heard(self, conn: Any, pid: int, channel: str, note: object) -> None:
        self._hub.publish(str(note))

    async def _run(self) -> None:
        while True:
            await self._until_broken()
            await let_go(self._conn)
            for pause in pauses():
                try:
                    await self._connect()
                    break
                except Exception as error:
                    log.warning("cannot listen to PostgreSQL: %r", error)
                await asyncio.sleep(pause)
            self._hub.publish(MISSED)

    async def _until_broken(self) -> None:
        while not self._broken.is_set():
            try:
                await asyncio.wait_for(self._broken.wait(), LOOK_S)
            except TimeoutError:
                if not await self._answers():
                    return

    async def _answers(self) -> bool:
        """A line that is cut without a word is noticed only by asking."""
        try:
            assert self._conn is not None
            await self._conn.execute("SELECT 1", timeout=CONNECT_S)
        except Exception:
            return False
        return True
