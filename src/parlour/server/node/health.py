"""Whether the store takes writes, for whoever watches over this node.

Of several databases one is enough: a node that is healthy for their tables must not be sent away.
"""

import asyncio
from typing import Final

from parlour.server.store import Store, StoreError

PATIENCE_S: Final = 5.0
FRESH_S: Final = 1.0


class Health:
    """Asked of the store at most once a second, however many want to know: each asking writes."""

    def __init__(self, store: Store) -> None:
        self.store: Final = store
        self._asked = 0.0
        self._answer: asyncio.Task[bool] | None = None

    async def ask(self) -> bool:
        now = asyncio.get_running_loop().time()
        if self._answer is None or (self._answer.done() and now - self._asked > FRESH_S):
            self._asked = now
            self._answer = asyncio.ensure_future(self._write())
        return await asyncio.shield(self._answer)

    def away(self) -> list[str]:
        """Those of several databases that did not answer when they were last asked."""
        parts = self.store.parts
        return [part.name for part in parts if part.away] if len(parts) > 1 else []

    async def _write(self) -> bool:
        try:
            await asyncio.wait_for(self.store.ping(), PATIENCE_S)
        except (StoreError, TimeoutError):
            return False
        return True
