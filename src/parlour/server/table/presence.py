"""Who is at a table now: the connections of each seat, on this node and on others.

And which of them take part in shuffles, so that a game that begins waits for their shares.

Nothing of it is stored.  Of an address only a mark is kept, that of this table: it tells the host
which seats share one, and is forgotten with the connection.
"""

import hmac
from collections import Counter
from typing import Final

import msgspec

Lines = dict[int, list[str]]
"""The connections of each seat, by the mark of their address; an empty mark: not known."""


class Elsewhere(msgspec.Struct, frozen=True):
    """What another node has said, and until when its word counts."""

    until: int
    lines: Lines
    takers: set[int]


class Presence:
    """`takers`: connections of each seat on this node that take part in shuffles."""

    def __init__(self, secret: bytes) -> None:
        self._secret: Final = secret
        self.here: Final[Lines] = {}
        self._devices: dict[int, int] = {}  # of `here`; replaced, never changed
        self.takers: Final[Counter[int]] = Counter()
        self.elsewhere: Final[dict[str, Elsewhere]] = {}

    def mark(self, address: str) -> str:
        known = f"address {address}".encode()
        return hmac.digest(self._secret, known, "sha256").hex()[:12] if address else ""

    def enter(self, seat: int, address: str) -> None:
        self.here.setdefault(seat, []).append(self.mark(address))
        self._devices = _counted(self.here)

    def leave(self, seat: int, address: str) -> bool:
        """Whether that was the seat's last connection on this node."""
        self.here[seat].remove(self.mark(address))
        if not self.here[seat]:
            del self.here[seat]
        self._devices = _counted(self.here)
        return seat not in self.here

    def lines(self, now: int) -> Lines:
        """All that are known of, on whichever node."""
        found: Lines = {seat: list(marks) for seat, marks in self.here.items()}
        for node in self._heard_of(now):
            for seat, marks in node.lines.items():
                found.setdefault(seat, []).extend(marks)
        return found

    def able(self, now: int) -> set[int]:
        """Seats whose clients would take part in a shuffle."""
        return set(+self.takers).union(*(node.takers for node in self._heard_of(now)))

    def _heard_of(self, now: int) -> list[Elsewhere]:
        return [node for node in self.elsewhere.values() if node.until > now]

    def devices(self, now: int) -> dict[int, int]:
        """How many connections each seat has; seats without one are not in it.

        Asked at every choice, so it is shared, and never written to.
        """
        return _counted(self.lines(now)) if self.elsewhere else self._devices

    def same_address(self, now: int) -> list[list[int]]:
        """Seats that are connected from one address, two or more together."""
        seats: dict[str, set[int]] = {}
        for seat, marks in self.lines(now).items():
            for mark in marks:
                seats.setdefault(mark, set()).add(seat)
        seats.pop("", None)
        groups = {tuple(sorted(group)) for group in seats.values() if len(group) > 1}
        return [list(group) for group in sorted(groups)]

    def shift(self, ms: int) -> None:
        """The clock was set by so much."""
        for node, said in self.elsewhere.items():
            self.elsewhere[node] = msgspec.structs.replace(said, until=said.until + ms)

    # --- notes to other nodes ---------------------------------------------------------------

    def note(self) -> str:
        """Seats, each of their connections, and who takes part; older nodes read the seats."""
        seats = ",".join(str(seat) for seat in sorted(self.here))
        lines = [f"{seat}:{mark}" for seat, marks in sorted(self.here.items()) for mark in marks]
        takers = ",".join(str(seat) for seat in sorted(+self.takers))
        return f"{seats} {','.join(lines)} {takers}".strip()

    def heard(self, node: str, until: int, said: list[str]) -> None:
        seats, lines, takers = [*said, "", "", ""][:3]
        found: Lines = {}
        for line in lines.split(",") if lines else ():
            seat, _, mark = line.partition(":")
            found.setdefault(int(seat), []).append(mark)
        for name in seats.split(",") if seats else ():
            found.setdefault(int(name), [""])  # an older node
        able = {int(seat) for seat in takers.split(",") if seat}
        self.elsewhere[node] = Elsewhere(until, found, able)


def _counted(lines: Lines) -> dict[int, int]:
    return {seat: len(marks) for seat, marks in lines.items()}
