"""What every store promises: SQLite, PostgreSQL, and a store that is made of two databases."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import msgspec
import pytest

from parlour.server.store import (
    BadRow,
    Conflict,
    Listing,
    ListingState,
    Notes,
    Row,
    Snapshot,
    Store,
    StoreDown,
    StoreError,
    UnknownTable,
    open_store,
    places,
)
from tests.server.makers import listing, rows, table
from tools.patience import PATIENCE_S


@pytest.fixture(params=["sqlite", "postgres", "many"])
def store_url(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """The tables of the store of many lie in both of its databases: their names decide."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_database"))
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'parlour.db'}"
    monkeypatch.setattr(places, "number_of", lambda name: 1 + sum(map(ord, name)) % 2)
    return f"sqlite:///{tmp_path / 'first.db'} sqlite:///{tmp_path / 'second.db'}"


@pytest.fixture
async def other(store: Store, store_url: str) -> AsyncIterator[Store]:
    """A second store on the same database: another node, or another program."""
    opened = open_store(store_url)
    await opened.open()
    yield opened
    await opened.close()


async def next_note(notes: Notes) -> str:
    return await asyncio.wait_for(anext(aiter(notes)), PATIENCE_S)


# ----------------------------------------------------------------------- the log ---


async def test_rows_come_back_in_order_and_to_the_byte(store: Store) -> None:
    await store.create(table(), rows(1, 2))
    await store.append("t1", 2, rows(3, 12))
    await store.append("t1", 12, rows(13))
    assert await store.load("t1") == rows(1, 13)


async def test_load_gives_only_what_lies_behind_a_number(store: Store) -> None:
    await store.create(table(), rows(1, 5))
    assert await store.load("t1", after=3) == rows(4, 5)
    assert await store.load("t1", after=5) == []
    assert await store.load("nowhere") == []


async def test_a_table_knows_its_secrets_and_where_its_log_ends(store: Store) -> None:
    new = table()
    await store.create(new, rows(1, 2))
    await store.append("t1", 2, rows(3))
    meta = await store.meta("t1")
    assert meta is not None
    assert (meta.listing, meta.version, meta.seed, meta.salt) == (
        new.listing,
        new.version,
        new.seed,
        new.salt,
    )
    assert (meta.created_ms, meta.touched_ms, meta.last) == (1_001, 1_003, 3)
    assert await store.meta("nowhere") is None
    assert "\\xff" not in repr(meta) + repr(new)


async def test_an_id_or_a_code_is_given_once(store: Store) -> None:
    await store.create(table(), rows(1))
    with pytest.raises(Conflict):
        await store.create(table(), rows(1))
    same_code = msgspec.structs.replace(listing("t2"), code="code-t1")
    with pytest.raises(Conflict):
        await store.create(msgspec.structs.replace(table(), listing=same_code), rows(1))
    assert await store.meta("t2") is None
    assert await store.find("code-t1") == "t1"
    assert await store.find("code-t2") is None


@pytest.mark.parametrize("after", [0, 1, 3, 99])
async def test_an_append_behind_a_wrong_number_is_refused(store: Store, after: int) -> None:
    await store.create(table(), rows(1, 2))
    with pytest.raises(Conflict):
        await store.append("t1", after, rows(after + 1), listing(state="over"), note="x")
    assert await store.load("t1") == rows(1, 2)
    meta = await store.meta("t1")
    assert meta is not None
    assert meta.listing.state == "open"


async def test_an_unknown_table_takes_nothing(store: Store) -> None:
    with pytest.raises(UnknownTable):
        await store.append("nowhere", 0, rows(1))
    with pytest.raises(UnknownTable):
        await store.snapshot("nowhere", 1, b"x")
    with pytest.raises(UnknownTable):
        await store.lease("nowhere", "node", 1_000, 0)
    with pytest.raises(UnknownTable):
        await store.export("nowhere")


async def race(stores: Sequence[Store], seq: int) -> list[object]:
    """Everybody wants to write row `seq`; what each of them got."""

    async def one(number: int) -> None:
        row = Row(seq, number, "chose", b'{"by":%d}' % number)
        await stores[number % len(stores)].append("t1", seq - 1, [row])

    return await asyncio.gather(*map(one, range(100)), return_exceptions=True)


async def test_of_a_hundred_at_once_exactly_one_wins_each_number(
    store: Store, other: Store
) -> None:
    """Half of them come through another connection."""
    await store.create(table(), rows(1))
    winners = []
    for seq in range(2, 7):
        got = await race([store, other], seq)
        winners.append(got.index(None))
        assert Counter(type(result) for result in got) == {type(None): 1, Conflict: 99}
    assert [row.at_ms for row in await store.load("t1", after=1)] == winners


async def test_two_nodes_with_the_same_tables_do_not_lock_each_other_out(
    store: Store, other: Store
) -> None:
    names = [f"t{n}" for n in range(20)]
    for name in names:
        await store.create(table(name), rows(1))

    async def play(at: Store, name: str) -> None:
        seq = 1
        while seq < 15:
            try:
                await at.append(name, seq, rows(seq + 1))
                seq += 1
            except Conflict:
                seq = (await at.load(name))[-1].seq

    calls = [play(store, name) for name in names] + [play(other, name) for name in names[::-1]]
    await asyncio.gather(*calls)
    for name in names:
        assert await store.load(name) == rows(1, 15)


# ----------------------------------------------------------------------- the list ---


async def test_the_list_shows_public_tables_in_a_state_newest_first(store: Store) -> None:
    for n, (state, public) in enumerate([("open", True), ("open", False), ("over", True)] * 2):
        as_state: ListingState = "open" if state == "open" else "over"
        await store.create(table(f"t{n}", as_state, public, at_ms=100 + n), rows(1))
    assert [found.table for found in await store.listing(10, "open")] == ["t3", "t0"]
    assert [found.table for found in await store.listing(1, "over")] == ["t5"]
    assert await store.listing(10, "playing") == []


async def test_an_append_can_change_how_its_table_is_listed(store: Store) -> None:
    await store.create(table(), rows(1))
    later = Listing("t1", "code-t1", "kings", "playing", True, 2_000, b'{"seats":2}')
    await store.append("t1", 1, rows(2), later)
    assert await store.listing(10, "open") == []
    assert await store.listing(10, "playing") == [later]


# ---------------------------------------------------------------- snapshots, leases ---


async def test_the_newest_snapshot_is_kept(store: Store) -> None:
    await store.create(table(), rows(1, 9))
    assert await store.latest("t1") is None
    await store.snapshot("t1", 4, b"\0four")
    await store.snapshot("t1", 8, b"\xffeight")
    await store.snapshot("t1", 6, b"late")
    assert await store.latest("t1") == Snapshot("t1", 8, b"\xffeight")


async def test_a_lease_is_one_nodes_until_it_runs_out(store: Store, other: Store) -> None:
    await store.create(table(), rows(1))
    assert await store.lease("t1", "a", ttl_ms=100, now_ms=1_000)
    assert not await other.lease("t1", "b", ttl_ms=100, now_ms=1_050)
    assert await store.lease("t1", "a", ttl_ms=100, now_ms=1_050)
    held = await other.holder("t1", now_ms=1_149)
    assert held is not None
    assert (held.node, held.until_ms) == ("a", 1_150)
    assert await other.holder("t1", now_ms=1_150) is None
    assert await other.lease("t1", "b", ttl_ms=100, now_ms=1_150)
    assert not await store.lease("t1", "a", ttl_ms=100, now_ms=1_200)


async def test_of_many_nodes_exactly_one_gets_the_lease(store: Store, other: Store) -> None:
    await store.create(table(), rows(1))
    calls = [(store, other)[n % 2].lease("t1", f"n{n}", 1_000, 0) for n in range(20)]
    assert sum(await asyncio.gather(*calls)) == 1


async def test_a_node_prolongs_all_its_leases_at_once(store: Store) -> None:
    for name, node in (("t1", "a"), ("t2", "a"), ("t3", "b")):
        await store.create(table(name), rows(1))
        await store.lease(name, node, 100, 0)
    await store.lease("t2", "a", 10, 0)
    assert await store.renew("a", ttl_ms=100, now_ms=50) == ["t1"]
    held = await store.holder("t1", 149)
    assert held is not None
    assert held.until_ms == 150


async def test_tables_that_nobody_holds_are_found(store: Store) -> None:
    for name in ("never", "held", "left", "dead"):
        await store.create(table(name, "playing"), rows(1))
    await store.create(table("done", "over"), rows(1))
    for name, ttl in (("held", 900), ("left", 900), ("dead", 10)):
        await store.lease(name, "a", ttl, 0)
    await store.release("left", "b")
    assert await store.expired(now_ms=100) == ["never", "dead"]
    await store.release("left", "a")
    assert sorted(await store.expired(now_ms=100)) == ["dead", "left", "never"]
    assert await store.expired(now_ms=100, state="over") == ["done"]
    assert len(await store.expired(now_ms=9_999, limit=2)) == 2


# -------------------------------------------------------------------------- notes ---


async def test_a_note_reaches_every_connection(store: Store, other: Store) -> None:
    near, far = store.notes(), other.notes()
    await other.notify("lobby: дама ♠")
    assert await next_note(near) == await next_note(far) == "lobby: дама ♠"


async def test_the_note_of_an_append_goes_out_only_if_it_is_stored(
    store: Store, other: Store
) -> None:
    await store.create(table(), rows(1))
    notes = other.notes()
    with pytest.raises(Conflict):
        await store.append("t1", 5, rows(6), note="lost")
    await store.append("t1", 1, rows(2), note="t1 2")
    assert await next_note(notes) == "t1 2"
    assert await other.load("t1") == rows(1, 2)


async def test_a_subscription_ends_with_its_store(store: Store, store_url: str) -> None:
    second = open_store(store_url)
    await second.open()
    notes, closed = second.notes(), second.notes()
    closed.close()
    await second.close()
    assert [note async for note in notes] == [note async for note in closed] == []


async def test_a_listener_that_sleeps_is_told_that_it_missed_something(store: Store) -> None:
    notes, guard = store.notes(), store.notes()
    for n in range(1_100):
        await store.notify(f"note {n}")
        assert await next_note(guard) == f"note {n}"
    assert await next_note(notes) == ""
    assert await next_note(notes) == "note 1001"


# ------------------------------------------------------------------ keeping house ---


async def test_prune_deletes_old_finished_tables_and_nothing_else(store: Store) -> None:
    old, new = rows(1, 3), [Row(1, 9_000, "opened", b"{}")]
    for n in range(120):
        await store.create(table(f"old{n}", "over"), old)
    await store.snapshot("old1", 3, b"x")
    await store.lease("old1", "a", 1, 0)
    await store.create(table("new", "over"), new)
    await store.create(table("idle", "playing"), old)
    assert await store.prune(before_ms=9_000) == 120
    assert await store.prune(before_ms=9_000) == 0
    assert (await store.load("new"), await store.load("idle")) == (new, old)
    assert [await store.load("old1"), await store.meta("old1"), await store.latest("old1")] == [
        [],
        None,
        None,
    ]
    assert await store.prune(9_000, states=["playing"]) == 1
    await store.create(table("old1"), rows(1))


async def test_an_export_brings_a_table_back(store: Store) -> None:
    await store.create(table(), rows(1, 2))
    await store.append("t1", 2, rows(3), listing(state="over", at_ms=5_000))
    before, exported = await store.meta("t1"), await store.export("t1")
    assert b'"body":{"seat": 1, "text"' in exported
    with pytest.raises(Conflict):
        await store.restore(exported)
    await store.prune(before_ms=9_999)
    assert await store.restore(exported) == "t1"
    assert (await store.meta("t1"), await store.load("t1")) == (before, rows(1, 3))
    assert await store.export("t1") == exported


@pytest.mark.parametrize("change", [(b"/1", b"/2"), (b'"seq":2', b'"seq":4'), (b"}", b"")])
async def test_a_spoilt_export_is_refused(store: Store, change: tuple[bytes, bytes]) -> None:
    await store.create(table(), rows(1, 2))
    exported = (await store.export("t1")).replace(*change)
    await store.prune(9_999, states=["open"])
    with pytest.raises(BadRow):
        await store.restore(exported)
    assert await store.meta("t1") is None


# ----------------------------------------------------------------- open and close ---


async def test_close_finishes_what_waits_and_refuses_the_rest(store: Store, other: Store) -> None:
    names = [f"t{n}" for n in range(30)]
    for name in names:
        await store.create(table(name), rows(1))
    waiting = [asyncio.create_task(other.append(name, 1, rows(2))) for name in names]
    await asyncio.sleep(0)
    await other.close()
    assert await asyncio.gather(*waiting) == [None] * 30
    for call in (other.append("t1", 2, rows(3)), other.load("t1"), other.ping()):
        with pytest.raises(StoreDown):
            await call
    assert [len(await store.load(name)) for name in names] == [2] * 30


async def test_everything_is_there_after_opening_again(store: Store, store_url: str) -> None:
    await store.create(table(), rows(1, 3))
    await store.close()
    again = open_store(store_url)
    await again.open()
    await again.ping()
    assert await again.load("t1") == rows(1, 3)
    await again.close()


@pytest.mark.parametrize(
    "url", ["", "parlour.db", "sqlite://parlour.db", "sqlite:///", "mysql://user:word@host/name"]
)
def test_an_address_of_no_store_is_refused_without_telling_the_password(url: str) -> None:
    with pytest.raises(ValueError, match="not the address") as refused:
        open_store(url)
    assert "word" not in str(refused.value)


def test_errors_of_the_store_have_one_root() -> None:
    assert all(issubclass(kind, StoreError) for kind in (Conflict, UnknownTable, BadRow, StoreDown))
