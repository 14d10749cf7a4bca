"""A guest whose connection breaks, who does all that one can do at a table, and remembers it."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any, Final

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from parlour.cli.remote import Rejected, Seat
from parlour.core.undo import CONSENT, FREE
from tools.faults.journal import Journal
from tools.patience import PATIENCE_S, PAUSE_S

if TYPE_CHECKING:
    from tools.faults.party import Table

LOST: Final = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
THINK_S: Final = 0.02
AGAIN: Final = ("not_saved", "busy")
"""Refusals after which the same message is sent again."""
COUNTS: Final = {
    "undo": "undone",
    "plead": "pleas",
    "agree": "agreed",
    "decline": "declined",
    "say": "said",
}


class Guest:
    """Plays at one table, at random, until its games are over."""

    def __init__(self, table: "Table", seat: Seat, luck: Random) -> None:
        self.table: Final = table
        self.tally: Final = table.run.tally
        self.seat: Final = seat
        self.luck: Final = luck
        self.journal: Final = Journal()
        self.connected = False
        self.pending: dict[str, Any] | None = None
        self.game = 0

    async def play(self) -> None:
        while not self.table.done:
            try:
                await self.step()
            except LOST:
                self.drop()
            except Rejected as refused:
                if "mid" not in refused.said:  # a goodbye
                    self.drop()
                    await asyncio.sleep(PAUSE_S)
        self.drop()

    def drop(self) -> None:
        self.connected = False
        self.seat.abort()

    async def step(self) -> None:
        if not self.connected:
            self.seat.bases[:] = [await self.table.run.some_node(self.luck)]
            await asyncio.wait_for(self.seat.connect(), PATIENCE_S)
            self.connected = True
            self.tally.reconnects += 1
            self.table.moved()
        if self.pending is not None:
            await self.resolve(self.pending, again=True)
        elif not await self.listen(self.luck.random() * THINK_S):
            await self.act()

    async def act(self) -> None:
        """Nothing new has come for a while."""
        message = self.wanted()
        if message is not None:
            self.pending = message
            self.game = int(self.seat.table["number"])
            await self.resolve(message)
        elif not await self.listen(0.5 + self.luck.random()) and self.luck.random() < 0.3:
            self.drop()  # and comes back: the stream is taken up again

    async def listen(self, seconds: float) -> bool:
        """Whether something has come."""
        try:
            await self.seat.hear(seconds)
        except TimeoutError:
            return False
        self.table.moved()
        return True

    # --- what to do -------------------------------------------------------------------------

    def wanted(self) -> dict[str, Any] | None:
        """What to say now; None: only listen."""
        seat, chance, kind = self.seat, self.luck.random, self.table.party.kind
        if seat.over or not seat.view:
            return None
        if seat.awaited:
            word = "agree" if chance() < kind.agrees else "decline"
            return self.message(word, plea=seat.plea["id"]) if chance() < 0.9 else None
        if chance() < 0.01:
            return self.message("say", text=f"line {len(self.journal.acknowledged)}")
        if seat.undo == FREE and chance() < 0.1:
            return self.message("undo")
        if seat.undo == CONSENT and not seat.plea and chance() < kind.pleads:
            return self.message("plead")
        if seat.plea and seat.plea["state"] == "open" and chance() < 0.8:
            return None  # let others say their word
        if seat.decision and (seat.asked or chance() < 0.05):
            return seat.answering(self.luck.choice(seat.decision["choices"])["text"])
        return None

    def message(self, type: str, **more: Any) -> dict[str, Any]:
        return {"type": type, "mid": self.seat.mid(), **more}

    async def resolve(self, message: dict[str, Any], again: bool = False) -> None:
        """Send until it is acknowledged or refused: the same id counts once."""
        self.tally.sent_again += again
        try:
            await self.seat.tell(message)
        except Rejected as refused:
            if "mid" not in refused.said:
                raise
            if refused.code in AGAIN:
                await asyncio.sleep(PAUSE_S)
                return
            self.journal.refused.add(message["mid"])
            self.tally.refused += 1
        else:
            self.journal.note(message, self.game)
            self.count(message["type"])
            self.table.acknowledged()
        self.pending = None

    def count(self, type: str) -> None:
        self.tally.acknowledged += 1
        if (name := COUNTS.get(type)) is not None:
            setattr(self.tally, name, getattr(self.tally, name) + 1)
