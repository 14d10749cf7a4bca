"""Snapshots of a table: what is kept so that opening it does not read its whole log."""

import msgspec

from parlour.core.errors import BadText
from parlour.core.table import Table
from parlour.server.table.saved import SnapshotBody, read_snapshot
from parlour.server.table.sitting import Sitting


def keep(s: Sitting) -> bytes:
    t = s.game_table
    line, serial = (t.line(), list(t.serial)) if t is not None else ("", [])
    return msgspec.json.encode(SnapshotBody(line=line, serial=serial).take_over(s))


def restore(s: Sitting, seq: int, body: bytes) -> None:
    """Take up a snapshot.  A line of other rules is refused: then the log is read instead."""
    kept = read_snapshot(body)
    s.take_over(kept)
    s.seq = seq
    if kept.line:
        s.game_table = _laid_out(s, kept)


def _laid_out(s: Sitting, kept: SnapshotBody) -> Table:
    if s.game is None:
        raise BadText("wrong_version", facts={"found": kept.config.game, "known": ""})
    t = s.game.parse(kept.line)
    t.log = None
    t.serial = list(kept.serial)
    t.start = s.seed_of(s.games[-1]).hex()
    return t
