"""Clocks: how long each seat may still think, at the three paces.

A clock is a number and a moment: what was left when the question was put, and when that was.  It
changes with rows alone, so every node and every restart reads the same time.
"""

from typing import Any, Final

import msgspec

from parlour.core.errors import BadTable
from parlour.core.seats import HOUSE
from parlour.core.table import Table
from parlour.server.table.rows import Body, Chose, Pace, is_undo

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

    def choose(self, body: Chose, pace: Pace) -> None:
        """A choice, or an undo; an answer stops the clock and spends what lag was forgiven.

        Without `left` it answers no question: a clock that runs goes on.
        """
        seat, left, before = body.seat, body.left, self.before
        quota = min(LAG_QUOTA_MS, self.quota[seat] - body.lag + LAG_GROWS_MS)
        if is_undo(body):
            self.before = None
            quota = before.quota if before is not None and before.seat == seat else quota
        else:
            alone = None if left is None else max(0, left - pace.increment_s * 1000 - body.lag)
            self.before = Before(seat, alone, self.quota[seat])
        if left is not None:
            self.left[seat] = left
            self.since[seat] = None
            self.quota[seat] = quota

    def shift(self, ms: int) -> None:
        """Time in which nobody could answer does not count."""
        self.since = [None if since is None else since + ms for since in self.since]


def note_row(
    clocks: Clocks, pace: Pace, t: Table, at_ms: int, body: Body, asking: list[Any]
) -> None:
    """After a row.  `asking`: the frames that asked each seat before it."""
    live, undone, outlived = pace.kind == "live", is_undo(body), 0
    if isinstance(body, Chose) and body.seat != HOUSE:
        for seat, frame in enumerate(asking):
            outlived |= (frame is not None and frame is t.asking[seat]) << seat
        if not live and not undone:
            outlived &= ~(1 << body.seat)  # every answer has its days anew
    clocks.note(t, at_ms, outlived, charged=live and not undone)


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
