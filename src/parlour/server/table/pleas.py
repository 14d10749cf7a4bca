"""Pleas: a seat asks the people at the table to let it take its last choice back.

One plea for a choice.  It is agreed to by all, declined by one, or lapses: when its time is up, or
when anything is chosen meanwhile.
"""

from typing import Literal

import msgspec

from parlour.server.table import rows


class Plea(msgspec.Struct, frozen=True):
    """The plea for the newest choice, as everybody sees it.

    `id` counts the pleas of this table, never rows: those would tell of what is secret.
    `waits`: whose word is awaited; `agreed`: who has agreed; `until`: when it lapses.
    """

    id: int
    seat: int
    until: int
    waits: list[int]
    agreed: list[int] = []
    state: Literal["open", "declined", "lapsed"] = "open"


class Pleas(msgspec.Struct):
    """What is left of pleas when a log has been read: how many, and that for the last choice."""

    made: int = 0
    last: Plea | None = None

    @property
    def open(self) -> Plea | None:
        return self.last if self.last is not None and self.last.state == "open" else None

    def note(self, body: rows.Body, at_ms: int) -> None:
        """A row of the table, of whatever kind."""
        if isinstance(body, rows.Pleaded):
            self.made += 1
            self.last = Plea(self.made, body.seat, at_ms + body.ms, body.waits)
        elif self.last is None:
            pass  # nearly always
        elif isinstance(body, rows.Agreed | rows.Away):  # whom a bot stands in for agrees
            self._agree(body.seat)
        elif isinstance(body, rows.Declined | rows.Lapsed):
            self._end("declined" if isinstance(body, rows.Declined) else "lapsed")
        elif isinstance(body, rows.Chose | rows.Over | rows.Frozen | rows.Closed):
            self.last = None

    def _agree(self, seat: int) -> None:
        plea = self.open
        if plea is not None and seat in plea.waits:
            self.last = msgspec.structs.replace(
                plea,
                waits=[other for other in plea.waits if other != seat],
                agreed=[*plea.agreed, seat],
            )

    def _end(self, state: Literal["declined", "lapsed"]) -> None:
        if self.open is not None:
            self.last = msgspec.structs.replace(self.open, state=state)

    def shift(self, ms: int) -> None:
        """Time in which nobody could answer does not count."""
        if self.open is not None:
            self.last = msgspec.structs.replace(self.open, until=self.open.until + ms)
