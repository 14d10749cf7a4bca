"""A live table of Wink for a test, at the moment that matters."""

from typing import Any

from parlour.server.table import rows
from tests.server.desk import Desk, Guest

TICK = 250
LIVE = {"pace": "live"}


class Hall:
    """A live table of Wink at which a number is called: the others may accuse."""

    def __init__(self, table: Desk, caller: int) -> None:
        self.table = table
        self.caller = caller
        number = self.t.links[caller]
        self.contact = next(s for s in range(self.t.players) if number in self.t.hands[s])
        self.right = f"accuse:{number}@{self.contact}"
        barred = (self.caller, self.contact)
        self.others = [g for g in table.guests if g.connection.seat not in barred]

    @classmethod
    async def of(cls, desk: Desk, people: int = 4, bots: int = 0) -> "Hall":
        await desk.open("wink", people, bots, options=LIVE)
        for seat in range(people):
            await desk.guest(seat)
        await desk.begin()
        seat = desk.table.on_turn()
        caller = desk.guests[seat]
        await caller.answer(caller.news["decision"]["default"])
        return cls(desk, seat)

    @property
    def t(self) -> Any:
        return self.table.table

    async def made(self) -> list[tuple[int, str]]:
        """What people and bots have done, by the log."""
        return [(body.seat, body.text) for body in await chosen(self.table) if body.seat >= 0]


async def chosen(table: Desk) -> list[rows.Chose]:
    found = [rows.read(row) for row in await table.hub.store.load(table.id)]
    return [body for body in found if isinstance(body, rows.Chose)]


def first_glance(guest: Guest) -> str:
    texts: list[str] = [c["text"] for c in guest.news["decision"]["choices"]]
    return next(text for text in texts if text.startswith("look@"))
