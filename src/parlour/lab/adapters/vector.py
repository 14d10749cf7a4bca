"""Many tables at once as NumPy arrays, in this process or in several."""

import secrets
from typing import Any, Final, Self

import numpy as np

from parlour.lab.adapters.play import Setup
from parlour.lab.adapters.processes import Processes
from parlour.lab.adapters.tables import LISTED, Block, Tables
from parlour.lab.encoding import encoding_of

Array = Any
"""A NumPy array; the checks of types run without NumPy."""


class VectorTables:
    """So many tables.  All arrays are views of one block of memory that every step writes anew.

    observations  (tables, size) uint8: what the seat that is to answer knows
    masks         (tables, actions) bool: what it may do, passing last
    seats         (tables,) uint8: which seat that is
    over          (tables,) bool: whether a game has just ended; a new one is dealt already
    rewards       (tables, players) float32: what the game that has ended gave, where `over`
    learners      (tables,) uint8: which seat answered last
    finals        (tables, size) uint8: what that seat knows at the end, where `over`

    With `candidates` in the setup each action that may be done is described, too:

    counts        (tables,) int32: how many of these there are
    numbers       (tables, LISTED) int32: the actions
    candidates    (tables, LISTED, choice_size) uint8: what they are; to pass is a row of zeros
    """

    def __init__(
        self, setup: Setup, tables: int, processes: int = 1, seed: int | None = None
    ) -> None:
        setup = setup.checked()
        self.setup: Final = setup
        self.encoding: Final = encoding_of(setup.game)
        self.actions: Final = self.encoding.actions + 1
        self.tables: Final = tables
        first = fresh(seed)
        self._played: Processes | Tables
        if processes > 1:
            self._played = Processes(setup, tables, processes, first)
        else:
            self._played = Tables(setup, Block(setup, tables), range(tables), first)
        arrays = self._played.block.arrays
        self.observations: Final[Array] = as_array(arrays["observations"], (tables, -1))
        self.finals: Final[Array] = as_array(arrays["finals"], (tables, -1))
        self.masks: Final[Array] = as_array(arrays["masks"], (tables, -1)).view(bool)
        self.seats: Final[Array] = as_array(arrays["seats"], (tables,))
        self.learners: Final[Array] = as_array(arrays["learners"], (tables,))
        self.over: Final[Array] = as_array(arrays["over"], (tables,)).view(bool)
        self.rewards: Final[Array] = as_array(arrays["rewards"], (tables, -1))
        self.counts: Final[Array] = as_array(arrays["counts"], (tables,))
        listed = LISTED if setup.candidates else 0
        self.numbers: Final[Array] = as_array(arrays["numbers"], (tables, listed))
        shape = (tables, listed, self.encoding.choice_size)
        self.candidates: Final[Array] = as_array(arrays["candidates"], shape)
        self._actions: Final[Array] = as_array(arrays["actions"], (tables,))

    def reset(self, seed: int | None = None) -> None:
        """New games at every table; the same seed gives the same games."""
        self._played.reset(fresh(seed))

    def step(self, actions: Array) -> None:
        """Every table's seat answers.  Whatever the mask does not allow ends the game with -1."""
        self._actions[:] = actions
        self._played.step()

    def earned(self) -> Array:
        """What each table's last answer has earned whoever gave it: 0 while the game goes on."""
        found = self.rewards[np.arange(self.tables), self.learners]
        return np.where(self.over, found, np.float32(0))

    def close(self) -> None:
        if isinstance(self._played, Processes):
            self._played.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, wrong: object, trace: object) -> None:
        self.close()


def as_array(part: memoryview, shape: tuple[int, ...]) -> Array:
    return np.frombuffer(part, dtype=np.dtype(part.format)).reshape(shape)


def fresh(seed: int | None) -> int:
    """The seed, or one that nobody has chosen."""
    return secrets.randbits(64) if seed is None else int(seed)
