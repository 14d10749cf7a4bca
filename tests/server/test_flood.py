"""Bounds below the application: frames, heads and connections, whoever sends them."""

import asyncio
import itertools
import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from parlour.cli.remote import Rejected, Seat
from parlour.server import protocols
from parlour.server.background import FEW, RESTS, Queue, for_a_replay, replayed
from parlour.server.http.gate import HOLD_S
from parlour.server.memory import EVERY_S, REST_S, Respite, Tide
from parlour.server.protocols.bounds import dissolve
from parlour.server.turnstile import Turnstile
from tests.server.tavern import QUICK, Tavern, play, tavern
from tools.house import House
from tools.patience import until
from tools.rawline import CONT, PING, PONG, TEXT, RawLine, frame
from tools.siege.floods import UPGRADE
from tools.siege.measure import Process

USUAL = msgspec.structs.replace(QUICK, messages_per_second=20, message_burst=60)
HELLO = frame(TEXT, b'{"type":"hello"}')


async def watch(house: Tavern, buffer: int = 0) -> RawLine:
    """Somebody who watches a table and has not read a word yet."""
    table = (await house.open("kings", 2))[0].table_id
    return await asyncio.to_thread(_connect, house.url, table, buffer)


def _connect(url: str, table: str, buffer: int) -> RawLine:
    line = RawLine(url, buffer).upgrade(f"/api/tables/{table}/socket")
    line.send(HELLO)
    return line


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING, b"x" * 125),
        frame(PONG),
        frame(TEXT, fin=False) + frame(CONT, fin=False) * 100,
        frame(TEXT, b"{"),
    ],
    ids=["pings", "pongs", "empty continuations", "messages"],
)
async def test_frames_without_end_close_the_line(
    tmp_path: Path, flood: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """A flood of 20 MB ends early, and costs neither memory nor a line in the log."""
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", USUAL) as house:
        with await watch(house) as line:
            chunk = flood * (20_000 // len(flood) + 1)
            assert await asyncio.to_thread(line.flood, chunk, 1_000)
        assert (await house.get("/games"))[0]["id"]
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


async def test_pings_at_an_ordinary_pace_are_answered(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", USUAL) as house:
        with await watch(house) as line:
            line.send(frame(PING, b"still there?") * USUAL.message_burst)
            heard = b""
            while heard.count(b"still there?") < USUAL.message_burst:
                heard += await asyncio.to_thread(line.socket.recv, 65_536)


async def test_one_ping_too_many_is_told_so(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", USUAL) as house:
        with await watch(house) as line:
            line.send(frame(PING) * (2 * USUAL.message_burst))
            heard = await asyncio.to_thread(line.rest)
            assert b"\x03\xf0too_fast" in heard, "1008 and the code"


def test_a_house_has_ebbed_when_half_have_left() -> None:
    tide = Tide()
    comings = [tide.has_ebbed(number) for number in range(301)]
    goings = [number for number in range(300, -1, -1) if tide.has_ebbed(number)]
    assert not any(comings)
    assert goings == [150, 75]
    assert not any(tide.has_ebbed(number) for number in (10, 20, 10, 99, 0))


async def test_memory_goes_back_when_three_hundred_sockets_have_closed(tmp_path: Path) -> None:
    """A part of what they took is kept for the next ones; a third of it at least goes back."""
    with House(tmp_path, max_watchers=300) as house:
        assert house.process is not None
        process = Process(house.process.pid)
        table = house.ask("/tables", {"game": "kings", "name": "Anna"})["id"]
        files, empty = process.files(), process.memory()
        seats = [Seat(house.url, table) for _ in range(300)]
        for seat in seats:
            await seat.connect()
        full = process.memory()
        for seat in seats:
            await seat.close()
        await until("all is given back", _holds, process, files + 5, (empty + 2 * full) / 3)


async def _holds(process: Process, files: int, memory: float) -> bool:
    return process.files() <= files and process.memory() <= memory


async def test_text_that_is_no_utf8_closes_the_line_and_is_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", USUAL) as house:
        with await watch(house) as line:
            line.send(frame(TEXT, b"\xff\xfe"))
            heard = await asyncio.to_thread(line.rest)
            assert b"\x03\xefbad_message" in heard, "1007 and the code"
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


async def test_a_line_is_closed_if_its_reader_pings_and_does_not_read(tmp_path: Path) -> None:
    """However many pings are allowed: pongs do not pile up."""
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        with await watch(house, buffer=2_048) as line:
            assert await asyncio.to_thread(line.flood, frame(PING, b"x" * 125) * 100, 5_000)


async def test_a_crowd_goes_through_one_by_one() -> None:
    """Those who are inside have their turn between any two of them."""
    turnstile, order = Turnstile(), []

    async def enter(number: int) -> None:
        await turnstile.enter()
        order.append(f"guest {number}")

    async def inside() -> None:
        for _ in range(20):
            await asyncio.sleep(0)
            order.append("inside")

    await asyncio.gather(*(enter(number) for number in range(10)), inside())
    assert [one for one in order if one != "inside"] == [f"guest {k}" for k in range(10)]
    pairs = itertools.pairwise(order)
    assert not any(a != "inside" and b != "inside" for a, b in pairs)


async def test_a_crowd_leaves_time_to_those_inside() -> None:
    """However quick it is: an answer takes some turns of the loop, and one came in at each."""
    pace_s = 0.01
    turnstile, came = Turnstile(pace_s), list[float]()
    clock = asyncio.get_running_loop().time
    for _ in range(2):  # also when it has been empty for a moment
        for _ in range(3):
            turnstile.call(lambda: came.append(clock()))
        await turnstile.enter()
    assert len(came) == 6
    assert all(b - a > pace_s / 2 for a, b in itertools.pairwise(came))


async def test_whoever_fails_at_the_turnstile_holds_up_nobody() -> None:
    turnstile, through = Turnstile(), asyncio.Event()
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    turnstile.call(lambda: 1 // 0)
    turnstile.call(through.set)
    await through.wait()
    await turnstile.enter()


def test_memory_is_given_back_soon_and_not_again_and_again() -> None:
    pace = Respite()
    assert pace.rest(1000.0) == REST_S
    assert pace.rest(1001.0) is None
    assert pace.rest(1010.0) == 1002.0 + EVERY_S - 1010.0
    assert pace.rest(1011.0) is None


async def test_a_hundred_handshakes_at_once_are_all_answered(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        seats = await house.open("kings", 1, 1)
        guests = [Seat(house.url, seats[0].table_id) for _ in range(100)]
        await asyncio.gather(*(guest.connect() for guest in guests))
        assert {guest.number for guest in guests} == {None}
        for guest in guests:
            await guest.close()


async def test_more_replays_than_can_be_waited_for_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each that waits takes memory; those who asked before still get theirs."""
    monkeypatch.setattr(for_a_replay, "most", 2)
    gate = threading.Event()

    async def both_wait() -> bool:
        return for_a_replay.waiting == 2

    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        seats = await house.open("kings", 1, 1, options={"copies": 1, "copy_modifiers": [0, 0]})
        await house.begin(seats)
        await play(seats[0], Random(1))
        held_up = asyncio.ensure_future(replayed(gate.wait))
        path = f"/tables/{seats[0].table_id}/games/1/replay"
        asked = [asyncio.ensure_future(house.get(path)) for _ in range(2)]
        await until("both wait", both_wait)
        with pytest.raises(Rejected, match="too many"):
            await house.get(path)
        gate.set()
        assert len({one["total"] for one in await asyncio.gather(*asked)}) == 1
        assert await held_up
        assert (await house.get(path))["steps"]
        await seats[0].close()


def test_a_thread_rests_when_many_wait_for_it() -> None:
    """Meanwhile the event loop has the processor to itself."""

    def busy() -> Iterator[float]:
        for _ in range(5):
            began = time.thread_time()
            while time.thread_time() < began + 0.01:
                pass
            yield time.thread_time() - began

    queue = Queue(20)
    queue.waiting = FEW + 1
    began = time.monotonic()
    worked = sum(queue.paced(busy()))
    assert time.monotonic() - began > worked * RESTS


async def test_whoever_asks_too_fast_waits_for_the_refusal(tmp_path: Path) -> None:
    """Else the house would be busy with refusals alone."""
    few = msgspec.structs.replace(QUICK, requests_per_minute=2)
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", few) as house:
        await house.get("/games")
        began = time.monotonic()
        with pytest.raises(Rejected, match="Too many"):
            await house.get("/games")
        assert time.monotonic() - began >= HOLD_S


async def test_a_closed_socket_forgets_what_it_knew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would be found by the collector alone, which holds up everybody meanwhile."""
    over: list[object] = []

    def noted(one: object) -> None:
        over.append(one)
        dissolve(one)

    for module in (protocols.http, protocols.socket):
        monkeypatch.setattr(module, "dissolve", noted)

    async def all_is_over() -> bool:
        kinds = {type(one).__name__ for one in over}
        return kinds == {"HttpProtocol", "SocketProtocol", "ServerProtocol"}

    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", USUAL) as house:
        line = await watch(house)
        assert await asyncio.to_thread(line.socket.recv, 100)
        line.socket.close()
        await until("the connection is over", all_is_over)
        assert [vars(one) for one in over] == [{}] * len(over)


async def test_a_socket_may_be_asked_for_while_a_request_is_being_answered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """On the same line, in one go: it waits until all before it is answered, however slowly."""
    few = msgspec.structs.replace(QUICK, requests_per_minute=2)
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", few) as house:
        ask = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"
        with RawLine(house.url) as line:
            line.send((ask + b"\r\n") * 2 + ask + UPGRADE.encode() + b"\r\n")
            heard = await asyncio.to_thread(line.rest)
    said = [part[:3] for part in heard.split(b"HTTP/1.1 ")[1:]]
    assert said == [b"200", b"429", b"403"], "the second is held back for a while"
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []
