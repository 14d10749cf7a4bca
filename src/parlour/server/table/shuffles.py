"""Shuffles: house and seats draw the seed of a game together, so that nobody can choose it.

All commit first.  Then the list of commitments is closed, and every client keeps it; then the
seats reveal their shares.  Whoever is silent is left out and named.  See docs/adr/0023.
"""

from typing import Final, Literal

import msgspec

from parlour.server.table import rows
from parlour.server.table.rows import Share

WAIT_MS: Final = 10_000
"""So long a client may take to commit, and so long to reveal."""
MOST_BROKEN: Final = 32


class Shuffle(msgspec.Struct, frozen=True):
    """A shuffle that is on, as everybody sees it.

    `id` counts the shuffles of this table.  `house`: the commitment of the house.  `waits`: the
    seats whose commitment or share is awaited, until `until`.
    """

    id: int
    number: int
    house: str
    until: int
    ms: int
    waits: list[int]
    step: Literal["commit", "reveal"] = "commit"
    shares: list[Share] = []

    def of(self, seat: int) -> Share | None:
        return next((share for share in self.shares if share.seat == seat), None)

    def committed(self, seat: int, commitment: str) -> "Shuffle":
        return self._with(Share(seat, commitment))

    def revealed(self, seat: int, value: str) -> "Shuffle":
        known = self.of(seat)
        return self._with(Share(seat, known.commitment if known else "", value))

    def _with(self, share: Share) -> "Shuffle":
        others = [other for other in self.shares if other.seat != share.seat]
        return msgspec.structs.replace(
            self,
            shares=sorted([*others, share], key=lambda one: one.seat),
            waits=[seat for seat in self.waits if seat != share.seat],
        )

    def listed(self, at_ms: int) -> "Shuffle":
        """Nobody can commit any more: the silent are on the list, without a commitment."""
        silent = [Share(seat) for seat in self.waits]
        return msgspec.structs.replace(
            self,
            step="reveal",
            until=at_ms + self.ms,
            shares=sorted([*self.shares, *silent], key=lambda share: share.seat),
            waits=[share.seat for share in self.shares],
        )


class Broken(msgspec.Struct, frozen=True):
    """A shuffle that was broken off after its list had gone out: by whom, and how."""

    id: int
    number: int
    house: str
    shares: list[Share]
    reason: rows.BreakReason
    seat: int


class Shuffles(msgspec.Struct):
    """What a log leaves of shuffles: how many, the one that is on, those broken off."""

    made: int = 0
    now: Shuffle | None = None
    broken: list[Broken] = []

    def note(self, body: rows.Body, at_ms: int) -> None:
        """A row of the table, of whatever kind."""
        if isinstance(body, rows.Shuffled):
            self.made += 1
            until = at_ms + body.ms
            self.now = Shuffle(
                self.made, body.number, body.commitment, until, body.ms, list(body.waits)
            )
        elif self.now is not None:
            self._go_on(self.now, body, at_ms)

    def _go_on(self, now: Shuffle, body: rows.Body, at_ms: int) -> None:
        if isinstance(body, rows.Committed):
            self.now = now.committed(body.seat, body.commitment)
        elif isinstance(body, rows.Listed):
            self.now = now.listed(at_ms)
        elif isinstance(body, rows.Revealed):
            self.now = now.revealed(body.seat, body.value)
        elif isinstance(body, rows.BrokenOff):
            self.now = None
            if now.step == "reveal":
                gone = Broken(now.id, now.number, now.house, now.shares, body.reason, body.seat)
                self.broken = [*self.broken, gone][-MOST_BROKEN:]
        elif isinstance(body, rows.Started | rows.Closed | rows.Frozen):
            self.now = None

    def shift(self, ms: int) -> None:
        """Time in which no server kept the table does not count."""
        if self.now is not None:
            self.now = msgspec.structs.replace(self.now, until=self.now.until + ms)

    def broken_of(self, number: int) -> list[Broken]:
        """The starts of this game that were broken off."""
        return [one for one in self.broken if one.number == number]
