"""PostgreSQL alone: broken lines, lost answers, a server that goes away and comes back."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from parlour.server.store import MISSED, Conflict, Store, StoreDown
from parlour.server.store.postgres import PostgresStore
from parlour.server.store.postgres_link import Connection, Contact, Server, persist
from tests.server.makers import rows, run_sql, table
from tools.patience import PATIENCE_S, PAUSE_S, Patience, until

KILL = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND application_name LIKE 'parlour%'
"""
DISK_FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE 'no space left' USING ERRCODE = '53100'; END $$
"""


READY = b"Z\0\0\0\5I"
"""What the server says last, when nothing of a request is open any more."""


class Line:
    """A line to the server that can be cut, and that can lose the answers on it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._far = (parts.hostname or "", parts.port or 5432)
        self._near: asyncio.Server | None = None
        self._streams: set[asyncio.StreamWriter] = set()
        self._parts = parts
        self._port = 0
        self._carried = 0
        self.lose_answer_to = b""  # cut when the server answers to this

    async def up(self) -> str:
        self._near = await asyncio.start_server(self._carry, "127.0.0.1", self._port)
        self._port = self._near.sockets[0].getsockname()[1]
        user = self._parts.netloc.rpartition("@")[0]
        return self._parts._replace(netloc=f"{user}@127.0.0.1:{self._port}").geturl()

    async def down(self) -> None:
        if self._near is not None:
            self._near.close()
        patience = Patience("the line is down")
        while self._carried:
            patience.check()
            self.cut()
            await asyncio.sleep(0)

    def cut(self) -> None:
        for stream in list(self._streams):
            stream.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._carried += 1
        try:
            await self._join(reader, writer)
        finally:
            self._carried -= 1

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self._far)
        self._streams |= {writer, far_writer}
        asked: list[bool] = []
        with suppress(ConnectionError, asyncio.CancelledError):
            await asyncio.gather(
                self._there(reader, far_writer, asked), self._back(far_reader, writer, asked)
            )
        self._streams -= {writer, far_writer}
        for stream in (writer, far_writer):
            stream.close()

    async def _there(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: list[bool]
    ) -> None:
        while data := await reader.read(65_536):
            if self.lose_answer_to and self.lose_answer_to in data:
                asked.append(True)
            writer.write(data)
            await writer.drain()
        writer.close()

    async def _back(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: list[bool]
    ) -> None:
        lost = b""
        while data := await reader.read(65_536):
            if asked:
                lost += data
                if READY in lost:  # by then it is committed, or refused
                    self.lose_answer_to = b""
                    self.cut()
                    return
                continue
            writer.write(data)
            await writer.drain()
        writer.close()


@pytest.fixture
async def line(postgres_database: str) -> AsyncIterator[Line]:
    line = Line(postgres_database)
    yield line
    await line.down()


@pytest.fixture
async def store(line: Line) -> AsyncIterator[PostgresStore]:
    opened = PostgresStore(await line.up())
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def hasty(line: Line) -> AsyncIterator[PostgresStore]:
    """Does not wait long for a server that is away."""
    opened = PostgresStore(await line.up(), patience_s=0.5)
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a connection was tried, by its purpose."""
    counted: Counter[str] = Counter()
    connect = Server.connect

    async def counting(self: Server, name: str) -> Connection:
        counted[name] += 1
        return await connect(self, name)

    monkeypatch.setattr(Server, "connect", counting)
    return counted


async def test_killed_connections_are_made_anew_without_an_error(
    store: Store, postgres_database: str
) -> None:
    await store.create(table(), rows(1))
    for seq in range(2, 6):
        await run_sql(postgres_database, KILL)
        await store.append("t1", seq - 1, rows(seq))
        assert await store.load("t1") == rows(1, seq)


async def test_appends_go_on_while_connections_are_killed(postgres_database: str) -> None:
    """Killed again and again, each time after some rows more: on a busy machine too."""
    names = [f"t{n}" for n in range(10)]
    store = PostgresStore(postgres_database)
    await store.open()
    for name in names:
        await store.create(table(name), rows(1))
    stored = asyncio.Semaphore(0)

    async def play(name: str) -> None:
        for seq in range(1, 100):
            await store.append(name, seq, rows(seq + 1))
            stored.release()

    playing = asyncio.gather(*map(play, names))
    for _ in range(9):
        for _ in range(100):
            await stored.acquire()
        await run_sql(postgres_database, KILL)
    await playing
    for name in names:
        assert await store.load(name) == rows(1, 100)
    await store.close()


async def test_a_lost_answer_does_not_make_a_stored_row_a_failure(store: Store, line: Line) -> None:
    """Committed, but the line broke before we heard of it: sent again, the rows count once."""
    await store.create(table(), rows(1))
    await store.append("t1", 1, rows(2))
    line.lose_answer_to = b"find me"
    await store.append("t1", 2, rows(3, kind="find me"))
    assert line.lose_answer_to == b""
    assert await store.load("t1", after=2) == rows(3, kind="find me")
    line.lose_answer_to = b"code-t2"
    await store.create(table("t2"), rows(1))
    assert await store.load("t2") == rows(1)


async def test_a_lost_answer_does_not_make_a_lost_race_a_success(store: Store, line: Line) -> None:
    await store.create(table(), rows(1, 3))
    line.lose_answer_to = b"find me"
    with pytest.raises(Conflict):
        await store.append("t1", 2, rows(3, kind="find me"))
    assert line.lose_answer_to == b""
    line.lose_answer_to = b"code-t1"
    with pytest.raises(Conflict):
        await store.create(table(), rows(1))
    assert await store.load("t1") == rows(1, 3)


async def test_a_server_that_is_away_is_an_error_and_when_it_comes_back_all_works(
    hasty: PostgresStore, line: Line, tries: Counter[str]
) -> None:
    store = hasty
    await store.create(table(), rows(1))
    await store.append("t1", 1, rows(2))
    await line.down()
    for call in (store.append("t1", 2, rows(3)), store.load("t1"), store.ping()):
        with pytest.raises(StoreDown):
            await call
    tries.clear()
    with pytest.raises(StoreDown) as away:
        await store.append("t1", 2, rows(3))
    assert tries["writer"] == 1  # known to be away: no long wait
    assert not away.value.doubt
    await line.up()
    await store.append("t1", 2, rows(3))
    assert await store.load("t1") == rows(1, 3)
    await store.ping()


async def test_after_a_try_without_any_word_others_fail_at_once() -> None:
    """A machine that is gone takes no connection and refuses none: each try would wait for long."""
    contact = Contact(patience_s=0.05)
    asked: list[int] = []

    async def no_word() -> None:
        asked.append(1)
        await asyncio.sleep(PAUSE_S * 5)
        raise TimeoutError

    for _ in range(50):
        with pytest.raises(StoreDown):
            await persist(no_word, contact)
    assert len(asked) < 40
    assert contact.lost
    await until("somebody tries again", answered, contact)
    assert not contact.lost


async def answered(contact: Contact) -> bool:
    with suppress(StoreDown):
        await persist(word, contact)
        return True
    return False


async def word() -> None:
    pass


async def test_a_short_absence_is_only_a_pause(
    store: PostgresStore, line: Line, tries: Counter[str]
) -> None:
    await store.create(table(), rows(1))
    await line.down()
    waiting = asyncio.create_task(store.append("t1", 1, rows(2)))
    reading = asyncio.create_task(store.load("t1"))
    await until("several tries", made, tries, 3)
    assert not waiting.done()
    assert not reading.done()
    await line.up()
    await waiting
    assert (await reading)[0] == rows(1)[0]


async def made(tries: Counter[str], number: int) -> bool:
    return tries["writer"] >= number


async def test_whoever_listens_is_told_that_the_line_was_cut(store: Store, line: Line) -> None:
    notes = store.notes()
    line.cut()
    assert await asyncio.wait_for(anext(aiter(notes)), PATIENCE_S) == MISSED
    await store.notify("again")
    assert await asyncio.wait_for(anext(aiter(notes)), PATIENCE_S) == "again"


async def test_a_full_disk_is_told_to_the_caller_and_later_it_works(
    store: Store, postgres_database: str
) -> None:
    await store.create(table(), rows(1))
    plant = "CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk()"
    await run_sql(postgres_database, DISK_FULL, plant)
    with pytest.raises(StoreDown, match="no space left") as refused:
        await store.append("t1", 1, rows(2))
    assert not refused.value.doubt
    with pytest.raises(StoreDown):
        await store.create(table("t2"), rows(1))
    await run_sql(postgres_database, "DROP TRIGGER full_disk ON log")
    await store.append("t1", 1, rows(2))
    assert await store.load("t1") == rows(1, 2)


async def test_a_server_that_commits_lazily_is_made_to_wait(postgres_database: str) -> None:
    name = urlsplit(postgres_database).path.strip("/")
    await run_sql(postgres_database, f"ALTER DATABASE {name} SET synchronous_commit = off")
    store = PostgresStore(postgres_database)
    await store.open()
    for _ in range(2):
        assert (await store._fetch("SHOW synchronous_commit"))[0][0] == "on"
    writer = await store._writer._connected()
    assert await writer.fetchval("SHOW synchronous_commit") == "on"
    await store.close()


async def test_a_server_that_was_never_there_is_an_error() -> None:
    store = PostgresStore("postgresql://nobody:word@127.0.0.1:1/none", patience_s=0.2)
    with pytest.raises(StoreDown) as refused:
        await store.open()
    assert "word" not in str(refused.value)
    await store.close()
