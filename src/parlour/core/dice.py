"""A game's own dice: the n-th throw is a pure function of (seed, n).

Keyed BLAKE2b over a counter: a player who knows every throw so far still cannot work out the
seed, nor the next throw.  Exact by rejection: no face is likelier than another.
"""

from hashlib import blake2b
from typing import Any, Final, TypeVar, final

from parlour.core.errors import BadDie
from parlour.core.native import i64, read_i32_be

_BLOCK: Final = 4  # a block of 64 bytes has 1 << 4 words of 32 bits
_LAST: Final = (1 << _BLOCK) - 1
_WORD: Final = 0xFFFFFFFF
_SPAN: Final = 1 << 32
_NO_BLOCK: Final = -1
_MANY: Final = 256  # blocks: more than a game throws

N = TypeVar("N", bound=int)


def seed_bytes(seed: int | str | bytes) -> bytes:
    """32 bytes from what a person or a server calls a seed.

    A server passes 32 bytes of its own; 64 hex digits are those bytes; anything else is hashed.
    """
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError(f"a seed in bytes has 32 of them, not {len(seed)}")
        return seed
    text = str(seed)
    if len(text) == 64:
        try:
            return bytes.fromhex(text)
        except ValueError:
            pass
    return blake2b(text.encode(), digest_size=32, person=b"parlour seed").digest()


def _counter(block: int) -> bytes:
    return block.to_bytes(8, "big")


_COUNTERS: Final = [_counter(block) for block in range(_MANY)]


@final
class Dice:
    """Throws in order.  `queue` holds throws laid down beforehand by a scenario, used first.

    `orders` holds, for shuffles to come, which cards are wanted at which places; the rest of a
    shuffle is as it falls.
    """

    def __init__(self, key: bytes, thrown: int = 0, queue: tuple[int, ...] = ()) -> None:
        self.key: Final = key
        self.thrown: i64 = thrown
        self.queue = queue
        self.orders: tuple[dict[int, int], ...] = ()
        self._words = b""
        self._block: i64 = _NO_BLOCK
        self._keyed: Any = None  # the hash with the key in it, made with the first throw

    def copy(self) -> "Dice":
        twin = Dice(self.key, self.thrown, self.queue)
        twin.orders = self.orders
        twin._words = self._words
        twin._block = self._block
        twin._keyed = self._keyed
        return twin

    def _turn_to(self, block: i64) -> None:
        if self._keyed is None:
            self._keyed = blake2b(key=self.key)
        keyed = self._keyed.copy()  # a third quicker than to begin with the key
        keyed.update(_COUNTERS[block] if block < _MANY else _counter(block))
        self._words = keyed.digest()
        self._block = block

    def _throw(self, faces: i64) -> i64:
        """A throw that nobody has laid down.  A whole shuffle stays in registers."""
        while True:
            place = self.thrown
            if place >> _BLOCK != self._block:
                self._turn_to(place >> _BLOCK)
            self.thrown = place + 1
            word = i64(read_i32_be(self._words, (place & _LAST) << 2)) & _WORD
            if word < _SPAN - faces or word < _SPAN - _SPAN % faces:  # the first is quicker
                return word % faces

    def below(self, n: int) -> int:
        """The next throw, 0..n-1."""
        return self._laid(n) if self.queue else self._throw(n)

    def _laid(self, n: int) -> int:
        laid = self.queue[0]
        self.queue = self.queue[1:]
        if not 0 <= laid < n:
            raise BadDie(f"a die laid down says {laid}, but it has {n} faces")
        return laid

    def pick(self, cards: tuple[N, ...]) -> N:
        """One card of several, blindly.  A queued ~card names the very card."""
        if self.queue and self.queue[0] < 0:
            card = ~self.queue[0]
            if card not in cards:
                raise BadDie("a die laid down names a card that cannot be drawn here")
            self.queue = self.queue[1:]
            return cards[cards.index(card)]
        return cards[self.below(len(cards))]

    def shuffled(self, cards: tuple[N, ...]) -> tuple[N, ...]:
        order = list(cards)
        last: i64 = len(order) - 1
        while last > 0:
            k = self._throw(last + 1) if not self.queue else i64(self._laid(last + 1))
            order[last], order[k] = order[k], order[last]
            last -= 1
        if self.orders:
            self._lay_down(order)
        return tuple(order)

    def _lay_down(self, order: list[N]) -> None:
        """What is wanted changes places with what lies there."""
        wanted = self.orders[0]
        self.orders = self.orders[1:]
        for place, card in wanted.items():
            if order[place] != card:
                free = [k for k, c in enumerate(order) if c == card and wanted.get(k) != card]
                order[place], order[free[0]] = order[free[0]], order[place]
