"""Two reads are two moments: what others write in between, and who may rely on what.

The log may grow, and a table may be deleted, between any two calls of the store; even a writer that
was killed may still commit.  So whatever has to agree is read in one moment (`Store.read`), and a
table that is opened hears of rows that came after it was read.
"""

import asyncio
from typing import Any

import pytest

from parlour.core.errors import Refusal
from parlour.server.store import MISSED, Store, UnknownTable, open_store
from parlour.server.table import deeds, pauses, people, records, rows, seats
from parlour.server.table.talk import say
from tests.server import makers
from tests.server.desk import PLAIN, Desk, Opener


async def two(desk: Opener) -> Desk:
    """Kings with two people, the game begun."""
    table = await (await desk()).open("kings", 2)
    return await table.begin()


async def talk(table: Desk, mid: str) -> int:
    """Somebody says something there; the number of the row."""
    await table.keeper.do(say(0, "hello", "", mid))
    return table.keeper.sitting.seq


# --- the store ------------------------------------------------------------------------------


async def test_a_read_is_of_one_moment(store: Store, store_url: str) -> None:
    """While another program writes, what is known of a table and its rows always agree."""
    other = open_store(store_url)
    await other.open()
    await store.create(makers.table(), makers.rows(1))

    async def write() -> None:
        for seq in range(1, 200):
            await other.append("t1", seq, makers.rows(seq + 1))
            if seq % 10 == 0:
                await other.snapshot("t1", seq, b"%d" % seq)

    writing = asyncio.create_task(write())
    while not writing.done():
        kept, whole = await store.read("t1"), await store.read("t1", whole=True)
        assert kept is not None
        assert whole is not None
        assert [row.seq for row in whole.rows] == list(range(1, whole.meta.last + 1))
        begins = kept.snapshot.seq if kept.snapshot is not None else 0
        assert [row.seq for row in kept.rows] == list(range(begins + 1, kept.meta.last + 1))
    await writing
    await other.close()


async def test_a_read_tells_what_the_single_questions_tell(store: Store) -> None:
    await store.create(makers.table(), makers.rows(1, 5))
    await store.snapshot("t1", 3, b"three")
    kept, whole = await store.read("t1"), await store.read("t1", whole=True)
    assert kept is not None
    assert whole is not None
    assert kept.meta == whole.meta == await store.meta("t1")
    assert (kept.snapshot, kept.rows) == (await store.latest("t1"), makers.rows(4, 5))
    assert (whole.snapshot, whole.rows) == (None, makers.rows(1, 5))
    assert await store.read("nowhere") is None
    assert await store.read("no\0name") is None


# --- opening a table ------------------------------------------------------------------------


@pytest.mark.parametrize("note", ["row", "missed"])
async def test_what_is_written_while_a_table_is_opened_is_not_missed(
    desk: Opener, note: str
) -> None:
    """The other node's note comes when the log has been read and the keeper is not there yet."""
    table = await two(desk)
    other = await desk(like=table)
    lease = other.hub.store.lease

    async def meanwhile(*args: Any) -> int | None:
        seq = await talk(table, "m1")
        await other.hub.caretakers["1"].note(
            f"r elsewhere {table.id} {seq}" if note == "row" else MISSED
        )
        return await lease(*args)

    other.hub.store.lease = meanwhile  # type: ignore[assignment, method-assign]
    keeper = await other.hub.keeper(table.id)
    assert keeper.sitting.seq == table.keeper.sitting.seq
    assert not other.hub.meanwhile


async def test_a_table_that_was_deleted_is_no_empty_table(desk: Opener) -> None:
    table = await two(desk)
    await talk(table, "m0")
    await table.hub.store.prune(1 << 60, ["playing"])
    with pytest.raises(UnknownTable):
        await table.keeper.load()
    with pytest.raises(Refusal) as refused:
        await talk(table, "m1")
    assert refused.value.code == "not_saved"
    with pytest.raises(Refusal) as refused:
        await records.choices(table.keeper, table.keeper.sitting.games[-1])
    assert refused.value.code == "no_such_table"
    other = await desk(like=table)
    with pytest.raises(Refusal) as refused:
        await other.hub.keeper(table.id)
    assert refused.value.code == "no_such_table"


# --- rows that come late --------------------------------------------------------------------


async def test_the_last_row_of_a_former_life_is_heard_of(desk: Opener) -> None:
    """A node was killed and has read its tables again; only now its last transaction commits.

    The note bears the node's own name.  Guests see the row without anybody having to move first.
    """
    table = await two(desk)
    former = await desk(like=table)
    await former.hub.keeper(table.id)
    guest = await table.guest(0)
    seq = await talk(former, "late")
    await table.hub.caretakers["1"].note(f"r {table.hub.node} {table.id} {seq}")
    assert table.keeper.sitting.seq == seq
    await guest.until(lambda: any(news.get("said") for news in guest.heard("news")))


async def test_a_node_does_not_read_its_own_rows_again(desk: Opener) -> None:
    table = await two(desk)
    seq = await talk(table, "m1")
    table.hub.store.load = None  # type: ignore[assignment, method-assign]
    await table.hub.caretakers["1"].note(f"r {table.hub.node} {table.id} {seq}")
    async with table.keeper.lock:  # a write is under way: its note may be quicker than its answer
        await table.hub.caretakers["1"].note(f"r {table.hub.node} {table.id} {seq + 1}")


async def test_a_history_ends_where_its_keeper_stands(desk: Opener) -> None:
    """Another node has finished the game and begun the next: no choice of that one mixes in."""
    table = await two(desk)
    other = await desk(like=table)
    keeper = await other.hub.keeper(table.id)
    guests = [await other.guest(seat) for seat in (0, 1)]
    for _ in range(3):
        asked = next(g for g in guests if (g.news["decision"] or {}).get("default"))
        await asked.answer()
    behind = table.keeper.sitting
    assert behind.seq < keeper.sitting.seq
    chosen, over = await records.choices(table.keeper, behind.games[-1])
    assert (chosen, over) == ([], None)
    chosen, _ = await records.choices(keeper, keeper.sitting.games[-1])
    assert [body.by for body in chosen] == ["person"] * 3
    assert all(isinstance(body, rows.Chose) for body in chosen)


# --- a node that has not heard yet ------------------------------------------------------------


async def test_a_resume_is_done_by_a_node_that_has_not_heard_of_the_pause(desk: Opener) -> None:
    """It was acknowledged and nothing was written, because there was no pause as far as it knew."""
    table = await two(desk)
    other = await desk(like=table)
    table.hub.store.shared = other.hub.store.shared = True
    keeper = await other.hub.keeper(table.id)
    for number in range(2):
        await table.keeper.do(pauses.pause(0, PLAIN))
        await keeper.do(pauses.resume(0))
        assert keeper.sitting.paused_at is None
        written = await table.hub.store.load(table.id)
        kinds = [row.kind for row in written if row.kind in ("paused", "resumed")]
        assert kinds == ["paused", "resumed"] * (number + 1)


async def test_a_key_is_known_to_a_node_that_has_not_heard_of_it(desk: Opener) -> None:
    """Given by another node a moment ago: its holder was told that it opens no seat."""
    table = await (await desk()).open("kings", 2)
    other = await desk(like=table)
    other.hub.store.shared = True
    await other.hub.keeper(table.id)
    hash = people.hashed("new")
    await table.keeper.do(seats.leave(people.hashed(table.keys[1])))
    await table.keeper.do(seats.join(1, seats.Sitter("Carla", hash), []))
    other.keys[1] = "new"
    guest = await other.guest(1)
    assert guest.heard("welcome")[0]["seat"] == 1
    assert not guest.heard("bye")


async def test_what_another_node_has_done_is_not_refused_here(desk: Opener) -> None:
    """Sent again after that node was killed, to one that does not even know the question yet."""
    table = await two(desk)
    other = await desk(like=table)
    other.hub.store.shared = True
    keeper = await other.hub.keeper(table.id)
    guests = [await table.guest(seat) for seat in (0, 1)]
    answers = []
    for mid in ("m1", "m2"):
        asked = next(g for g in guests if (g.news["decision"] or {}).get("default"))
        decision = asked.news["decision"]
        words = (asked.connection.seat or 0, decision["choices"][0]["text"], decision["id"])
        answers.append(deeds.answer(*words, "person", mid))
        await asked.answer(mid=mid)
    await keeper.do(answers[1])
    assert keeper.sitting.seq == table.keeper.sitting.seq
