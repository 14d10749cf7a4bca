"""Honest tables: two people at each, who play one game after the other and never hurry."""

import asyncio
import time
from random import Random
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from parlour.cli.remote import Rejected, Seat
from tools.house import House
from tools.patience import PAUSE_S

LOST: Final = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
CHOICE_S: Final = 0.1  # a seat may say twenty things a second
BACK_S: Final = 0.5  # between two tries to come back


class Honest:
    """The table of two people.  `waits`: how long each choice took, in milliseconds."""

    def __init__(self, house: House, waits: list[float]) -> None:
        self.house: Final = house
        self.waits: Final = waits
        self.seats: list[Seat] = []
        self.done = False

    async def ask(self, path: str, body: Any, key: str = "") -> Any:
        """As often as it takes."""
        while True:
            try:
                return await asyncio.to_thread(self.house.ask, path, body, key)
            except OSError:
                await asyncio.sleep(BACK_S)

    async def sit_down(self) -> None:
        plans = [{"who": "open"}] * 2
        wanted = {"game": "kings", "name": "Anna", "players": 2, "seats": plans}
        keys = await self.ask("/tables", wanted)
        path = f"/tables/{keys['id']}"
        other = await self.ask(f"{path}/join", {"name": "Boris"})
        self.seats = [Seat(self.house.url, keys["id"], key) for key in (keys["key"], other["key"])]
        for seat in self.seats:
            await seat.connect()
        await self.ask(f"{path}/start", {}, keys["key"])

    async def again(self) -> None:
        """Everybody wants another game."""
        for seat in self.seats:
            try:
                await self.ask(f"/tables/{seat.table_id}/rematch", {}, seat.key)
            except Rejected as refused:
                if refused.code != "not_over":
                    raise

    async def play(self) -> None:
        async with asyncio.TaskGroup() as playing:
            for number, seat in enumerate(self.seats):
                playing.create_task(self._sit(seat, Random(number)))

    async def _sit(self, seat: Seat, luck: Random) -> None:
        while not self.done:
            try:
                await self._step(seat, luck)
            except LOST:
                seat.abort()
                await self._come_back(seat)
            except Rejected as refused:
                if "mid" not in refused.said:
                    await self._come_back(seat)
                elif refused.code in ("not_saved", "busy"):
                    await asyncio.sleep(BACK_S)

    async def _come_back(self, seat: Seat) -> None:
        while not self.done:
            try:
                await seat.connect()
                return
            except (*LOST, Rejected):
                seat.abort()
                await asyncio.sleep(BACK_S)

    async def _step(self, seat: Seat, luck: Random) -> None:
        if seat.over and seat is self.seats[0]:
            await self.again()
        if seat.over or not seat.decision:
            await seat.hear()
            return
        await asyncio.sleep(CHOICE_S + PAUSE_S * luck.random())
        begun, last = time.perf_counter(), seat.last
        await seat.answer(luck.choice(seat.decision["choices"])["text"])
        self.waits.append((time.perf_counter() - begun) * 1000)
        if seat.last == last:
            await seat.hear()
