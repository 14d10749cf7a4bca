"""A table that cannot be read is set aside; all others go on.  Old and new nodes on one store."""

from typing import Any

import msgspec
import pytest

from parlour.core.errors import Refusal
from parlour.server.metrics import METRICS
from parlour.server.node.quarantine import RETRY_MS
from parlour.server.store import Row, Store
from parlour.server.table import rows, sitting, snapshots
from tests.server.desk import PLAIN, Desk, Opener
from tests.server.makers import run_sql

BROKEN = [
    ("glowed", b"{}"),  # a kind that nobody knows
    ("said", b'{"seat":0,"glow":3}'),  # a field that nobody knows
    ("said", b'{"seat":"no"}'),
    ("away", b'{"seat":77}'),  # it can be read, and there is no such seat
]


async def playing(desk: Opener, tables: int = 3) -> tuple[Desk, list[str]]:
    """Games on at several tables of one node."""
    node = await desk()
    ids = []
    for _ in range(tables):
        await (await node.open("kings", 2)).begin()
        ids.append(node.id)
    return node, ids


def another(node: Desk, name: str = "desk") -> Desk:
    """The same store in the hands of another process."""
    return Desk(node.hub.store, msgspec.structs.replace(PLAIN, node=name), node.world)


async def put(store: Store, id: str, kind: str, body: bytes) -> None:
    """A row behind the back of every node."""
    last = (await store.load(id))[-1]
    await store.append(id, last.seq, [Row(last.seq + 1, last.at_ms, kind, body)])


async def tell(node: Desk, *notes: str) -> None:
    """What the node's listener does with these notes."""
    listening = node.hub.store.notes()
    for note in notes:
        await node.hub.store.notify(note)
    listening.close()
    await node.hub.caretakers["1"].listen(listening)


@pytest.mark.parametrize(("kind", "body"), BROKEN, ids=range(len(BROKEN)))
async def test_after_a_restart_all_other_tables_are_taken_up(
    desk: Opener, kind: str, body: bytes
) -> None:
    node, ids = await playing(desk)
    for broken in ids[:2]:
        await put(node.hub.store, broken, kind, body)
    again = another(node)
    await again.hub.caretakers["1"].keep_leases()
    assert list(again.hub.keepers) == ids[2:]
    assert again.hub.keepers[ids[2]].held
    assert METRICS.unreadable._value.get() == 2
    with pytest.raises(Refusal, match="table_unreadable"):
        await again.hub.keeper(ids[0])


async def test_when_a_node_dies_all_other_tables_are_taken_over(desk: Opener) -> None:
    node, ids = await playing(desk)
    await put(node.hub.store, ids[0], *BROKEN[0])
    other = another(node, "other")
    node.world.now += node.hub.settings.lease_ms + 1
    await other.hub.caretakers["1"].keep_leases()
    assert sorted(other.hub.keepers) == sorted(ids[1:])
    node.world.now += node.hub.settings.lease_ms // 3
    await other.hub.caretakers["1"].keep_leases()
    assert all(keeper.held for keeper in other.hub.keepers.values())


async def test_more_broken_tables_than_are_taken_at_a_look_hide_no_other(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.node.caretaker.TAKEN", 1)
    node, ids = await playing(desk, 4)
    for broken in ids[:3]:
        await put(node.hub.store, broken, *BROKEN[0])
    for id in ids:
        await node.hub.store.release(id, "desk")
    other = another(node, "other")
    other.hub.caretakers["1"].up = True
    for _ in ids:
        await other.hub.caretakers["1"].keep_leases()
    assert list(other.hub.keepers) == ids[3:]


async def test_an_open_table_that_cannot_be_read_on_is_put_out_and_its_guests_sent_on(
    desk: Opener,
) -> None:
    node, ids = await playing(desk)
    guest = await node.guest(0)
    await put(node.hub.store, node.id, *BROKEN[0])
    await node.hub.caretakers["1"].note("")  # notes were lost: everything is read
    await guest.until(lambda: bool(guest.heard("bye")))
    assert guest.heard("bye")[0]["code"] == "table_unreadable"
    assert sorted(node.hub.keepers) == sorted(ids[:2])
    for closing in list(node.hub._closing):
        await closing
    assert await node.hub.store.holder(node.id, node.world.now) is None
    await node.hub.caretakers["1"].keep_leases()
    assert await node.hub.store.holder(node.id, node.world.now) is None


async def test_a_deed_at_a_table_that_cannot_be_read_is_refused(desk: Opener) -> None:
    node, _ = await playing(desk, 1)
    guest = await node.guest(0)
    await put(node.hub.store, node.id, *BROKEN[0])
    reply = await guest.do("say", phrase="hello")
    assert reply.get("code") == "table_unreadable"


async def test_a_mended_table_is_found_again(desk: Opener) -> None:
    node, ids = await playing(desk, 1)
    before = (await node.hub.store.load(ids[0]))[-1]
    await put(node.hub.store, ids[0], *BROKEN[0])
    again = another(node)
    await again.hub.caretakers["1"].keep_leases()
    path = node.hub.store._path  # type: ignore[attr-defined]
    await run_sql(
        f"sqlite:///{path}",
        f"DELETE FROM log WHERE seq > {before.seq}",
        f"UPDATE tables SET last = {before.seq}",
    )
    await again.hub.caretakers["1"].keep_leases()
    assert not again.hub.keepers
    node.world.now += RETRY_MS
    await again.hub.caretakers["1"].keep_leases()
    assert list(again.hub.keepers) == ids
    assert METRICS.unreadable._value.get() == 0


async def test_broken_text_in_the_file_sets_one_table_aside(desk: Opener) -> None:
    node, ids = await playing(desk)
    path = node.hub.store._path  # type: ignore[attr-defined]
    await run_sql(
        f"sqlite:///{path}",
        f"UPDATE log SET body = CAST(x'7bff7d' AS TEXT) WHERE table_id = '{ids[0]}'",
    )
    again = another(node)
    await again.hub.caretakers["1"].keep_leases()
    assert sorted(again.hub.keepers) == sorted(ids[1:])
    assert len(again.hub.quarantine) == 1


async def test_a_note_that_nobody_understands_is_not_the_last_one_heeded(desk: Opener) -> None:
    node, ids = await playing(desk, 1)
    await tell(node, "x", f"r other {ids[0]} x", f"p other {ids[0]} 1")
    assert node.keeper.presence.elsewhere


# --- old and new nodes on one store -----------------------------------------------------------


class Glowed(rows.Body, frozen=True):
    """A kind of row that the next version has."""

    seat: int


class Said(rows.Said, frozen=True):
    """The same kind with a field more, as the next version has it."""

    glow: int = 0


def upgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on this is the next version: one kind more, one field more."""
    newer: dict[str, Any] = {**rows.KINDS, "glowed": Glowed, "said": Said}
    decoders = {kind: msgspec.json.Decoder(cls) for kind, cls in newer.items()}
    monkeypatch.setattr(rows, "_DECODERS", decoders)
    folds: dict[Any, Any] = {
        **sitting.FOLDS,
        Glowed: lambda s, body: None,
        Said: sitting.Sitting._said,
    }
    monkeypatch.setattr(sitting, "FOLDS", folds)


NEW = [Glowed(1), Said(1, "hello", glow=3)]


@pytest.mark.parametrize("body", NEW, ids=["kind", "field"])
async def test_an_old_node_leaves_the_rows_of_a_new_one_alone(
    desk: Opener, monkeypatch: pytest.MonkeyPatch, body: rows.Body
) -> None:
    """Rolling forward: the new node has written, the old one looks at everything and goes on."""
    node, ids = await playing(desk)
    old, new = node, another(node, "new")
    with monkeypatch.context() as upgraded:
        upgrade(upgraded)
        node.world.now += node.hub.settings.lease_ms + 1
        await new.hub.caretakers["1"].keep_leases()
        await new.hub.keepers[ids[0]].do(lambda s, now: [body])
    log = await node.hub.store.load(ids[0])
    await tell(old, f"r new {ids[0]} {log[-1].seq}")
    node.world.now += node.hub.settings.lease_ms + 1
    for _ in range(3):
        await old.hub.caretakers["1"].keep_leases()
        node.world.now += RETRY_MS
    assert sorted(old.hub.keepers) == sorted(ids[1:])
    assert await node.hub.store.load(ids[0]) == log, "nothing was written to it"
    holder = await node.hub.store.holder(ids[0], 0)
    assert holder is not None
    assert holder.node == "new"


@pytest.mark.parametrize("body", NEW, ids=["kind", "field"])
async def test_a_new_node_goes_on_with_the_tables_of_an_old_one_and_back_is_harmless(
    desk: Opener, monkeypatch: pytest.MonkeyPatch, body: rows.Body
) -> None:
    """Rolling back: an old program under the name of the new one takes up what it can read."""
    node, ids = await playing(desk)
    with monkeypatch.context() as upgraded:
        upgrade(upgraded)
        new = another(node)
        await new.hub.caretakers["1"].keep_leases()
        assert sorted(new.hub.keepers) == sorted(ids), "old rows are read by the new version"
        await new.hub.keepers[ids[0]].do(lambda s, now: [body])
    back = another(node)
    await back.hub.caretakers["1"].keep_leases()
    assert sorted(back.hub.keepers) == sorted(ids[1:])
    assert await node.hub.store.holder(ids[0], node.world.now) is None, "and renews no lease of it"
    with monkeypatch.context() as upgraded:
        upgrade(upgraded)
        other = another(node, "newer")
        await other.hub.caretakers["1"].keep_leases()
        assert ids[0] in other.hub.keepers


@pytest.mark.parametrize("nested", [False, True])
async def test_an_old_node_does_not_read_the_snapshot_of_a_new_one(
    desk: Opener, nested: bool
) -> None:
    """It would skip the rows that it cannot read, and play on without what they did."""
    node, ids = await playing(desk, 1)
    await put(node.hub.store, ids[0], "glowed", b"{}")
    body = msgspec.json.decode(snapshots.keep(node.keeper.sitting))
    (body["seats"][0] if nested else body)["glowing"] = [1]
    newer = msgspec.json.encode(body)
    await node.hub.store.snapshot(ids[0], node.keeper.sitting.seq + 1, newer)
    old = another(node, "old")
    with pytest.raises(Refusal, match="table_unreadable"):
        await old.hub.keeper(ids[0])


async def test_a_new_node_reads_the_snapshot_of_an_old_one(desk: Opener) -> None:
    node, _ = await playing(desk, 1)
    body = msgspec.json.decode(snapshots.keep(node.keeper.sitting))
    del body["runs"], body["seats"][0]["left"]
    again = sitting.Sitting(id=node.id, game=node.keeper.game)
    snapshots.restore(again, node.keeper.sitting.seq, msgspec.json.encode(body))
    assert again.runs == []
