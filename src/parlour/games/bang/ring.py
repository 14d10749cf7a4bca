"""Those who are in the game, as they sit, and what follows from that alone."""

from typing import Final, final

from parlour.core.native import i64, vec
from parlour.core.seats import mask_of


@final
class Ring:
    """Found once for each number of the living: clones share it, as it never changes.

    others  of each seat in the game, clockwise from its left
    steps   to each of those others, the shorter way round
    mask    of all of them
    sits    whether a seat is in the game
    """

    def __init__(self, seats: tuple[int, ...], players: int) -> None:
        count = len(seats)
        self.seats: Final = seats
        self.mask: Final = mask_of(list(seats))
        self.sits: Final = [seat in seats for seat in range(players)]
        self.steps: Final = vec[i64]([min(k, count - k) for k in range(1, count)])
        self.others: Final[list[list[int]]] = [[] for _ in range(players)]
        for at in range(count):
            self.others[seats[at]] = list(seats[at + 1 :] + seats[:at])
