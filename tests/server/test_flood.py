"""Bounds below the application: frames, heads and connections, whoever sends them."""

import asyncio
import logging
from pathlib import Path

import msgspec
import pytest

from tests.server.tavern import QUICK, Tavern, tavern
from tools.rawline import CONT, PING, PONG, TEXT, RawLine, frame

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
