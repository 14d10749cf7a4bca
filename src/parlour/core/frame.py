"""Frames: what is unfinished, as a stack of small immutable objects.

The top one either asks or acts.  Both pop it; what follows is pushed.  An interrupt is a push,
and resuming is what is left underneath.  The seven laws stand in ARCHITECTURE.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from parlour.core.errors import Facts, IllegalChoice, RulesBug
from parlour.core.event import kind_name
from parlour.core.frame_fields import SEAT, SEATS, Fields, Kind
from parlour.core.ids import NO_CHOICE, ChoiceId
from parlour.core.menu import Menu, new_menu
from parlour.core.native import i64, mypyc_attr
from parlour.core.seats import MOST_SEATS, NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.core.table import Table

T = TypeVar("T", bound="Table")


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(Generic[T]):
    """One unfinished thing.  It is immutable: push another frame instead of changing one."""

    ask: ClassVar[str] = ""
    """The key of its question, for frames that ask."""

    fields: ClassVar[Fields] = {}
    """What it holds: the arguments of its constructor, in order.  Its text and its data follow."""

    undoable: ClassVar[bool] = True
    """False for sealed answers: they are final."""

    def asks(self, t: T) -> int:
        """The seats that must answer, as a mask.  Nobody: the frame acts at once."""
        return NOBODY

    def rests(self, t: T) -> bool:
        """Nobody is asked, but the frame acts only when time has passed."""
        return False

    def act(self, t: T) -> None:
        raise RulesBug(f"{self} neither asks nor acts")

    def options(self, t: T, seat: int) -> list[ChoiceId]:
        """What the seat may answer.  Never empty."""
        raise RulesBug(f"{self} asks without options")

    def fill(self, t: T, seat: int, menu: Menu) -> None:
        """The same, into an empty menu: for those who want one of them and no list.

        A frame that writes its menu straight away has `options` list it: `listed_by`.
        """
        menu.take(self.options(t, seat))

    def listed_by(self, t: T, seat: int) -> list[ChoiceId]:
        """What `fill` writes, as a list."""
        menu = new_menu(t)
        self.fill(t, seat, menu)
        return menu.choices()

    def resolve(self, t: T, seat: int, choice: ChoiceId) -> None:
        raise RulesBug(f"{self} cannot be answered")

    def default(self, t: T, seat: int) -> ChoiceId:
        """What a time-out answers.  No dice."""
        return self.options(t, seat)[0]

    def text(self, t: T, seat: int, choice: ChoiceId) -> str:
        """The canonical text of a choice; it depends on nothing but what the seat sees."""
        raise RulesBug(f"{self} has no words for its choices")

    def brief(self, t: T, seat: int, choice: ChoiceId) -> str:
        """What a person would type.  It may fit several choices."""
        return self.text(t, seat, choice)

    def about(self, t: T, seat: int) -> Facts:
        """Parameters of the question's sentence."""
        return {}

    def refusal(self, t: T, seat: int, text: str) -> IllegalChoice:
        """Why this text, which is not offered, is not."""
        return t.refuse("unknown_choice", {"text": text})

    def unasked(self, t: T, seat: int, text: str) -> IllegalChoice:
        """Why a seat of which this frame asks nothing cannot do this now.

        It tells who is asked, which the stack shows to all, and never what they hold.
        """
        return t.awaits("not_asked") if t.asked else t.refuse("time_passes")

    def __repr__(self) -> str:
        """Its text in lines and scenarios: `Shot(2,0,1,0)`."""
        facts = ",".join([str(getattr(self, name)) for name in self.fields])
        return f"{type(self).__name__}({facts})"

    def data(self) -> dict[str, Any]:
        """What everybody is sent of it: its type, and its facts by their names."""
        told: dict[str, Any] = {"type": kind_name(type(self).__name__)}
        for name, kind in self.fields.items():
            told[name] = kind.told(getattr(self, name))
        return told


F = TypeVar("F", bound=Frame[Any])


class Nested(Kind):
    """Another frame, which goes on later: one of this class."""

    what: ClassVar[str] = "a frame that can stand there"

    def __init__(self, base: type[Frame[Any]]) -> None:
        self.base: Final = base

    def told(self, value: Any) -> Any:
        return value.data()

    def fits(self, value: Any, players: int) -> bool:
        return isinstance(value, self.base)


@mypyc_attr(allow_interpreted_subclasses=True)
class OfSeat(Frame[T]):
    """A frame of one seat, which it asks or acts for."""

    fields: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


def of_each_seat(make: Callable[[int], F]) -> list[F]:
    """A frame of each seat, made once: as it never changes, all turns and tables share it."""
    return [make(seat) for seat in range(MOST_SEATS)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Sealed(Frame[T]):
    """Several seats choose in secret, in any order; all is opened together.

    An answer lies in its seat's own drawer (`t.sealed`) until the last one is in.  That a seat
    has answered is visible, what is not.
    """

    fields: ClassVar[Fields] = {"seats": SEATS}
    undoable: ClassVar[bool] = False

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def asks(self, t: T) -> int:
        waiting: i64 = self.seats
        sealed = t.sealed
        for seat in range(len(sealed)):
            if sealed[seat] != NO_CHOICE:
                waiting &= ~(1 << seat)
        return waiting

    def resolve(self, t: T, seat: int, choice: ChoiceId) -> None:
        t.sealed[seat] = choice
        self.noted(t, seat)
        t.push(self)

    def unasked(self, t: T, seat: int, text: str) -> IllegalChoice:
        if t.sealed[seat] != NO_CHOICE:
            return t.awaits("already_chosen")
        return super().unasked(t, seat, text)

    def act(self, t: T) -> None:
        choices = t.sealed
        t.sealed = [NO_CHOICE] * t.players
        self.open(t, choices)

    def noted(self, t: T, seat: int) -> None:
        """A seat has sealed its choice: the place to tell that it has, and no more."""

    def open(self, t: T, choices: list[ChoiceId]) -> None:
        """All are in: choices[seat], or NO_CHOICE for seats that were not asked."""
        raise RulesBug(f"{self} is never opened")
