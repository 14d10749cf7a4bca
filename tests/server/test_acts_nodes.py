"""Acts of one tick that come in on several nodes: whoever keeps the table puts them in order."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.server.table import rows
from tests.server.desk import PLAIN, Desk, Guest
from tests.server.hall import TICK, Hall


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    desk = await Desk.at(f"sqlite:///{tmp_path / 'a'}.db")
    yield await Hall.of(desk)
    await desk.close()


class Post:
    """The notes between two nodes, carried by hand."""

    def __init__(self, here: Desk, there: Desk) -> None:
        self.desks = (here, there)
        self.notes: list[str] = []
        here.hub.store.notify = self._take  # type: ignore[method-assign]

    async def _take(self, note: str) -> None:
        self.notes.append(note)

    async def deliver(self, kinds: str = "arnt") -> None:
        for _ in range(5):  # what is under way is on its way to the post
            await self.desks[0].settle()
        notes, self.notes = self.notes, []
        for note in notes:
            for one in self.desks:
                if note[0] in kinds:
                    await one.hub.caretakers["1"].note(note)


async def two_nodes(hall: Hall, seat: int) -> tuple[Desk, Guest, Post]:
    here = hall.table
    there = Desk(here.hub.store, msgspec.structs.replace(PLAIN, node="other"), here.world)
    there.id, there.keys = here.id, here.keys
    await there.hub.keeper(here.id)
    post = Post(here, there)
    guest = await there.guest(seat)
    assert not there.keeper.held
    await there.keeper.hear_tick(here.keeper.sitting.seq, here.keeper.sitting.idle)
    return there, guest, post


async def test_the_node_that_keeps_the_table_orders_what_comes_from_another(hall: Hall) -> None:
    first, second = hall.others
    there, guest, post = await two_nodes(hall, second.connection.seat or 0)
    guest.connection.trip._took.append((hall.table.world.now, 200))
    one = await first.act(hall.right)
    await hall.table.pass_time(20)
    two = await guest.act(hall.right)
    await post.deliver()
    await hall.table.end_of_tick()
    assert [reply["type"] for reply in one()] == ["refused"]
    assert not two()
    await there.hub.caretakers["1"].note(f"r desk {there.id} {hall.table.keeper.sitting.seq}")
    assert not two(), "told in one go, a moment later"
    await there.pass_time(PLAIN.hold_ms)
    assert [reply["type"] for reply in two()] == ["ack"]
    assert there.table.line() == hall.t.line() or there.keeper.sitting.idle == 0
    await guest.gone()


async def test_a_refusal_finds_its_way_back_with_its_reason(hall: Hall) -> None:
    first, second = hall.others
    there, guest, post = await two_nodes(hall, second.connection.seat or 0)
    one = await first.act(hall.right)
    await hall.table.pass_time(20)
    two = await guest.act(hall.right)
    await post.deliver()
    await hall.table.end_of_tick()
    assert one()[0]["type"] == "ack"
    await post.deliver()
    await there.pass_time(PLAIN.hold_ms)
    assert [(reply["code"], reply["rule"]) for reply in two()] == [("not_called", "WINK-A4")]
    await guest.gone()


async def test_an_act_whose_note_is_lost_is_tried_from_where_it_came(hall: Hall) -> None:
    there, guest, post = await two_nodes(hall, hall.others[1].connection.seat or 0)
    replies = await guest.act(hall.right, mid="m")
    await post.deliver(kinds="")
    await there.pass_time(2 * TICK + 501)
    assert [reply["type"] for reply in replies()] == ["ack"]
    await hall.table.keeper.hear(1 << 60)
    assert (guest.connection.seat, hall.right) in await hall.made()
    await guest.gone()


async def test_an_act_that_is_refused_where_it_came_is_not_carried_out_by_a_late_note(
    hall: Hall,
) -> None:
    """The table was paused when it was tried from there; the note came when it was not any more.

    Its sender had heard that it was refused, and it was done.  Now it is sent again.
    """
    there, guest, post = await two_nodes(hall, hall.others[1].connection.seat or 0)
    assert guest.connection.seat is not None
    mine = (guest.connection.seat, hall.right)
    act = {"mid": "m", "decision": there.table.serial[guest.connection.seat]}
    replies = await guest.act(hall.right, **act)
    await there.settle()
    late, post.notes = [note for note in post.notes if note[0] == "a"], []
    assert late
    await hall.table.keeper.do(lambda s, now: [rows.Paused(0)])
    await there.keeper.hear(1 << 60)
    await there.pass_time(2 * TICK + 501)
    assert [reply["code"] for reply in replies()] == ["busy"]
    await hall.table.keeper.do(lambda s, now: [rows.Resumed(0, ends=True)])
    for note in late:
        await hall.table.hub.caretakers["1"].note(note)
    await hall.table.pass_time(2 * TICK)
    assert mine not in await hall.made()
    post.notes = []
    await there.keeper.hear(1 << 60)
    again = await guest.act(hall.right, **act)
    await post.deliver(kinds="a")
    await hall.table.pass_time(2 * TICK)
    assert mine in await hall.made()
    await there.keeper.hear(1 << 60)
    await there.pass_time(PLAIN.hold_ms)
    assert [reply["type"] for reply in again()] == ["ack"]
    await guest.gone()


async def test_an_act_whose_row_is_not_heard_of_counts_once(hall: Hall) -> None:
    there, guest, post = await two_nodes(hall, hall.others[1].connection.seat or 0)
    replies = await guest.act(hall.right, mid="m")
    await post.deliver(kinds="a")
    await hall.table.end_of_tick()
    await there.pass_time(2 * TICK + 501)
    assert [reply["type"] for reply in replies()] == ["ack"]
    mine = (guest.connection.seat, hall.right)
    assert len([1 for entry in await hall.made() if entry == mine]) == 1
    await guest.gone()


async def test_a_refusal_that_comes_while_an_act_is_carried_out_is_too_late(hall: Hall) -> None:
    """It was tried from where it came and written, and yet its sender heard that it was not."""
    there, guest, post = await two_nodes(hall, hall.others[1].connection.seat or 0)
    replies = await guest.act(hall.right, mid="m")
    await post.deliver(kinds="")
    seat = guest.connection.seat
    append = there.hub.store.append

    async def meanwhile(*args: Any) -> None:
        no = f'{{"seat":{seat},"mid":"m","code":"not_called","rule":"","facts":{{}}}}'
        await there.hub.caretakers["1"].note(f"n desk {there.id} other {no}")
        await append(*args)

    there.hub.store.append = meanwhile  # type: ignore[assignment, method-assign]
    await there.pass_time(2 * TICK + 501)
    assert (seat, hall.right) in await hall.made()
    assert [reply["type"] for reply in replies()] == ["ack"]
    await guest.gone()
