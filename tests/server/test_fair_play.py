"""Fair play at one table: pauses, the next game, and who may talk."""

from typing import Any

import msgspec
import pytest

from parlour.core.errors import Refusal
from parlour.core.outcome import Outcome
from parlour.core.seats import HOUSE, NO_ONE
from parlour.server.store import Row
from parlour.server.table import begin, deeds, pauses, people, rows, seats, snapshots
from parlour.server.table.examine import examine
from parlour.server.table.saved import SnapshotBody
from tests.server.desk import PLAIN, Desk, Guest, Opener

LIVE = {"kind": "live", "bank_s": 60, "increment_s": 5}
MINUTE = 60_000


async def opened(desk: Opener, people: int, bots: int = 0, **more: Any) -> Desk:
    """Kings, everybody connected, the game begun."""
    table = await (await desk()).open("kings", people, bots, **more)
    for seat in range(people):
        await table.guest(seat)
    return await table.begin()


async def bodies(table: Desk, kind: type[rows.Body]) -> list[Any]:
    found = [rows.read(row) for row in await table.hub.store.load(table.id)]
    return [body for body in found if isinstance(body, kind)]


async def refused(table: Desk, deed: deeds.Deed) -> str:
    with pytest.raises(Refusal) as wrong:
        await table.keeper.do(deed)
    return wrong.value.code


# --- pauses ---------------------------------------------------------------------------------


async def test_everybody_sees_whose_pause_it_is_and_only_they_end_it(desk: Opener) -> None:
    table = await opened(desk, 2, pace=LIVE)
    await table.keeper.do(pauses.pause(1, PLAIN))
    await table.settle()
    until = table.world.now + PLAIN.pause_ms
    for guest in table.guests:
        assert guest.news["table"]["pause"] == {"seat": 1, "until": until}
    assert await refused(table, pauses.resume(0)) == "not_your_pause"
    assert await refused(table, pauses.resume(NO_ONE)) == "not_your_pause"
    await table.keeper.do(pauses.resume(1))
    await table.settle()
    assert table.guests[0].news["table"]["pause"] is None


async def test_a_pause_of_somebody_who_has_left_is_ended_by_anybody(desk: Opener) -> None:
    table = await opened(desk, 2)
    await table.keeper.do(pauses.pause(1, PLAIN))
    await table.keeper.do(seats.leave(people.hashed(table.keys[1])))
    await table.keeper.do(pauses.resume(0))
    assert table.keeper.sitting.running


async def test_at_its_limit_play_goes_on_by_itself_and_clocks_lose_nothing(desk: Opener) -> None:
    table = await opened(desk, 2, pace=LIVE)
    c = table.keeper.sitting.clocks
    assert c is not None
    asked = table.table.wanted()[0]
    since, left = c.since[asked], c.left[asked]
    assert since is not None
    await table.keeper.do(pauses.pause(0, PLAIN))
    await table.pass_time(PLAIN.pause_ms - 1)
    assert table.keeper.sitting.paused_at is not None
    await table.pass_time(1)
    assert table.keeper.sitting.running
    assert (c.since[asked], c.left[asked]) == (since + PLAIN.pause_ms, left)
    assert await refused(table, pauses.pause(0, PLAIN)) == "no_more_pauses"
    await table.keeper.do(pauses.pause(1, PLAIN))  # another's allowance is their own


async def test_the_number_of_pauses_is_limited_in_each_game(desk: Opener) -> None:
    table = await opened(desk, 2)
    for _ in range(PLAIN.pauses):
        await table.keeper.do(pauses.pause(0, PLAIN))
        await table.pass_time(MINUTE)
        await table.keeper.do(pauses.resume(0))
    assert await refused(table, pauses.pause(0, PLAIN)) == "no_more_pauses"
    await finish(table)
    await table.keeper.do(begin.rematch(0))
    await table.keeper.do(pauses.pause(0, PLAIN))


async def test_whoever_is_alone_with_bots_pauses_as_they_like(desk: Opener) -> None:
    table = await opened(desk, 1, 1)
    for _ in range(PLAIN.pauses + 2):
        await table.keeper.do(pauses.pause(0, PLAIN))
        await table.pass_time(60 * MINUTE)
        assert table.keeper.sitting.paused_at is not None
        await table.keeper.do(pauses.resume(0))


async def test_a_host_without_a_seat_pauses_in_nobodys_name(desk: Opener) -> None:
    table = await opened(desk, 2, seat=None)
    await table.keeper.do(pauses.pause(NO_ONE, PLAIN))
    await table.settle()
    assert [body.seat for body in await bodies(table, rows.Paused)] == [NO_ONE]
    assert table.guests[0].news["table"]["pause"]["seat"] is None
    assert await refused(table, pauses.resume(0)) == "not_your_pause"
    await table.keeper.do(pauses.resume(NO_ONE))
    assert table.keeper.sitting.running


async def test_a_pause_outlives_a_restart_with_its_owner_and_its_end(desk: Opener) -> None:
    table = await opened(desk, 2)
    await table.keeper.do(pauses.pause(1, PLAIN))
    kept = msgspec.json.decode(snapshots.keep(table.keeper.sitting), type=SnapshotBody)
    assert kept.pauses == table.keeper.sitting.pauses
    again = await desk(like=table, world=table.world)
    await again.hub.keeper(again.id)
    assert again.keeper.sitting.pauses == table.keeper.sitting.pauses
    await again.pass_time(PLAIN.pause_ms)
    assert again.keeper.sitting.running


async def test_pauses_of_older_versions_read_as_they_were(desk: Opener) -> None:
    """No limit, and whoever sits there ends it."""
    table = await opened(desk, 2)
    s = table.keeper.sitting
    s.apply(Row(s.seq + 1, table.world.now, "paused", b'{"seat":0}'))
    assert s.pauses.open is not None
    assert s.pauses.open.until is None
    s.apply(Row(s.seq + 1, table.world.now, "resumed", b'{"seat":1}'))
    assert s.running
    assert not s.pauses.taken


async def test_a_game_whose_end_is_not_written_yet_cannot_be_paused(desk: Opener) -> None:
    """Whoever wrote the last choice was killed before the end; the pause is what comes next."""
    table = await opened(desk, 2)
    decide(table)
    assert await refused(table, pauses.pause(1, PLAIN)) == "no_game"
    assert len(await bodies(table, rows.Over)) == 1
    assert not await bodies(table, rows.Paused)
    await table.settle()
    assert table.guests[0].news["table"]["phase"] == "over"


# --- the next game --------------------------------------------------------------------------


def decide(table: Desk) -> None:
    """By the rules the game is over, and seat 0 has won; nobody has written it yet."""
    t = table.table
    t.finish(Outcome((0,), (1,) + (0,) * (t.players - 1), "stones", "KINGS-1"))
    t.settle()


async def finish(table: Desk) -> None:
    """The game is over, and seat 0 has won."""
    decide(table)
    await table.keeper.tidy()
    await table.settle()
    assert table.keeper.sitting.phase == "over"


async def again(table: Desk, seat: int) -> None:
    await table.keeper.do(begin.rematch(seat, table.keeper.present(), PLAIN.ready_ms))
    await table.settle()


def number(table: Desk) -> int:
    return table.keeper.sitting.number


async def test_another_game_begins_when_everybody_who_is_here_wants_it(desk: Opener) -> None:
    table = await opened(desk, 3, 1)
    await finish(table)
    await again(table, 1)
    told = {"ready": [1], "waits": [0, 2], "until": table.world.now + PLAIN.ready_ms}
    assert table.guests[0].news["table"]["next"] == told
    await again(table, 1)
    assert len(await bodies(table, rows.Ready)) == 1, "saying it twice says it once"
    await again(table, 0)
    await table.pass_time(10 * PLAIN.ready_ms)
    assert number(table) == 1, "somebody who is here has said nothing"
    await again(table, 2)
    assert (number(table), table.keeper.sitting.phase) == (2, "playing")
    assert table.guests[0].news["table"]["next"] is None


async def test_those_who_are_gone_are_waited_for_a_while_and_no_longer(desk: Opener) -> None:
    table = await opened(desk, 2, 1)
    await finish(table)
    await table.guests[1].gone()
    await again(table, 0)
    await table.pass_time(PLAIN.ready_ms - 1)
    assert number(table) == 1
    await table.pass_time(1)
    assert number(table) == 2


async def test_who_is_gone_when_it_is_late_no_longer_holds_it_up(desk: Opener) -> None:
    table = await opened(desk, 2)
    await finish(table)
    await again(table, 0)
    await table.pass_time(2 * PLAIN.ready_ms)
    assert number(table) == 1
    await table.guests[1].gone()
    await table.pass_time(1)
    assert number(table) == 2


async def test_it_begins_for_nobody_who_is_not_there_to_play_it(desk: Opener) -> None:
    table = await opened(desk, 2)
    await finish(table)
    await again(table, 0)
    for guest in table.guests:
        await guest.gone()
    await table.pass_time(10 * PLAIN.ready_ms)
    assert number(table) == 1


async def test_whoever_gets_up_is_not_asked_and_their_seat_is_open(desk: Opener) -> None:
    table = await opened(desk, 2)
    await finish(table)
    await again(table, 1)
    await table.keeper.do(seats.leave(people.hashed(table.keys[1])))
    assert table.keeper.sitting.ready == []
    await again(table, 0)
    assert table.keeper.sitting.phase == "lobby"


async def test_alone_with_bots_it_begins_at_once(desk: Opener) -> None:
    table = await opened(desk, 1, 2)
    await finish(table)
    await again(table, 0)
    assert number(table) == 2
    assert not await bodies(table, rows.Ready)


async def test_the_next_game_of_a_series_is_not_held_up_for_ever(desk: Opener) -> None:
    """It was agreed on with the first: whoever is losing cannot stop it by saying nothing."""
    table = await opened(desk, 2, series={"form": "games", "number": 2})
    await finish(table)
    await again(table, 0)
    await table.pass_time(PLAIN.ready_ms - 1)
    assert number(table) == 1
    await table.pass_time(1)
    assert number(table) == 2
    await finish(table)
    await again(table, 0)  # and now the series is over: another one needs both
    await table.pass_time(10 * PLAIN.ready_ms)
    assert number(table) == 2


async def test_a_host_without_a_seat_starts_no_game_over_the_players_heads(desk: Opener) -> None:
    table = await opened(desk, 2, seat=None)
    await finish(table)
    await again(table, NO_ONE)
    await table.pass_time(10 * PLAIN.ready_ms)
    assert number(table) == 1
    assert [body.seat for body in await bodies(table, rows.Ready)] == [HOUSE]


async def test_a_hosts_word_without_a_seat_can_be_restored_from_a_backup(desk: Opener) -> None:
    table = await opened(desk, 2, seat=None)
    await finish(table)
    await again(table, NO_ONE)
    kept = await table.hub.store.read(table.id, True)
    assert kept is not None
    assert examine(kept.meta.listing, kept.meta.version, list(kept.rows)).ready == [HOUSE]


async def test_an_evenings_series_goes_on_where_nobody_is_left_to_ask(desk: Opener) -> None:
    """Somebody wanted the next game and is gone: the house begins it, and asks nobody."""
    table = await opened(desk, 2, series={"form": "games", "number": 2})
    s = table.keeper.sitting
    s.config = msgspec.structs.replace(s.config, evening="E")
    await finish(table)
    await again(table, 0)
    for guest in table.guests:
        await guest.gone()
    await table.pass_time(PLAIN.ready_ms // 2)
    assert number(table) == 2
    assert [body.seat for body in await bodies(table, rows.Ready)] == [0]


async def test_who_wants_the_next_game_is_known_after_a_restart(desk: Opener) -> None:
    table = await opened(desk, 2)
    await finish(table)
    await again(table, 1)
    other = await desk(like=table, world=table.world)
    await other.hub.keeper(other.id)
    assert other.keeper.sitting.ready == [1]
    await other.keeper.do(begin.rematch(0, {0, 1}, PLAIN.ready_ms))
    assert number(other) == 2


# --- talk -----------------------------------------------------------------------------------


async def dead(desk: Opener, **more: Any) -> tuple[Desk, Guest]:
    """A game of BANG! in which seat 1 is out."""
    table = await (await desk()).open("bang", 4, **more)
    for seat in range(4):
        await table.guest(seat)
    await table.begin()
    table.table.ring = (0, 2, 3)
    table.table.take_events()
    table.keeper.publish()
    await table.settle()
    return table, table.guests[1]


async def test_the_dead_are_silent_until_the_game_is_over(desk: Opener) -> None:
    table, ghost = await dead(desk)
    assert ghost.news["muted"]
    assert "muted" not in table.guests[0].news
    for line in ({"text": "It was Carla"}, {"phrase": "not_me"}):
        assert (await ghost.do("say", **line))["code"] == "dead_silent"
    assert (await table.guests[0].do("say", text="Who was it?"))["type"] == "ack"
    await table.keeper.do(deeds.close_by("host"))
    s = table.keeper.sitting
    s.phase = "over"  # as after the end of a game
    assert (await ghost.do("say", text="Carla!"))["type"] == "ack"


async def test_a_table_may_let_the_dead_talk_and_older_tables_do(desk: Opener) -> None:
    _, ghost = await dead(desk, dead_talk=True)
    assert "muted" not in ghost.news
    assert (await ghost.do("say", text="Boo"))["type"] == "ack"
    old = rows.read(
        Row(1, 0, "opened", b'{"game":"g","version":1,"players":2,"code":"","host":""}')
    )
    assert isinstance(old, rows.Opened)
    assert old.dead_talk
