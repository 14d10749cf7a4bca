"""What guests who come and go cost those who stay: steps of the collector, views built anew."""

import asyncio
import gc
import itertools
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.server import memory
from parlour.server.memory import EVERY_S, LOOKS, NEW, Collector, Respite, Tide
from parlour.server.table import stream
from tests.server.desk import Opener
from tests.server.tavern import QUICK, Tavern, tavern
from tools.patience import Patience, until
from tools.rawline import PING, TEXT, RawLine, frame
from tools.siege.floods import UPGRADE

HELLO = frame(TEXT, b'{"type":"hello"}')
GET = "GET {} HTTP/1.1\r\nHost: localhost\r\n"
COMINGS = 6
FEW = msgspec.structs.replace(QUICK, messages_per_second=20, message_burst=60)
OURS = ("parlour", "litestar", "uvicorn", "websockets", "httptools")
"""Not `asyncio`: its own transports refer to themselves; those of uvloop do not."""


class Comings:
    """The ways to come and go, each on a line of its own; a line is closed by its caller."""

    def __init__(self, url: str, table: str, key: str) -> None:
        self.url = url
        self.path = f"/api/tables/{table}/socket"
        self.key = key

    def socket(self, line: RawLine, said: bytes = HELLO, path: str = "") -> None:
        line.upgrade(path or self.path)
        line.send(said)
        line.socket.recv(100)

    def asked(self, line: RawLine, path: str, more: str = "") -> None:
        line.send(f"{GET.format(path)}{more}\r\n".encode())
        line.socket.recv(100)

    def watcher(self, line: RawLine) -> None:
        self.socket(line)

    def player(self, line: RawLine) -> None:
        self.socket(line, frame(TEXT, msgspec.json.encode({"type": "hello", "key": self.key})))

    def silent(self, line: RawLine) -> None:
        line.upgrade(self.path)

    def impatient(self, line: RawLine) -> None:
        line.send(f"{GET.format(self.path)}{UPGRADE}\r\n".encode() + HELLO)

    def flood_of_pings(self, line: RawLine) -> None:
        line.upgrade(self.path)
        line.flood(HELLO + frame(PING) * 1_000, 1_000)

    def flood_of_messages(self, line: RawLine) -> None:
        line.upgrade(self.path)
        line.flood(HELLO + frame(TEXT, b"{") * 1_000, 1_000)

    def no_such_table(self, line: RawLine) -> None:
        self.socket(line, path="/api/tables/nonsense/socket")

    def no_hello(self, line: RawLine) -> None:
        self.socket(line, frame(TEXT, b'{"type":"ping","t":1}'))

    def bad_key(self, line: RawLine) -> None:
        self.socket(line, frame(TEXT, b'{"type":"hello","key":"nonsense"}'))

    def no_such_path(self, line: RawLine) -> None:
        self.asked(line, "/api/nothing", UPGRADE)

    def strange_page(self, line: RawLine) -> None:
        self.asked(line, self.path, f"Origin: http://evil.example\r\n{UPGRADE}")

    def bad_handshake(self, line: RawLine) -> None:
        self.asked(line, self.path, "Connection: upgrade\r\nUpgrade: websocket\r\n")

    def long_handshake(self, line: RawLine) -> None:
        more = "Connection: upgrade\r\nUpgrade: websocket\r\n"
        self.asked(line, self.path, more + "X: x\r\n" * 200)

    def strange_path(self, line: RawLine) -> None:
        head = GET.format("/?").encode().replace(b"?", b"\xd0\xb0")
        line.send(head + UPGRADE.encode() + b"\r\n")
        line.socket.recv(100)

    def bad_frame(self, line: RawLine) -> None:
        self.socket(line, HELLO + b"\xff\x80\0\0\0\0")

    def request(self, line: RawLine) -> None:
        self.asked(line, "/api/games")

    def refused_request(self, line: RawLine) -> None:
        self.asked(line, "/api/tables/nonsense")

    def missing_file(self, line: RawLine) -> None:
        self.asked(line, "/assets/1%00")

    def half_a_request(self, line: RawLine) -> None:
        line.send(GET.format("/api/games").encode())


WAYS = [name for name in vars(Comings) if name[0] != "_" and name not in ("socket", "asked")]


@contextmanager
def collector_at_rest() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def objects() -> Counter[str]:
    """Of the server and its libraries, by their kinds.

    A type written in C may keep something else than a text as its module: Cython's functions do.
    """
    kinds = [type(one) for one in gc.get_objects()]
    return Counter(kind.__qualname__ for kind in kinds if str(kind.__module__).startswith(OURS))


async def is_empty(house: Tavern) -> bool:
    assert house.server is not None
    state = house.server.server_state
    return not state.connections and not state.tasks


async def come_and_go(house: Tavern, comings: Comings, way: str, times: int) -> None:
    def once() -> None:
        with suppress(ConnectionError), RawLine(house.url) as line:
            getattr(comings, way)(line)

    for _ in range(times):
        await asyncio.to_thread(once)
    await until("everybody is gone", is_empty, house)
    for _ in range(10):  # a connection that is over is dissolved a turn or two later
        await asyncio.sleep(0)


async def test_whoever_has_come_and_gone_leaves_nothing_to_the_collector(tmp_path: Path) -> None:
    """Else it would have the more to look through, and to free at one go, the more come and go.

    Objects are counted.  What the collector says that it found is less: it leaves out what is freed
    when it closes a generator, and websockets reads in one.
    """
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", FEW) as house:
        seat = (await house.open("kings", 2))[0]
        comings = Comings(house.url, seat.table_id, seat.key)
        left: dict[str, list[str]] = {}
        for way in WAYS:
            await come_and_go(house, comings, way, 1)  # what is made once and kept is made now
            with collector_at_rest():
                before = objects()
                await come_and_go(house, comings, way, COMINGS)
                more = objects() - before
            left[way] = [kind for kind, number in more.items() if number >= COMINGS]
        assert left == {way: [] for way in WAYS}


async def test_sockets_that_are_lost_in_one_moment_leave_one_by_one(tmp_path: Path) -> None:
    """Those who are inside have their turn between any two of them."""
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", FEW) as house:
        seat = (await house.open("kings", 2))[0]
        comings = Comings(house.url, seat.table_id, seat.key)
        lines = [RawLine(house.url) for _ in range(20)]
        for line in lines:
            await asyncio.to_thread(comings.watcher, line)
        assert house.server is not None
        inside = house.server.server_state.connections
        for line in lines:  # the server sees nothing of it before this loop is through
            line.socket.close()
        counts = [len(inside)]
        patience = Patience("everybody is gone")
        while counts[-1]:
            patience.check()
            await asyncio.sleep(0)
            counts.append(len(inside))
        assert counts[0] == len(lines)
        assert {before - after for before, after in itertools.pairwise(counts)} == {0, 1}


# --- the pace of the collector ----------------------------------------------------------------


@contextmanager
def looks_of(collector: Collector) -> Iterator[list[int]]:
    """How far each look of the collector goes: 0 through what is new alone."""
    usual, looks = gc.get_threshold(), list[int]()

    def noted(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop":
            looks.append(info["generation"])

    collector.start()
    gc.callbacks.append(noted)
    try:
        yield looks
    finally:
        gc.callbacks.remove(noted)
        collector.stop()
        gc.set_threshold(*usual)


def a_crowd_comes_and_goes() -> None:
    """Three hundred sockets are as many objects; by their end all of them are freed."""
    crowd: list[list[int]] = [[] for _ in range((LOOKS + 1) * NEW)]
    crowd.clear()


def test_guests_do_not_set_the_pace_of_the_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many come and go, it looks through older objects at most once in a while."""
    monkeypatch.setattr(gc, "freeze", lambda: None)  # what this test makes is its own
    now = 1_000.0
    with looks_of(Collector(lambda: now)) as looks:
        for _ in range(20):
            a_crowd_comes_and_goes()
        assert len(looks) >= 20, "what is new is looked through"
        assert set(looks) == {0}
        now += EVERY_S
        for _ in range(20):
            a_crowd_comes_and_goes()
        assert len([look for look in looks if look > 0]) == 1
        gc.collect()
        now += EVERY_S / 2
        looks.clear()
        for _ in range(20):
            a_crowd_comes_and_goes()
        assert set(looks) == {0}, "everything was looked through half the time ago"


async def test_those_who_only_ask_and_sockets_give_back_memory_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A crowd at the door leaves twice, and everything is looked through once."""
    planned: list[object] = []
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "call_later", lambda wait, work: planned.append(work))
    pace = Respite()
    for tide in (Tide(pace), Tide(pace)):
        tide.told(memory.MANY)
        tide.told(0)
    assert planned == [memory.give_back]


# --- bystanders -------------------------------------------------------------------------------


async def test_bystanders_who_come_and_go_have_nobodys_view_built_anew(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are shown to nobody.  Whoever sits down at a seat is, and everybody is told."""
    table = await (await desk()).open("kings", 2)
    built: list[int | None] = []
    through = stream.Sight.through

    def counted(sight: stream.Sight, eye: int | None) -> Any:
        built.append(eye)
        return through(sight, eye)

    monkeypatch.setattr(stream.Sight, "through", counted)
    first = await table.guest(0)
    await table.begin()
    await table.guest(None)
    built.clear()
    for _ in range(5):
        bystander = await table.guest(None)
        assert bystander.news["view"]
        await bystander.gone()
    assert built == []
    await table.guest(1)
    assert set(built) == {0, 1, None}
    assert first.news["table"]["seats"][1]["here"]
