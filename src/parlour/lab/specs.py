"""Bots by what a command line says of them.

level           easy, normal, hard, random; a room without a policy has others
level-temper    normal-bold
level+weight=n  normal+late=3+open=0.2: with other numbers than those of the room's `bots.toml`
reference       the room's frozen bot (`lab/references`)
cheat           a search that sees the true table (`lab/cheat.py`)
module:Class    a class that can be imported
file.py:Class   a class in a file of one's own

A class is made with an `Rng` and has `choose(view, decision)`; a subclass of the room's policy is
made with the weights of `normal`.  What searches may have a budget at its end: `hard@64` plays 64
play-outs a choice, whatever they take; `hard@0.5s` as many as fit; `hard@64,0.5s` both.
"""

import re
import sys
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

from parlour.bots import Budget, PolicyBot, SearchBot, levels, make_bot, weights_of
from parlour.core.bot import Bot
from parlour.core.game import Game
from parlour.core.policy import Policy, Weights
from parlour.core.rng import Rng
from parlour.games import game as find_game
from parlour.lab.cheat import CheatBot
from parlour.lab.references import reference_of
from parlour.lab.refusals import LabRefusal

Maker = Callable[[Rng], Bot]

REFERENCE: Final = "reference"
CHEAT: Final = "cheat"
SEARCHES: Final = ("hard", CHEAT)
"""What a budget is for."""
MANY: Final = 1_000_000_000
"""More play-outs than any clock leaves time for."""


def made(game: Game, spec: str, rng: Rng) -> Bot:
    """A bot; LabRefusal or BadTable says why there is none of this name."""
    return maker(game.id, spec)(rng)


@cache
def maker(id: str, spec: str) -> Maker:
    """How bots of this kind are made: found once in each process."""
    game = find_game(id)
    name, _, told = spec.partition("@")
    if ":" in name:
        return own_class(game, *name.rsplit(":", 1))
    if name == REFERENCE:
        return reference(game)
    budget = budget_of(spec, told) if told else None
    if name == CHEAT:
        if game.policy is None:
            raise LabRefusal("no_policy", facts={"name": spec, "game": id})
        return lambda rng: CheatBot(game, rng, budget or Budget())
    kind, *changes = name.split("+")
    level, _, temper = kind.partition("-")
    if changes:
        return reweighted(game, level, temper, weights_in(spec, changes), budget)
    return partial(leveled, game, level, temper, budget)


def leveled(game: Game, level: str, temper: str, budget: Budget | None, rng: Rng) -> Bot:
    return make_bot(game, level, rng, temper, budget)


# --- other weights ----------------------------------------------------------------------------


def reweighted(
    game: Game, level: str, temper: str, changes: Weights, budget: Budget | None
) -> Maker:
    """A bot of this level and temper, but for some numbers of its policy."""
    make_bot(game, level, Rng(0), temper)  # refuses what there is none of
    usual = weights_of(game, level, temper) if game.policy is not None else {}
    for name in changes:
        if game.policy is None or name not in usual:
            facts: dict[str, object] = {"name": name, "weights": ", ".join(usual) or "-"}
            raise LabRefusal("bad_weight", facts=facts)
    assert game.policy is not None
    policy = game.policy(usual | changes)
    if level == "hard":
        return lambda rng: SearchBot(game, policy, rng, budget or Budget())
    return lambda rng: PolicyBot(game, policy, rng)


def weights_in(spec: str, changes: list[str]) -> Weights:
    found: Weights = {}
    for change in changes:
        name, _, number = change.partition("=")
        try:
            found[name] = float(number)
        except ValueError:
            raise LabRefusal("bad_number", facts={"name": spec, "number": change}) from None
    return found


def with_weights(spec: str, weights: Weights) -> str:
    """The same bot with other numbers."""
    return "".join([spec, *(f"+{name}={number:.6g}" for name, number in weights.items())])


def reference(game: Game) -> Maker:
    found = reference_of(game)
    if found is None:
        raise LabRefusal("no_reference", facts={"game": game.id})
    return found


# --- budgets ----------------------------------------------------------------------------------


def budget_of(spec: str, told: str) -> Budget:
    """`64`, `0.5s` or both with a comma."""
    playouts, seconds = MANY, inf
    for part in told.split(","):
        try:
            if part.endswith("s"):
                seconds = float(part[:-1])
            else:
                playouts = int(part)
        except ValueError:
            raise LabRefusal("bad_budget", facts={"name": spec, "budget": told}) from None
    return Budget(playouts=playouts, seconds=seconds)


def with_budget(spec: str, playouts: int | None, seconds: float | None) -> str:
    """The same bot; one that searches has this budget, unless it names its own."""
    parts = [str(playouts)] if playouts else []
    parts += [f"{seconds:g}s"] if seconds else []
    searches = re.split(r"[-+]", spec)[0] in SEARCHES and "@" not in spec
    return f"{spec}@{','.join(parts)}" if parts and searches else spec


# --- classes of one's own ---------------------------------------------------------------------


def own_class(game: Game, place: str, name: str) -> Maker:
    """A bot's class, or a policy's."""
    module = from_file(place) if place.endswith(".py") else imported(place)
    found: Any = getattr(module, name, None)
    if not isinstance(found, type):
        there = [key for key, one in vars(module).items() if hasattr(one, "choose")]
        classes = ", ".join(there) or "-"
        raise LabRefusal("bot_class", facts={"place": place, "name": name, "classes": classes})
    if issubclass(found, Policy):
        policy = found(weights_of(game, "normal"))
        return lambda rng: PolicyBot(game, policy, rng)
    if not hasattr(found, "choose"):
        raise LabRefusal("bot_choose", facts={"place": place, "name": name})
    return cast("Maker", found)


def imported(place: str) -> ModuleType:
    try:
        return import_module(place)
    except Exception as wrong:
        raise broken(place, wrong) from wrong


def from_file(place: str) -> ModuleType:
    """The module of a file, which may import what lies beside it."""
    path = Path(place).resolve()
    if not path.is_file():
        raise LabRefusal("bot_file", facts={"path": place})
    name = f"bot_{sha256(str(path).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as wrong:
        del sys.modules[name]
        raise broken(place, wrong) from wrong
    return module


def broken(place: str, wrong: Exception) -> LabRefusal:
    facts: dict[str, object] = {"place": place, "reason": f"{type(wrong).__name__}: {wrong}"}
    return LabRefusal("bot_broken", facts=facts)


# --- what a run says of its bots --------------------------------------------------------------


def identity(spec: str) -> str:
    """The spec; of a file also what is in it, so that a kept run goes on with the same bot."""
    place, colon, _ = spec.rpartition(":")
    if not colon or not place.endswith(".py") or not Path(place).is_file():
        return spec
    return f"{spec} {sha256(Path(place).read_bytes()).hexdigest()[:12]}"


def usual_bot(game: Game) -> str:
    """The strongest that is quick: `normal`, or the last of a room's own."""
    return "normal" if game.policy is not None else levels(game)[-1]


def usual_references(game: Game) -> list[str]:
    """The room's frozen bot and its usual one; where there is neither, random play."""
    found = [REFERENCE] if reference_of(game) is not None else []
    found += [usual_bot(game)] if levels(game) != ["random"] else []
    return found or ["random"]
