"""What was acknowledged to each seat, and whether the log in the store says the same.

Everything a seat says has an id, and the log keeps it with the row.  So each id that was
acknowledged must stand in the log exactly once, in the order of the acknowledgements, and none
that was refused may stand there.
"""

import asyncio
from collections import Counter
from typing import Final

import msgspec

from parlour.server.store import Row, Store


class Journal:
    """What one seat of a table was told of what it said."""

    def __init__(self) -> None:
        self.acknowledged: list[str] = []
        self.refused: set[str] = set()
        self.texts: dict[int, list[str]] = {}  # of its choices, by game

    def note(self, message: dict[str, str], game: int) -> None:
        self.acknowledged.append(message["mid"])
        if message["type"] in ("answer", "undo"):
            self.texts.setdefault(game, []).append(message.get("choice", "undo"))


class Problems(msgspec.Struct):
    """How often something was wrong, and what, in words."""

    lost: int = 0
    twice: int = 0
    wrong: int = 0
    told: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.told)


class _Body(msgspec.Struct):
    seat: int = -1
    mid: str = ""


_DECODE: Final = msgspec.json.Decoder(_Body).decode


def said(rows: list[Row]) -> dict[int, list[str]]:
    """The ids in a log, by seat."""
    found: dict[int, list[str]] = {}
    for row in rows:
        if row.kind in ("chose", "pleaded", "agreed", "declined", "said"):
            body = _DECODE(row.body)
            if body.mid:
                found.setdefault(body.seat, []).append(body.mid)
    return found


def compare(seat: int, told: list[str], refused: set[str], logged: list[str]) -> Problems:
    """`told`: the ids that were acknowledged before the log was read."""
    counts = Counter(logged)
    lost = [mid for mid in told if mid not in counts]
    twice = [mid for mid, count in counts.items() if count > 1]
    done = [mid for mid in refused if mid in counts]
    known = set(told)
    moved = not lost and not twice and [mid for mid in logged if mid in known] != told
    found = Problems(len(lost), len(twice), len(done) + moved, [])
    for name, ids in (("lost", lost), ("twice", twice), ("refused, and done", done)):
        if ids:
            found.told.append(f"seat {seat}: {name}: {ids}")
    if moved:
        found.told.append(f"seat {seat}: another order: acknowledged {told}, in the log {logged}")
    return found


class Ledger:
    """The log of one table as far as it has been read, beside the journals of its seats."""

    def __init__(self, table: str, journals: dict[int, Journal]) -> None:
        self.table: Final = table
        self.journals: Final = journals
        self.rows: list[Row] = []
        self._lock: Final = asyncio.Lock()  # it is read after kills, and when its games are over

    async def read(self, store: Store, whole: bool = False) -> Problems:
        """Compare with what has been written since; `whole`: from the first row."""
        async with self._lock:
            return await self._read(store, whole)

    async def _read(self, store: Store, whole: bool) -> Problems:
        told = {seat: list(one.acknowledged) for seat, one in self.journals.items()}
        refused = {seat: set(one.refused) for seat, one in self.journals.items()}
        after = 0 if whole or not self.rows else self.rows[-1].seq
        more = await store.load(self.table, after)
        found = Problems(told=[])
        if whole and more[: len(self.rows)] != self.rows:
            found.wrong += 1
            found.told.append("the log is not what it was")
        self.rows = more if whole else self.rows + more
        if [row.seq for row in self.rows] != list(range(1, len(self.rows) + 1)):
            found.wrong += 1
            found.told.append("the log has a hole")
        logged = said(self.rows)
        for seat, mids in told.items():
            one = compare(seat, mids, refused[seat], logged.get(seat, []))
            found.lost += one.lost
            found.twice += one.twice
            found.wrong += one.wrong
            found.told += one.told
        return found
