"""Tables at which bots play alone: of one address and in all, so that they leave room for people's.

How many there are in all is counted from the tables themselves, so that a restart forgets none;
whose they are is kept in memory.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from parlour.core.errors import Refusal
from parlour.server.settings import Settings
from parlour.server.table.deeds import bots_alone
from parlour.server.table.keeper import Keeper

SHARE: Final = 4
"""Of all tables, at most one in so many is of bots alone."""


class BotTables:
    def __init__(self, keepers: Mapping[str, Keeper], settings: Settings) -> None:
        self.most: Final = min(settings.max_bot_tables, settings.max_tables // SHARE)
        self.most_each: Final = settings.bot_tables_per_address
        self._keepers: Final = keepers
        self._address: dict[str, str] = {}
        self._opening: set[str] = set()
        self._count = 0
        self._until = 0.0
        self._drawing: dict[str, str] = {}  # evenings whose draw is on, and its host's address

    @contextmanager
    def opening(self, address: str, tables: Sequence[str]) -> Iterator[None]:
        """While these begin; a refusal if they would be too many."""
        if not tables:
            yield
            return
        self._bound(address, len(tables))
        self._opening.update(tables)
        self._address.update(dict.fromkeys(tables, address))
        try:
            yield
        finally:
            self._opening.difference_update(tables)

    def expect(self, evening: str, address: str, most: int) -> None:
        """A draw may open so many at most; a refusal if they would be too many."""
        if most:
            self._bound(address, most)
        self._drawing[evening] = address

    def drawn(self, evening: str, tables: Sequence[str]) -> None:
        """So many it was."""
        address = self._drawing.pop(evening, "")
        self._address.update(dict.fromkeys(tables, address))

    def _bound(self, address: str, more: int) -> None:
        self._address = {id: who for id, who in self._address.items() if self._counts(id)}
        own = list(self._address.values()).count(address)
        there = {id for id in self._keepers if self._counts(id)} | self._opening
        if own + more > self.most_each or len(there) + more > self.most:
            number = min(self.most_each, self.most)
            raise Refusal("too_many_bot_tables", facts={"number": number})

    def _counts(self, id: str) -> bool:
        keeper = self._keepers.get(id)
        alone = (
            keeper is not None and keeper.sitting.phase == "playing" and bots_alone(keeper.sitting)
        )
        return alone or id in self._opening

    def count(self) -> int:
        """How many play now; counted anew every second."""
        if time.monotonic() > self._until:
            self._until = time.monotonic() + 1
            self._count = sum(map(self._counts, self._keepers))
        return self._count
