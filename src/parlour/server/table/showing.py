"""What pages need time to show before anything is answered by itself.

By turns several moments may pass at once, and a page shows them one by one.  Nothing is heard from
pages about it: one that is slow, or gone, holds nobody up.
"""

from typing import Final

from parlour.core.table import Table
from parlour.server.table.haste import haste_now
from parlour.server.table.sitting import Sitting

LEAD_MS: Final = 250
"""Until a page has begun to show what has passed."""
LONGEST_MS: Final = 10_000
"""No showing is waited for longer, whatever the table's options."""


class Showing:
    """What the pages of one table show.  `haste` divides every wait."""

    def __init__(self, haste: float) -> None:
        self.haste: Final = haste
        self.seen_at = 0
        """When pages have shown what has passed; 0: there was nothing."""
        self._passed = (0, 0)  # the game, and how long all that has passed in it is shown

    def watch(self, s: Sitting, t: Table, now: int) -> None:
        """A table where everything goes at once waits for no page."""
        assert s.game is not None
        before, self._passed = self._passed, (s.number, s.game.showing_ms(t))
        grown = self._passed[1] - before[1] if before[0] == s.number else 0
        if grown > 0 and haste_now(s) != "once":
            self.seen_at = now + int(min(LONGEST_MS, LEAD_MS + grown) / self.haste)

    def shift(self, ms: int) -> None:
        """The clock was set by so much."""
        self.seen_at += ms if self.seen_at else 0
