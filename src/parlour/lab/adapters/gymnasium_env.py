"""Gymnasium: one learner in one seat, bots in the others.  Needs `parlour[gymnasium]`.

Importing this module registers every game, as `parlour/kings-v1` and so on; the number is the
version of the game's encoding.
"""

from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import parlour
from parlour.core.language import DEFAULT
from parlour.lab.adapters.play import Play, Setup
from parlour.lab.adapters.tables import ILLEGAL
from parlour.lab.adapters.turns import NotAllowed
from parlour.lab.adapters.vector import Array, VectorTables, fresh
from parlour.lab.encoding import Encoding, encoding_of

Info = dict[str, Any]
Rendered = str | None


def spaces(encoding: Encoding) -> tuple[Box, Discrete]:
    """Of an observation, and of an action; the last action passes."""
    seen = Box(0, 255, (encoding.size,), np.uint8)
    return seen, Discrete(encoding.actions + 1)


def among_bots(game: str, setup: dict[str, Any]) -> Setup:
    """The setup of one learner."""
    found = Setup(game, **setup).checked()
    if not found.bots:
        raise ValueError("bots sit in the other seats here; PettingZoo is for many learners")
    return found


class ParlourEnv(gymnasium.Env):
    """A game for one learner.

    An observation is a row of the encoding.  `info["action_mask"]`, and `action_masks()` for
    sb3-contrib, say what may be done; anything else ends the game with the reward -1.  The reward
    comes at the end (`Setup.reward`).
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, game: str, render_mode: str | None = None, **setup: Any) -> None:
        """`setup`: the other fields of `Setup`."""
        self.setup: Final = among_bots(game, setup)
        self.render_mode = render_mode
        self.encoding: Final = encoding_of(game)
        self.observation_space, self.action_space = spaces(self.encoding)
        self._play: Play | None = None

    @property
    def play(self) -> Play:
        if self._play is None:
            raise RuntimeError("reset comes first")
        return self._play

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Info]:
        super().reset(seed=seed)
        if self._play is None:
            self._play = Play(self.setup, fresh(seed))
        else:
            if seed is not None:
                self._play.reseed(seed)
            self._play.deal()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, Info]:
        me = self.play.me
        assert me is not None
        try:
            over = self.play.answer(int(action))
            reward = self.play.reward(me) if over else 0.0
        except NotAllowed:
            over, reward = True, ILLEGAL
        return self._seen(), reward, over, False, self._info()

    def action_masks(self) -> Array:
        """What may be done now, for sb3-contrib's MaskablePPO."""
        return self._info()["action_mask"].astype(bool)

    def _seen(self) -> Array:
        assert self.play.me is not None
        row: Any = np.zeros(self.encoding.size, np.uint8)
        self.play.turns.observe(self.play.me, row)
        return row

    def _info(self) -> Info:
        turns = self.play.turns
        row: Any = np.zeros(self.encoding.actions + 1, np.int8)
        if not turns.over:
            turns.mask(turns.seat, row)
        return {"action_mask": row}

    def render(self) -> Rendered:
        """What the learner sees, as text."""
        if self.render_mode != "ansi":
            return None
        me, table = self.play.me, self.play.turns.table
        names = [f"seat {seat}" for seat in range(table.players)]
        return self.play.game.screen(table.look(me), DEFAULT, names)


class ParlourVectorEnv(VectorEnv):
    """Many tables at once (`VectorTables`), as Gymnasium's vector environments are used.

    `infos["action_mask"]` has a row for each table.  A table whose game is over is dealt anew in
    the same step; `infos["final_obs"]` has the last observation of its game.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        processes: int = 1,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        self.tables: Final = VectorTables(among_bots(game, setup), num_envs, processes)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space, self.single_action_space = spaces(self.tables.encoding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Info]:
        super().reset(seed=seed)
        self.tables.reset(seed)
        return self.tables.observations.copy(), {"action_mask": self.tables.masks.copy()}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Info]:
        tables = self.tables
        tables.step(actions)
        infos: Info = {"action_mask": tables.masks.copy()}
        if tables.over.any():
            infos |= {"final_obs": tables.finals.copy(), "_final_obs": tables.over.copy()}
        never: Any = np.zeros(self.num_envs, bool)
        return tables.observations.copy(), tables.earned(), tables.over.copy(), never, infos

    def close_extras(self, **kwargs: Any) -> None:
        self.tables.close()


def name_of(game: str) -> str:
    """The name by which Gymnasium knows a game."""
    return f"parlour/{game}-v{encoding_of(game).version}"


def register() -> None:
    """Every game that has an encoding, by its name."""
    for game in [id for id, game in parlour.all_games().items() if game.encoder() is not None]:
        gymnasium.register(
            name_of(game),
            entry_point=f"{__name__}:ParlourEnv",
            vector_entry_point=f"{__name__}:ParlourVectorEnv",
            kwargs={"game": game},
        )


register()
