"""What may be stored at all: looked at before anything waits in a queue."""

from collections.abc import Sequence
from typing import Final

import msgspec

from parlour.server.store import (
    MAX_BODY,
    MAX_NAME,
    MAX_NOTE,
    MAX_ROWS,
    BadRow,
    Listing,
    NewTable,
    Row,
    UnknownTable,
)

MAX_SNAPSHOT: Final = 16 * 2**20
BIGGEST: Final = 2**62  # fits the integers of both databases, with room for sums

_any_json: Final = msgspec.json.Decoder(msgspec.Raw)


def could_be(name: str) -> bool:
    """Can anything bear this name?  Asked before names from outside come near a database."""
    return 1 <= len(name) <= MAX_NAME and name.isprintable()


def check_name(what: str, name: str) -> None:
    if not could_be(name):
        raise BadRow(f"{what} must be 1 to {MAX_NAME} printable characters")


def check_id(table: str) -> None:
    if not could_be(table):
        raise UnknownTable(repr(table[:MAX_NAME]))


def within(number: int, most: int = BIGGEST) -> int:
    """For questions: a number beyond all bounds asks the same as the bound."""
    return min(max(number, 0), most)


def check_number(what: str, number: int, least: int = 0) -> None:
    if not least <= number <= BIGGEST:
        raise BadRow(f"{what} is out of bounds: {number}")


def check_body(what: str, body: bytes) -> None:
    """A JSON object without blanks around it, so that an export gives it back to the byte."""
    if len(body) > MAX_BODY:
        raise BadRow(f"{what} has {len(body)} bytes, {MAX_BODY} are allowed")
    try:
        _any_json.decode(body)
        body.decode()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadRow(f"{what} is not JSON: {wrong}") from wrong
    if body[:1] != b"{" or body[-1:] != b"}":
        raise BadRow(f"{what} is not a JSON object")


def is_body(body: bytes) -> bool:
    """For what was stored: it may have been damaged since."""
    try:
        check_body("body", body)
    except BadRow:
        return False
    return True


def check_rows(after: int, rows: Sequence[Row], most: int = MAX_ROWS) -> None:
    check_number("after", after)
    if not 1 <= len(rows) <= most:
        raise BadRow(f"{len(rows)} rows at once, 1 to {most} are allowed")
    for seq, row in enumerate(rows, after + 1):
        if row.seq != seq:
            raise BadRow(f"row {row.seq} stands where {seq} belongs")
        check_number("at_ms", row.at_ms)
        check_name("kind", row.kind)
        check_body("body", row.body)


def check_append(
    table: str, after: int, rows: Sequence[Row], listing: Listing | None, note: str | None
) -> None:
    check_id(table)
    check_rows(after, rows)
    if listing is not None:
        check_listing(listing)
        if listing.table != table:
            raise BadRow("the listing is of another table")
    if note is not None:
        check_note(note)


def check_listing(listing: Listing) -> None:
    for what in ("table", "code", "game"):
        check_name(what, getattr(listing, what))
    check_number("at_ms", listing.at_ms)
    check_body("listing", listing.body)


def check_table(table: NewTable) -> None:
    check_listing(table.listing)
    check_number("version", table.version)
    for secret in (table.seed, table.salt):
        if len(secret) > 64:
            raise BadRow("seed and salt have at most 64 bytes")


def check_snapshot(table: str, seq: int, body: bytes) -> None:
    check_id(table)
    check_number("seq", seq)
    if len(body) > MAX_SNAPSHOT:
        raise BadRow(f"a snapshot has at most {MAX_SNAPSHOT} bytes")


def check_lease(table: str, node: str, until_ms: int, now_ms: int) -> None:
    check_id(table)
    check_name("node", node)
    check_number("now_ms", now_ms)
    check_number("until_ms", until_ms)


def check_note(note: str) -> None:
    if not note or "\0" in note or len(note.encode(errors="replace")) > MAX_NOTE:
        raise BadRow(f"a note has 1 to {MAX_NOTE} bytes")


def size_of(rows: Sequence[Row], listing: Listing | None = None) -> int:
    """Bytes, roughly: what a queue counts."""
    return sum(len(row.body) + 100 for row in rows) + (len(listing.body) if listing else 0)
