"""A shuffle nobody can choose: house and clients commit, then reveal; everything is rows."""

import hashlib
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.cli.shares import Shares
from parlour.core.errors import Refusal
from parlour.server.table import begin, records, rows, seats, snapshots
from parlour.server.table.examine import examine
from parlour.server.table.fairness import combined, commitment, lot, share_commitment
from parlour.server.table.keeper import Keeper
from parlour.server.table.shuffles import WAIT_MS
from tests.server.desk import Desk, FakeWorld, Opener
from tests.server.throwers import Thrower, all_throw, thrower


async def table_of(desk: Opener, people: int = 3, **more: Any) -> tuple[Desk, list[Thrower]]:
    """Kings with so many people, all with shares, and the shuffle of the first game is on."""
    table = await (await desk()).open("kings", people, **more)
    throwers = [await thrower(table, seat) for seat in range(people)]
    await table.begin()
    await table.settle()
    return table, throwers


def at(table: Desk) -> str:
    """The phase of the table, or the step of the shuffle that is on."""
    s = table.keeper.sitting
    return s.phase if s.shuffles.now is None else s.shuffles.now.step


async def log_of(table: Desk) -> list[rows.Body]:
    return [rows.read(row) for row in await table.hub.store.load(table.id)]


async def kinds(table: Desk) -> list[str]:
    return [rows.kind_of(body) for body in await log_of(table)]


async def finish(table: Desk) -> None:
    """The game has an end, however it got there: the host closes the table."""
    await table.keeper.do(seats.close)
    await table.settle()


# --- the whole of it ------------------------------------------------------------------------


async def test_house_and_seats_commit_then_reveal_and_the_seed_is_made_of_all(
    desk: Opener,
) -> None:
    table, throwers = await table_of(desk)
    s = table.keeper.sitting
    assert at(table) == "commit"
    for one in throwers:
        assert await one.throw() == {"type": "ack", "mid": f"{one.guest.name}-{one.guest.mids}"}
    assert at(table) == "reveal"
    assert not any("value" in share for share in throwers[0].table["shuffling"]["shares"])
    for one in throwers:
        await one.throw()
        assert one.shares.kept[1].list is not None
    assert at(table) == "playing"
    values = [(one.seat, one.shares.kept[1].value) for one in throwers]
    secret, salt = s.secrets(1)
    assert s.seed_of(s.games[0]) == combined(secret, table.id, 1, 1, values)
    assert throwers[0].table["commitment"] == commitment(secret, salt)
    assert throwers[0].table["seed"] == throwers[0].table["secret"] == ""
    await finish(table)
    assert [one.verdict() for one in throwers] == ["checked"] * 3
    file = await records.game_file(table.keeper, 1)
    assert records.shuffle_wrong(file) == ""
    assert records.verify(file).honest


async def test_clients_without_dice_are_not_waited_for(desk: Opener) -> None:
    table = await (await desk()).open("kings", 2)
    for seat in (0, 1):
        await table.guest(seat)
    await table.begin()
    assert at(table) == "playing"
    assert (await kinds(table))[-1] == "started"
    await finish(table)
    file = await records.game_file(table.keeper, 1)
    assert file.shuffle == 0
    assert file.secret == file.record.seed
    assert records.verify(file).honest


async def test_nobody_reveals_before_everybody_is_committed(desk: Opener) -> None:
    _, (anna, bruno, _) = await table_of(desk)
    await anna.throw()
    value = anna.shares.kept[1].value
    assert (await anna.guest.do("reveal", shuffle=1, value=value))["code"] == "too_early"
    assert (await bruno.guest.do("commit", shuffle=7, commitment="0" * 64))["code"] == "no_shuffle"
    assert (await bruno.guest.do("commit", shuffle=1, commitment="x"))["code"] == "bad_share"


async def test_a_share_that_was_not_committed_to_is_refused(desk: Opener) -> None:
    table, throwers = await table_of(desk)
    for one in throwers:
        await one.throw()
    anna, bruno = throwers[:2]
    assert (await anna.guest.do("reveal", shuffle=1, value="0" * 64))["code"] == "bad_share"
    stolen = bruno.shares.kept[1].value
    assert (await anna.guest.do("reveal", shuffle=1, value=stolen))["code"] == "bad_share"
    late = {"shuffle": 1, "commitment": "0" * 64}
    assert (await anna.guest.do("commit", **late))["code"] == "too_late"
    assert at(table) in ("commit", "reveal")


async def test_the_same_word_twice_is_no_harm_and_another_one_is_refused(desk: Opener) -> None:
    table, (anna, *others) = await table_of(desk)
    await anna.throw()
    seq = table.keeper.sitting.seq
    anna.shares.again()
    assert (await anna.throw() or {})["type"] == "ack"
    assert table.keeper.sitting.seq == seq
    other = {"shuffle": 1, "commitment": "1" * 64}
    assert (await anna.guest.do("commit", **other))["code"] == "share_given"
    for one in others:
        await one.throw()
    await all_throw([anna, *others])
    anna.shares.again()
    value = anna.shares.kept[1].value
    assert (await anna.guest.do("reveal", shuffle=1, value=value))["type"] == "ack"


async def test_somebody_without_a_commitment_has_nothing_to_reveal(desk: Opener) -> None:
    table, (anna, bruno, clara) = await table_of(desk)
    clara.mute = True
    await anna.throw()
    await bruno.throw()
    await table.pass_time(WAIT_MS)
    assert table.keeper.sitting.shuffles.now is not None
    assert (await clara.guest.do("reveal", shuffle=1, value="0" * 64))["code"] == "no_share"


# --- silence --------------------------------------------------------------------------------


async def test_whoever_commits_to_nothing_is_left_out_and_named(desk: Opener) -> None:
    table, throwers = await table_of(desk)
    throwers[1].mute = True
    await all_throw(throwers)
    await table.pass_time(WAIT_MS - 1)
    assert at(table) == "commit"
    await table.pass_time(1)
    await all_throw(throwers)
    assert at(table) == "playing"
    await finish(table)
    shares = throwers[0].table["shares"]
    assert [(one["seat"], bool(one.get("value"))) for one in shares] == [
        (0, True),
        (1, False),
        (2, True),
    ]
    assert [one.verdict() for one in throwers] == ["checked", "left_out", "checked"]
    assert records.verify(await records.game_file(table.keeper, 1)).honest


async def test_whoever_does_not_reveal_is_left_out_and_named(desk: Opener) -> None:
    table, throwers = await table_of(desk)
    for one in throwers:
        await one.throw()
    throwers[2].mute = True
    for one in throwers:
        await one.throw()
    assert at(table) in ("commit", "reveal")
    await table.pass_time(WAIT_MS)
    assert at(table) == "playing"
    await finish(table)
    silent = [one["seat"] for one in throwers[0].table["shares"] if not one.get("value")]
    assert silent == [2]
    assert throwers[0].verdict() == "checked"
    assert throwers[2].shares.verdict(throwers[0].table) == "left_out"


async def test_if_all_are_silent_the_house_begins_alone_and_says_so(desk: Opener) -> None:
    table, _ = await table_of(desk, people=2)
    await table.pass_time(WAIT_MS)
    assert at(table) == "playing"
    await finish(table)
    file = await records.game_file(table.keeper, 1)
    assert [share.value for share in file.shares] == ["", ""]
    assert records.verify(file).honest


# --- broken off -----------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["left", "seats", "closed"])
async def test_a_start_that_is_broken_off_after_the_list_is_shown_to_everybody(
    desk: Opener, how: str
) -> None:
    table, throwers = await table_of(desk)
    watcher = await table.guest(None)
    for one in throwers:
        await one.throw()
    if how == "left":
        hash = table.keeper.sitting.seats[1].hash
        await table.keeper.do(seats.leave(hash))
    elif how == "seats":
        await table.keeper.do(seats.plan_seat(1, seats.SeatPlan("bot"), ""))
    else:
        await table.keeper.do(seats.close)
    await table.settle()
    assert "brokenoff" in await kinds(table)
    for guest in (throwers[0].guest, watcher):
        told = guest.news["table"]
        assert told["shuffling"] is None
        [broken] = told["broken"]
        assert (broken["id"], broken["number"], broken["reason"]) == (1, 1, how)
        assert len(broken["shares"]) == 3


async def test_a_broken_start_stays_in_the_record_of_the_game_that_begins_later(
    desk: Opener,
) -> None:
    table, throwers = await table_of(desk)
    for one in throwers:
        await one.throw()
    await throwers[0].throw()  # its share is out
    await table.keeper.do(seats.plan_seat(2, seats.SeatPlan("bot"), ""))
    await table.begin()
    await table.settle()
    await all_throw(throwers[:2])
    assert at(table) == "playing"
    await finish(table)
    file = await records.game_file(table.keeper, 1)
    assert [(one.id, one.reason, one.seat) for one in file.broken] == [(1, "seats", 2)]
    assert file.shuffle == 2
    assert [one.verdict() for one in throwers[:2]] == ["checked"] * 2
    hidden = {**throwers[0].table, "broken": []}
    assert throwers[0].shares.verdict(hidden) == "wrong", "a start that nobody speaks of any more"


async def test_what_is_broken_off_before_the_list_is_forgotten(desk: Opener) -> None:
    table, throwers = await table_of(desk)
    await throwers[0].throw()
    await table.keeper.do(seats.plan_seat(2, seats.SeatPlan("bot"), ""))
    await table.settle()
    assert throwers[0].table["broken"] == []
    assert throwers[0].table["shuffling"] is None


# --- kills, nodes, snapshots ----------------------------------------------------------------


@pytest.mark.parametrize("said", range(5))
async def test_a_killed_server_goes_on_where_it_was(desk: Opener, said: int) -> None:
    """Killed after so many words of two seats; everybody comes back with what they kept."""
    table, throwers = await table_of(desk, people=2)
    words = [*throwers, *throwers]
    for one in words[:said]:
        await one.throw()
    world = table.world
    again = await desk(like=table, world=world)
    await again.hub.keeper(again.id)
    back = [await thrower(again, one.seat, one.shares) for one in throwers]
    await all_throw(back)
    assert at(again) == "playing"
    await again.keeper.do(seats.close)
    await again.settle()
    assert [one.verdict() for one in back] == ["checked"] * 2
    assert records.verify(await records.game_file(again.keeper, 1)).honest


async def test_a_server_that_was_down_for_long_gives_everybody_their_time_again(
    desk: Opener,
) -> None:
    table, throwers = await table_of(desk, people=2)
    for one in throwers:
        await one.throw()
    world: FakeWorld = table.world
    world.now += 20 * WAIT_MS  # nobody keeps the table
    again = await desk(like=table, world=world)
    await again.hub.keeper(again.id)
    await again.pass_time(WAIT_MS // 2)
    assert at(again) == "reveal"
    back = [await thrower(again, one.seat, one.shares) for one in throwers]
    await all_throw(back)
    assert at(again) == "playing"


async def test_a_snapshot_in_a_shuffle_keeps_all_of_it(desk: Opener) -> None:
    table, throwers = await table_of(desk, people=2)
    for one in throwers:
        await one.throw()
    s = table.keeper.sitting
    kept = Keeper(table.world, table.hub.store, table.keeper.meta, s.game, "x")
    snapshots.restore(kept.sitting, s.seq, snapshots.keep(s))
    assert kept.sitting.shuffles == s.shuffles
    await all_throw(throwers)
    snapshots.restore(kept.sitting, s.seq, snapshots.keep(s))
    assert kept.sitting.game_table is not None
    assert s.game_table is not None
    assert kept.sitting.game_table.line() == s.game_table.line()
    assert kept.sitting.game_table.start == s.seed_of(s.games[0]).hex()


async def test_clients_on_two_nodes_shuffle_together(desk: Opener) -> None:
    table = await (await desk()).open("kings", 2)
    anna = await thrower(table, 0)
    other = await desk(like=table, world=table.world)
    await other.hub.keeper(other.id)
    bruno = await thrower(other, 1)
    await other.keeper.settled()
    told = [f"p {other.hub.node} {other.id} 1 1: 1"]
    table.hub.node, other.hub.node = "one", "other"  # type: ignore[misc]
    await table.hub.caretakers["1"].note(told[0].replace("desk", "other"))
    await table.begin()
    assert table.keeper.sitting.shuffles.now is not None
    assert table.keeper.sitting.shuffles.now.waits == [0, 1]
    for _ in range(2):
        for one, home, far in ((anna, table, other), (bruno, other, table)):
            await home.keeper.hear(1 << 62)
            await home.settle()
            await one.throw()
            await far.keeper.hear(1 << 62)
            await far.settle()
    assert table.keeper.sitting.phase == other.keeper.sitting.phase == "playing"
    assert table.table.line() == other.table.line()


async def test_another_node_hears_at_once_that_a_client_takes_part(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await (await desk()).open("kings", 2)
    table.keeper.held = False
    notes: list[str] = []

    async def notify(note: str) -> None:
        notes.append(note)

    monkeypatch.setattr(table.hub.store, "notify", notify)
    await thrower(table, 1)
    await table.keeper.settled()
    assert notes == [f"p desk {table.id} 1 1: 1"]


# --- old rows, series, bots -----------------------------------------------------------------


async def test_rows_and_files_of_older_versions_are_read_as_before(desk: Opener) -> None:
    """A game that the house began alone has no field in its row that an older version lacks."""
    table = await (await desk()).open("kings", 2)
    await table.begin()
    row = next(r for r in await table.hub.store.load(table.id) if r.kind == "started")
    assert b"shuffle" not in row.body
    assert b"shares" not in row.body
    await finish(table)
    file = await records.game_file(table.keeper, 1)
    old = {
        "format": "parlour-game/1",
        "names": file.names,
        "record": msgspec.to_builtins(file.record),
        "salt": file.salt,
        "commitment": file.commitment,
        "over": None,
        "by": [],
    }
    assert records.verify(records.read_file(msgspec.json.encode(old))).honest


async def test_a_log_with_shuffles_is_examined_like_any_other(desk: Opener) -> None:
    table, throwers = await table_of(desk)
    for one in throwers:
        await one.throw()
    await table.keeper.do(seats.plan_seat(2, seats.SeatPlan("bot"), ""))
    await table.begin()
    await table.settle()
    await all_throw(throwers[:2])
    kept = await table.hub.store.read(table.id, True)
    assert kept is not None
    listing, log = kept.meta.listing, list(kept.rows)
    assert examine(listing, kept.meta.version, log).games[0].shuffle == 2
    place = next(k for k, row in enumerate(log) if row.kind == "committed")
    log[place] = rows.write(place + 1, log[place].at_ms, rows.Committed(7, "0" * 64))
    with pytest.raises(rows.Unreadable) as wrong:
        examine(listing, kept.meta.version, log)
    assert "no such seat" in wrong.value.reason


async def test_who_begins_a_series_comes_from_the_shuffle(desk: Opener) -> None:
    table, throwers = await table_of(desk, series={"form": "games", "number": 2})
    await all_throw(throwers)
    await finish(table)
    file = await records.game_file(table.keeper, 1)
    assert file.lot
    assert records.shuffle_wrong(file) == ""
    first = file.record.carry["first"]
    file.record.carry["first"] = (first + 1) % 3
    assert records.shuffle_wrong(file) == "other_lot"


async def test_a_bot_has_the_same_luck_whoever_keeps_the_table(desk: Opener) -> None:
    table = await (await desk()).open("kings", 1, bots=1)
    await table.begin()
    again = await desk(like=table, world=table.world)
    await again.hub.keeper(again.id)
    seeds = [table.house.thinking.seed(1, f"{moment}") for moment in range(9)]
    assert seeds == [again.house.thinking.seed(1, f"{moment}") for moment in range(9)]
    assert len(set(seeds)) == 9


# --- who starts -----------------------------------------------------------------------------


async def test_starting_twice_is_one_start(desk: Opener) -> None:
    table, throwers = await table_of(desk, people=2)
    seq = table.keeper.sitting.seq
    await table.begin()
    assert table.keeper.sitting.seq == seq
    await all_throw(throwers)
    with pytest.raises(Refusal):
        await table.begin()


async def test_another_game_is_another_shuffle(desk: Opener) -> None:
    table, throwers = await table_of(desk, people=2)
    await all_throw(throwers)
    over = rows.Over([0], [1, 0], "points")
    await table.keeper.do(lambda s, now: [over])
    await table.settle()
    assert [one.verdict() for one in throwers] == ["checked"] * 2
    await table.keeper.do(begin.rematch(0))
    await table.settle()
    await all_throw(throwers)
    s = table.keeper.sitting
    assert (s.phase, s.number) == ("playing", 2)
    assert s.games[1].shuffle == 2
    assert s.games[0].shares != s.games[1].shares
    await finish(table)
    assert [one.verdict() for one in throwers] == ["checked"] * 2


# --- the worked example of docs/protocol.md -------------------------------------------------


def test_the_worked_example_of_the_protocol_is_right() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    table = re.search(r"A worked example: shuffle 2 at table `(.+?)`, for its game 1", page)
    assert table is not None
    shown = dict(re.findall(r"^\| (.+?) \| `([0-9a-f]{64})` \|$", page, re.M))
    secret, salt, *values = [bytes([k]).hex() * 32 for k in (0x11, 0x22, 0x33, 0x44, 0x55)]
    thrown = dict(zip((0, 1, 3), values, strict=True))
    sealed = commitment(bytes.fromhex(secret), bytes.fromhex(salt))
    seed = combined(bytes.fromhex(secret), table[1], 1, 2, [(0, thrown[0]), (3, thrown[3])])
    assert shown == {
        "the house's commitment": sealed,
        **{
            f"commitment of seat {seat}": share_commitment(table[1], 1, 2, seat, value)
            for seat, value in thrown.items()
        },
        "the seed, of seats 0 and 3": seed.hex(),
    }
    assert f"seat {lot(seed, 1, 4)} |" in page


def test_what_is_hashed_is_lines_of_text() -> None:
    value, secret = "22" * 32, bytes.fromhex("11" * 32)
    lines = f"parlour share\nT\n3\n5\n1\n{value}"
    assert share_commitment("T", 3, 5, 1, value) == hashlib.sha256(lines.encode()).hexdigest()
    lines = f"parlour seed\nT\n3\n5\n{'11' * 32}\n1 {value}"
    found = combined(secret, "T", 3, 5, [(1, value)])
    assert found == hashlib.sha256(lines.encode()).digest()


def test_a_client_keeps_the_first_list_and_reveals_under_no_other() -> None:
    shares = Shares("T")
    on = {"id": 1, "number": 1, "house": "aa", "step": "commit", "shares": []}
    mine = (shares.follow({"shuffling": on}, 0) or {})["commitment"]
    listed = [{"seat": 0, "commitment": mine}, {"seat": 1, "commitment": "bb"}]
    assert shares.follow({"shuffling": {**on, "step": "reveal", "shares": listed}}, 0)
    shares.again()
    other = [listed[0], {"seat": 1, "commitment": "cc"}]
    assert shares.follow({"shuffling": {**on, "step": "reveal", "shares": other}}, 0) is None
