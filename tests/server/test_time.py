"""Time at a table: paces, pauses, bots, forced answers, empty seats, restarts."""

from typing import Any

import pytest

from parlour.server.settings import Settings
from parlour.server.table import clocks, pauses, people, rows, seats
from parlour.server.world import LONGEST_MS, SHORTEST_MS, RealWorld
from tests.server.desk import PLAIN, Desk, Guest, Opener

MINUTE = 60_000


async def two(desk: Opener, **more: Any) -> Desk:
    table = await (await desk()).open("kings", 2, **more)
    for seat in (0, 1):
        await table.guest(seat)
    return await table.begin()


def asked(table: Desk) -> Guest:
    for guest in table.guests:
        if guest.connection.seat is not None and guest.news["decision"]:
            return guest
    raise AssertionError("nobody is asked")


async def chosen(table: Desk) -> list[rows.Chose]:
    found = [rows.read(row) for row in await table.hub.store.load(table.id)]
    return [body for body in found if isinstance(body, rows.Chose)]


def away(table: Desk, seat: int) -> bool:
    return table.keeper.sitting.seats[seat].away


LIVE = {"kind": "live", "bank_s": 60, "increment_s": 5}


async def test_a_time_out_answers_the_default_and_says_so(desk: Opener) -> None:
    table = await two(desk, pace=LIVE)
    guest = asked(table)
    default = guest.news["decision"]["default"]
    await table.pass_time(59_000)
    assert not await chosen(table)
    await table.pass_time(1_500)
    first = (await chosen(table))[0]
    assert (first.by, first.text, first.seat) == ("timeout", default, guest.connection.seat)


async def test_a_live_clock_loses_what_was_thought_and_gains_the_increment(
    desk: Opener,
) -> None:
    table = await two(desk, pace=LIVE)
    guest = asked(table)
    seat = guest.connection.seat
    assert seat is not None
    await table.pass_time(20_000)
    await guest.answer()
    assert guest.news["clocks"][seat]["left"] == 45_000


async def test_a_choice_taken_back_gives_back_what_it_had_gained(desk: Opener) -> None:
    """Or answering and taking back in turns would fill a clock."""
    table = await two(desk, pace=LIVE)
    guest = asked(table)
    seat = guest.connection.seat
    assert seat is not None
    decision = guest.news["decision"]
    needs = decision["about"]["needs"]
    places = [place for place in needs if needs[place] > 1]  # else a mine falls, which is final
    lay = next(c["text"] for c in decision["choices"] if c["text"].split("@")[1] in places)
    for _ in range(3):
        await table.pass_time(1_000)
        await guest.answer(lay)
        assert (await guest.do("undo"))["type"] == "ack"
    assert guest.news["clocks"][seat]["left"] == 57_000


async def test_a_slow_line_is_forgiven_up_to_a_bound_and_not_for_ever(desk: Opener) -> None:
    table = await two(desk, pace=LIVE)
    forgiven = []
    for _ in range(16):
        guest = asked(table)
        await guest.measured(1_200)
        await guest.answer()
        forgiven.append((await chosen(table))[-1].lag)
    assert forgiven[0] == clocks.LAG_EACH_MS
    assert max(forgiven) == clocks.LAG_EACH_MS
    assert forgiven[-1] <= clocks.LAG_GROWS_MS + 1


async def test_what_a_client_says_of_its_own_line_is_not_heeded(desk: Opener) -> None:
    table = await two(desk, pace=LIVE)
    await table.pass_time(1_000)
    await asked(table).answer(lag=100_000)
    assert (await chosen(table))[-1].lag == 0


async def test_a_pause_stops_the_clocks_and_the_bots(desk: Opener) -> None:
    table = await two(desk, pace=LIVE)
    guest = asked(table)
    seat = guest.connection.seat
    assert seat is not None
    await table.pass_time(10_000)
    await table.keeper.do(pauses.pause(0, PLAIN))
    await table.settle()
    assert guest.news["table"]["paused"]
    assert guest.news["decision"] is None
    assert guest.news["clocks"][seat] == {"left": 50_000, "since": None}
    assert (await guest.do("answer", decision=1, choice="x"))["code"] == "paused"
    await table.pass_time(10 * MINUTE)
    assert not await chosen(table)
    await table.keeper.do(pauses.resume(0))
    await table.settle()
    await guest.answer()
    assert guest.news["clocks"][seat]["left"] == 55_000


async def test_by_days_every_answer_has_its_own_days(desk: Opener) -> None:
    table = await two(desk, pace={"kind": "days", "days": 2})
    await table.pass_time(47 * 60 * MINUTE)
    assert not await chosen(table)
    guest = asked(table)
    await guest.answer()
    await table.pass_time(47 * 60 * MINUTE)
    assert len(await chosen(table)) == 1
    await table.pass_time(2 * 60 * MINUTE)
    assert (await chosen(table))[1].by == "timeout"


@pytest.mark.parametrize("pace", [LIVE, {"kind": "days", "days": 1}])
async def test_a_crash_does_not_cost_thinking_time(desk: Opener, pace: dict[str, Any]) -> None:
    table = await two(desk, pace=pace)
    seat = asked(table).connection.seat
    assert seat is not None
    await table.pass_time(2_000)
    await table.hub.store.renew("desk", table.hub.settings.lease_ms, table.world.now)
    before = clocks.deadline(table.keeper.sitting.config.pace, table.keeper.sitting.clocks, seat)  # type: ignore[arg-type]
    assert before is not None
    table.world.now += 3 * 3_600_000  # nobody is there for three hours
    again = await desk(world=table.world)
    again.id, again.keys = table.id, table.keys
    await again.hub.keeper(table.id)
    s = again.keeper.sitting
    assert s.clocks is not None
    after = clocks.deadline(s.config.pace, s.clocks, seat)
    assert after is not None
    assert abs((after - before) - 3 * 3_600_000) <= 2_000


async def test_bots_answer_at_a_persons_pace(desk: Opener) -> None:
    table = await (await desk()).open("kings", 0, 3, seat=None)
    await table.begin()
    start = table.world.now
    due = table.house.due()
    assert due is not None
    assert 500 <= due - start <= 1_500
    await table.pass_time(60_000)
    made = await chosen(table)
    assert {body.by for body in made} == {"bot"}
    assert 30 <= len(made) <= 120


async def test_a_forced_answer_is_given_after_a_pause_drawn_for_every_question(
    desk: Opener,
) -> None:
    """Whether there was a choice does not change when the answer comes: one draw, one key."""
    table = await two(desk)
    drawn: list[str] = []
    pause = table.world.pause

    def draw(key: str) -> int:
        drawn.append(key)
        return pause(key)

    table.world.pause = draw  # type: ignore[method-assign]
    forced = 0
    for _ in range(200):
        if not table.keeper.sitting.playing:
            break
        table.house.duties()
        seats = [s for s in range(2) if table.table.asked >> s & 1]
        assert {key.rsplit("/", 2)[1] for key in drawn[-len(seats) :]} >= {str(s) for s in seats}
        seat = seats[0]
        if len(table.table.choices(seat)) == 1:
            before = len(await chosen(table))
            await table.pass_time(499)
            assert len(await chosen(table)) == before
            await table.pass_time(1_002)
            assert (await chosen(table))[before].by == "forced"
            forced += 1
        else:
            guest = asked(table)
            await guest.answer(guest.news["decision"]["choices"][-1]["text"])
    assert forced


async def test_an_empty_seat_is_played_by_a_bot_after_a_while_and_given_back_at_once(
    desk: Opener,
) -> None:
    table = await (await desk()).open("kings", 2)
    first = await table.guest(0)
    second = await table.guest(1)
    await table.begin()
    await second.gone()
    table.guests.remove(second)
    await table.pass_time(table.hub.settings.grace_ms - 1)
    assert not away(table, 1)
    await table.pass_time(2)
    assert away(table, 1)
    assert first.news["table"]["seats"][1]["away"]
    for _ in range(6):
        await table.pass_time(3_000)
        if first.news["decision"]:
            await first.answer()
    assert "takeover" in {body.by for body in await chosen(table)}
    back = await table.guest(1)
    assert not away(table, 1)
    assert not first.news["table"]["seats"][1]["away"]
    assert back.news["view"] is not None


async def test_a_table_everybody_has_left_waits_for_them(desk: Opener) -> None:
    table = await two(desk)
    for guest in list(table.guests):
        await guest.gone()
    table.guests.clear()
    await table.pass_time(100 * MINUTE)
    assert not await chosen(table)


async def test_who_leaves_is_replaced_at_once_and_may_come_back(desk: Opener) -> None:
    table = await two(desk)
    await table.keeper.do(seats.leave(people.hashed(table.keys[1])))
    assert away(table, 1)
    again = await table.guest(1)
    assert not away(table, 1)
    assert again.heard("welcome")[0]["seat"] == 1


async def test_a_bot_that_raises_answers_by_default(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await (await desk()).open("kings", 0, 2, seat=None)
    await table.begin()

    class Bad:
        def choose(self, view: Any, decision: Any) -> Any:
            raise ZeroDivisionError

    monkeypatch.setattr(table.house.thinking, "bot", lambda seat, moment: Bad())
    await table.pass_time(20_000)
    assert len(await chosen(table)) > 5


async def test_when_the_store_is_down_the_house_tries_again_and_nothing_is_lost(
    desk: Opener,
) -> None:
    from parlour.server.store import StoreDown

    table = await (await desk()).open("kings", 0, 2, seat=None)
    await table.begin()
    append = table.keeper.store.append
    down = True

    async def broken(*args: Any, **more: Any) -> None:
        if down:
            raise StoreDown("away")
        await append(*args, **more)

    table.keeper.store.append = broken  # type: ignore[method-assign]
    await table.pass_time(20_000)
    assert not await chosen(table)
    down = False
    await table.pass_time(20_000)
    assert len(await chosen(table)) > 5


async def test_tables_nobody_looks_at_are_put_away_and_forgotten_games_closed(
    desk: Opener,
) -> None:
    table = await two(desk)
    for guest in list(table.guests):
        await guest.gone()
    table.guests.clear()
    keeper = table.keeper
    table.world.now += table.hub.settings.idle_ms + 1
    await table.hub.caretakers["1"].put_away()
    assert table.id in table.hub.keepers, "a game that is on stays"
    table.world.now += table.hub.settings.abandon_ms
    await table.hub.caretakers["1"].put_away()
    assert (keeper.sitting.phase, keeper.sitting.reason) == ("closed", "abandoned")
    table.world.now += table.hub.settings.idle_ms + 1
    await table.hub.caretakers["1"].put_away()
    assert table.id not in table.hub.keepers
    again = await table.hub.keeper(table.id)
    assert again.sitting.phase == "closed"


async def test_how_long_a_bot_thinks_and_whether_it_had_a_choice_do_not_show(
    desk: Opener,
) -> None:
    """A bot's answer comes when the pause that was drawn is over, forced or thought about."""
    table = await (await desk(settings=Settings(node="desk"))).open("kings", 0, 3, seat=None)
    await table.begin()
    world, kinds = table.world, set()

    async def think(task: Any) -> Any:
        world.now += 450  # slow, but not slower than the shortest pause
        return task()

    world.think = think  # type: ignore[method-assign]
    while table.keeper.sitting.playing:
        seat = next(s for s in range(3) if table.table.asked >> s & 1)
        number, put_at = table.table.serial[seat], world.now
        kinds.add(len(table.table.choices(seat)) == 1)
        pause = world.pause(f"{table.id}/1/{seat}/{number}")
        made = len(await chosen(table))
        while len(await chosen(table)) == made:
            due = table.house.due()
            assert due is not None
            world.now = max(world.now, due)
            await table.house.wake()
        assert world.now == put_at + pause
    assert kinds == {True, False}


def test_pauses_are_of_a_persons_length() -> None:
    """And drawn from one urn, whatever they are for."""
    world = RealWorld()
    drawn = sorted(world.pause(f"{n}") for n in range(4_000))
    assert SHORTEST_MS <= drawn[0] < SHORTEST_MS + 50
    assert LONGEST_MS - 50 < drawn[-1] <= LONGEST_MS
    assert abs(drawn[2_000] - (SHORTEST_MS + LONGEST_MS) / 2) < 100
