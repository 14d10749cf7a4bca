"""The stack of frames: how one is taken off, and the numbers of the decisions that it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.core.native import i64
from parlour.core.seats import listed

if TYPE_CHECKING:
    from parlour.core.frame import Frame
    from parlour.core.table import Table


def pop(t: Table) -> Frame[Any]:
    """The top frame, taken off.

    A stack that runs empty is a new list: Python keeps one that has shrunk to nothing in slower
    memory ever after.
    """
    stack = t.stack
    top = stack[-1]
    if len(stack) > 1:
        stack.pop()
    else:
        t.stack = []
    return top


def number(t: Table, top: Frame[Any], asked: int) -> None:
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
