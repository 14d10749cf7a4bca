"""Taking back at a table of the tavern: freely, by the consent of those who are there, or not."""

import json
from functools import partial
from typing import Any

import msgspec
import pytest

from parlour.cli.verify import check_series
from parlour.core.table import Table
from parlour.core.undo import AGREED, CONSENT, FREE, NO, UNDO
from parlour.lab.conformance import MARK
from parlour.server.table import begin, moments, records, rows, snapshots
from parlour.server.table.saved import SnapshotBody
from tests.server.desk import PLAIN, Desk, Guest, Opener

PLEA_MS = PLAIN.plea_ms
TIRELESS = msgspec.structs.replace(PLAIN, message_burst=1_000_000)


@pytest.fixture
def desk(desk: Opener) -> Opener:
    """Nobody says too much here."""
    return partial(desk, settings=TIRELESS)


async def opened(desk: Opener, people: int, bots: int = 0, **more: Any) -> Desk:
    """Kings, everybody connected, the game begun."""
    table = await (await desk()).open("kings", people, bots, **more)
    for seat in range(people):
        await table.guest(seat)
    return await table.begin()


async def another(desk: Opener, table: Desk) -> Desk:
    """The same table after a restart, or on another node: read from the store at this moment."""
    again = await desk(settings=msgspec.structs.replace(PLAIN, node="other"), world=table.world)
    again.id, again.keys = table.id, table.keys
    await again.hub.keeper(table.id)
    return again


def probed(t: Table) -> Table:
    """A copy at which something can be chosen and taken back; a mere clone numbers no decisions."""
    probe = t.clone()
    probe.takes_back = probe.numbers = True
    probe.serial, probe.asking = list(t.serial), list(t.asking)
    return probe


def fitting(table: Desk, seat: int, may: str) -> str | None:
    """A choice of this seat that could then be taken back in this way."""
    for choice in table.table.decision(seat).choices:
        probe = probed(table.table)
        probe.answer(seat, choice.text)
        if probe.may_undo(seat) == may:
            return str(choice.text)
    return None


async def chosen(table: Desk, may: str, who: int | None = None) -> Guest:
    """Play until somebody (or this very seat) has made a choice that `may` be taken back so."""
    for _ in range(200):
        if not any(table.table.asked >> g.connection.seat & 1 for g in table.guests):
            await table.pass_time(2_000)
            continue
        guest = next(g for g in table.guests if table.table.asked >> g.connection.seat & 1)
        seat: Any = guest.connection.seat
        text = fitting(table, seat, may) if who in (None, seat) else None
        assert (await guest.answer(text))["type"] == "ack"
        if text is not None:
            assert guest.news["undo"] == may
            return guest
    raise AssertionError(f"nothing that may be taken back: {may}")


def others(table: Desk, guest: Guest) -> list[Guest]:
    return [g for g in table.guests if g is not guest and g.connection.seat is not None]


async def pleaded(desk: Opener, people: int = 3, bots: int = 0, **more: Any) -> tuple[Desk, Guest]:
    """A plea that waits for all other people."""
    table = await opened(desk, people, bots, **more)
    guest = await chosen(table, CONSENT)
    assert (await guest.do("plead"))["type"] == "ack"
    return table, guest


async def kinds(table: Desk, last: int) -> list[str]:
    return [row.kind for row in (await table.hub.store.load(table.id))[-last:]]


# --- freely ---------------------------------------------------------------------------------


async def test_what_is_free_is_taken_back_at_once_and_counts_once(desk: Opener) -> None:
    table = await opened(desk, 2)
    guest = await chosen(table, FREE)
    assert (await guest.do("plead"))["code"] == "no_plea_needed"
    message = {"type": "undo", "mid": "same"}
    assert (await guest.say(message))["type"] == "ack"
    assert guest.news["events"] == [{"type": "undone", "seat": guest.connection.seat}]
    assert guest.news["undo"] == NO
    seq = table.keeper.sitting.seq
    assert (await guest.say(message))["type"] == "ack"
    assert table.keeper.sitting.seq == seq


async def test_nothing_is_taken_back_of_what_somebody_has_learnt(desk: Opener) -> None:
    table = await opened(desk, 2)
    guest = await chosen(table, NO)
    for kind in ("undo", "plead"):
        assert (await guest.do(kind))["code"] == "cannot_undo"


async def test_an_undo_is_no_answer(desk: Opener) -> None:
    """Nobody smuggles in an agreement by way of the other door."""
    table = await opened(desk, 2)
    guest = await chosen(table, CONSENT)
    number, seq = table.table.serial[guest.connection.seat], table.keeper.sitting.seq
    for text, code in ((UNDO, "undo_needs_consent"), (AGREED, "unknown_choice")):
        assert (await guest.do("answer", decision=number, choice=text))["code"] == code
    assert table.keeper.sitting.seq == seq


# --- by consent -----------------------------------------------------------------------------


async def test_a_plea_is_seen_by_all_and_taken_back_when_everybody_agrees(
    desk: Opener,
) -> None:
    table = await opened(desk, 3)
    watcher = await table.guest(None)
    table.guests.remove(watcher)
    guest = await chosen(table, CONSENT)
    before = table.table.before.line()
    assert (await guest.do("undo"))["code"] == "undo_needs_consent"
    first, second = others(table, guest)
    seats = [first.connection.seat, second.connection.seat]
    assert (await guest.do("plead"))["type"] == "ack"
    plea: dict[str, Any] = {
        "id": 1,
        "seat": guest.connection.seat,
        "until": table.world.now + PLEA_MS,
        "waits": sorted(seats),
        "agreed": [],
        "state": "open",
    }
    for one in (guest, first, second, watcher):
        assert one.news["plea"] == plea
    assert watcher.news["undo"] == NO
    assert (await first.do("agree", plea=1))["type"] == "ack"
    told = guest.news["plea"]
    assert (told["waits"], told["agreed"]) == ([seats[1]], [seats[0]])
    assert table.table.line() != before
    assert (await second.do("agree", plea=1))["type"] == "ack"
    assert await kinds(table, 3) == ["agreed", "agreed", "chose"]
    for one in (guest, first, second, watcher):
        assert one.news["events"] == [{"type": "undone", "seat": guest.connection.seat}]
        assert "plea" not in one.news
    assert MARK.sub("", table.table.line()) == MARK.sub("", before)
    assert table.table.may_undo(guest.connection.seat) == NO
    last = rows.read((await table.hub.store.load(table.id))[-1])
    assert last == rows.Chose(plea["seat"], AGREED, "person")


async def test_one_no_ends_it_and_there_is_one_plea_for_a_choice(desk: Opener) -> None:
    table, guest = await pleaded(desk)
    first, second = others(table, guest)
    assert (await guest.do("plead"))["code"] == "pleaded_already"
    assert (await first.do("decline", plea=1))["type"] == "ack"
    for one in table.guests:
        assert one.news["plea"]["state"] == "declined"
    assert (await second.do("agree", plea=1))["code"] == "no_plea"
    assert (await guest.do("plead"))["code"] == "pleaded_already"
    asked = next(g for g in table.guests if table.table.asked >> g.connection.seat & 1)
    await asked.answer()
    assert "plea" not in guest.news
    guest = await chosen(table, CONSENT)
    assert (await guest.do("plead"))["type"] == "ack"
    assert guest.news["plea"]["id"] == 2
    assert (await others(table, guest)[0].do("agree", plea=1))["code"] == "no_plea"


async def test_a_plea_lapses_when_its_time_is_up(desk: Opener) -> None:
    table, guest = await pleaded(desk)
    await table.pass_time(PLEA_MS - 1)
    assert guest.news["plea"]["state"] == "open"
    await table.pass_time(1)
    assert guest.news["plea"]["state"] == "lapsed"
    assert await kinds(table, 2) == ["pleaded", "lapsed"]
    assert (await others(table, guest)[0].do("agree", plea=1))["code"] == "no_plea"


async def test_a_word_that_comes_too_late_does_not_count_though_nobody_has_noticed(
    desk: Opener,
) -> None:
    table, guest = await pleaded(desk, 2)
    table.world.now += PLEA_MS
    assert (await others(table, guest)[0].do("agree", plea=1))["code"] == "no_plea"


async def test_a_plea_lapses_with_an_answer(desk: Opener) -> None:
    table, guest = await pleaded(desk, 2)
    other = others(table, guest)[0]
    assert (await other.answer())["type"] == "ack"
    assert "plea" not in guest.news
    assert (await other.do("agree", plea=1))["code"] == "no_plea"


async def test_a_plea_lapses_when_time_has_passed_at_the_table(desk: Opener) -> None:
    """An idle tick is no row, but after it nothing can be taken back."""
    table, guest = await pleaded(desk, 2)
    table.table.before = None  # what a tick leaves
    assert (await others(table, guest)[0].do("agree", plea=1))["code"] == "no_plea"
    await table.pass_time(1)
    assert guest.news["plea"]["state"] == "lapsed"


async def test_clocks_run_on_and_a_time_out_is_an_answer(desk: Opener) -> None:
    pace = {"kind": "live", "bank_s": 5, "increment_s": 1}
    table, guest = await pleaded(desk, 2, pace=pace)
    asked = others(table, guest)[0].connection.seat
    clock = guest.news["clocks"][asked]
    await table.pass_time(4_000)
    assert guest.news["clocks"][asked] == clock, "it has not been set anew"
    await table.pass_time(10_000)
    assert "plea" not in guest.news
    chose = [rows.read(row) for row in await table.hub.store.load(table.id) if row.kind == "chose"]
    assert chose[-1].by == "timeout"  # type: ignore[attr-defined]


async def test_a_pause_and_an_outage_give_their_time_back(desk: Opener) -> None:
    table, guest = await pleaded(desk, 2)
    until = guest.news["plea"]["until"]
    await table.keeper.do(lambda s, now: [rows.Paused(0)])
    assert "plea" not in guest.news
    assert (await others(table, guest)[0].do("agree", plea=1))["code"] == "paused"
    await table.pass_time(60_000)
    await table.keeper.do(lambda s, now: [rows.Resumed(0)])
    assert guest.news["plea"]["until"] == until + 60_000
    await table.keeper.do(lambda s, now: [rows.Resumed(-1, 5_000)])
    assert guest.news["plea"]["until"] == until + 65_000
    assert (await others(table, guest)[0].do("agree", plea=1))["type"] == "ack"
    assert guest.news["events"][-1]["type"] == "undone"


# --- who is asked ---------------------------------------------------------------------------


async def test_alone_with_bots_it_is_taken_back_at_once(desk: Opener) -> None:
    table = await opened(desk, 1, 2)
    guest = await chosen(table, CONSENT)
    assert (await guest.do("plead"))["type"] == "ack"
    assert guest.news["events"] == [{"type": "undone", "seat": 0}]
    assert await kinds(table, 2) == ["pleaded", "chose"]


async def test_bots_agree_and_wait_for_the_peoples_word(desk: Opener) -> None:
    table = await opened(desk, 2, 1)
    guest = await chosen(table, CONSENT, who=1)  # the next seat is the bot's
    assert (await guest.do("plead"))["type"] == "ack"
    assert guest.news["plea"]["waits"] == [0]
    seq = table.keeper.sitting.seq
    await table.pass_time(PLEA_MS - 1)
    assert table.keeper.sitting.seq == seq, "the bot has not answered"
    assert (await table.guests[0].do("decline", plea=1))["type"] == "ack"
    await table.pass_time(5_000)
    assert table.keeper.sitting.seq > seq + 1, "and now it does"


async def test_a_seat_that_is_away_agrees_and_so_does_one_that_goes(desk: Opener) -> None:
    table = await opened(desk, 3, pace={"kind": "relaxed"})
    guest = await chosen(table, CONSENT, who=0)
    first, second = others(table, guest)
    await first.gone()
    await table.pass_time(PLAIN.grace_ms - 1_000)
    assert (await guest.do("plead"))["type"] == "ack"
    assert guest.news["plea"]["waits"] == [2], "whoever is not here is not asked"
    await second.gone()
    table.guests.remove(second)
    await table.keeper.do(lambda s, now: [rows.Away(2, left=True)])
    await table.pass_time(1)
    assert guest.news["events"] == [{"type": "undone", "seat": 0}]


@pytest.mark.parametrize("kind", ["agree", "decline"])
async def test_only_those_who_are_asked_have_a_word(desk: Opener, kind: str) -> None:
    table = await opened(desk, 3)
    watcher = await table.guest(None)
    table.guests.remove(watcher)
    guest = await chosen(table, CONSENT)
    first, second = others(table, guest)
    assert (await first.do("plead"))["code"] == "cannot_undo", "it was not their choice"
    assert (await first.do(kind, plea=0))["code"] == "no_plea"
    await guest.do("plead")
    assert (await guest.do(kind, plea=1))["code"] == "not_awaited"
    assert (await watcher.do(kind, plea=1))["code"] == "watcher"
    assert (await watcher.do("plead"))["code"] == "watcher"
    await first.do("agree", plea=1)
    assert (await first.do(kind, plea=1))["code"] == "not_awaited"
    assert (await second.do(kind, plea=2))["code"] == "no_plea"


@pytest.mark.parametrize(
    ("kind", "more"), [("plead", {}), ("agree", {"plea": 1}), ("decline", {"plea": 1})]
)
async def test_the_same_message_twice_counts_once(
    desk: Opener, kind: str, more: dict[str, Any]
) -> None:
    table = await opened(desk, 3)
    guest = await chosen(table, CONSENT)
    if kind != "plead":
        await guest.do("plead")
        guest = others(table, guest)[0]
    message = {"type": kind, "mid": "same", **more}
    assert (await guest.say(message))["type"] == "ack"
    seq = table.keeper.sitting.seq
    assert (await guest.say(message))["type"] == "ack"
    assert table.keeper.sitting.seq == seq
    again = await another(desk, table)
    there = await again.guest(guest.connection.seat)
    assert (await there.say(message))["type"] == "ack"
    assert again.keeper.sitting.seq == seq


# --- restarts, nodes, snapshots -------------------------------------------------------------


async def test_a_plea_outlives_a_restart(desk: Opener) -> None:
    table, guest = await pleaded(desk)
    first, second = others(table, guest)
    await first.do("agree", plea=1)
    again = await another(desk, table)
    there = await again.guest(second.connection.seat)
    assert there.news["plea"] == second.news["plea"]
    assert (await there.do("agree", plea=1))["type"] == "ack"
    assert there.news["events"] == [{"type": "undone", "seat": guest.connection.seat}]
    await table.keeper.hear(1 << 60)
    assert table.table.line() == again.table.line()


async def test_a_plea_lapses_after_a_restart_too(desk: Opener) -> None:
    table, guest = await pleaded(desk, 2)
    await table.hub.close(table.keeper)
    again = await another(desk, table)
    there = await again.guest(guest.connection.seat)
    await again.pass_time(PLEA_MS)
    assert there.news["plea"]["state"] == "lapsed"


async def test_people_at_two_nodes_come_to_an_agreement(desk: Opener) -> None:
    table = await (await desk()).open("kings", 2)
    await table.guest(0)
    other = await another(desk, table)
    there = await other.guest(1)
    await table.hub.caretakers["1"].note(f"p other {table.id} 1")
    await table.begin()
    await other.keeper.hear(1 << 60)
    table.guests.append(there)
    for _ in range(50):
        if table.table.asked & 1:
            text = fitting(table, 0, CONSENT)
            await table.guests[0].answer(text)
            await other.keeper.hear(1 << 60)
            await other.settle()
            if text is not None:
                break
        else:
            await there.answer()
            await table.keeper.hear(1 << 60)
            await table.settle()
    here = table.guests[0]
    assert (await here.do("plead"))["type"] == "ack"
    await other.keeper.hear(1 << 60)
    await there.until(lambda: there.news.get("plea", {}).get("waits") == [1])
    assert (await there.do("agree", plea=1))["type"] == "ack"
    await table.keeper.hear(1 << 60)
    await here.until(lambda: here.news["events"] == [{"type": "undone", "seat": 0}])


async def test_two_words_at_once_are_both_heard(desk: Opener) -> None:
    """Each node writes a yes; the later one loses the race, reads, and is the last to agree."""
    table, guest = await pleaded(desk)
    first, second = others(table, guest)
    other = await another(desk, table)
    there = await other.guest(second.connection.seat)
    assert (await first.do("agree", plea=1))["type"] == "ack"
    assert (await there.do("agree", plea=1))["type"] == "ack"
    assert await kinds(table, 3) == ["agreed", "agreed", "chose"]


@pytest.mark.parametrize("may", [FREE, CONSENT])
async def test_a_snapshot_never_cuts_off_an_undo(
    desk: Opener, monkeypatch: pytest.MonkeyPatch, may: str
) -> None:
    """The position is kept only once the next choice has shown that it stands."""
    monkeypatch.setattr("parlour.server.table.keeper.SNAPSHOT_EVERY", 1)
    table = await opened(desk, 2)
    for _ in range(3):
        guest = await chosen(table, may)
        if may == FREE:
            await guest.do("undo")
        else:
            number = table.keeper.sitting.pleas.made + 1
            await guest.do("plead")
            await others(table, guest)[0].do("agree", plea=number)
        assert guest.news["events"][-1]["type"] == "undone"
        await table.keeper.settled()
        again = await another(desk, table)
        assert again.table.line() == table.table.line()
        assert again.table.serial == table.table.serial


async def test_a_snapshot_keeps_a_plea_and_an_old_one_has_none(desk: Opener) -> None:
    table, _ = await pleaded(desk, 2)
    s = table.keeper.sitting
    kept = msgspec.json.decode(snapshots.keep(s), type=SnapshotBody)
    assert kept.pleas == s.pleas
    old = json.loads(snapshots.keep(s))
    del old["pleas"]
    assert msgspec.json.decode(json.dumps(old), type=SnapshotBody).pleas.last is None


async def test_an_old_log_is_read_as_it_was_written(desk: Opener) -> None:
    """Before there were pleas an undo was a bare row, with somebody asked or not."""
    table = await opened(desk, 2)
    guest = await chosen(table, CONSENT)
    seat: Any = guest.connection.seat
    await table.keeper.do(lambda s, now: [rows.Chose(seat, UNDO, "person")])
    again = await another(desk, table)
    for one in (table, again):
        assert one.keeper.sitting.fault == ""
        assert one.table.asked == 1 << seat
    made, _ = await records.choices(again.keeper, again.keeper.sitting.games[0])
    record = records.record_of(again.keeper.sitting, again.keeper.sitting.games[0], made)
    assert moments.history(record, None)[-1] == {"type": "undone", "seat": seat}
    assert [*moments.moments(record, None, 1, 50, False)][-1].choice == (seat, UNDO)


# --- the record -----------------------------------------------------------------------------


async def test_an_agreed_undo_is_in_the_record_and_replays(desk: Opener) -> None:
    series = {"form": "games", "number": 2}
    table = await opened(desk, 2, series=series)
    for game in (1, 2):
        if game == 2:
            await table.keeper.do(begin.rematch(0))
        guest = await chosen(table, CONSENT)
        await guest.do("plead")
        plea = guest.news["plea"]["id"]
        await others(table, guest)[0].do("agree", plea=plea)
        while table.keeper.sitting.phase == "playing":
            asked = next(g for g in table.guests if table.table.asked >> g.connection.seat & 1)
            await asked.answer()
        file = await records.game_file(table.keeper, game)
        assert (guest.connection.seat, AGREED) in file.record.choices
        assert len(file.by) == len(file.record.choices)
        assert records.verify(file).reason == "honest"
        told = moments.moments(file.record, "all", 1, 200, False)
        undone = [step for step in told if step.choice == (guest.connection.seat, AGREED)]
        assert undone[0].events == [{"type": "undone", "seat": guest.connection.seat}]
    record = await records.series_record(table.keeper, 1)
    assert check_series(msgspec.json.encode(record)).reason == "series"
