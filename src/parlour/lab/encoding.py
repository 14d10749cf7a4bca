"""Observations, choices and actions as numbers, written into buffers that the caller gives.

A buffer is anything that holds bytes and can be written: a NumPy array of uint8, a row of one, a
bytearray, shared memory.  NumPy itself is not needed here.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import parlour
from parlour.core.encoding import Encoder
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.table import Table
from parlour.lab.refusals import LabRefusal

Buffer: TypeAlias = Any
"""A writable buffer of bytes without gaps (C order); `typing` has no name for it before 3.12."""


class Encoding:
    """The encoding of one game.  Sizes and names are the same for all its tables."""

    def __init__(self, encoder: Encoder[Any]) -> None:
        self.encoder: Final = encoder
        self.version: Final = encoder.version
        """Raised when a column comes, goes, or means something else."""
        self.stamp: Final = encoder.hash_of_names()
        """A hash of all names: what was learnt with another one does not fit."""
        self.names: Final = encoder.observation.names
        """The columns of an observation."""
        self.size: Final = len(self.names)
        self.choice_names: Final = encoder.choice.names
        """The columns of one choice."""
        self.choice_size: Final = len(self.choice_names)
        self.action_names: Final = encoder.action.names
        """The actions, by number."""
        self.actions: Final = len(self.action_names)

    def observe(self, table: Table, seat: int, out: Buffer) -> None:
        """What the seat knows: `size` numbers from 0 to 255."""
        memoryview(out)[:] = self.encoder.observed(table, seat)

    def candidates(self, table: Table, seat: int, ids: Sequence[ChoiceId], out: Buffer) -> None:
        """A row of `choice_size` numbers for each of these choices; further rows stay as they are.

        `ids` are some or all of what `table.choices(seat)` returns now.
        """
        rows = self.encoder.described(table, seat, list(ids))
        memoryview(out).cast("B")[: len(rows)] = rows

    def number(self, table: Table, seat: int, id: ChoiceId) -> int:
        """The action that a choice is: at least 0, below `actions`."""
        return self.encoder.number(table, seat, id)

    def numbers(self, table: Table, seat: int, ids: Sequence[ChoiceId]) -> list[int]:
        """The actions that these choices are, in their order."""
        return self.encoder.numbers(table, seat, list(ids))

    def mask(self, table: Table, seat: int, out: Buffer) -> dict[int, ChoiceId]:
        """Write 1 for each action that the seat may choose now, 0 for the others.

        `out` holds `actions` numbers of one byte each (bool, int8, uint8).  Returned is the choice
        of each such action; should a table be so large that two have one number, the first.
        """
        ids = table.choices(seat)
        found: dict[int, ChoiceId] = {}
        row = bytearray(self.actions)
        for number, id in zip(self.encoder.numbers(table, seat, ids), ids, strict=True):
            row[number] = 1
            found.setdefault(number, id)
        memoryview(out).cast("B")[:] = row
        return found


def encoding_of(game: str | Game[Any, Any]) -> Encoding:
    """The encoding of a game; LabRefusal if its room has none."""
    found = parlour.game(game) if isinstance(game, str) else game
    encoder = found.encoder()
    if encoder is None:
        raise LabRefusal("no_encoding", facts={"game": found.id})
    return Encoding(encoder)
