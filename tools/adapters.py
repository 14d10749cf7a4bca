"""The adapters under the libraries' own checks: `make adapters`.

Gymnasium, PettingZoo and OpenSpiel are in an environment of their own
(`requirements-adapters.lock`), so this is no test of the suite.  Every game is checked, the tiny
one too; then all that the adapters show of twin worlds is compared, and the examples of
docs/researchers.md are run.
"""

import argparse
import contextlib
import io
import re
import sys
import warnings
from collections.abc import Callable
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

    loaded = pyspiel.load_game(f"parlour_{game}")
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=False, verbose=False)


CHECKS: Final[dict[str, Callable[[str], None]]] = {
    "gymnasium": gymnasium_checks,
    "pettingzoo": pettingzoo_checks,
    "openspiel": openspiel_checks,
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
