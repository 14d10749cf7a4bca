"""What the house as a whole keeps beside its tables: orders by name, and the audit log.

The same statements for both databases; each store hands in how it reads and how it writes.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from parlour.server.store.checks import BIGGEST, check_body, check_name, check_number, within

Ask = Callable[..., Awaitable[list[Any]]]

KEPT: Final = "SELECT name, body FROM house ORDER BY name"
KEEP: Final = """
INSERT INTO house (name, body) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET body = excluded.body
"""
KEEP_FIRST: Final = "INSERT INTO house (name, body) VALUES ($1, $2) ON CONFLICT DO NOTHING"
DROP: Final = "DELETE FROM house WHERE name = $1 RETURNING name"
NOTE_DOWN: Final = """
INSERT INTO audit (id, at_ms, kind, role, label, facts) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING
"""
AUDIT: Final = """
SELECT id, at_ms, kind, role, label, facts FROM audit WHERE (at_ms, id) < ($1, $2)
ORDER BY at_ms DESC, id DESC LIMIT $3
"""
PRUNE_AUDIT: Final = "DELETE FROM audit WHERE at_ms < $1 RETURNING id"


class AuditLine(msgspec.Struct, frozen=True):
    """Who did what.  `role`: operator, host or guest; `label`: of an address, hashed."""

    id: str
    at: int
    kind: str
    role: str
    label: str = ""
    facts: dict[str, Any] = {}


class Ledger:
    """What is kept by name, the last word counts; and lines that are only added."""

    def __init__(self, read: Ask, write: Ask) -> None:
        self._read: Final = read
        self._write: Final = write

    async def kept(self) -> dict[str, bytes]:
        return {name: body.encode() for name, body in await self._read(KEPT)}

    async def keep(self, name: str, body: bytes) -> None:
        check_name("name", name)
        check_body("body", body)
        await self._write(KEEP, name, body.decode())

    async def keep_first(self, name: str, body: bytes) -> None:
        """Unless there is one of this name: nodes that make one together have the same then."""
        check_name("name", name)
        check_body("body", body)
        await self._write(KEEP_FIRST, name, body.decode())

    async def drop(self, name: str) -> bool:
        return bool(await self._write(DROP, name))

    async def note_down(self, line: AuditLine) -> None:
        check_number("at", line.at)
        facts = msgspec.json.encode(line.facts)
        check_body("facts", facts)
        values = (line.id, line.at, line.kind, line.role, line.label, facts.decode())
        await self._write(NOTE_DOWN, *values)

    async def audit(
        self, limit: int, before_ms: int = BIGGEST, before_id: str = ""
    ) -> list[AuditLine]:
        """The newest first, those before this one."""
        found = await self._read(AUDIT, within(before_ms), before_id, within(limit))
        return [
            AuditLine(id, at, kind, role, label, msgspec.json.decode(facts))
            for id, at, kind, role, label, facts in found
        ]

    async def prune_audit(self, before_ms: int) -> int:
        """Delete older lines; how many."""
        return len(await self._write(PRUNE_AUDIT, within(before_ms)))
