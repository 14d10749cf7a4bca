"""How quickly bots answer: as the host wants it, and never before people could see why."""

from itertools import pairwise
from typing import Any

import pytest

from parlour.bots import PolicyBot
from parlour.core.seats import NO_ONE
from parlour.games import game
from parlour.games.wink.game import STEP_MS
from parlour.server.http.guide import ready_tables
from parlour.server.table import deeds, haste, rows, snapshots
from parlour.server.table.examine import faults
from parlour.server.table.saved import read_snapshot
from parlour.server.table.showing import LEAD_MS, LONGEST_MS
from parlour.server.table.steward import ALONE_MS
from tests.server.desk import Desk
from tests.server.tavern import tavern
from tests.server.test_lobby import refused

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
    ("speed", "least", "most"),
    [("slow", 1000, 3000), ("normal", 500, 1500), ("quick", 160, 500)],
)
async def test_bots_answer_as_quickly_as_the_table_was_opened_for(
    desk: Any, speed: str, least: int, most: int
) -> None:
    took = await first_answers(await bots_at(desk, haste=speed))
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


@pytest.mark.parametrize("speed", LEAST)
async def test_live_bots_act_only_after_pages_have_shown_what_they_react_to(
    desk: Any, speed: str
) -> None:
    table: Desk = await (await desk()).open("wink", 1, bots=3, options=LIVE, haste=speed)
    await table.guest(0)
    await table.begin()
    began = table.world.now
    await table.pass_time(60_000)
    made = [(at, body.seat) for at, body in await chosen(table) if body.by == "bot"]
    assert len(made) > 10
    last: dict[int, int] = {}
    for at, seat in made:
        assert at - last.get(seat, began) >= LEAST[speed] * TICK
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


async def answers_after_glances(table: Desk) -> tuple[int, list[int]]:
    """Anna keeps looking until the first glances of all have passed, then does nothing.

    When they passed, and when bots answered or accused after that.
    """
    anna = await table.guest(0)
    await table.begin()
    while not table.table.tick_number:
        if 0 in table.table.wanted():
            await anna.answer(anna.news["decision"]["default"])
        else:
            await table.pass_time(50)
    passed = table.keeper.sitting.at_ms
    await table.pass_time(30_000)
    return passed, [at for at, body in await chosen(table) if body.by == "bot" and at > passed]


@pytest.mark.parametrize("speed", ["slow", "normal", "quick"])
async def test_by_turns_bots_answer_only_after_pages_have_shown_the_glances(
    desk: Any, speed: str
) -> None:
    table: Desk = await (await desk()).open("wink", 1, bots=3, haste=speed)
    passed, answers = await answers_after_glances(table)
    shown = STEP_MS * table.table.tick_number
    assert shown > 0
    assert answers
    assert passed + shown < min(answers) < passed + shown + LEAD_MS + 3_100


async def test_where_everything_goes_at_once_nobody_waits_for_pages(desk: Any) -> None:
    table: Desk = await (await desk()).open("wink", 1, bots=3, haste="once")
    passed, answers = await answers_after_glances(table)
    assert min(answers) < passed + STEP_MS


async def test_no_page_is_waited_for_longer_than_is_bearable(desk: Any) -> None:
    """However many glances the table has between two turns."""
    most = game("wink").option_list["by_turns_ticks"].most
    table: Desk = await (await desk()).open(
        "wink", 1, bots=3, options={"by_turns_ticks": most}, haste="quick"
    )
    passed, answers = await answers_after_glances(table)
    assert min(answers) < passed + LONGEST_MS + 1_000


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


# --- at a table that plays --------------------------------------------------------------------


async def waits_for_a_bot(table: Desk) -> None:
    """The person answers whatever they are asked first."""
    while 0 in table.table.wanted():
        await table.guests[0].answer()


async def bot_answers(table: Desk) -> list[int]:
    return [at for at, body in await chosen(table) if body.by == "bot"]


async def test_the_host_changes_it_and_even_what_is_asked_already_is_answered_so(
    desk: Any,
) -> None:
    table = await bots_at(desk, haste="slow")
    await waits_for_a_bot(table)
    await table.pass_time(100)  # by now the bot's answer has its moment
    assert not await bot_answers(table)
    await table.keeper.do(haste.hasten("once"))
    await table.settle()
    assert table.guests[0].news["table"]["haste"] == "once"
    await table.pass_time(100)
    assert await bot_answers(table)


async def test_live_bots_linger_from_the_moment_the_host_wants_it(desk: Any) -> None:
    """No other speed is theirs: ticks are the pace there."""
    table: Desk = await (await desk()).open("wink", 1, bots=3, options=LIVE)
    await table.guest(0)
    await table.begin()
    speeds: list[tuple[rows.Haste, float]] = [("once", 1.0), ("slow", 2.5), ("quick", 1.0)]
    for wanted, slowness in speeds:
        await table.keeper.do(haste.hasten(wanted))
        bot = table.house.thinking.bot(1, "")
        assert isinstance(bot, PolicyBot)
        assert bot.player.slowness == slowness


async def test_what_is_answered_for_a_person_keeps_its_moment(desk: Any) -> None:
    """Else a change would tell, or put off, that they have no choice."""
    table = await bots_at(desk)
    number = table.table.serial[0]
    due = table.house._answer_at(0, 1, number, table.world.now)
    await table.keeper.do(haste.hasten("once"))
    await table.pass_time(10)
    assert table.house._answer_at(0, 1, number, table.world.now) == due


async def test_only_a_change_is_written_and_it_outlives_restarts_and_snapshots(desk: Any) -> None:
    table = await bots_at(desk)
    for _ in range(2):
        await table.keeper.do(haste.hasten("quick"))
    log = await table.hub.store.load(table.id)
    assert [row.kind for row in log].count("hastened") == 1
    kept = snapshots.keep(table.keeper.sitting)
    assert read_snapshot(kept).config.haste == "quick"
    again = await desk(like=table, world=table.world)
    await again.hub.keeper(again.id)
    assert again.keeper.sitting.config.haste == "quick"


@pytest.mark.parametrize("kind", ["hastened", "hurried"])
async def test_an_older_node_leaves_the_table_alone(
    desk: Any, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await bots_at(desk)
    await table.keeper.do(haste.hasten("quick"))
    await table.keeper.do(haste.hurry(0, True))
    monkeypatch.delitem(rows._DECODERS, kind)
    older = await desk(like=table, world=table.world)
    with pytest.raises(rows.Unreadable, match="table_unreadable"):
        await older.hub.keeper(older.id)


async def test_only_the_host_decides_it_and_not_at_a_closed_table(store_url: str) -> None:
    async with tavern(store_url) as house:
        plans = [{"who": "open"}, {"who": "open"}, {"who": "bot"}]
        wanted = {"game": "kings", "name": "Anna", "players": 3, "seats": plans}
        keys = await house.post("/tables", wanted)
        path, host = f"/tables/{keys['id']}", keys["key"]
        boris = (await house.post(f"{path}/join", {"name": "Boris"}))["key"]
        assert (await house.post(f"{path}/haste", {"haste": "quick"}, host))["haste"] == "quick"
        assert await refused(house.post(f"{path}/haste", {"haste": "once"}, boris)) == "host_only"
        assert await refused(house.post(f"{path}/haste", {"haste": "soon"}, host)) == "bad_request"
        assert await refused(house.post(f"{path}/hurry", {}, boris)) == "no_game"
        await house.post(f"{path}/close", {}, host)
        wish = house.post(f"{path}/haste", {"haste": "once"}, host)
        assert await refused(wish) == "table_closed"


# --- for those who are out of the game --------------------------------------------------------


async def test_bots_answer_at_once_for_the_dead_and_only_when_no_person_plays(
    desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table: Desk = await (await desk()).open("bang", 2, bots=3)
    for seat in (0, 1):
        await table.guest(seat)
    await table.begin()
    dead: set[int] = {0}
    monkeypatch.setattr(type(table.table), "plays", lambda t, seat: seat not in dead)
    s = table.keeper.sitting
    await table.keeper.do(haste.hurry(0, True))
    await table.settle()
    assert table.guests[1].news["table"]["hurried"] == [0]
    assert haste.haste_now(s) == "normal", "somebody else still plays"
    dead.add(1)
    assert haste.haste_now(s) == "once"
    await table.keeper.do(haste.hurry(0, False))
    assert haste.haste_now(s) == "normal"
    await table.keeper.do(haste.hurry(1, True))
    dead.discard(0)
    await table.keeper.do(deeds.away(0))
    assert haste.haste_now(s) == "normal", "a bot stands in, and they may come back"
    await table.keeper.do(deeds.away(0, left=True))
    assert haste.haste_now(s) == "once"


async def out_of_the_game(desk: Any) -> Desk:
    """BANG! as far as the first table where its one person is shot and the others play on."""
    node: Desk = await desk()
    while True:
        table = await node.open("bang", 1, bots=3, haste="once")
        anna = await table.guest(0)
        await table.begin()
        while table.keeper.sitting.playing and table.table.plays(0):
            if 0 in table.table.wanted():
                await anna.answer(anna.news["decision"]["default"])
            else:
                await table.pass_time(200)
        if table.keeper.sitting.playing:
            return table


async def test_whoever_is_shot_sees_bots_answer_at_once_when_they_want_to(desk: Any) -> None:
    table = await out_of_the_game(desk)
    await table.keeper.do(haste.hasten("slow"))
    before = len(await chosen(table))
    await table.pass_time(900)
    assert len(await chosen(table)) == before
    await table.keeper.do(haste.hurry(0, True))
    await table.pass_time(900)
    assert len(await chosen(table)) > before


async def test_the_next_game_has_the_tables_own_speed_again(desk: Any) -> None:
    table = await bots_at(desk, haste="quick")
    await table.keeper.do(haste.hurry(0, True))
    s = table.keeper.sitting
    assert read_snapshot(snapshots.keep(s)).hurried == [0]
    over = rows.Over([0], [1, 0, 0, 0], "")
    await table.keeper.do(lambda s, now: [over, rows.Rematch(0)])
    await table.begin()
    assert (s.hurried, s.config.haste) == ([], "quick")


async def test_bots_alone_hurry_for_a_host_without_a_seat(desk: Any) -> None:
    table: Desk = await (await desk()).open("kings", 0, bots=4, seat=None)
    await table.begin()
    await table.keeper.do(haste.hurry(NO_ONE, True))
    assert haste.haste_now(table.keeper.sitting) == "once"
    [row] = [row for row in await table.hub.store.load(table.id) if row.kind == "hurried"]
    assert not list(faults(table.keeper.sitting, row, rows.read(row)))
    await table.pass_time(20_000)
    times = [at for at, _ in await chosen(table)]
    assert all(after - before >= ALONE_MS for before, after in pairwise(times))
