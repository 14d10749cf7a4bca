"""Many tables stepped at once, with what they show written into one block of memory.

The block may be shared by several processes, each of which has the rows of some of the tables.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, final

from parlour.core.rng import Rng
from parlour.lab.adapters.play import Play, Setup
from parlour.lab.adapters.turns import NotAllowed
from parlour.lab.encoding import Encoding, encoding_of

ILLEGAL: Final = -1.0
"""What an action gives that the mask does not allow: it ends the game."""


LISTED: Final = 160
"""Choices of a decision that are listed one by one, where that is wanted; masks have them all."""


class Field(NamedTuple):
    """One array of a block: its name, the format of a number, and the numbers of a table."""

    name: str
    format: str
    width: int


def fields_of(setup: Setup, encoding: Encoding) -> list[Field]:
    """The arrays of a block, the broadest numbers first, so that each lies where it may."""
    listed = LISTED if setup.candidates else 0
    return [
        Field("rewards", "f", setup.players),  # what the game that has just ended gave each seat
        Field("actions", "i", 1),  # what is to be done: written by whoever plays
        Field("numbers", "i", listed),  # the actions that may be done, in the order of candidates
        Field("counts", "i", 1),  # how many these are
        Field("candidates", "B", listed * encoding.choice_size),
        Field("observations", "B", encoding.size),  # of the seat that is to answer
        Field("finals", "B", encoding.size),  # of the seat that ended the game, when it is over
        Field("masks", "B", encoding.actions + 1),
        Field("seats", "B", 1),  # who is to answer
        Field("learners", "B", 1),  # whose answer led here: rewards and finals are read by it
        Field("over", "B", 1),  # whether a game has just ended, and a new one was dealt
    ]


BYTES: Final = {"f": 4, "i": 4, "B": 1}


@final
class Block:
    """The arrays of so many tables in one block of memory."""

    def __init__(self, setup: Setup, tables: int, memory: Any = None) -> None:
        """`memory`: a writable buffer of `size` bytes or more; without it one is made."""
        self.tables: Final = tables
        self.fields: Final = fields_of(setup, encoding_of(setup.game))
        whole: Any = memoryview(bytearray(self.size) if memory is None else memory)
        self.arrays: Final[dict[str, Any]] = {}
        """Each array by its name: a memoryview, flat, of whole numbers or, of rewards, floats."""
        at = 0
        for name, format, width in self.fields:
            size = BYTES[format] * width * tables
            self.arrays[name] = whole[at : at + size].cast(format)
            at += size

    @property
    def size(self) -> int:
        """How many bytes."""
        return self.tables * sum(BYTES[format] * width for _, format, width in self.fields)

    def row(self, name: str, table: int) -> Any:
        """The numbers of one table in an array."""
        width = {field.name: field.width for field in self.fields}[name]
        return self.arrays[name][table * width : (table + 1) * width]


@final
class Tables:
    """Some tables of a block, stepped one after the other in this process."""

    def __init__(self, setup: Setup, block: Block, rows: range, seed: int) -> None:
        self.block: Final = block
        self._rows: Final = rows
        self.plays: Final = [Play(setup, each) for each in seeds(seed, rows)]
        self._seen: Final = [block.row("observations", row) for row in rows]
        self._finals: Final = [block.row("finals", row) for row in rows]
        self._masks: Final = [block.row("masks", row) for row in rows]
        self._rewards: Final = [block.row("rewards", row) for row in rows]
        self._numbers: Final = [block.row("numbers", row) for row in rows]
        self._candidates: Final = [block.row("candidates", row) for row in rows]
        self._show_all()

    def reset(self, seed: int) -> None:
        """New games everywhere, those of the seed."""
        for play, each in zip(self.plays, seeds(seed, self._rows), strict=True):
            play.reseed(each)
            play.deal()
        self._show_all()

    def _show_all(self) -> None:
        for number, row in enumerate(self._rows):
            self._show(number)
            self.block.arrays["over"][row] = 0

    def _show(self, number: int) -> None:
        turns = self.plays[number].turns
        turns.show(self._seen[number], self._masks[number])
        self.block.arrays["seats"][self._rows[number]] = turns.seat
        if self.plays[number].setup.candidates:
            count = turns.list_candidates(self._numbers[number], self._candidates[number])
            self.block.arrays["counts"][self._rows[number]] = count

    def step(self) -> None:
        """The actions that stand in the block; a table whose game is over is dealt anew."""
        arrays = self.block.arrays
        actions, learners, over = arrays["actions"], arrays["learners"], arrays["over"]
        for number, row in enumerate(self._rows):
            play = self.plays[number]
            learners[row] = play.turns.seat
            try:
                over[row] = play.answer(actions[row])
                if over[row]:
                    self._end(number, [play.reward(s) for s in range(play.setup.players)])
            except NotAllowed:
                over[row] = 1
                rewards = [0.0] * play.setup.players
                rewards[learners[row]] = ILLEGAL
                self._end(number, rewards)
            self._show(number)

    def _end(self, number: int, rewards: Sequence[float]) -> None:
        play = self.plays[number]
        play.turns.observe(self.block.arrays["learners"][self._rows[number]], self._finals[number])
        for seat, reward in enumerate(rewards):
            self._rewards[number][seat] = reward
        play.deal()


def seeds(seed: int, rows: range) -> list[int]:
    """The seeds of these tables, whatever other tables the same process has."""
    rng = Rng(seed)
    found = [rng.word() << 32 | rng.word() for _ in range(rows.stop)]
    return found[rows.start :]
