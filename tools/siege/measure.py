"""What a siege measures: memory and descriptors of the server, and how long honest guests wait."""

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

MEMORY_MB: Final = 100.0  # that an attack may take while it goes on
KEPT_MB: Final = 30.0  # and that may stay: pieces of memory that Python keeps for itself
KEPT_FILES: Final = 20
SLOWER: Final = 1.5
NOTICED_MS: Final = 20.0  # a wait below this is no harm, however short it was before
LOGGED: Final = 50_000
"""Bytes that an attack after which there is something to say may write to the log; others: none."""
FEWEST: Final = 100
"""Fewer choices than this, and there is no such thing as the slowest hundredth."""


class Process:
    """What a server holds, by Linux' own account."""

    def __init__(self, pid: int) -> None:
        self.folder: Final = Path(f"/proc/{pid}")

    def memory(self) -> float:
        pages = int((self.folder / "statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def files(self) -> int:
        return len(list((self.folder / "fd").iterdir()))


class Phase(msgspec.Struct):
    """What was seen in one stretch of time; waits in milliseconds."""

    memory: float = 0.0
    files: int = 0
    waits: list[float] = []

    def wait(self, share: float) -> float:
        waits = sorted(self.waits) or [0.0]
        return waits[min(len(waits) - 1, int(share * len(waits)))]

    def add(self, other: "Phase") -> None:
        self.memory = max(self.memory, other.memory)
        self.files = max(self.files, other.files)
        self.waits += other.waits


async def look(pid: Callable[[], int], goes_on: Callable[[], bool]) -> Phase:
    """Watch as long as it goes on: the most memory and files that were held."""
    phase = Phase(waits=[])
    while goes_on():
        with suppress(OSError):  # it is being started again
            process = Process(pid())
            phase.memory = max(phase.memory, process.memory())
            phase.files = max(phase.files, process.files())
        await asyncio.sleep(0.1)
    return phase


def for_seconds(seconds: float) -> Callable[[], bool]:
    until = time.monotonic() + seconds
    return lambda: time.monotonic() < until


class Finding(msgspec.Struct):
    """What one attack came to.  `control`: the waits at the other server while it went on.

    `logged`: bytes that the server wrote to its log meanwhile; `noisy`: it may.
    """

    name: str
    before: Phase
    during: Phase
    after: Phase
    control: Phase
    got: str = ""
    logged: int = 0
    noisy: bool = False

    def add(self, other: "Finding") -> None:
        self.logged = max(self.logged, other.logged)
        self.before.add(other.before)
        self.during.add(other.during)
        self.after.add(other.after)
        self.control.add(other.control)
        self.got = self.got or other.got

    @property
    def ratio(self) -> float:
        """Of the slowest hundredth of waits; what nobody notices counts as nothing."""
        return self.during.wait(0.99) / max(self.control.wait(0.99), NOTICED_MS / SLOWER)

    def wrong(self) -> list[str]:
        found = [f"got through: {self.got}"] if self.got else []
        if self.during.memory - self.before.memory > MEMORY_MB:
            found.append("memory grew")
        if self.after.memory - self.before.memory > KEPT_MB:
            found.append("memory stayed")
        if self.after.files > self.before.files + KEPT_FILES:
            found.append("descriptors stayed")
        if self.logged > (LOGGED if self.noisy else 0):
            found.append("logged")
        if self.ratio > SLOWER:
            found.append("slow")
        if len(self.after.waits) < FEWEST or not self.during.waits:
            found.append("nobody played")
        return found

    def __str__(self) -> str:
        phases = (self.before, self.during, self.after)
        memory = " / ".join(f"{phase.memory:.0f}" for phase in phases)
        files = " / ".join(str(phase.files) for phase in phases)
        p99 = " / ".join(f"{phase.wait(0.99):.1f}" for phase in phases)
        wrong = self.wrong()
        bounded = f"no: {', '.join(wrong)}" if wrong else "yes"
        return (
            f"{self.name:38}{memory:>16}{files:>16}{p99:>22}{self.control.wait(0.99):>9.1f}"
            f"{self.ratio:>7.2f}{self.logged:>8,}  {bounded}"
        )


HEAD: Final = (
    f"{'before / during / after':38}{'memory MB':>16}{'descriptors':>16}{'p99 ms':>22}"
    f"{'control':>9}{'ratio':>7}{'log B':>8}  bounded"
)
