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


class Clocks(msgspec.Struct):
    """`left`: thinking time of each seat.  `since`: when it was asked; None: it is not.

    `asked`: the number of the decision that runs.  `quota`: lag that may still be forgiven.
    """

    left: list[int]
    since: list[int | None]
    asked: list[int]
    quota: list[int]

    def note(self, t: Table, at_ms: int) -> None:
        """After every change: who is asked something new, and who no longer is."""
        for seat in range(t.players):
            if not t.asked >> seat & 1:
                self.since[seat] = None
                self.asked[seat] = 0
            elif self.asked[seat] != t.serial[seat]:
                self.since[seat] = at_ms
                self.asked[seat] = t.serial[seat]

    def spend(self, seat: int, left: int, lag: int) -> None:
        """An answer: the clock stands; forgiven lag is spent, and some grows back."""
        self.left[seat] = left
        self.quota[seat] = min(LAG_QUOTA_MS, self.quota[seat] - lag + LAG_GROWS_MS)

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
    """For the row of an undo: whoever takes a choice back gives back the time it had gained."""
    if pace.kind != "live":
        return None
    since = clocks.since[seat]
    thought = 0 if since is None else max(0, at_ms - since)
    return max(0, clocks.left[seat] - thought - pace.increment_s * 1000)
