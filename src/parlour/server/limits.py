"""How much one address may ask for: buckets that fill with time, and counts of what is open."""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, Generic, TypeVar

from parlour.core.errors import Refusal

MOST_ADDRESSES: Final = 50_000
LONGEST_ADDRESS: Final = 64
"""What a proxy forwards as an address may be anything."""
T = TypeVar("T")


@lru_cache(10_000)
def counted_as(address: str) -> str:
    """What the limits of an address are kept under: of IPv6 the /64, since everybody has one whole.

    Link-local addresses are counted apart: all machines of a network share their /64.
    """
    address = address[:LONGEST_ADDRESS]
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address) or found.is_link_local:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), 64), strict=False))


class Bucket:
    """Room for `burst` things at once, and `rate` more every second."""

    def __init__(self, rate: float, burst: float, now_ms: int) -> None:
        self.rate: Final = rate
        self.burst: Final = burst
        self._level = burst
        self._at = now_ms

    def has(self, now_ms: int) -> bool:
        """Whether something could be taken."""
        self._level = min(self.burst, self._level + self.rate * max(0, now_ms - self._at) / 1000)
        self._at = now_ms
        return self._level >= 1

    def take(self, now_ms: int) -> bool:
        if not self.has(now_ms):
            return False
        self._level -= 1
        return True


class Buckets:
    """A bucket for each address; those not seen for longest are forgotten."""

    def __init__(self, per_minute: int) -> None:
        self.rate: Final = per_minute / 60
        self.burst: Final = float(max(1, per_minute // 2))
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def has(self, address: str, now_ms: int) -> bool:
        bucket = self._buckets.get(address)
        return bucket is None or bucket.has(now_ms)

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


class Comings:
    """How many guests of one evening came from one address; those who left count too.

    Not from the host's address: people in one room share it.  Kept in memory alone.
    """

    def __init__(self, most: int, most_evenings: int = 10_000) -> None:
        self.most: Final = most
        self.most_evenings: Final = most_evenings
        self._came: OrderedDict[str, Counter[str]] = OrderedDict()
        self._hosts: OrderedDict[str, str] = OrderedDict()

    def __len__(self) -> int:
        return len(self._came)

    def host_at(self, evening: str, address: str) -> None:
        self._hosts.pop(evening, None)
        self._hosts[evening] = address
        if len(self._hosts) > self.most_evenings:
            self._hosts.popitem(last=False)

    @contextmanager
    def one_more(self, evening: str, address: str) -> Iterator[None]:
        """Somebody comes: counted before they do, and not if it is refused."""
        if self._hosts.get(evening) == address:
            yield
            return
        if not self.take(evening, address):
            raise Refusal("too_many_of_address", facts={"number": self.most})
        try:
            yield
        except Exception:
            self.give_back(evening, address)
            raise

    def take(self, evening: str, address: str) -> bool:
        came = self._came.pop(evening, Counter())
        self._came[evening] = came
        if len(self._came) > self.most_evenings:
            self._came.popitem(last=False)
        if came[address] >= self.most:
            return False
        came[address] += 1
        return True

    def give_back(self, evening: str, address: str) -> None:
        came = self._came.get(evening, Counter())
        came[address] -= 1
        if came[address] <= 0:
            del came[address]
        if not came:
            self._came.pop(evening, None)


class Unread(Generic[T]):
    """Answers that wait to be read; where there are too many bytes of them, the oldest go."""

    def __init__(self, most: int) -> None:
        self.most: Final = most
        self.total = 0
        self._sizes: dict[T, int] = {}

    def add(self, line: T, size: int) -> list[T]:
        """Whom to let go, perhaps itself."""
        self.remove(line)
        self._sizes[line] = size
        self.total += size
        too_many, left = [], self.total
        for old, held in self._sizes.items():
            if left <= self.most:
                break
            too_many.append(old)
            left -= held
        return too_many

    def remove(self, line: T) -> None:
        self.total -= self._sizes.pop(line, 0)


class Crowd(Generic[T]):
    """Connections over which no request is being answered give way to new ones, oldest first.

    So whoever holds many of them, and never asks for anything, keeps nobody else out.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self.most: Final = most
        self.most_each: Final = most_each
        self._address: dict[T, str | None] = {}
        self._count: Counter[str | None] = Counter()
        self._idle: defaultdict[str | None, dict[T, None]] = defaultdict(dict)
        self._all_idle: dict[T, None] = {}

    def __len__(self) -> int:
        return len(self._address)

    def enter(self, line: T, address: str | None) -> T | None:
        """Who has to leave for it: nobody, or perhaps itself.  None: an address without a bound."""
        self._address[line] = address
        self._count[address] += 1
        self.idle(line)
        if len(self) > self.most:
            return next(iter(self._all_idle))
        if address is not None and self._count[address] > self.most_each:
            return next(iter(self._idle[address]))
        return None

    def idle(self, line: T) -> None:
        if line in self._address:
            self._all_idle[line] = self._idle[self._address[line]][line] = None

    def busy(self, line: T) -> None:
        if line in self._all_idle:
            del self._all_idle[line], self._idle[self._address[line]][line]

    def leave(self, line: T) -> None:
        self.busy(line)
        if line not in self._address:
            return
        address = self._address.pop(line)
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address], self._idle[address]
