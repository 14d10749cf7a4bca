"""The type `View`, which holds all that a seat may know; `view_builder.py` builds them."""

from typing import Any

import msgspec

from parlour.core.carry import Carry
from parlour.core.eyes import Eyes as Eyes
from parlour.core.frame import Frame, Sealed
from parlour.core.options import Values
from parlour.core.table import Table


class Over(msgspec.Struct, frozen=True):
    """How it ended."""

    winners: list[int]
    scores: list[int]
    reason: str
    rule: str = ""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """All that one seat may know.  These fields every view has; a room's view adds its own."""

    players: int
    """The number of seats."""
    options: Values = {}
    """The options that differ from the defaults."""
    carry: Carry = {}
    """What earlier games of the series left."""
    eyes: int | None
    """Whose view this is; None for a bystander's (and for the full position)."""
    turn: int
    """The seat whose turn it is."""
    stack: list[dict[str, Any]]
    """What is unfinished, the next to happen last: each frame's type and facts."""
    answered: list[int] = []
    """The seats that have sealed a choice."""
    sealed: list[str] = []
    """What each seat has sealed, as far as these eyes may know; otherwise empty."""
    over: Over | None = None
    """How the game ended; None while it goes on."""


def sealing(t: Table) -> Frame[Any]:
    """The frame that the sealed choices belong to; something may have been pushed upon it."""
    return next(frame for frame in reversed(t.stack.frames()) if isinstance(frame, Sealed))
