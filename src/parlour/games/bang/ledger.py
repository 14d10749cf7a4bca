"""The books of a scored game: dollars, and who hires whom."""

from typing import Final, final

from parlour.games.bang.kinds import NO_ONE

NO_CHARACTER: Final = -1


@final
class Ledger:
    """Everything in it is open.  In a game that is not scored it stays empty, and is shared.

    `money`: what each seat has now.  `fees`: what each paid for its character.  `old`: the
    character each survivor had in the game before, `dues`: at what price.  `left`: cards that lay
    before each seat at the end of the game before.

    While characters are hired: `hired`, who has one already; `pool`, those turned up; `lot`, the
    one bid for; `price` and `bidder`, the highest bid.
    """

    def __init__(self) -> None:
        self.money: list[int] = []
        self.fees: list[int] = []
        self.old: tuple[int, ...] = ()
        self.dues: tuple[int, ...] = ()
        self.left: tuple[tuple[int, ...], ...] = ()
        self.hired: list[int] = []
        self.pool: tuple[int, ...] = ()
        self.lot = NO_CHARACTER
        self.price = 0
        self.bidder = NO_ONE

    def copy(self) -> "Ledger":
        if not self.money:
            return self
        twin = Ledger()
        twin.money = self.money[:]
        twin.fees = self.fees[:]
        twin.old = self.old
        twin.dues = self.dues
        twin.left = self.left
        twin.hired = self.hired[:]
        twin.pool = self.pool
        twin.lot = self.lot
        twin.price = self.price
        twin.bidder = self.bidder
        return twin

    def free(self, seat: int) -> bool:
        """Whether the seat has no character yet."""
        return self.hired[seat] == NO_CHARACTER


EMPTY: Final = Ledger()
"""The books of every game that is not scored; never written to."""
