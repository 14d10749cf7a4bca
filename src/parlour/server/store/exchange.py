"""One table as a JSON file: for moving house, for keeping, for looking into."""

from typing import Final

import msgspec

from parlour.server.store import BadRow, Listing, ListingState, NewTable, Row, StoredTable
from parlour.server.store.checks import check_number, check_rows, check_snapshot, check_table

FORMAT: Final = "parlour-table/1"
MAX_EXPORT: Final = 128 * 2**20
MAX_EXPORT_ROWS: Final = 100_000


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    at_ms: int
    kind: str
    body: msgspec.Raw


class _Exported(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    format: str
    table: str
    code: str
    game: str
    version: int
    state: ListingState
    public: bool
    created_ms: int
    listed_ms: int
    seed: bytes
    salt: bytes
    listing: msgspec.Raw
    rows: list[_Line]
    replays: dict[int, bytes] = {}


class Moved(msgspec.Struct, frozen=True):
    """What an export holds, checked."""

    table: NewTable
    created_ms: int
    rows: list[Row]
    replays: dict[int, bytes] = {}


def write_export(kept: StoredTable, replays: dict[int, bytes]) -> bytes:
    """A table that was read whole."""
    meta, about = kept.meta, kept.meta.listing
    return msgspec.json.encode(
        _Exported(
            format=FORMAT,
            table=about.table,
            code=about.code,
            game=about.game,
            version=meta.version,
            state=about.state,
            public=about.public,
            created_ms=meta.created_ms,
            listed_ms=about.at_ms,
            seed=meta.seed,
            salt=meta.salt,
            listing=msgspec.Raw(about.body),
            rows=[_Line(r.seq, r.at_ms, r.kind, msgspec.Raw(r.body)) for r in kept.rows],
            replays=replays,
        )
    )


def read_export(exported: bytes) -> Moved:
    """Raises BadRow for anything `write_export` would not have written."""
    if len(exported) > MAX_EXPORT:
        raise BadRow("this export is too long")
    try:
        told = msgspec.json.decode(exported, type=_Exported)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadRow(f"not an exported table: {wrong}") from wrong
    if told.format != FORMAT:
        raise BadRow(f"an export in the format {told.format!r}, not {FORMAT!r}")
    listing = Listing(
        table=told.table,
        code=told.code,
        game=told.game,
        state=told.state,
        public=told.public,
        at_ms=told.listed_ms,
        body=bytes(told.listing),
    )
    table = NewTable(listing=listing, version=told.version, seed=told.seed, salt=told.salt)
    rows = [Row(r.seq, r.at_ms, r.kind, bytes(r.body)) for r in told.rows]
    check_table(table)
    check_number("created_ms", told.created_ms)
    check_rows(0, rows, MAX_EXPORT_ROWS)
    for number, body in told.replays.items():
        check_snapshot(told.table, number, body)
    return Moved(table, told.created_ms, rows, told.replays)
