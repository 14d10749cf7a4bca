"""Which seats have a client that takes part in shuffles: on this node, and on the others."""


class Takers:
    """Counted by connections here; as the other nodes tell it there."""

    def __init__(self) -> None:
        self._here: dict[int, int] = {}
        self._elsewhere: dict[str, set[int]] = {}

    def count(self, seat: int, more: int) -> None:
        self._here[seat] = self._here.get(seat, 0) + more

    def heard(self, node: str, seats: set[int]) -> None:
        self._elsewhere[node] = seats

    @property
    def here(self) -> set[int]:
        return {seat for seat, count in self._here.items() if count > 0}

    @property
    def seats(self) -> set[int]:
        return self.here.union(*self._elsewhere.values())


def written(seats: set[int]) -> str:
    """Seats in a note to other nodes."""
    return ",".join(map(str, sorted(seats)))


def read(told: str) -> set[int]:
    return {int(seat) for seat in told.split(",") if seat}
