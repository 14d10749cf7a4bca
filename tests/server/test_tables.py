"""What a table promises, seen from its seats: no network, no clock, every moment the test's own."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import parlour
from parlour.core.errors import Refusal, RulesBug
from parlour.core.table import Table
from parlour.server.store import Conflict, StoreDown
from parlour.server.table import begin, deeds, moments, records, replays, rows, snapshots
from tests.server.desk import PLAIN, Desk, FakeWorld, Opener


async def asked(table: Desk) -> Any:
    """The guest whose answer the game waits for."""
    for guest in table.guests:
        decision = guest.news["decision"]
        if guest.connection.seat is not None and decision and decision["default"] is not None:
            return guest
    raise AssertionError("nobody is asked")


async def two(desk: Opener, **more: Any) -> Desk:
    """Kings with two people, both connected, the game begun."""
    table = await (await desk()).open("kings", 2, **more)
    for seat in (0, 1):
        await table.guest(seat)
    return await table.begin()


# --- answering ------------------------------------------------------------------------------


async def test_a_choice_is_acknowledged_and_everybody_sees_it(desk: Opener) -> None:
    table = await two(desk)
    watcher = await table.guest(None)
    before = [guest.n for guest in table.guests]
    guest = await asked(table)
    assert (await guest.answer())["type"] == "ack"
    assert [guest.n for guest in table.guests] == [n + 1 for n in before]
    assert watcher.news["decision"] is None
    assert watcher.news["events"]


async def test_the_same_message_twice_counts_once(desk: Opener) -> None:
    table = await two(desk)
    guest = await asked(table)
    decision = guest.news["decision"]
    message = {
        "type": "answer",
        "mid": "same",
        "decision": decision["id"],
        "choice": decision["choices"][0]["text"],
    }
    assert (await guest.say(message))["type"] == "ack"
    seq = table.keeper.sitting.seq
    assert (await guest.say(message))["type"] == "ack"
    assert table.keeper.sitting.seq == seq


async def test_a_question_that_is_closed_is_refused_by_its_number(desk: Opener) -> None:
    table = await two(desk)
    guest = await asked(table)
    choice = guest.news["decision"]["choices"][0]["text"]
    reply = await guest.do("answer", decision=999, choice=choice)
    assert reply["code"] == "stale"


async def test_a_refusal_names_code_rule_and_sentence_in_the_guests_language(
    desk: Opener,
) -> None:
    table = await (await desk()).open("kings", 2)
    await table.guest(0, lang="ru")
    await table.guest(1, lang="ru")
    await table.begin()
    guest = await asked(table)
    reply = await guest.answer("nonsense@nowhere")
    assert reply["type"] == "refused"
    assert reply["code"]
    assert any("а" <= letter <= "я" for letter in reply["text"])


async def test_a_language_that_is_not_spoken_here_is_answered_in_the_default_one(
    desk: Opener,
) -> None:
    table = await (await desk()).open("kings", 2)
    for seat in (0, 1):
        await table.guest(seat, lang="xx")
    await table.begin()
    reply = await (await asked(table)).answer("nonsense@nowhere")
    assert reply["type"] == "refused"
    assert "nonsense" in reply["text"]
    assert reply["text"].isascii() or "“" in reply["text"]


async def test_why_not_tells_the_reason_and_changes_nothing(desk: Opener) -> None:
    table = await two(desk)
    guest = await asked(table)
    seq = table.keeper.sitting.seq
    assert (await guest.do("why", choice="nonsense"))["type"] == "refused"
    fine = guest.news["decision"]["choices"][0]["text"]
    assert (await guest.do("why", choice=fine))["type"] == "ack"
    assert table.keeper.sitting.seq == seq


async def test_nobody_answers_for_another_seat_and_watchers_answer_nothing(
    desk: Opener,
) -> None:
    table = await two(desk)
    guest = await asked(table)
    other = next(one for one in table.guests if one is not guest)
    decision = guest.news["decision"]
    choice = decision["choices"][0]["text"]
    reply = await other.do("answer", decision=decision["id"], choice=choice)
    assert reply["type"] == "refused"
    watcher = await table.guest(None)
    reply = await watcher.do("answer", decision=decision["id"], choice=choice)
    assert reply["code"] == "watcher"


async def test_a_wrong_key_opens_nothing(desk: Opener) -> None:
    table = await (await desk()).open("kings", 2)
    table.keys[1] = "x" * 22
    guest = await table.guest(1)
    assert guest.heard("bye")[0]["code"] == "bad_key"
    assert not guest.heard("welcome")


async def test_a_table_without_watchers_lets_nobody_watch(desk: Opener) -> None:
    table = await (await desk()).open("kings", 2, watchers=False)
    guest = await table.guest(None)
    assert guest.heard("bye")[0]["code"] == "no_watchers"


# --- writing --------------------------------------------------------------------------------


class Broken:
    """A store that fails where it is told to."""

    def __init__(self, real: Any) -> None:
        self.real = real
        self.fail: Exception | None = None
        self.stored_all_the_same = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    async def append(self, *args: Any, **more: Any) -> None:
        if self.fail is not None:
            fail, self.fail = self.fail, None
            if self.stored_all_the_same:
                await self.real.append(*args, **more)
            raise fail
        await self.real.append(*args, **more)


async def broken(desk: Opener) -> tuple[Desk, Broken]:
    table = await two(desk)
    store = Broken(table.keeper.store)
    table.keeper.store = store  # type: ignore[misc]
    return table, store


async def test_a_write_that_fails_is_told_and_not_applied(desk: Opener) -> None:
    table, store = await broken(desk)
    guest = await asked(table)
    line, n = table.table.line(), [one.n for one in table.guests]
    store.fail = StoreDown("disk full")
    reply = await guest.answer()
    assert reply["code"] == "not_saved"
    assert table.table.line() == line
    assert [one.n for one in table.guests] == n
    assert (await guest.answer())["type"] == "ack"


async def test_a_write_in_doubt_that_came_through_counts_once(desk: Opener) -> None:
    table, store = await broken(desk)
    guest = await asked(table)
    store.fail, store.stored_all_the_same = StoreDown("line cut", doubt=True), True
    decision = guest.news["decision"]
    message = {
        "type": "answer",
        "mid": "doubt",
        "decision": decision["id"],
        "choice": decision["choices"][0]["text"],
    }
    assert (await guest.say(message))["code"] == "not_saved"
    assert (await guest.say(message))["type"] == "ack"
    chosen = [r for r in await table.hub.store.load(table.id) if r.kind == "chose"]
    assert len(chosen) == 1


async def test_a_lost_race_is_asked_again(desk: Opener) -> None:
    table, store = await broken(desk)
    guest = await asked(table)
    store.fail = Conflict("somebody was quicker")
    assert (await guest.answer())["type"] == "ack"


async def test_two_keepers_of_one_table_never_part(desk: Opener, tmp_path: Path) -> None:
    """Two nodes, one log: whoever is second reads what the first wrote and asks again."""
    table = await two(desk)
    other = Desk(table.hub.store, msgspec.structs.replace(PLAIN, node="other"), table.world)
    other.id, other.keys = table.id, table.keys
    await other.hub.keeper(table.id)
    there = [await other.guest(0), await other.guest(1)]
    for _ in range(10):
        here = await asked(table)
        seat = here.connection.seat
        first, second = here, there[seat]
        text = first.news["decision"]["choices"][0]["text"]
        number = first.news["decision"]["id"]
        replies = [
            await first.do("answer", decision=number, choice=text),
            await second.do("answer", decision=number, choice=text),
        ]
        assert sorted(reply["type"] for reply in replies) == ["ack", "refused"]
        await table.keeper.hear(1 << 60)
        await other.keeper.hear(1 << 60)
        await table.settle()
        await other.settle()
        assert table.table.line() == other.table.line()
        there, table.guests = table.guests, there
    for guest in there:
        await guest.gone()


async def test_rules_that_raise_freeze_their_table_and_the_record_is_kept(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two(desk)
    guest = await asked(table)

    def raises(self: Table, seat: int, choice: int) -> None:
        raise RulesBug("planted")

    monkeypatch.setattr(type(table.table), "enact", raises)
    await guest.answer()
    assert table.keeper.sitting.phase == "frozen"
    assert guest.news["table"]["phase"] == "frozen"
    assert (await guest.do("answer", decision=1, choice="x"))["code"] == "table_frozen"
    monkeypatch.undo()
    file = await records.game_file(table.keeper, 1)
    assert len(file.record.choices) == 1


# --- coming back ----------------------------------------------------------------------------


async def test_a_client_that_was_away_gets_the_gap(desk: Opener) -> None:
    table = await two(desk)
    guest = table.guests[0]
    welcome = guest.heard("welcome")[0]
    last = guest.n
    await guest.gone()
    table.guests.remove(guest)
    for _ in range(3):
        mover = next((g for g in table.guests if g.news["decision"]), None)
        if mover is None:
            break
        await mover.answer()
    again = await table.guest(0, stream=welcome["stream"], last=last)
    assert again.heard("welcome")[0]["stream"] == welcome["stream"]
    numbers = [(m["after"], m["n"]) for m in again.heard("news")]
    assert numbers[0][0] == last
    assert all(b == a + 1 for a, b in numbers)


async def test_a_client_with_nothing_to_catch_up_gets_nothing_twice(desk: Opener) -> None:
    table = await two(desk)
    guest = table.guests[0]
    stream, last = guest.heard("welcome")[0]["stream"], guest.n
    await guest.gone()
    again = await table.guest(0, stream=stream, last=last + 1)  # its own going was news
    assert all(m["after"] != 0 for m in again.heard("news"))


async def test_a_number_from_another_stream_gets_a_fresh_view(desk: Opener) -> None:
    table = await two(desk)
    again = await table.guest(0, stream="another", last=3)
    assert again.heard("news")[0]["after"] == 0


async def test_after_a_restart_the_table_is_there_and_goes_on(desk: Opener) -> None:
    table = await two(desk)
    for _ in range(5):
        await (await asked(table)).answer()
    before = table.table.line()
    stream = table.guests[0].heard("welcome")[0]["stream"]
    again = await desk()
    again.id, again.keys = table.id, table.keys
    await again.hub.keeper(table.id)
    assert again.table.line() == before
    guest = await again.guest(0, stream=stream, last=table.guests[0].n)
    await again.guest(1)
    assert guest.heard("news")[0]["after"] == 0, "a fresh view, for the stream is gone"
    assert (await (await asked(again)).answer())["type"] == "ack"


async def test_an_answer_sent_before_the_crash_is_known_after_it(desk: Opener) -> None:
    table = await two(desk)
    guest = await asked(table)
    seat = guest.connection.seat
    decision = guest.news["decision"]
    message = {
        "type": "answer",
        "mid": "before",
        "decision": decision["id"],
        "choice": decision["choices"][0]["text"],
    }
    await guest.say(message)
    seq = table.keeper.sitting.seq
    again = await desk()
    again.id, again.keys = table.id, table.keys
    await again.hub.keeper(table.id)
    back = await again.guest(seat)
    assert (await back.say(message))["type"] == "ack"
    assert again.keeper.sitting.seq == seq


async def test_snapshots_and_the_whole_log_tell_the_same(desk: Opener) -> None:
    table = await (await desk()).open("kings", 0, 4, seat=None)
    await table.begin()
    await table.pass_time(150_000)
    await table.keeper.settled()
    assert await table.hub.store.latest(table.id) is not None
    short = await desk()
    await short.hub.keeper(table.id)
    short.id = table.id
    long = await desk()
    read = long.hub.store.read
    long.hub.store.read = lambda table, whole=False: read(table, True)  # type: ignore[method-assign]
    await long.hub.keeper(table.id)
    long.id = table.id
    assert short.table.line() == long.table.line() == table.table.line()
    assert short.table.serial == long.table.serial
    ours, theirs = short.keeper.sitting, long.keeper.sitting
    assert json.loads(snapshots.keep(ours)) == json.loads(snapshots.keep(theirs))


# --- records --------------------------------------------------------------------------------


async def finished(desk: Opener, game: str = "kings") -> Desk:
    table = await (await desk()).open(game, 0, 3, seat=None)
    await table.begin()
    await table.pass_time(2_000_000)
    assert table.keeper.sitting.phase == "over"
    return table


async def test_a_finished_game_reveals_its_shuffle_and_can_be_verified(desk: Opener) -> None:
    table = await finished(desk)
    file = await records.game_file(table.keeper, 1)
    assert records.verify(file).reason == "honest"
    info = table.keeper.info()
    assert (info.seed, info.salt) == (file.record.seed, file.salt)
    again = records.read_file(msgspec.json.encode(file))
    assert records.verify(again).honest
    forged = msgspec.structs.replace(file, salt="00" * 32)
    assert records.verify(forged).reason == "other_shuffle"
    assert file.over is not None
    other = msgspec.structs.replace(file.over, scores=[s + 1 for s in file.over.scores])
    assert records.verify(msgspec.structs.replace(file, over=other)).reason == "other_end"
    short = msgspec.structs.replace(file.record, choices=file.record.choices[:-1])
    assert not records.verify(msgspec.structs.replace(file, record=short)).honest


async def test_the_rows_are_the_record_and_the_kernel_keeps_none(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the game, and whether or not it was read from a snapshot."""
    monkeypatch.setattr("parlour.server.table.keeper.SNAPSHOT_EVERY", 4)
    table = await two(desk)
    for _ in range(20):
        await (await asked(table)).answer()
    await table.keeper.settled()
    again = await desk()
    await again.hub.keeper(table.id)
    again.id = table.id
    for one in (table, again):
        s = one.keeper.sitting
        chosen, _ = await records.choices(one.keeper, s.games[0])
        record = records.record_of(s, s.games[0], chosen)
        assert parlour.game("kings").load(record).line() == one.table.line()
        with pytest.raises(ValueError, match="keeps no record"):
            one.table.record()


async def test_nothing_is_revealed_before_the_end(desk: Opener) -> None:
    table = await two(desk)
    info = table.keeper.info()
    assert (info.seed, info.salt) == ("", "")
    assert len(info.commitment) == 64
    with pytest.raises(Refusal, match="not_revealed"):
        await records.game_file(table.keeper, 1)


async def test_a_replay_shows_each_seat_what_it_saw(desk: Opener) -> None:
    table = await finished(desk)
    file = await records.game_file(table.keeper, 1)
    total = len(file.record.choices) + 1
    for eyes in (0, None, "all"):
        part = moments.moments(file.record, eyes, 1, 10, True)
        assert [step.number for step in part] == list(range(1, 11))
    (late,) = moments.moments(file.record, 0, total, 10, True)
    assert late.view.over is not None
    page = msgspec.json.decode(await replays.show(table.keeper, 1, 0, 1, 10, True))
    assert (page["total"], len(page["steps"])) == (total, 10)


async def test_a_rematch_keeps_the_table_and_deals_anew(desk: Opener) -> None:
    table = await finished(desk)
    first = table.keeper.info()
    await table.keeper.do(begin.rematch(0))
    second = table.keeper.info()
    assert (second.phase, second.number) == ("playing", 2)
    assert second.id == first.id
    assert second.code == first.code
    assert second.commitment != first.commitment
    assert second.seed == ""
    assert (await records.game_file(table.keeper, 1)).record.seed == first.seed
    await table.pass_time(2_000_000)
    file = await records.game_file(table.keeper, 2)
    assert records.verify(file).honest


async def test_rules_that_have_changed_close_the_table_and_keep_its_record(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two(desk)
    for _ in range(3):
        await (await asked(table)).answer()
    game: Any = type(table.keeper.game)
    monkeypatch.setattr(game, "version", game.version + 1)
    again = await desk()
    again.id = table.id
    await again.hub.keeper(table.id)
    again.keeper.held = True
    await again.pass_time(1)
    info = again.keeper.info()
    assert (info.phase, info.reason) == ("closed", "rules_changed")
    file = await records.game_file(again.keeper, 1)
    assert len(file.record.choices) == 3
    assert file.record.version == game.version - 1


def test_moves_do_not_change_what_they_ask() -> None:
    """A move refuses or returns rows; a sitting without a game refuses every one."""
    from parlour.server.table.sitting import Sitting

    empty = Sitting(id="x")
    with pytest.raises(Refusal, match="no_game"):
        deeds.answer(0, "x", 1, "person")(empty, 0)
    assert isinstance(rows.Paused(1), rows.Body)
    assert FakeWorld().pause("a") == FakeWorld().pause("a")


async def test_a_table_that_somebody_looks_at_while_it_is_deleted_is_gone(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two(desk)
    hub, delete = table.hub, table.hub.store.delete

    async def looked_at(id: str) -> bool:
        await hub.keeper(id)
        return await delete(id)

    monkeypatch.setattr(hub.store, "delete", looked_at)
    await hub.delete(table.id)
    assert table.id not in hub.keepers
    with pytest.raises(Refusal, match="no_such_table"):
        await hub.keeper(table.id)
