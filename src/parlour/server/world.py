"""What the tavern takes from outside: time, chance, and a thread to think in.

Nothing else in the server asks for the time or draws a number, so a test that hands in a world
of its own gets the same bytes every time.
"""

import asyncio
import base64
import secrets
import time
from collections.abc import Callable
from random import Random
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

STEP_NS: Final = 1_000_000_000
"""A clock that differs by so much was set.  By less it runs unevenly, and is followed by itself."""
SHORTEST_MS: Final = 700
LONGEST_MS: Final = 2_200


class World(Protocol):
    """The outside, as the server sees it."""

    def now_ms(self) -> int:
        """Milliseconds since 1970.  It never jumps, whatever is done to the machine's clock."""

    def stepped_ms(self) -> int:
        """How far the machine's clock was set since it was last followed; 0: it runs on."""

    def follow(self) -> None:
        """Take over what the machine's clock was set to."""

    def steady_ms(self) -> int:
        """Milliseconds since no particular moment; nobody sets this clock."""

    def token(self, bits: int) -> str:
        """A random name that nobody can guess, safe in an address and on a command line."""

    def secret(self) -> bytes:
        """32 bytes, for a seed or a salt."""

    def pause(self, key: str) -> int:
        """How long somebody takes to answer, in milliseconds.

        `key` names the moment, so that a test can answer the same way twice.  A pause never
        depends on what the answer is, or on whether there was a choice at all.
        """

    async def sleep(self, ms: int) -> None: ...

    async def think(self, task: Callable[[], T]) -> T:
        """Do something that takes its time, without holding up the other tables."""


class RealWorld:
    """The machine's clock and the system's randomness.  `haste` divides every pause."""

    def __init__(self, haste: float = 1.0) -> None:
        self.haste: Final = haste
        self._chance: Final = Random(secrets.randbits(256))  # for pauses, which keep no secret
        self._now = time.time_ns()
        self._steady = time.monotonic_ns()

    def now_ms(self) -> int:
        """Never earlier than before: a clock that runs ahead is waited for, at a slower pace."""
        self._go_on()
        return self._now // 1_000_000

    def stepped_ms(self) -> int:
        apart = self._go_on()
        return 0 if abs(apart) < STEP_NS else apart // 1_000_000

    def follow(self) -> None:
        self._now += self._go_on()

    def _go_on(self) -> int:
        """How far the machine's clock is from the time that has passed since the last look."""
        steady, wall = time.monotonic_ns(), time.time_ns()  # ten times for each choice
        passed = steady - self._steady
        self._steady = steady
        now = self._now + passed
        apart = wall - now
        if -STEP_NS < apart < STEP_NS:
            now = max(wall, now - passed // 16)
        self._now = now
        return apart

    def steady_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def token(self, bits: int) -> str:
        while True:
            name = base64.urlsafe_b64encode(secrets.token_bytes(bits // 8)).rstrip(b"=").decode()
            if not name.startswith("-"):  # or a command takes it for an option
                return name

    def secret(self) -> bytes:
        return secrets.token_bytes(32)

    def pause(self, key: str) -> int:
        spread = self._chance.random() * (LONGEST_MS - SHORTEST_MS)
        return int((SHORTEST_MS + spread) / self.haste)

    async def sleep(self, ms: int) -> None:
        await asyncio.sleep(ms / 1000)

    async def think(self, task: Callable[[], T]) -> T:
        return await asyncio.to_thread(task)
