"""Time as entries of a record: how many ticks a word means, and how they are written down."""

from typing import Final

from parlour.core.seats import HOUSE

MOST_TICKS: Final = 1_000_000


def ticks_in(text: str) -> int:
    """How many ticks `tick` or `tick:12` mean; 0 if neither of these."""
    word, _, count = text.partition(":")
    if word != "tick":
        return 0
    if not count:
        return 1
    number = int(count) if count.isdecimal() else 0
    return number if number <= MOST_TICKS else 0


def note_ticks(log: list[tuple[int, str]], passed: int) -> None:
    """Idle ticks are one entry, however many they were."""
    if log and log[-1][0] == HOUSE:
        passed += ticks_in(log.pop()[1])
    log.append((HOUSE, f"tick:{passed}"))
