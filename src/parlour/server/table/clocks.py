"""Clocks: how long each seat may still think, at the three paces.

A clock is a number and a moment: what was left when the question was put, and when that was.  It
changes with rows alone, so every node and every restart reads the same time.
"""

from typing import Final

import msgspec

from parlour.core.errors import BadTable
from parlour.core.table import Table
from parlour.server.table.rows import Pace

DAY_MS: Final = 86_400_000
LAG_EACH_MS: Final = 500
"""No more than this is forgiven for one answer, however slow the line says it is."""
LAG_QUOTA_MS: Final = 2_000
"""And no more than this in a row: forgiveness grows back with the answers."""
LAG_GROWS_MS: Final = 150

_BOUNDS: Final = {"bank_s": (5, 86_400), "increment_s": (1, 3_600), "days": (1, 30)}


def check_pace(pace: Pace) -> None:
    for name, (least, most) in _BOUNDS.items():
        value = getattr(pace, name)
        if not least <= value <= most:
            facts: dict[str, object] = {
                "name": name,
                "value": str(value),
                "allowed": f"{least}…{most}",
            }
            raise BadTable("bad_option", facts=facts)


class Before(msgspec.Struct, frozen=True):
    """What the clock of a seat would be if it had gone on thinking instead of its last choice.

    `left`: without increment and forgiven lag; None: the choice did not touch it.
    """

    seat: int
    left: int | None
    quota: int


class Clocks(msgspec.Struct):
    """`left`: thinking time of each seat.  `since`: when it was asked; None: it is not.

    `asked`: the number of the decision that runs.  `quota`: lag that may still be forgiven.
    `before`: how it was before the newest choice, for an undo.
    """

    left: list[int]
    since: list[int | None]
    asked: list[int]
    quota: list[int]
    before: Before | None = None

    def note(self, t: Table, at_ms: int, outlived: int = 0, charged: bool = True) -> None:
        """After every change: who is asked something new, and who no longer is.

        `outlived`: the seats whose question did, though its number may have changed.  `charged`:
        whoever is interrupted has thought until now; not, if the question was taken back.
        """
        for seat in range(t.players):
            asked = t.serial[seat] if t.asked >> seat & 1 else 0
            since = self.since[seat]
            if asked != self.asked[seat] and not (outlived >> seat & 1 and since is not None):
                if since is not None and charged:
                    self.charge(seat, at_ms - since)
                self.since[seat] = at_ms if asked else None
            self.asked[seat] = asked

    def charge(self, seat: int, ms: int) -> None:
        self.left[seat] = max(0, self.left[seat] - max(0, ms))

    def spend(self, seat: int, left: int | None, lag: int, increment: int) -> None:
        """A choice; an answer stops the clock, spends forgiven lag and lets some grow back.

        `left`: None for what answers no question: a clock that runs goes on.
        """
        alone = None if left is None else max(0, left - increment - lag)
        self.before = Before(seat, alone, self.quota[seat])
        if left is not None:
            self.left[seat] = left
            self.since[seat] = None
            self.quota[seat] = min(LAG_QUOTA_MS, self.quota[seat] - lag + LAG_GROWS_MS)

    def take_back(self, seat: int, left: int | None) -> None:
        """The newest choice is taken back, with all that it changed here."""
        before, self.before = self.before, None
        if left is not None:
            self.left[seat] = left
            self.since[seat] = None
        if before is not None and before.seat == seat:
            self.quota[seat] = before.quota

    def shift(self, ms: int) -> None:
        """Time in which nobody could answer does not count."""
        self.since = [None if since is None else since + ms for since in self.since]


def fresh(pace: Pace, players: int) -> Clocks:
    bank = {"relaxed": 0, "live": pace.bank_s * 1000, "days": pace.days * DAY_MS}[pace.kind]
    return Clocks([bank] * players, [None] * players, [0] * players, [LAG_QUOTA_MS] * players)


def deadline(pace: Pace, clocks: Clocks, seat: int) -> int | None:
    """When this seat's time is up; None while it has no clock, or it does not run."""
    since = clocks.since[seat]
    if pace.kind == "relaxed" or since is None:
        return None
    return since + clocks.left[seat]


def after_answer(
    pace: Pace, clocks: Clocks, seat: int, at_ms: int, lag_ms: int
) -> tuple[int | None, int]:
    """For the row of an answer: what is left of the clock, and the lag that was forgiven."""
    since = clocks.since[seat]
    if pace.kind != "live" or since is None:
        return None, 0
    lag = max(0, min(lag_ms, LAG_EACH_MS, clocks.quota[seat], at_ms - since))
    thought = max(0, at_ms - since - lag)
    return max(0, clocks.left[seat] - thought) + pace.increment_s * 1000, lag


def after_undo(pace: Pace, clocks: Clocks, seat: int, at_ms: int) -> int | None:
    """For the row of an undo: what is left if the seat has only thought, whenever it was asked."""
    if pace.kind != "live":
        return None
    left, since, before = clocks.left[seat], clocks.since[seat], clocks.before
    if before is None:  # a snapshot of an older version
        left -= pace.increment_s * 1000
    elif before.seat == seat and before.left is not None:
        left = before.left
    return max(0, left - (0 if since is None else max(0, at_ms - since)))
