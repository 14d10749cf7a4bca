"""Bots that never change again: what every other bot is measured against.

Each is the first bot of its room that played well, kept as it was, in a module that has the name
of the room.  Tests hold their choices.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from parlour.core.bot import Bot
from parlour.core.game import Game
from parlour.core.rng import Rng


def reference_of(game: Game) -> Callable[[Rng], Bot] | None:
    """The class of the room's frozen bot; None if the room has none."""
    name = f"{__name__}.{game.id}"
    if find_spec(name) is None:
        return None
    module = import_module(name)
    found = [
        one
        for one in vars(module).values()
        if isinstance(one, type) and one.__module__.startswith(name) and hasattr(one, "choose")
    ]
    if len(found) != 1:
        raise TypeError(f"{name} needs exactly one class with a method `choose`")
    made: Callable[[Rng], Bot] = found[0]
    return made
