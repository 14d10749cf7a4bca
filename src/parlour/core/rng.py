"""Randomness for bots, fills and imagined tables.  Not for a game's own dice: see dice.py."""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final, TypeVar, final

if TYPE_CHECKING:
    from parlour.core.native import i64

_WORD: Final = 0xFFFFFFFF
_SPAN: Final = 0x100000000
_KEY: Final = Struct(">8I")

T = TypeVar("T")


@final
class Rng:
    """Random numbers from a seed: Marsaglia's xorwow, shifts and sums of 32-bit words.

    It is quick in both builds.  The same seed gives the same numbers everywhere.
    """

    def __init__(self, seed: int) -> None:
        self._x: i64 = (seed & _WORD) ^ 0x9E3779B9
        self._y: i64 = (seed >> 32 & _WORD) ^ 0x243F6A88
        self._z: i64 = 0xB7E15162
        self._w: i64 = 0x6A09E667
        self._v: i64 = 0xBB67AE85
        self._d: i64 = (seed ^ seed >> 64) & _WORD
        for _ in range(16):  # neighbouring seeds must not give neighbouring games
            self._next()

    def word(self) -> int:
        """The next 32 bits."""
        return self._next()

    def _next(self) -> i64:
        """`word` for here: compiled, it stays in a register."""
        t = self._x ^ self._x >> 2
        self._x = self._y
        self._y = self._z
        self._z = self._w
        self._w = self._v
        self._v = (self._v ^ (self._v << 4 & _WORD)) ^ (t ^ (t << 1 & _WORD))
        self._d = (self._d + 362437) & _WORD
        return (self._d + self._v) & _WORD

    def below(self, n: int) -> int:
        """A whole number, 0..n-1, every one equally likely."""
        faces: i64 = n
        word = self._next()
        if word >= _SPAN - faces:  # perhaps one of the last few, which would favour some faces
            limit = _SPAN - _SPAN % faces
            while word >= limit:
                word = self._next()
        return word % faces

    def shuffle(self, items: list[T]) -> None:
        """Put a list in random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            k = self.below(last + 1)
            items[last], items[k] = items[k], items[last]

    def key(self) -> bytes:
        """32 bytes for the dice of an imagined table."""
        return _KEY.pack(*[self.word() for _ in range(8)])

    def split(self) -> Rng:
        """Another generator: how many numbers it gives does not change those of this one."""
        return Rng(self.word() << 32 | self.word())
