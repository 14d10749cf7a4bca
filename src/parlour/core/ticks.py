"""Time: how it passes, how many ticks a word means, and how they are written down in a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.seats import HOUSE

if TYPE_CHECKING:
    from parlour.core.table import Table

TICK: Final = "tick"
"""The word for a tick in a record."""
MOST_TICKS: Final = 1_000_000


def ticks_in(text: str) -> int:
    """How many ticks `tick` or `tick:12` mean; 0 if neither of these."""
    word, _, count = text.partition(":")
    if word != TICK:
        return 0
    if not count:
        return 1
    number = int(count) if count.isdecimal() else 0
    return number if number <= MOST_TICKS else 0


def note_ticks(log: list[tuple[int, str]], passed: int) -> None:
    """Idle ticks are one entry, however many they were."""
    if log and log[-1][0] == HOUSE:
        passed += ticks_in(log.pop()[1])
    log.append((HOUSE, f"{TICK}:{passed}"))


def pass_time(t: Table, ticks: int) -> None:
    """So many ticks, while time passes; recorded like an answer."""
    if t.outcome is not None:
        raise t.refuse("game_over")
    if ticks < 1 or not t.ticking():
        raise t.refuse("no_clock")
    passed = 0
    while passed < ticks and (not passed or t.ticking()) and t.outcome is None:
        t.tick()
        t.settle()
        passed += 1
    t.before = None
    t.last = HOUSE
    t.last_undoable = False
    if t.log is not None:
        note_ticks(t.log, passed)
