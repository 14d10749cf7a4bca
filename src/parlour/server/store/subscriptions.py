"""Where to send word that it is somebody's turn: a browser's address at its push service.

A subscription belongs to the key of a seat: whoever sits there later is no concern of it.  The same
statements for both databases; each store hands in how it reads and how it writes.
"""

from typing import Final

import msgspec

from parlour.server.store.checks import check_body, check_name, check_number, within
from parlour.server.store.ledger import Ask

PUT: Final = """
INSERT INTO subscriptions (table_id, hash, endpoint, body, sent, at_ms)
SELECT id, CAST($2 AS text), CAST($3 AS text), CAST($4 AS text), '', CAST($5 AS bigint)
FROM tables WHERE id = $1
ON CONFLICT (table_id, hash, endpoint) DO UPDATE SET body = excluded.body, at_ms = excluded.at_ms
"""
TRIM: Final = """
DELETE FROM subscriptions WHERE table_id = $1 AND hash = $2 AND endpoint NOT IN (
    SELECT endpoint FROM subscriptions WHERE table_id = $1 AND hash = $2
    ORDER BY at_ms DESC, endpoint LIMIT $3
)
"""
OF: Final = """
SELECT endpoint, body FROM subscriptions WHERE table_id = $1 AND hash = $2 ORDER BY endpoint
"""
CLAIM: Final = """
UPDATE subscriptions SET sent = $4
WHERE table_id = $1 AND hash = $2 AND endpoint = $3 AND sent <> $4 RETURNING endpoint
"""
DROP: Final = """
DELETE FROM subscriptions WHERE table_id = $1 AND hash = $2 AND endpoint = $3 RETURNING endpoint
"""
AT: Final = "SELECT hash, body FROM subscriptions WHERE table_id = $1 AND endpoint = $2"
MOVE: Final = """
UPDATE subscriptions SET endpoint = $4, body = $5
WHERE table_id = $1 AND hash = $2 AND endpoint = $3 AND NOT EXISTS (
    SELECT 1 FROM subscriptions
    WHERE table_id = $1 AND hash = $2 AND endpoint = $4 AND endpoint <> $3
) RETURNING endpoint
"""
PRUNE: Final = "DELETE FROM subscriptions WHERE at_ms < $1 RETURNING endpoint"


class Subscription(msgspec.Struct, frozen=True):
    """One browser of one seat.  `p256dh` and `auth`: its keys, in base64url; `lang`: of words."""

    endpoint: str
    p256dh: str
    auth: str
    lang: str


class Subscriptions:
    def __init__(self, read: Ask, write: Ask) -> None:
        self._read: Final = read
        self._write: Final = write

    async def put(self, table: str, hash: str, one: Subscription, at_ms: int, most: int) -> None:
        """Of one seat only the newest are kept.  Nothing happens if there is no such table."""
        check_name("hash", hash)
        check_number("at_ms", at_ms)
        body = msgspec.json.encode(one)
        check_body("subscription", body)
        await self._write(PUT, table, hash, one.endpoint, body.decode(), at_ms)
        await self._write(TRIM, table, hash, most)

    async def of(self, table: str, hash: str) -> list[Subscription]:
        found = await self._read(OF, table, hash)
        return [msgspec.json.decode(body, type=Subscription) for _, body in found]

    async def claim(self, table: str, hash: str, endpoint: str, question: str) -> bool:
        """Whether nobody has sent word of this question yet; from now on somebody has."""
        return bool(await self._write(CLAIM, table, hash, endpoint, question))

    async def drop(self, table: str, hash: str, endpoint: str) -> bool:
        return bool(await self._write(DROP, table, hash, endpoint))

    async def move(self, table: str, old: str, one: Subscription) -> int:
        """A browser has another address: at this table its seats keep all else; how many.

        What they were sent word of stays so, and when a page last renewed them.
        """
        found = await self._read(AT, table, old)
        for hash, body in found:
            lang = msgspec.json.decode(body, type=Subscription).lang
            moved = msgspec.json.encode(msgspec.structs.replace(one, lang=lang))
            check_body("subscription", moved)
            if not await self._write(MOVE, table, hash, old, one.endpoint, moved.decode()):
                await self.drop(table, hash, old)  # it has the new one already
        return len(found)

    async def prune(self, before_ms: int) -> int:
        """Those that no page has renewed for so long; how many."""
        return len(await self._write(PRUNE, within(before_ms)))
