"""PettingZoo: every seat is an agent.  Needs `parlour[pettingzoo]`.

`env` is the AEC environment: seats answer one after the other, as `turns` puts them in order.
`parallel_env` asks all of them at once, which fits games and phases where they choose in secret.
"""

from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

import parlour
from parlour.core.language import DEFAULT
from parlour.core.rng import Rng
from parlour.lab.adapters.play import REWARDS, Setup
from parlour.lab.adapters.tables import ILLEGAL
from parlour.lab.adapters.turns import Turns
from parlour.lab.adapters.vector import Array, fresh
from parlour.lab.encoding import encoding_of

Infos = dict[str, dict[str, Any]]
Observation = dict[str, Array]


class Agents:
    """What both environments have in common: agents by seat, spaces, and new games by seed."""

    def __init__(self, game: str, **setup: Any) -> None:
        self.setup: Final = Setup(game, bots="", **setup).checked()
        self.game: Final = parlour.game(game)
        self.encoding: Final = encoding_of(self.game)
        self.names: Final = [f"seat_{seat}" for seat in range(self.setup.players)]
        self.seats: Final = {name: seat for seat, name in enumerate(self.names)}
        size, actions = self.encoding.size, self.encoding.actions + 1
        self.seen: Final = {name: observed(size, actions) for name in self.names}
        self.done: Final = {name: Discrete(actions) for name in self.names}
        name = f"parlour_{game}_v{self.encoding.version}"
        self.metadata: Final = {"name": name, "render_modes": ["ansi"]}
        self._rng = Rng(fresh(None))

    def deal(self, seed: int | None) -> Turns:
        """A new game: that of the seed, or the next one."""
        if seed is not None:
            self._rng = Rng(seed)
        setup = self.setup
        table = self.game.new(setup.players, self._rng.key(), dict(setup.options), quiet=True)
        return Turns(table, self.encoding)

    def observation(self, turns: Turns, name: str, masked: bool) -> Observation:
        """What a seat knows, and what it may do; nothing if it is not `masked`."""
        seat = self.seats[name]
        row: Any = np.zeros(self.encoding.size, np.uint8)
        mask: Any = np.zeros(self.encoding.actions + 1, np.int8)
        turns.observe(seat, row)
        if masked and not turns.over:
            turns.mask(seat, mask)
        return {"observation": row, "action_mask": mask}

    def rewards(self, turns: Turns) -> dict[str, float]:
        """What the game gives: nothing until it is over."""
        outcome = turns.table.outcome
        if outcome is None:
            return dict.fromkeys(self.names, 0.0)
        return {name: REWARDS[self.setup.reward](outcome, s) for name, s in self.seats.items()}

    def screen(self, turns: Turns) -> str:
        """What a bystander sees, as text."""
        return self.game.screen(turns.table.look(None), DEFAULT, self.names)


def observed(size: int, actions: int) -> Dict:
    seen = Box(0, 255, (size,), np.uint8)
    return Dict({"observation": seen, "action_mask": Box(0, 1, (actions,), np.int8)})


class ParlourAEC(AECEnv):
    """Seats answer one after the other.  The seat that is to answer has a mask, the others none.

    Everybody stays until the game is over: also whoever is out of a game may win it.
    """

    def __init__(self, game: str, render_mode: str | None = None, **setup: Any) -> None:
        """`setup`: the fields of `Setup` without bots."""
        super().__init__()
        self.parts: Final = Agents(game, **setup)
        self.metadata = {**self.parts.metadata, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = self.parts.names[:]

    def observation_space(self, agent: str) -> Dict:
        return self.parts.seen[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.parts.done[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.turns = self.parts.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.turns.seat]

    def observe(self, agent: str) -> Observation:
        return self.parts.observation(self.turns, agent, agent == self.agent_selection)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.turns.answer(int(action))
        self.rewards = self.parts.rewards(self.turns)
        if self.turns.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.turns.seat]
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.parts.screen(self.turns) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


def env(game: str, render_mode: str | None = None, **setup: Any) -> AECEnv:
    """The AEC environment as PettingZoo's own games come: an illegal action ends it with -1."""
    made: AECEnv = ParlourAEC(game, render_mode, **setup)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class ParlourParallel(ParallelEnv):
    """All seats answer at once.

    A seat that has nothing to do can only pass.  The actions are played in the order of `turns`,
    each if the decision that it answers is still open: where seats choose in secret all of them
    are, otherwise whoever came too late is asked again.  If nothing was played time passes, where
    it does.  An action that the mask does not allow ends the game for all, with -1 for its seat.
    """

    def __init__(self, game: str, render_mode: str | None = None, **setup: Any) -> None:
        """`setup`: the fields of `Setup` without bots."""
        self.parts: Final = Agents(game, **setup)
        self.metadata = self.parts.metadata
        self.render_mode = render_mode
        self.possible_agents = self.parts.names[:]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        return self.parts.seen[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.parts.done[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self.turns = self.parts.deal(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {name: self.parts.observation(self.turns, name, True) for name in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        agents = self.agents
        wrong = self.turns.answer_all({self.parts.seats[a]: int(actions[a]) for a in agents})
        rewards = self.parts.rewards(self.turns)
        for seat in wrong:
            rewards[self.parts.names[seat]] = ILLEGAL
        over = self.turns.over or bool(wrong)
        found = self._observations()
        infos: Infos = {agent: {} for agent in agents}
        self.agents = [] if over else agents
        ended, never = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return found, rewards, ended, never, infos

    def render(self) -> str | None:
        return self.parts.screen(self.turns) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


parallel_env = ParlourParallel
