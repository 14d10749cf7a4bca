"""Guests of a desk whose clients take part in shuffles, step by step in the test's hands."""

from typing import Any

from parlour.cli.shares import Shares
from tests.server.desk import Desk, Guest


class Thrower:
    """A guest whose client takes part in shuffles.  `mute`: it hears all, and says nothing."""

    def __init__(self, desk: Desk, guest: Guest, shares: Shares) -> None:
        self.desk = desk
        self.guest = guest
        self.shares = shares
        self.mute = False

    @property
    def seat(self) -> int:
        seat = self.guest.connection.seat
        assert seat is not None
        return seat

    @property
    def table(self) -> dict[str, Any]:
        """The table as this guest was told last."""
        told = [one["table"] for one in self.guest.messages() if "table" in one]
        return dict(told[-1])

    async def throw(self) -> dict[str, Any] | None:
        """Say what the shuffle wants of this client now; the reply."""
        said = None if self.mute else self.shares.follow(self.table, self.seat)
        return None if said is None else await self.guest.do(said.pop("type"), **said)

    def verdict(self) -> str:
        return self.shares.verdict(self.table)


async def thrower(desk: Desk, seat: int, shares: Shares | None = None) -> Thrower:
    """Somebody who sits down with shares; with those of a former connection, if they come back."""
    guest = await desk.guest(seat)
    assert (await guest.do("partake"))["type"] == "ack"
    shares = shares or Shares(desk.id)
    shares.again()
    return Thrower(desk, guest, shares)


async def all_throw(throwers: list[Thrower]) -> None:
    """Commitments first, then, when the list is out, the shares."""
    for _ in range(2):
        for one in throwers:
            await one.throw()
