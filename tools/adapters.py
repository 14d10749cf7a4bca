"""The adapters under the libraries' own checks: `make adapters`.

Gymnasium, PettingZoo and OpenSpiel are in an environment of their own
(`requirements-adapters.lock`), so this is no test of the suite.  Every game is checked, the tiny
one too; then all that the adapters show of twin worlds is compared, and the examples of
docs/researchers.md are run.
"""

import argparse
import contextlib
import io
import json
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "researchers.md"
BLOCK: Final = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.M | re.S)


def with_the_tiny_room() -> None:
    import parlour.games

    parlour.games.__path__.append(str(ROOT / "tests" / "rooms"))


# --- Gymnasium --------------------------------------------------------------------------------


def gymnasium_checks(game: str) -> None:
    """Its checker of environments, a masked game, and the vectorised environment."""
    import gymnasium
    import numpy as np
    from gymnasium.utils.env_checker import check_env

    from parlour.lab.adapters.gymnasium_env import name_of

    made = gymnasium.make(name_of(game), render_mode="ansi")
    check_env(made.unwrapped)
    info, over, reward = made.reset(seed=3)[1], False, 0.0
    sampler = np.random.default_rng(3)
    while not over:
        action = sampler.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, _, info = made.step(action)
    assert 0 <= reward <= 1
    many = gymnasium.make_vec(name_of(game), 3, vectorization_mode="vector_entry_point")
    seen, infos = many.reset(seed=3)
    for _ in range(200):
        assert many.observation_space.contains(seen)
        actions = [sampler.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
        seen, _, ended, _, infos = many.step(np.array(actions))
        assert ("final_obs" in infos) == ended.any()
    many.close()


# --- PettingZoo -------------------------------------------------------------------------------


def pettingzoo_checks(game: str) -> None:
    """Its tests of the API and of seeds, for both kinds of environments."""
    from pettingzoo.test import (
        api_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )

    from parlour.lab.adapters.pettingzoo_env import env, parallel_env

    api_test(env(game), num_cycles=500)
    seed_test(lambda: env(game), num_cycles=100)
    render_test(lambda render_mode=None: env(game, render_mode))
    parallel_api_test(parallel_env(game), num_cycles=500)
    parallel_seed_test(lambda: parallel_env(game), num_cycles=100)


# --- OpenSpiel --------------------------------------------------------------------------------


def openspiel_checks(game: str) -> None:
    """Its random simulations, its observers, its search for hidden information."""
    import pyspiel

    import parlour.lab.adapters.openspiel_game  # noqa: F401  (registers the games)

    name = f"parlour_{game}"
    loaded = pyspiel.load_game(name)
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=False, verbose=False)
    released_tests(name)
    playthrough_again(f"{name}(rng_seed=7)")
    resampled(loaded)
    searched(loaded)
    as_environment(name)


def released_tests(name: str) -> None:
    """Classes of tests in the package, which go over all registered games, for this one."""
    import pyspiel
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    game = pyspiel.load_game(name)
    named = {"game": game, "game_name": name}
    passes(type("Api", (EnforceAPIOnPartialTreeBase,), named))

    def simulated(test: Any) -> None:
        """`pyspiel` cannot write down Python games whose chance is sampled; pickle can."""
        for players in range(game.get_type().min_num_players, game.get_type().max_num_players + 1):
            some = pyspiel.load_game(f"{name}(players={players})")
            GamesSimTest.sim_game(test, some, check_pyspiel_serialization=False)

    helpers = {"serialize_deserialize", "apply_action_test_clone", "apply_action"}
    parts = {part: getattr(GamesSimTest, part) for part in helpers}
    passes(type("Sim", (unittest_case(),), {**parts, "test_sim": simulated}))
    pickled_games()


@cache
def pickled_games() -> None:
    """Its tests of all registered games whose chance is sampled, ours among them; once."""
    from open_spiel.python.tests.sampled_stochastic_games_test import SampledStochasticGamesTest

    passes(SampledStochasticGamesTest)


def unittest_case() -> type:
    from absl.testing import parameterized

    found: type = parameterized.TestCase
    return found


def passes(case: type) -> None:
    import unittest

    said = io.StringIO()
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    with quiet_library():
        result = unittest.TextTestRunner(said).run(tests)
    assert result.testsRun, case
    assert result.wasSuccessful(), said.getvalue()


@contextlib.contextmanager
def quiet_library() -> Iterator[None]:
    """OpenSpiel writes every refusal to the terminal, also those that its tests expect."""
    kept = os.dup(2)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def playthrough_again(name: str) -> None:
    """A playthrough as OpenSpiel keeps them for its own games, replayed."""
    import tempfile

    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS(["adapters"])
    told = generate_playthrough.playthrough(name, None, observation_params_string=None)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "playthrough.txt"
        path.write_text(told, encoding="utf-8")
        expected, actual = generate_playthrough.replay(str(path))
    assert expected == actual


def resampled(game: Any) -> None:
    """What OpenSpiel's ResampleInfostateTest asks, which Python cannot call."""
    import numpy as np
    import pyspiel

    rng = np.random.default_rng(5)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state, number, others = game.new_initial_state(), 0, set()
    while not state.is_terminal():
        number += 1
        for player in range(game.num_players()) if number % 9 == 2 else []:
            other = state.resample_from_infostate(player, sampler)
            for asked in ("information_state_string", "observation_tensor"):
                assert getattr(state, asked)(player) == getattr(other, asked)(player)
            assert state.current_player() == other.current_player()
            if player == state.current_player():
                assert state.legal_actions() == other.legal_actions()
            others.add(str(other))
            assert str(other) != str(state)
        state.apply_action(rng.choice(state.legal_actions()))
    assert len(others) > 1


def searched(game: Any) -> None:
    """OpenSpiel's search over information sets chooses."""
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 8, random_state=rng)
    state = game.new_initial_state()
    state.apply_action(0)
    for _ in range(3):
        before = str(state)
        action = bot.step(state)
        assert str(state) == before
        state.apply_action(action)


def as_environment(name: str) -> None:
    """OpenSpiel's own environment for learners."""
    from open_spiel.python.rl_environment import Environment

    environment = Environment(name)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert round(sum(step.rewards), 9) in (0, 1)


# --- secrets ----------------------------------------------------------------------------------


def twin_checks(game: str) -> None:
    """All that the adapters show of worlds that a seat cannot tell apart is the same."""
    import parlour
    from parlour.lab.twins import Leak, enough_twins

    found = parlour.game(game)
    shows = Shows(game, found.least)
    assert enough_twins(found, found.least, sends=shows.sent).compared
    shows.planted = True
    with contextlib.suppress(Leak):
        enough_twins(found, found.least, sends=shows.sent)
        raise AssertionError("a planted leak was not found")


class Shows:
    """An environment of each kind, whose table is replaced."""

    def __init__(self, game: str, players: int) -> None:
        import gymnasium
        import pyspiel

        import parlour.lab.adapters.openspiel_game  # noqa: F401  (registers the games)
        from parlour.lab.adapters.gymnasium_env import name_of
        from parlour.lab.adapters.pettingzoo_env import ParlourAEC, ParlourParallel

        made = gymnasium.make(name_of(game), players=players, render_mode="ansi")
        self.single: Final[Any] = made.unwrapped
        self.aec: Final = ParlourAEC(game, players=players)
        self.parallel: Final = ParlourParallel(game, players=players)
        self.state: Final = pyspiel.load_game(
            f"parlour_{game}(players={players})"
        ).new_initial_state()
        for each in (self.single, self.aec, self.parallel):
            each.reset(seed=1)
        self.planted = False

    def sent(self, game: Any, t: Any, seat: int | None, tries: list[str]) -> bytes:
        """What a learner in this seat is shown by each of them; a bystander sees a screen."""
        from parlour.lab.adapters.turns import Turns

        turns = Turns(t.clone(), self.aec.parts.encoding)
        self.aec.turns = self.parallel.turns = self.state.turns = turns
        told: list[Any] = [self.aec.parts.screen(turns)]
        if seat is not None:
            told += [*self.of_agents(seat), *self.of_state(seat), *self.of_one(turns, seat)]
        if self.planted:
            told.append(t.line())
        return json.dumps(told).encode()

    def of_agents(self, seat: int) -> list[Any]:
        name = f"seat_{seat}"
        self.aec.agent_selection = name
        seen = [self.aec.observe(name), self.parallel._observations()[name]]
        return [row.tolist() for each in seen for row in each.values()] + [self.aec.infos[name]]

    def of_state(self, seat: int) -> list[Any]:
        state = self.state
        strings = [state.information_state_string(seat), state.observation_string(seat)]
        return [*strings, list(state.observation_tensor(seat))]

    def of_one(self, turns: Any, seat: int) -> list[Any]:
        one = self.single
        one._play.turns, one._play.me = turns, seat
        info = one._info() if turns.seat == seat else {}
        return [one._seen().tolist(), one.render(), [row.tolist() for row in info.values()]]


CHECKS: Final[dict[str, Callable[[str], None]]] = {
    "gymnasium": gymnasium_checks,
    "pettingzoo": pettingzoo_checks,
    "openspiel": openspiel_checks,
    "twins": twin_checks,
}


# --- the page ---------------------------------------------------------------------------------


def page_runs() -> None:
    """The examples print what the page says."""
    names: dict[str, Any] = {"__name__": "researchers"}
    for code, expected in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, PAGE.name, "exec"), names)
        assert printed.getvalue() == expected, f"{code}printed {printed.getvalue()!r}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", help="all, if none is named")
    parser.add_argument("--only", choices=[*CHECKS, "page"])
    args = parser.parse_args()
    with_the_tiny_room()
    import parlour

    warnings.simplefilter("error")
    # PettingZoo warns of masks in observations, which is where its own games have them.
    for said in ("Observation space for each agent probably", "Observation is not a NumPy array"):
        warnings.filterwarnings("ignore", said)
    for name, check in CHECKS.items():
        for game in (args.games or parlour.all_games()) if args.only in (None, name) else []:
            print(f"== {name}: {game}", flush=True)
            with contextlib.redirect_stdout(io.StringIO()):
                check(game)
    if args.only in (None, "page"):
        print(f"== the examples of {PAGE.relative_to(ROOT)}", flush=True)
        page_runs()
    return 0


if __name__ == "__main__":
    sys.exit(main())
