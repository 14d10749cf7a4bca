"""Whether a log can be a table's, or an evening's."""

from collections.abc import Sequence

from parlour.server.evening.log import Gathering, Planned
from parlour.server.store import Listing, Row
from parlour.server.table import rows
from parlour.server.table.examine import examine


def examine_log(listing: Listing, version: int, log: Sequence[Row]) -> None:
    """Unreadable: what is wrong, and in which row."""
    if listing.game != rows.EVENING:
        examine(listing, version, log)
        return
    e = Gathering(listing.table)
    for row in log:
        if (row.kind == rows.kind_of(Planned("", "", 0, 0, 0, 0, ""))) != (row.seq == 1):
            raise rows.Unreadable(row, "an evening is planned by its first row, and by no other")
        e.apply(row)
