"""How quickly bots answer: as the table was opened, and never before people could see why."""

from typing import Any

import pytest

from parlour.server.table import rows
from tests.server.desk import Desk

LIVE = {"pace": "live"}
TICK = 250
REACTION = 900


async def chosen(table: Desk) -> list[tuple[int, rows.Chose]]:
    log = await table.hub.store.load(table.id)
    found = [(row.at_ms, rows.read(row)) for row in log]
    return [(at, body) for at, body in found if isinstance(body, rows.Chose) and body.seat >= 0]
