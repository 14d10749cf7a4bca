"""Tables that this node cannot read, and why.

A table is set aside when one of its rows is damaged or was written by a newer version.  Nothing is
written to it from here, its lease is given back so that a node that can read it takes it, and all
other tables go on.  It is tried again now and then: somebody may have mended it.
"""

from typing import Final

import structlog

from parlour.core.errors import Refusal
from parlour.server.metrics import METRICS

RETRY_MS: Final = 60_000

log = structlog.get_logger("parlour.hub")


class Quarantine:
    """Ids of tables, each with the reason and the moment when it is tried again."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, str]] = {}

    def __len__(self) -> int:
        return len(self._found)

    def reasons(self) -> dict[str, str]:
        return {id: reason for id, (_, reason) in self._found.items()}

    def put(self, id: str, reason: str, now_ms: int) -> None:
        if self._found.get(id, (0, ""))[1] != reason:  # said once, not at every try
            log.error("unreadable", table=id, reason=reason[:300])
        self._found[id] = (now_ms + RETRY_MS, reason)
        METRICS.unreadable.set(len(self._found))

    def check(self, id: str, now_ms: int) -> None:
        """Refuses a table that is set aside; one whose time has come may be tried."""
        until, _ = self._found.get(id, (0, ""))
        if now_ms < until <= now_ms + RETRY_MS:  # beyond that, the clock was set back
            raise Refusal("table_unreadable")

    def drop(self, id: str) -> None:
        """It can be read."""
        if self._found.pop(id, None) is not None:
            METRICS.unreadable.set(len(self._found))
