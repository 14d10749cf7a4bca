"""Where the laboratory finds a room's examiner: `examiner.py` beside the room's game."""

from importlib import import_module
from importlib.util import find_spec

from parlour.core.examiner import Examiner, Hidden
from parlour.core.game import Game
from parlour.core.ids import NO_CHOICE
from parlour.core.table import Table


def examiner_of(game: Game) -> Examiner[Table]:
    """The room's `EXAMINER`, wherever the room's package lies."""
    name = f"{game.package}.examiner"
    found = getattr(import_module(name), "EXAMINER", None) if find_spec(name) else None
    if not isinstance(found, Examiner):
        file = f"{game.package.replace('.', '/')}/examiner.py"
        raise TypeError(
            f"{game.id} has no examiner: write {file} with a subclass of"
            " parlour.core.examiner.Examiner and EXAMINER = an instance of it"
        )
    return found


def hidden(game: Game, t: Table) -> list[Hidden]:
    """The room's hidden places, and the kernel's own: sealed choices."""
    drawers = [
        (f"sealed.{seat}", part, 1 << seat)
        for seat, choice in enumerate(t.sealed)
        if choice != NO_CHOICE
        for part in range(4)
    ]
    return examiner_of(game).hidden(t) + drawers
