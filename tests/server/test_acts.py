"""PendingActs of one tick: collected until it ends, ordered by when they were sent, then appended.

Promised in WINK-A7 and "Pace: live" of Wink's rules; the lags are simulated, nobody waits.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.core.errors import Refusal
from parlour.server.store import StoreDown
from parlour.server.table import pauses, rows
from parlour.server.table.acts import MOST_EACH, Act, Waiting, in_order
from tests.server.desk import PLAIN, Desk
from tests.server.hall import LIVE, TICK, Hall, chosen, first_glance

Replies = Callable[[], list[dict[str, Any]]]


@pytest.fixture
async def hall(desk: Any) -> Hall:
    return await Hall.of(await desk())


async def race(hall: Hall, trips: tuple[int, int], apart: int) -> tuple[Replies, Replies]:
    """Two accuse the same: the second so much later, each over a line of its own length."""
    first, second = hall.others
    for guest, trip in zip((first, second), trips, strict=True):
        await guest.measured(trip)
    await hall.table.end_of_tick()
    one = await first.act(hall.right)
    await hall.table.pass_time(apart)
    two = await second.act(hall.right)
    await hall.table.end_of_tick()
    return one, two


# --- the order ------------------------------------------------------------------------------


async def test_of_two_accusations_the_one_with_the_longer_line_comes_first(hall: Hall) -> None:
    first, second = hall.others
    one, two = await race(hall, (20, 220), apart=60)  # sent at -10, and at 60 - 110
    assert [reply["type"] for reply in two()] == ["ack"]
    (refused,) = one()
    assert (refused["code"], refused["rule"]) == ("not_called", "WINK-A4")
    assert refused["text"]
    assert (await hall.made())[-1] == (second.connection.seat, hall.right)
    cards = hall.t.cards
    assert cards[first.connection.seat] == cards[hall.caller], "its card is not spent"


async def test_with_equal_lines_the_first_to_come_is_first(hall: Hall) -> None:
    one, two = await race(hall, (100, 100), apart=1)
    assert (one()[0]["type"], two()[0]["type"]) == ("ack", "refused")


@pytest.mark.parametrize(("apart", "wins"), [(140, True), (160, False)])
async def test_no_line_is_forgiven_more_than_150_ms(hall: Hall, apart: int, wins: bool) -> None:
    """Nor does whoever delays their pongs gain more."""
    one, two = await race(hall, (0, 5_000), apart)
    assert [reply["type"] for reply in two()] == ["ack" if wins else "refused"]
    assert [reply["type"] for reply in one()] == ["refused" if wins else "ack"]


async def test_whoever_never_answers_a_ping_is_forgiven_nothing(hall: Hall) -> None:
    first, second = hall.others
    await first.measured(40)
    second.connection.trip.ask()
    await hall.table.end_of_tick()
    two = await second.act(hall.right, lag=10_000)  # what a client says of itself is not heeded
    await hall.table.pass_time(10)
    one = await first.act(hall.right)
    await hall.table.end_of_tick()
    assert (one()[0]["type"], two()[0]["type"]) == ("ack", "refused")


async def test_what_comes_after_the_end_of_a_tick_belongs_to_the_next(hall: Hall) -> None:
    """However long its line is."""
    table = hall.table
    first, second = hall.others
    await second.measured(300)
    await table.end_of_tick()
    await table.pass_time(table.house.next_tick - 1 - table.world.now)
    one = await first.act(hall.right)
    table.world.now += 1  # the tick is over, and the house has not got to it yet
    two = await second.act(hall.right)
    await table.pass_time(PLAIN.hold_ms)
    assert [reply["type"] for reply in one()] == ["ack"]
    assert two() == []
    await table.end_of_tick()
    assert [reply["code"] for reply in two()] == ["not_called"]


async def test_an_act_is_appended_before_the_tick_it_came_in(hall: Hall) -> None:
    table = hall.table
    ticks = hall.t.tick_number
    await table.pass_time(table.house.next_tick - 1 - table.world.now)
    guest = hall.others[0]
    replies = await guest.act(first_glance(guest))
    assert not replies()
    assert not hall.t.plans[guest.connection.seat]
    await table.pass_time(1)
    assert hall.t.tick_number == ticks + 1
    assert (await hall.made())[-1][0] == guest.connection.seat
    assert not replies(), "the log has it, but nobody hears of it before the tick is told"
    await table.pass_time(PLAIN.hold_ms)
    assert [reply["type"] for reply in replies()] == ["ack"]


async def test_two_acts_of_one_sender_keep_their_order_though_the_line_got_longer(
    hall: Hall,
) -> None:
    guest = hall.others[0]
    seat = guest.connection.seat
    glance = first_glance(guest)
    await hall.table.end_of_tick()
    number = hall.t.serial[seat]
    one = await guest.act(glance, decision=number)
    guest.connection.trip._took.append((hall.table.world.now, 400))
    two = await guest.act(hall.right, decision=number)
    await hall.table.end_of_tick()
    assert [one()[0]["type"], two()[0]["type"]] == ["ack", "ack"]
    assert (await hall.made())[-2:] == [(seat, glance), (seat, hall.right)]


async def test_what_is_done_before_the_news_of_ones_own_offer_is_not_stale(hall: Hall) -> None:
    """An offer that is taken gives the decision a new number; it is told when the tick is."""
    guest = hall.others[0]
    number = guest.news["decision"]["id"]
    await guest.act(first_glance(guest), decision=number)
    await hall.table.pass_time(hall.table.house.next_tick - hall.table.world.now)
    assert guest.news["decision"]["id"] == number < hall.t.serial[guest.connection.seat]
    replies = await guest.act(hall.right, decision=number)
    await hall.table.end_of_tick()
    assert [reply["type"] for reply in replies()] == ["ack"]


async def test_an_answered_question_is_stale_for_a_second_answer_of_the_same_tick(
    desk: Any,
) -> None:
    table = await (await desk()).open("wink", 4, options=LIVE)
    for seat in range(4):
        await table.guest(seat)
    await table.begin()
    caller = table.guests[table.table.on_turn()]
    decision = caller.news["decision"]
    calls = [c["text"] for c in decision["choices"] if c["text"].startswith("call@")]
    one = await caller.act(calls[0])
    two = await caller.act(calls[1])
    await table.end_of_tick()
    assert one()[0]["type"] == "ack"
    assert two()[0]["type"] == "refused"


def test_acts_are_put_in_order_by_when_they_were_sent() -> None:
    def nobody(refusal: Refusal | None) -> None: ...

    def order(*acts: tuple[int, rows.By, int, int]) -> list[int]:
        came: list[Waiting] = [
            (Act(seat, "", 0, by, at, half), nobody) for seat, by, at, half in acts
        ]
        return [came.index(entry) for entry in in_order(came)]

    assert order((0, "person", 10, 0), (1, "person", 20, 11)) == [1, 0]
    assert order((0, "person", 10, 0), (1, "person", 20, 10)) == [0, 1], "ties as they came"
    assert order((0, "person", 10, 0), (1, "person", 170, 9_999)) == [0, 1], "at most 150"
    assert order((0, "person", 10, 0), (1, "bot", 11, 0), (2, "person", 30, 25)) == [2, 0, 1]
    assert order((0, "person", 50, 0), (1, "person", 60, 0), (0, "person", 70, 60)) == [0, 2, 1]


# --- what else waits, and what does not -----------------------------------------------------


async def test_bots_have_no_line_and_are_ordered_by_when_they_act(
    desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await Hall.of(await desk(), people=5, bots=1)
    bot, table = 5, hall.table
    guest = hall.others[0]
    await guest.measured(100)
    await table.end_of_tick()
    assert hall.contact != bot, "the seed gives the number to a person"
    text = hall.right
    plans = [text]

    async def answer(t: Any, seat: int, decision: Any, moment: str) -> str | None:
        return plans.pop() if plans else None

    monkeypatch.setattr(table.house.thinking, "answer", answer)
    table.house._polled.clear()
    await table.pass_time(1)
    assert [act.by for act, _ in table.keeper.acts.waiting] == ["bot"]
    came = table.keeper.acts.waiting[0][0].at
    await table.pass_time(came + 40 - table.world.now)
    replies = await guest.act(text)
    await table.end_of_tick()
    assert [reply["type"] for reply in replies()] == ["ack"], "sent ten milliseconds before it"
    assert (bot, text) not in await hall.made()


async def test_a_bot_acts_once_in_a_tick(desk: Any) -> None:
    table = await (await desk()).open("wink", 0, 4, seat=None, options=LIVE)
    await table.begin()
    await table.pass_time(40_000)
    made = await chosen(table)
    assert {body.by for body in made} <= {"bot", "house"}
    assert len([body for body in made if body.by == "bot"]) > 20
    acted: set[int] = set()
    for body in made:
        if body.ticks or body.by == "house":
            acted.clear()
        assert body.seat not in acted
        acted.add(body.seat)


async def test_a_time_out_does_not_overtake_an_answer_that_was_sent_in_time(desk: Any) -> None:
    pace = {"kind": "live", "bank_s": 5, "increment_s": 1}
    table = await (await desk()).open("wink", 4, options=LIVE, pace=pace)
    for seat in range(4):
        await table.guest(seat)
    await table.begin()
    seat = table.table.on_turn()
    caller = table.guests[seat]
    await table.pass_time(4_300)
    await caller.measured(200)
    left = caller.news["clocks"][seat]
    await table.pass_time(left["since"] + left["left"] - table.world.now - 1)
    assert not table.keeper.acts.waiting
    last = caller.news["decision"]["choices"]
    text = [c["text"] for c in last if c["text"].startswith("call@")][-1]
    await table.pass_time(2)
    assert [act.by for act, _ in table.keeper.acts.waiting] == ["timeout"]
    replies = await caller.act(text)
    await table.end_of_tick()
    assert [reply["type"] for reply in replies()] == ["ack"]
    first = next(body for body in await chosen(table) if body.seat >= 0)
    assert (first.by, first.text, first.lag) == ("person", text, 100)


async def test_clocks_are_read_when_an_act_came_and_not_when_its_tick_ended(desk: Any) -> None:
    pace = {"kind": "live", "bank_s": 60, "increment_s": 5}
    table = await (await desk()).open("wink", 4, options=LIVE, pace=pace)
    for seat in range(4):
        await table.guest(seat)
    await table.begin()
    await table.pass_time(TICK * 4 + 10)
    seat = table.table.on_turn()
    caller = table.guests[seat]
    await caller.answer(caller.news["decision"]["default"])
    assert caller.news["clocks"][seat]["left"] == 60_000 - (TICK * 4 + 10) + 5_000


async def test_a_plain_table_answers_at_once(desk: Any) -> None:
    table = await (await desk()).open("kings", 2)
    for seat in (0, 1):
        guest = await table.guest(seat)
        await guest.measured(300)
    await table.begin()
    guest = next(g for g in table.guests if g.news["decision"])
    before = table.world.now
    assert (await guest.answer())["type"] == "ack"
    assert table.world.now == before
    assert not table.keeper.acts.waiting


async def test_talk_and_questions_do_not_wait_for_the_tick(hall: Hall) -> None:
    guest = hall.others[0]
    await guest.act(first_glance(guest), mid="glance")
    before = hall.table.world.now
    assert (await guest.do("say", phrase="hello"))["type"] == "ack"
    assert (await guest.do("why", choice=hall.right))["type"] == "ack"
    assert (await guest.say({"type": "ping", "t": 5}))["type"] == "pong"
    assert hall.table.world.now == before
    assert "glance" not in [reply["mid"] for reply in guest.heard("ack")]


async def test_a_pause_answers_what_waits(hall: Hall) -> None:
    replies = await hall.others[0].act(hall.right)
    await hall.table.keeper.do(pauses.pause(0, PLAIN))
    await hall.table.pass_time(0)
    assert [reply["code"] for reply in replies()] == ["paused"]


async def test_a_seat_may_do_so_much_in_a_tick(hall: Hall) -> None:
    guest = hall.others[0]
    replies = [await guest.act(hall.right) for _ in range(MOST_EACH + 1)]
    assert [reply["code"] for reply in replies[-1]()] == ["too_fast"]
    await hall.table.end_of_tick()
    assert replies[0]()[0]["type"] == "ack"
    assert all(found()[0]["type"] == "refused" for found in replies[1:])


# --- promises -------------------------------------------------------------------------------


async def test_whoever_comes_back_within_the_tick_sends_again_and_it_counts_once(
    hall: Hall,
) -> None:
    guest = hall.others[0]
    seat = guest.connection.seat
    mid = {"mid": "again"}
    await guest.act(hall.right, **mid)
    await guest.gone()
    hall.table.guests.remove(guest)
    back = await hall.table.guest(seat)
    replies = await back.act(hall.right, decision=0, **mid)
    await hall.table.end_of_tick()
    assert [reply["type"] for reply in replies()] == ["ack"]
    assert len([1 for entry in await hall.made() if entry == (seat, hall.right)]) == 1
    late = await back.act(hall.right, decision=0, **mid)
    assert [reply["type"] for reply in late()] == ["ack"], "it stands in the log: at once"


async def test_an_act_that_was_not_appended_was_not_acknowledged_and_can_be_sent_again(
    hall: Hall, desk: Any
) -> None:
    guest = hall.others[0]
    replies = await guest.act(hall.right, mid="m")
    again = await desk(world=hall.table.world)  # the server is killed within the tick
    again.id, again.keys = hall.table.id, hall.table.keys
    await again.hub.keeper(again.id)
    back = await again.guest(guest.connection.seat)
    assert not replies()
    found = await back.act(hall.right, decision=back.news["decision"]["id"], mid="m")
    await again.end_of_tick()
    assert [reply["type"] for reply in found()] == ["ack"]


async def test_what_cannot_be_written_is_refused_and_has_not_happened(hall: Hall) -> None:
    keeper = hall.table.keeper
    append = keeper.store.append

    async def down(*args: Any, **more: Any) -> None:
        raise StoreDown("away")

    guest = hall.others[0]
    message = {"decision": hall.t.serial[guest.connection.seat], "mid": "m"}
    replies = await guest.act(hall.right, **message)
    keeper.store.append = down  # type: ignore[method-assign]
    await hall.table.end_of_tick()
    keeper.store.append = append  # type: ignore[method-assign]
    assert [reply["code"] for reply in replies()] == ["not_saved"]
    replies = await guest.act(hall.right, **message)
    await hall.table.end_of_tick()
    assert [reply["type"] for reply in replies()] == ["ack"]


async def test_what_others_do_unseen_changes_neither_a_byte_nor_a_moment(tmp_path: Path) -> None:
    """Eyes that are lowered before mine are raised: my reply, my news and when they come."""

    async def heard(unseen: bool) -> list[tuple[int, bytes]]:
        desk = await Desk.at(f"sqlite:///{tmp_path / str(unseen)}.db")
        hall = await Hall.of(desk)
        mine, theirs = hall.others
        glance = first_glance(theirs)
        await theirs.answer(glance)
        await desk.pass_time(20 * TICK)  # the head has turned, and looks where it looked
        before, came = len(mine.line.sent), []
        others = [await theirs.act(glance.replace("look", "lower"))] if unseen else []
        await desk.pass_time(1)
        own = await mine.act(f"look@{hall.contact}")
        for _ in range(0, 2 * TICK, 10):
            await desk.pass_time(10)
            came += [(desk.world.now, frame) for frame in mine.line.sent[before:]]
            before = len(mine.line.sent)
        assert all(found()[0]["type"] == "ack" for found in (own, *others))
        await desk.close()
        return came

    assert await heard(True) == await heard(False) != []


async def test_a_reply_takes_as_long_whatever_others_did(hall: Hall) -> None:
    """All replies of a tick come at one moment, and with its news."""
    one, two = await race(hall, (0, 0), apart=30)
    guests = [*hall.others, hall.table.guests[hall.caller]]
    assert one()
    assert two()
    assert {guest.news["at"] for guest in guests} == {hall.table.world.now}
