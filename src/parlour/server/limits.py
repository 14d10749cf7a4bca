"""How much one address may ask for: buckets that fill with time, and counts of what is open."""

from collections import Counter, OrderedDict
from typing import Final

MOST_ADDRESSES: Final = 50_000


class Bucket:
    """Room for `burst` things at once, and `rate` more every second."""

    def __init__(self, rate: float, burst: float, now_ms: int) -> None:
        self.rate: Final = rate
        self.burst: Final = burst
        self._level = burst
        self._at = now_ms

    def take(self, now_ms: int) -> bool:
        self._level = min(self.burst, self._level + self.rate * max(0, now_ms - self._at) / 1000)
        self._at = now_ms
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Buckets:
    """A bucket for each address; those not seen for longest are forgotten."""

    def __init__(self, per_minute: int) -> None:
        self.rate: Final = per_minute / 60
        self.burst: Final = float(max(1, per_minute // 2))
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now_ms: int) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self.rate, self.burst, now_ms)
        self._buckets[address] = bucket
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take(now_ms)


class Doors:
    """Open connections, in all and from each address."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most: Final = most
        self.most_each: Final = most_each
        self._open: Counter[str] = Counter()
        self.total = 0

    def enter(self, address: str) -> bool:
        if self.total >= self.most or self._open[address] >= self.most_each:
            return False
        self._open[address] += 1
        self.total += 1
        return True

    def leave(self, address: str) -> None:
        self.total -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
