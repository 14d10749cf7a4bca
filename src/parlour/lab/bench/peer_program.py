"""The engines of others, measured in a process of their own: run by the Python that has them.

This file imports nothing of Parlour and nothing but the standard library until it is asked to
measure.  A request is a line of JSON, and so is the answer:

    {"name": "crazy_eights_loop", "players": 5, "seconds": 0.2}
    {"work": 87654, "seconds": 0.2003}
    {"error": "ModuleNotFoundError: No module named 'pyspiel'"}

The loops are written as their documentation writes them, and whole games are played, the deal
included.  Work is counted in choices of players; what OpenSpiel plays as chance only takes time,
and is drawn uniformly, which is quicker than by its probabilities.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import cycle
from random import Random
from time import process_time
from typing import Any, Final

Message = dict[str, Any]
Step = Callable[[], float]
"""Does some work and says how much."""

PACKAGES: Final = ("open_spiel", "rlcard")
CRAZY_EIGHTS: Final = "crazy_eights(players={})"
DEALS: Final = 16
ROLLOUTS: Final = 200


def serve(about: Message, measure: Callable[[Message], Message]) -> None:
    """Say what runs here, then answer requests until there are no more.

    What a library prints does not get into the answers.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks decides when it is over
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    print(json.dumps(about), file=answers, flush=True)
    for line in sys.stdin:
        try:
            answer = measure(json.loads(line))
        except Exception as wrong:
            answer = {"error": f"{type(wrong).__name__}: {wrong}"}
        print(json.dumps(answer), file=answers, flush=True)


def work_for(seconds: float, step: Step) -> Message:
    """Repeat a step for so many seconds of this process's own CPU time."""
    work = 0.0
    begun = process_time()
    while True:
        work += step()
        spent = process_time() - begun
        if spent >= seconds:
            return {"work": work, "seconds": spent}


# --- OpenSpiel --------------------------------------------------------------------------------


@cache
def spiel_game(name: str) -> Any:
    return import_module("pyspiel").load_game(name)


def play(state: Any, random: Callable[[], float], choices: int = sys.maxsize) -> int:
    """Random choices, until the game is over or there were so many; how many there were."""
    made = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(random() * len(outcomes))][0])
        elif made < choices:
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            made += 1
        else:
            break
    return made


def played(name: str, random: Callable[[], float], choices: int) -> Any:
    """A state in which a player is asked, after so many choices."""
    state = spiel_game(name).new_initial_state()
    play(state, random, choices)
    return state


def loop_of(name: str) -> Step:
    random = Random(1).random
    game = spiel_game(name)
    return lambda: play(game.new_initial_state(), random)


def rollouts_of(name: str) -> Step:
    """Rollouts in C++: Python reaches them through a search of two simulations.

    The first has its rollouts from the position itself, the second from one choice later.  They do
    not say how long they were: that is sampled beforehand.
    """
    random = Random(2).random
    states = [played(name, random, 0) for _ in range(DEALS)]
    lengths = [play(state.clone(), random) for state in states for _ in range(30)]
    choices = ROLLOUTS * (2 * sum(lengths) / len(lengths) - 1)
    pyspiel = import_module("pyspiel")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 3)
    search = pyspiel.MCTSBot(
        spiel_game(name),
        evaluator,
        uct_c=1.4,
        max_simulations=2,
        max_memory_mb=10,
        solve=False,
        seed=4,
        verbose=False,
    )
    turns = cycle(states)

    def step() -> float:
        search.step(next(turns))
        return choices

    return step


def clone_of(name: str) -> Step:
    """Of positions in the middle of a game."""
    random = Random(4).random
    states = [played(name, random, 2 + 4 * number) for number in range(DEALS)]

    def step() -> float:
        for state in states:
            clone = state.clone
            for _ in range(25):
                clone()
        return DEALS * 25

    return step


# --- RLCard -----------------------------------------------------------------------------------


def uno_steps() -> Step:
    """A game of UNO for two; each step gives the observation of whoever is next."""
    environment = import_module("rlcard").make("uno", config={"seed": 5})
    random = Random(6).random

    def step() -> float:
        state, _ = environment.reset()
        made = 0
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(random() * len(legal))])
            made += 1
        return made

    return step


# --- what can be asked ------------------------------------------------------------------------


@cache
def step_of(name: str, players: int) -> Step:
    if name == "crazy_eights_loop":
        return loop_of(CRAZY_EIGHTS.format(players))
    if name == "crazy_eights_rollouts":
        return rollouts_of(CRAZY_EIGHTS.format(players))
    if name == "hearts_clone":
        return clone_of("hearts")
    if name == "uno_steps":
        return uno_steps()
    raise LookupError(f"nothing is called {name}")


def versions() -> dict[str, str]:
    found = {}
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def measured(asked: Message) -> Message:
    return work_for(asked["seconds"], step_of(asked["name"], asked["players"]))


if __name__ == "__main__":
    serve({"name": "peers", "versions": versions()}, measured)
