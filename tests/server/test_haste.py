"""How quickly bots answer: as the table was opened, and never before people could see why."""

from itertools import pairwise
from typing import Any

import pytest

from parlour.games import game
from parlour.server.http.guide import ready_tables
from parlour.server.table import rows
from parlour.server.table.steward import ALONE_MS
from tests.server.desk import Desk

LIVE = {"pace": "live"}
TICK = 250
LEAST = {"slow": 2, "normal": 1, "once": 1}
"""Ticks that bots let pass at least between what they are shown and what they do."""


async def chosen(table: Desk) -> list[tuple[int, rows.Chose]]:
    log = await table.hub.store.load(table.id)
    found = [(row.at_ms, rows.read(row)) for row in log]
    return [(at, body) for at, body in found if isinstance(body, rows.Chose) and body.seat >= 0]


async def bots_at(desk: Any, **more: Any) -> Desk:
    """One person, who does nothing, and three bots."""
    table: Desk = await (await desk()).open("kings", 1, bots=3, **more)
    await table.guest(0)
    return await table.begin()


async def first_answers(table: Desk) -> list[int]:
    """How long bots took, one after the other, until somebody else is waited for."""
    began = table.world.now
    while 0 in table.table.wanted():
        await table.guests[0].answer()
        began = table.world.now
    await table.pass_time(20_000)
    times = [at for at, body in await chosen(table) if body.by == "bot"]
    return [after - before for before, after in zip([began, *times], times, strict=False)][:2]


@pytest.mark.parametrize(
    ("haste", "least", "most"),
    [("slow", 1000, 3000), ("normal", 500, 1500), ("quick", 160, 500)],
)
async def test_bots_answer_as_quickly_as_the_table_was_opened_for(
    desk: Any, haste: str, least: int, most: int
) -> None:
    took = await first_answers(await bots_at(desk, haste=haste))
    assert took
    assert all(least <= ms <= most for ms in took)


async def test_at_once_is_at_once(desk: Any) -> None:
    took = await first_answers(await bots_at(desk, haste="once"))
    assert took
    assert all(ms < 100 for ms in took)


@pytest.mark.parametrize("tables", [1, 12])
async def test_bots_alone_leave_time_for_people(
    desk: Any, tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All tables without people together make twenty moves a second, however quick they are."""
    table: Desk = await (await desk()).open("kings", 0, bots=4, seat=None, haste="once")
    await table.begin()
    monkeypatch.setattr(table.house, "bot_tables", lambda: tables)
    await table.pass_time(20_000)
    times = [at for at, _ in await chosen(table)]
    pauses = [after - before for before, after in pairwise(times)]
    assert len(pauses) > 10
    assert all(pause >= ALONE_MS * tables for pause in pauses)


async def test_tables_of_bots_are_counted(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table: Desk = await (await desk()).open("kings", 0, bots=4, seat=None)
    assert table.hub.bot_tables.count() == 0
    await table.begin()
    await table.pass_time(1_000)
    monkeypatch.setattr(table.hub.bot_tables, "_until", 0.0)  # a second has passed
    assert table.hub.bot_tables.count() == 1


@pytest.mark.parametrize("haste", LEAST)
async def test_live_bots_act_only_after_pages_have_shown_what_they_react_to(
    desk: Any, haste: str
) -> None:
    table: Desk = await (await desk()).open("wink", 1, bots=3, options=LIVE, haste=haste)
    await table.guest(0)
    await table.begin()
    began = table.world.now
    await table.pass_time(60_000)
    made = [(at, body.seat) for at, body in await chosen(table) if body.by == "bot"]
    assert len(made) > 10
    last: dict[int, int] = {}
    for at, seat in made:
        assert at - last.get(seat, began) >= LEAST[haste] * TICK
        last[seat] = at


async def test_nobody_is_exposed_before_people_could_have_seen_the_wink(desk: Any) -> None:
    """A tick until it is drawn, and a reaction of another one at least."""
    table: Desk = await (await desk()).open("wink", 1, bots=4, options=LIVE)
    await table.guest(0)
    await table.begin()
    winks: dict[int, int] = {}
    waits: list[int] = []
    while len(waits) < 3:
        await table.pass_time(20_000)
        winks.clear()
        waits.clear()
        for at, body in await chosen(table):
            if body.text.startswith("wink@"):
                winks.setdefault(body.seat, at)
            elif body.text.startswith("accuse") and body.by == "bot":
                accused = int(body.text.rpartition("@")[2])
                waits += [at - winks.pop(accused)] if accused in winks else []
    assert min(waits) >= 2 * TICK


async def test_what_a_table_was_opened_with_is_shown(desk: Any) -> None:
    table = await bots_at(desk, haste="quick", helps=True)
    info = table.guests[0].heard("welcome")[0]["table"]
    assert (info["haste"], info["helps"]) == ("quick", True)
    usual = await bots_at(desk)
    info = usual.guests[0].heard("welcome")[0]["table"]
    assert (info["haste"], info["helps"]) == ("normal", False)


def test_only_the_quick_table_helps_to_notice_winks() -> None:
    helping = {ready.name: ready.helps for ready in ready_tables(game("wink"))}
    assert helping == {"quick": True, "usual": False, "evening": False}
