"""What a learner is asked beside the game: what is true of each seat and cannot be seen.

Only a training knows the answers.  Who has to guess them learns to read what others do.
"""

from typing import Final

from parlour.core.table import Table
from parlour.games.bang.kinds import ROLES
from parlour.games.bang.state import BangTable

ANSWERS: Final = {"bang": len(ROLES)}
"""How many answers there are for each seat, in games where something is asked."""
NOBODY: Final = -1
"""In place of an answer, where no seat is."""


def truth(t: Table, seat: int, most: int) -> list[int]:
    """The answer for every seat from this one on, of at most so many seats."""
    if not isinstance(t, BangTable):
        return [NOBODY] * most
    roles = [t.roles[(seat + k) % t.players] for k in range(t.players)]
    return roles + [NOBODY] * (most - t.players)
