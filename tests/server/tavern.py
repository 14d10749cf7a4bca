"""A tavern of our own for a test: the real server on a port of this machine, and its guests."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import uvicorn

from parlour.cli.remote import Rejected, Seat, ask
from parlour.core.undo import CONSENT
from parlour.server.app import make_app
from parlour.server.protocols import serving
from parlour.server.settings import Settings
from parlour.server.world import RealWorld, World
from tools.patience import PATIENCE_S, PAUSE_S

QUICK = Settings(
    haste=1e9,
    think_ms=0,
    hold_ms=0,
    requests_per_minute=1_000_000,
    opened_per_minute=1_000_000,
    max_per_address=10_000,
    messages_per_second=100_000,
    message_burst=100_000,
    lease_ms=1_500,
    hello_s=PATIENCE_S,
    stall_s=PATIENCE_S,
    grace_ms=int(PATIENCE_S * 1000),
)


class Tavern:
    """A running server."""

    def __init__(
        self,
        store: str,
        settings: Settings = QUICK,
        world: World | None = None,
        client: Path | None = None,
    ) -> None:
        self.settings = msgspec.structs.replace(settings, store=store)
        self.world = world or RealWorld(self.settings.haste)
        self.app: Any = make_app(self.settings, self.world, client)
        self.url = ""
        self.server: uvicorn.Server | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def hub(self) -> Any:
        return self.app.app.app.state.hub

    async def start(self) -> "Tavern":
        config = serving(
            self.app,
            self.settings,
            port=0,
            log_level="warning",
            timeout_graceful_shutdown=int(PATIENCE_S),
        )
        self.server = uvicorn.Server(config)
        self._task = asyncio.create_task(self.server.serve())
        while not self.server.started:
            await asyncio.sleep(PAUSE_S)
            assert not self._task.done(), "the server did not start"
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def stop(self) -> None:
        assert self.server is not None
        assert self._task is not None
        self.server.should_exit = True
        await self._task

    # --- guests -----------------------------------------------------------------------------

    async def post(self, path: str, body: Any = None, key: str = "") -> Any:
        return await ask(f"{self.url}/api{path}", body or {}, key)

    async def get(self, path: str, key: str = "") -> Any:
        return await ask(f"{self.url}/api{path}", None, key)

    async def open(self, game: str, people: int, bots: int = 0, **more: Any) -> list[Seat]:
        """A table with so many people and bots; everybody sits, nobody is connected yet."""
        plans = [{"who": "open"}] * people + [{"who": "bot"}] * bots
        wanted = {"game": game, "name": "Anna", "players": people + bots, "seats": plans, **more}
        keys = await self.post("/tables", wanted)
        seats = [Seat(self.url, keys["id"], keys["key"])]
        for number in range(1, people):
            joined = await self.post(f"/tables/{keys['id']}/join", {"name": f"Guest {number}"})
            seats.append(Seat(self.url, keys["id"], joined["key"]))
        return seats

    async def begin(self, seats: list[Seat]) -> None:
        for seat in seats:
            await seat.connect()
        await self.post(f"/tables/{seats[0].table_id}/start", {}, seats[0].key)


@contextlib.asynccontextmanager
async def tavern(store: str, settings: Settings = QUICK, **more: Any) -> AsyncIterator[Tavern]:
    house = Tavern(store, settings, **more)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


class Journal:
    """What a guest was told has been accepted: (seat, text) in order, by message id."""

    def __init__(self) -> None:
        self.accepted: list[tuple[int, str]] = []
        self.refused: list[str] = []


async def play(seat: Seat, luck: Random, journal: Journal | None = None) -> None:
    """Play to the end of the game, any choice as good as another; standing offers now and then."""
    journal = journal or Journal()
    while not seat.over:
        decision = seat.decision
        if not decision or (decision["default"] is None and luck.random() > 0.05):
            await seat.hear()
            continue
        choice, last = luck.choice(decision["choices"])["text"], seat.last
        try:
            await seat.answer(choice)
            assert seat.number is not None
            journal.accepted.append((seat.number, choice))
        except Rejected as refused:
            if "mid" not in refused.said:
                raise
            journal.refused.append(refused.code)
        if seat.last == last and not seat.over:
            await seat.hear()


async def until_undo(seats: list[Seat], may: str) -> int:
    """Kings for two, until somebody's choice may be taken back so; whose.  Then both are gone."""
    for seat in seats:
        await seat.connect()
    turn = 0 if seats[0].asked else 1
    while await _chosen(seats[turn], may) != may:
        turn = turn if seats[turn].asked else 1 - turn
    for seat in seats:
        await seat.close()
    return turn


async def _chosen(seat: Seat, may: str) -> str:
    """One choice, of the draws one from the camp if that is wanted; how it may be taken back."""
    while not seat.asked:
        await seat.hear()
    texts = [str(choice["text"]) for choice in seat.decision["choices"]]
    camp = [text for text in texts if text.startswith("draw:") and text != "draw:deck"]
    before = seat.last
    await seat.answer((camp or texts)[0] if may == CONSENT else texts[0])
    while seat.last == before:
        await seat.hear()
    return seat.undo
