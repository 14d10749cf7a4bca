"""What an operator is shown and may order."""

from typing import Annotated, Literal

import msgspec

from parlour.server.node.house import Curbed, Maintenance
from parlour.server.store.ledger import AuditLine

LONGEST_NOTICE = 500
YEAR_H = 8_760
NoticeText = Annotated[str, msgspec.Meta(max_length=LONGEST_NOTICE)]


class AdminTable(msgspec.Struct, frozen=True):
    """A table.  `people`: their names; `here`: how many of them are connected to this node.

    `fault`: why this node cannot read it, if it is set aside.
    """

    id: str
    code: str
    game: str
    state: str
    public: bool
    people: list[str]
    here: int
    since: int
    last: int
    fault: str = ""


class AdminGuest(msgspec.Struct, frozen=True):
    """An address by its label, and what is open from there to this node."""

    label: str
    sockets: int
    tables: list[str]
    banned: bool
    muted: bool
    you: bool


class AdminHouse(msgspec.Struct, frozen=True):
    """The orders in force; bans and mutes by label."""

    version: str
    node: str
    notice: dict[str, str]
    maintenance: Maintenance | None
    bans: dict[str, Curbed]
    mutes: dict[str, Curbed]
    tables: int
    connections: int
    unreadable: int
    audit_days: int
    label_days: int
    away: list[str]
    """Those of several databases that do not answer."""


class AuditPage(msgspec.Struct, frozen=True):
    lines: list[AuditLine]


class CurbOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`who`: a label, or an address in figures.  `why` is for operators alone."""

    who: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    deed: Literal["ban", "mute", "lift"]
    hours: Annotated[int, msgspec.Meta(ge=1, le=YEAR_H)] = 24
    why: Annotated[str, msgspec.Meta(max_length=200)] = ""


class NoticeOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By language; under "" for all languages that have none of their own.  Empty: none."""

    text: dict[Annotated[str, msgspec.Meta(max_length=16)], NoticeText] = {}


class MaintenanceOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`until`: when it should be over; 0: nobody knows."""

    on: bool
    until: Annotated[int, msgspec.Meta(ge=0, le=4_102_444_800_000)] = 0
