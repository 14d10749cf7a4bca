"""The stack of frames, and the numbers of the decisions that it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from parlour.core.errors import RulesBug
from parlour.core.frame import Frame
from parlour.core.native import append, i64, vec
from parlour.core.seats import NOBODY, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.core.table import Table

AnyFrame = Frame[Any]  # of whatever room

MOST_STEPS: Final = 10_000
SPARE: Final[list[AnyFrame]] = [Frame()] * 8
"""What lies in slots that no frame has needed yet."""


@final
class Stack:
    """The unfinished frames; the last one happens next.  Whoever only reads has a sequence.

    A slot that a frame has left keeps it until another one takes its place: a list that grows and
    shrinks with every frame would ask for memory again and again.
    """

    def __init__(self, slots: vec[AnyFrame], depth: i64) -> None:
        self._slots = slots
        self._depth = depth

    def copy(self) -> Stack:
        return Stack(self._slots[:], self._depth)

    def push(self, frame: AnyFrame) -> None:
        if self._depth < len(self._slots):
            self._slots[self._depth] = frame
        else:
            self._slots = append(self._slots, frame)
        self._depth += 1

    def top(self) -> AnyFrame:
        """What happens next."""
        at = self._depth - 1
        if at < 0:
            raise RulesBug("nothing is left to do, and nobody has won")
        return self._slots[at]

    def pop(self) -> AnyFrame:
        """The top frame, taken off."""
        top = self.top()
        self._depth -= 1
        return top

    def run(self, t: Table) -> int:
        """Run frames until somebody is asked, time must pass, or the game is over; who is asked.

        Here, so that no frame is looked up by a call.
        """
        for _step in range(MOST_STEPS):  # a name: compiled code makes an object of each `_`
            if t.outcome is not None:
                return NOBODY
            at = self._depth - 1
            top = self._slots[at] if at >= 0 else self.top()
            asked = top.asks(t)
            if asked or top.rests(t):
                if t.numbers:
                    number(t, top, asked)
                return asked
            self._depth = at
            top.act(t)
        raise RulesBug(f"the rules run in circles at {self}")

    def clear(self) -> None:
        self._depth = 0

    def frames(self) -> list[AnyFrame]:
        return list(self._slots[: self._depth])

    def __len__(self) -> int:
        return self._depth

    def __getitem__(self, place: int) -> AnyFrame:
        at: i64 = place if place >= 0 else self._depth + place
        if not 0 <= at < self._depth:
            raise IndexError("no frame lies there")
        return self._slots[at]

    def __iter__(self) -> Iterator[AnyFrame]:
        return iter(self.frames())

    def __repr__(self) -> str:
        return repr(self.frames())


def stack_of(frames: list[AnyFrame]) -> Stack:
    """A stack of these frames, the last one on top."""
    return Stack(vec[AnyFrame](frames + SPARE), len(frames))


def number(t: Table, top: AnyFrame, asked: int) -> None:
    """A seat's decision keeps its number while the same frame goes on asking it.

    Whoever was not asked before and is not asked now has none.
    """
    asking, now = t.asking, i64(asked)
    for seat in listed(t.asked | asked):
        if not now >> seat & 1:
            asking[seat] = None
        elif asking[seat] is not top:
            asking[seat] = top
            t.serial[seat] += 1
