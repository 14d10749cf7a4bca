"""Bounds of what comes before a whole request: bytes, time, and connections that hold a place."""

import asyncio
import logging
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from parlour.cli.serve import within_descriptors
from parlour.server import descriptors
from parlour.server.limits import Crowd, Unread
from parlour.server.settings import Settings
from tests.server.tavern import QUICK, Tavern, tavern
from tools.house import House
from tools.patience import until
from tools.rawline import RawLine
from tools.siege.measure import Process

HEAD = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
UPGRADE = b"Connection: upgrade\r\nUpgrade: websocket\r\n"


def quiet(caplog: pytest.LogCaptureFixture) -> bool:
    return not [r for r in caplog.records if r.levelno >= logging.WARNING]


def house_with(tmp_path: Path, **settings: Any) -> Any:
    return tavern(f"sqlite:///{tmp_path / 'a'}.db", msgspec.structs.replace(QUICK, **settings))


def connected(house: Tavern) -> int:
    assert house.server is not None
    return len(house.server.server_state.connections)


async def test_a_head_without_end_is_refused(tmp_path: Path) -> None:
    async with house_with(tmp_path) as house:
        with RawLine(house.url) as line:
            line.send(HEAD + b"X: " + b"x" * (house.settings.head_bytes + 5_000))
            assert (await asyncio.to_thread(line.rest)).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (HEAD, b"X: " + b"x" * 5_000 + b"\r\n"),
        (HEAD + b"X: ", b"x" * 5_000),
        (b"GET /", b"x" * 5_000),
        (b"", b"\r\n" * 2_500),
        (POST, b"1;" + b"x" * 5_000 + b"\r\nx\r\n"),
        (POST + b"0\r\n", b"X: " + b"x" * 5_000 + b"\r\n"),
        (HEAD + UPGRADE + b"\r\n", b"x" * 5_000),
        (b"", (HEAD + b"\r\n") * 100),
    ],
    ids=["headers", "header", "path", "blank lines", "chunks", "trailers", "upgrade", "pipeline"],
)
async def test_whatever_has_no_end_closes_the_line(
    tmp_path: Path, begin: bytes, more: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with house_with(tmp_path) as house:
        with RawLine(house.url) as line:
            await asyncio.to_thread(line.send, begin)
            assert await asyncio.to_thread(line.flood, more, 20_000)
        assert (await house.get("/games"))[0]["id"]
    assert quiet(caplog)


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"\r\n",
        HEAD,
        POST + b"5\r\n{",
        HEAD + b"\r\n\r\n",
        HEAD + b"\r\n" + HEAD,
        HEAD + b"Connection: upgrade\r\nUpgrade: h2c\r\n\r\n",
        HEAD + UPGRADE + b"\r\n",
        HEAD + UPGRADE + b"X: x\r\n" * 200 + b"\r\n",
        HEAD.replace(b"/api/games", b"/\xd0\xb0") + UPGRADE + b"\r\n",
    ],
)
async def test_a_request_that_is_never_finished_ends(
    tmp_path: Path, begin: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with house_with(tmp_path, request_s=0.3) as house:
        with RawLine(house.url) as line:
            line.send(begin)
            await asyncio.to_thread(line.rest)
    assert quiet(caplog)


async def test_whoever_is_late_is_told_so(tmp_path: Path) -> None:
    async with house_with(tmp_path, request_s=0.3) as house:
        with RawLine(house.url) as line:
            line.send(HEAD)
            assert (await asyncio.to_thread(line.rest)).startswith(b"HTTP/1.1 408 ")


async def test_an_answer_that_nobody_reads_is_given_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Both while it is being sent and when all of it waits to be sent."""
    ask = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n"
    async with house_with(tmp_path, stall_s=0.3) as house:
        with (
            RawLine(house.url, buffer=2_048) as one,
            RawLine(house.url, buffer=2_048) as two,
        ):
            await until("both came", _are_connected, house, 2)  # before one can be given up
            await asyncio.to_thread(one.send, (ask + b"\r\n") * 10)
            await asyncio.to_thread(two.send, ask + b"Connection: close\r\n\r\n")
            await until("both are gone", _are_connected, house, 0)
    assert quiet(caplog)


async def test_readers_who_vanish_leave_nothing_behind(tmp_path: Path) -> None:
    """In a process of its own, on the event loop that `parlour serve` has: no file, no log."""
    ask = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    log = tmp_path / "log"
    with log.open("wb") as errors, House(tmp_path, errors=errors, stall_s=0.3) as house:
        url = house.url.replace("localhost", "127.0.0.1")
        assert house.process is not None
        process = Process(house.process.pid)
        before = process.files()
        for begin in (HEAD, POST + b"5\r\n{", b"\xff", b""):
            with RawLine(url) as line:
                line.send((HEAD + b"\r\n") * 5 + begin)
        lines = [RawLine(url, buffer=2_048) for _ in range(20)]
        for line in lines:
            line.send(ask * 10)
        for line in lines[:10]:
            line.socket.close()
        await until("all are gone", _holds, process, before)
        for line in lines:
            line.socket.close()
    assert log.read_text() == ""


async def _holds(process: Process, most: int) -> bool:
    return process.files() <= most


async def _are_connected(house: Tavern, number: int) -> bool:
    return connected(house) == number


async def test_half_a_request_makes_room_for_a_whole_one(tmp_path: Path) -> None:
    """By either bound the oldest of them gives way, and an honest guest is served."""
    for bound in ({"max_http": 10}, {"max_http_per_address": 10}):
        async with house_with(tmp_path, **bound) as house:
            lines = [RawLine(house.url) for _ in range(40)]
            for line in lines:
                line.send(HEAD)
            assert (await house.get("/games"))[0]["id"]
            assert connected(house) <= 10
            for line in lines[:30]:
                assert await asyncio.to_thread(line.rest) == b""
            for line in lines:
                line.socket.close()


async def test_a_trusted_proxy_has_no_bound_of_its_own(tmp_path: Path) -> None:
    bounds = {"max_http_per_address": 3, "trusted_proxies": ("127.0.0.0/8",)}
    async with house_with(tmp_path, **bounds) as house:
        lines = [RawLine(house.url) for _ in range(10)]
        await until("all came", _are_connected, house, 10)
        for line in lines:
            line.socket.close()


def test_the_oldest_of_too_many_unread_answers_go() -> None:
    unread: Unread[str] = Unread(100)
    assert unread.add("a", 40) == []
    assert unread.add("b", 40) == []
    assert unread.add("c", 50) == ["a"]
    unread.remove("a")
    assert unread.add("c", 200) == ["b", "c"]
    unread.remove("b")
    unread.remove("c")
    unread.remove("c")
    assert unread.total == 0


async def test_answers_that_nobody_reads_are_bounded_in_all(tmp_path: Path) -> None:
    """However long one may take to read."""
    ask = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    async with house_with(tmp_path, unread_bytes=1) as house:
        with RawLine(house.url, buffer=2_048) as line:
            await asyncio.to_thread(line.send, ask * 15)
            await until("it is gone", _are_connected, house, 0)


def test_who_is_served_does_not_give_way() -> None:
    crowd: Crowd[str] = Crowd(3, 2)
    assert [crowd.enter(line, "a") for line in "12"] == [None, None]
    crowd.busy("1")
    assert crowd.enter("3", "a") == "2"
    crowd.leave("2")
    crowd.busy("3")
    assert crowd.enter("4", "a") == "4", "nobody else can go"
    crowd.leave("4")
    assert crowd.enter("5", "b") is None
    assert crowd.enter("6", None) == "5", "the house is full"
    crowd.leave("5")
    crowd.idle("1")
    assert crowd.enter("7", "c") == "6"
    crowd.leave("6")
    crowd.leave("6")
    assert len(crowd) == 3


def test_too_few_descriptors_are_told_at_the_start_and_bound_the_guests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = Settings()
    monkeypatch.setattr(descriptors, "allowed", lambda: 1_024)
    fit = within_descriptors(usual)
    said = capsys.readouterr().err
    assert "1024" in said.replace(",", "")
    assert "ulimit -n" in said
    assert descriptors.needed(fit) <= 1_024
    assert fit.max_connections > 700
    for enough in (descriptors.needed(usual), None):
        monkeypatch.setattr(descriptors, "allowed", lambda enough=enough: enough)
        assert within_descriptors(usual) is usual
    assert capsys.readouterr().err == ""


class Limits(ModuleType):
    """The system's limits, as the module `resource` tells them."""

    RLIMIT_NOFILE, RLIM_INFINITY = 7, -1

    def __init__(self, soft: int, hard: int, bound: int) -> None:
        super().__init__("resource")
        self.now, self.bound = (soft, hard), bound

    def getrlimit(self, kind: int) -> tuple[int, int]:
        return self.now

    def setrlimit(self, kind: int, wanted: tuple[int, int]) -> None:
        if not 0 <= wanted[0] <= self.bound:
            raise ValueError
        self.now = wanted


def test_the_limit_of_descriptors_is_raised_as_far_as_it_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for limits, found in ((Limits(900, 4_000, 5_000), 4_000), (Limits(900, -1, 5_000), 900)):
        monkeypatch.setitem(sys.modules, "resource", limits)
        assert descriptors.allowed() == found
    monkeypatch.setitem(sys.modules, "resource", Limits(-1, -1, 0))
    assert descriptors.allowed() is None
