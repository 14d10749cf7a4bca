"""The last yard: what goes at once and what waits keeps its order, and a stop is told."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from parlour.cli.remote import Seat
from parlour.server.protocols import SocketProtocol
from parlour.server.socket.outbox import Outbox
from parlour.server.table.stream import Stream
from tests.server.tavern import QUICK, tavern


@pytest.mark.parametrize("compress", [True, False])
async def test_a_stopping_server_says_so_in_the_guests_language(
    tmp_path: Path, compress: bool
) -> None:
    settings = msgspec.structs.replace(QUICK, compress=compress)
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", settings) as house:
        seats = await house.open("kings", 2)
        seats.append(Seat(house.url, seats[0].table_id, lang="ru"))
        for seat in seats:
            await seat.connect()
        stop = asyncio.create_task(house.stop())
        for seat, word in zip(seats, ("connect again", "connect again", "заново"), strict=True):
            heard: list[dict[str, Any]] = []
            with pytest.raises(ConnectionClosed) as closed:
                await hear_on(seat, heard)
            assert (heard[-1]["type"], heard[-1]["code"]) == ("bye", "stopping")
            assert word in heard[-1]["text"]
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        await stop


async def hear_on(seat: Seat, heard: list[dict[str, Any]]) -> None:
    while True:
        heard.append(await seat.hear())


async def test_a_guest_who_comes_back_hears_every_line_of_talk_once(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        one, two = await house.open("kings", 2)
        await house.begin([one, two])
        for number in range(3):
            await two.tell({"type": "say", "mid": two.mid(), "text": f"line {number}"})
            if number == 0:
                await until(one, lambda: bool(one.said))
                one.abort()
        await one.connect()
        assert one.resumed == 1
        await two.tell({"type": "say", "mid": two.mid(), "text": "line 3"})
        await until(one, lambda: len(one.said) >= 4)
        assert [line["text"] for line in one.said] == [f"line {n}" for n in range(4)]


async def until(seat: Seat, done: Callable[[], bool]) -> None:
    while not done():
        await seat.hear()


class Mouth:
    """A line that takes messages at once only while it is open."""

    def __init__(self) -> None:
        self.open = True
        self.said: list[bytes] = []

    def at_once(self, message: bytes) -> bool:
        if self.open:
            self.said.append(message)
        return self.open


async def idle(box: Outbox) -> None:
    """Until everything that waited has gone."""
    while not box._idle:
        await asyncio.sleep(0)


async def test_what_goes_at_once_never_overtakes_what_waits() -> None:
    mouth = Mouth()
    box = Outbox(mouth.at_once)
    stream = Stream(0, "s")
    go_on = asyncio.Event()

    async def write() -> None:
        while (message := await box.next(stream)) is not None:
            await go_on.wait()  # on its way, and not there yet
            mouth.said.append(message)

    box.relay(b"1")  # before anybody writes
    writer = asyncio.create_task(write())
    await asyncio.sleep(0)
    box.push(b"2")
    go_on.set()
    await idle(box)
    box.push(b"3")  # nothing waits: at once
    assert mouth.said == [b"1", b"2", b"3"]
    mouth.open = False
    box.push(b"4")
    mouth.open = True
    box.relay(b"5")  # the line is free again, but 4 still waits
    await idle(box)
    assert mouth.said == [b"1", b"2", b"3", b"4", b"5"]
    box.kick("stalled")
    await writer


def test_what_is_left_for_a_line_that_broke_meanwhile_is_dropped() -> None:
    class Broken:
        def is_closing(self) -> bool:
            return True

        def write(self, data: bytes) -> None:
            raise RuntimeError("the handler is closed")

    line: Any = SocketProtocol.__new__(SocketProtocol)
    line.transport = Broken()
    line.conn = SimpleNamespace(data_to_send=lambda: [b"news"])
    line._flush()
    assert not line.flushing
