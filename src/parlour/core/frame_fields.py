"""The kinds of facts that a frame may hold: how each lies in the frame, and how it travels.

In a frame and in its text a fact is a number (or another frame).  In its data it is what a reader
means by it: a list of seats, a word, a place, yes or no.
"""

from typing import Any, ClassVar, Final

from parlour.core.seats import MOST_SEATS, NO_ONE, mask_of, seats_in


class Kind:
    """Any number, as it is."""

    what: ClassVar[str] = "a number"

    def told(self, value: Any) -> Any:
        """The fact in the frame's data."""
        return value

    def kept(self, told: Any) -> Any:
        """The fact in the frame, from its data; ValueError or TypeError if it cannot be."""
        return told

    def fits(self, value: Any, players: int) -> bool:
        """Whether a frame at a table of so many players may hold this."""
        return type(value) is int


class SeatField(Kind):
    what: ClassVar[str] = "a seat"

    def fits(self, value: Any, players: int) -> bool:
        return type(value) is int and 0 <= value < players


class SeatOrNone(Kind):
    """A seat, or NO_ONE where nobody is meant."""

    what: ClassVar[str] = "a seat or nobody"

    def told(self, value: Any) -> Any:
        return None if value == NO_ONE else value

    def kept(self, told: Any) -> Any:
        return NO_ONE if told is None else told

    def fits(self, value: Any, players: int) -> bool:
        return type(value) is int and NO_ONE <= value < players


class Seats(Kind):
    """A bitmask in the frame, a list in its data."""

    what: ClassVar[str] = "seats"

    def told(self, value: Any) -> Any:
        return seats_in(value, MOST_SEATS)

    def kept(self, told: Any) -> Any:
        if any(seat not in range(MOST_SEATS) for seat in told):
            raise ValueError(told)
        return mask_of(told)

    def fits(self, value: Any, players: int) -> bool:
        return type(value) is int and 0 <= value < 1 << players


class Flag(Kind):
    """0 or 1 in the frame, no or yes in its data."""

    what: ClassVar[str] = "yes or no"

    def told(self, value: Any) -> Any:
        return value == 1

    def kept(self, told: Any) -> Any:
        if type(told) is not bool:
            raise ValueError(told)
        return int(told)

    def fits(self, value: Any, players: int) -> bool:
        return type(value) is int and 0 <= value <= 1


class Word(Kind):
    """One of the room's words: its number in the frame, the word in its data."""

    what: ClassVar[str] = "one of the room's words"

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words: Final = words

    def told(self, value: Any) -> Any:
        return self.words[value]

    def kept(self, told: Any) -> Any:
        return self.words.index(told)

    def fits(self, value: Any, players: int) -> bool:
        return type(value) is int and 0 <= value < len(self.words)


class Place(Kind):
    """A place of a row: its number from 0 in the frame, its name in the data: `c1`, `c2`, …"""

    what: ClassVar[str] = "a place"

    def __init__(self, letter: str) -> None:
        self.letter: Final = letter

    def told(self, value: Any) -> Any:
        return f"{self.letter}{value + 1}"

    def kept(self, told: Any) -> Any:
        number = int(told[len(self.letter) :]) - 1
        if self.told(number) != told:
            raise ValueError(told)
        return number

    def fits(self, value: Any, players: int) -> bool:
        return type(value) is int and value >= 0


Fields = dict[str, Kind]
"""The names of the arguments of a frame's constructor, in order, each with its kind."""

NUMBER: Final = Kind()
SEAT: Final = SeatField()
SEAT_OR_NONE: Final = SeatOrNone()
SEATS: Final = Seats()
FLAG: Final = Flag()
