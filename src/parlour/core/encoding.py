"""Encodings for learners: what a seat knows, and each of its choices, as whole numbers 0 to 255.

A room's encoder reads the table itself, because a view takes ten times as long, and writes only
what the seat's own view holds; `lab/encodings.py` proves it with worlds that the seat cannot tell
apart.  Seats are counted from the own seat on, so that seat 0 is always the one that looks.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar, final

from parlour.core.errors import RulesBug
from parlour.core.native import Numbers, mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.ids import ChoiceId
    from parlour.core.table import Table

T = TypeVar("T", bound="Table")

MOST: Final = 255
"""The greatest number that a column holds."""


@final
class Columns:
    """The columns of a row, by name.

    Whoever adds a column is told its place, so a name and a place cannot come apart.
    """

    def __init__(self) -> None:
        self.names: Final[list[str]] = []
        self.places: Final[dict[str, int]] = {}

    def size(self) -> int:
        return len(self.names)

    def one(self, name: str) -> int:
        """The place of a single column."""
        if name in self.places:
            raise RulesBug(f"two columns are called {name!r}")
        place = len(self.names)
        self.places[name] = place
        self.names.append(name)
        return place

    def row(self, name: str, parts: Sequence[str]) -> int:
        """The place of the first of several columns, `name.part` each."""
        first = len(self.names)
        for part in parts:
            self.one(f"{name}.{part}")
        return first

    def count(self, name: str, most: int) -> int:
        """The place of the first of so many numbered columns, `name.0` and so on."""
        return self.row(name, [str(number) for number in range(most)])

    def blocks(self, names: Sequence[str], block: Columns) -> int:
        """The place of the first of several blocks that have the same columns, `name.column`."""
        first = len(self.names)
        for name in names:
            self.row(name, block.names)
        return first


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder(Generic[T]):
    """How one room's tables, choices and actions become numbers.

    A room's subclass declares its columns and fills in the three methods that raise.
    """

    version: ClassVar[int] = 1
    """Raised when a column comes, goes, or means something else."""
    stamp: ClassVar[str] = ""
    """The hash of all names of this version; a test compares it with `hash_of_names`."""

    def __init__(self, observation: Columns, choice: Columns, action: Columns) -> None:
        self.observation: Final = observation
        """The columns of what a seat knows."""
        self.choice: Final = choice
        """The columns of one choice."""
        self.action: Final = action
        """The actions by number: a choice has one, whatever its id is."""
        self.blank: Final = bytes(len(observation.names))

    # --- a room fills these in --------------------------------------------------------------

    def observe(self, t: T, seat: int, out: Numbers) -> None:
        """Write what the seat knows into a row of zeros."""
        raise RulesBug("an encoder says what a seat knows")

    def describe(self, t: T, seat: int, choice: ChoiceId, out: Numbers, at: int) -> None:
        """Write one choice of the seat into zeros, from the place `at` on."""
        raise RulesBug("an encoder says what a choice is")

    def number(self, t: T, seat: int, choice: ChoiceId) -> int:
        """The number of the action that this choice is; no other choice of now has the same."""
        raise RulesBug("an encoder numbers choices")

    # --- rows -------------------------------------------------------------------------------

    def observed(self, t: T, seat: int) -> bytes:
        """What the seat knows, a byte for each column."""
        out = Numbers()
        out.write(self.blank)
        self.observe(t, seat, out)
        return out.getvalue()

    def described(self, t: T, seat: int, choices: list[ChoiceId]) -> bytes:
        """These choices of the seat, one row after the other."""
        size = len(self.choice.names)
        out = Numbers()
        out.write(bytes(size * len(choices)))
        at = 0
        for choice in choices:
            self.describe(t, seat, choice, out, at)
            at += size
        return out.getvalue()

    def numbers(self, t: T, seat: int, choices: list[ChoiceId]) -> list[int]:
        return [self.number(t, seat, choice) for choice in choices]

    def hash_of_names(self) -> str:
        """What `stamp` should be."""
        names = [self.observation.names, self.choice.names, self.action.names]
        return sha256("\n\n".join(["\n".join(each) for each in names]).encode()).hexdigest()[:12]


def count(out: Numbers, place: int) -> None:
    """One more in a column; compiled it is seven times as quick as `out[place] += 1`."""
    number: int = out[place]
    out[place] = number + 1


def fit(number: int) -> int:
    """The number, or the nearest one that a column holds."""
    if number < 0:
        return 0
    return number if number < MOST else MOST
