"""What no store takes in.  Each test runs over SQLite and over PostgreSQL."""

import pytest

from parlour.server.store import MAX_BODY, BadRow, Row, Store, UnknownTable
from tests.server.makers import listing, rows, table

BAD_BODIES = [
    b"",
    b"{",
    b"[]",
    b"7",
    b' {"a":1}',
    b'{"a":"\xff"}',
    b"{}" * 2,
    b"{}\n",
    b'{"a":"\\ud83c"}',
]


@pytest.mark.parametrize("body", [*BAD_BODIES, b'{"a":"%s"}' % (b"x" * MAX_BODY)])
async def test_a_body_that_is_no_json_object_is_refused(store: Store, body: bytes) -> None:
    await store.create(table(), rows(1))
    with pytest.raises(BadRow):
        await store.append("t1", 1, [Row(2, 0, "chose", body)])
    assert len(await store.load("t1")) == 1


@pytest.mark.parametrize(
    "bad",
    [
        [],
        rows(3),
        rows(2, 3)[::-1],
        [Row(2, -1, "chose", b"{}")],
        [Row(2, 2**70, "chose", b"{}")],
        [Row(2, 0, "", b"{}")],
        [Row(2, 0, "a\0b", b"{}")],
        [Row(2, 0, "k" * 65, b"{}")],
    ],
)
async def test_rows_that_cannot_be_are_refused(store: Store, bad: list[Row]) -> None:
    await store.create(table(), rows(1))
    with pytest.raises(BadRow):
        await store.append("t1", 1, bad)
    await store.append("t1", 1, rows(2))
    assert await store.load("t1") == rows(1, 2)


async def test_escaped_zero_bytes_and_all_of_unicode_survive(store: Store) -> None:
    body = '{"text":"\\u0000 ♠ дама 🂡"}'.encode()
    await store.create(table(), [Row(1, 0, "said", body)])
    assert (await store.load("t1"))[0].body == body


async def test_a_listing_of_another_table_is_refused(store: Store) -> None:
    await store.create(table(), rows(1))
    with pytest.raises(BadRow):
        await store.append("t1", 1, rows(2), listing("t2"))
    with pytest.raises(BadRow):
        await store.notify("")
    with pytest.raises(BadRow):
        await store.notify("x" * 5_000)


@pytest.mark.parametrize("name", ["", "a\0b", "\ud800", "\n", "x" * 65, "' OR 1=1 --"])
async def test_names_that_nothing_bears_are_simply_unknown(store: Store, name: str) -> None:
    """They come from addresses that anybody can type."""
    await store.create(table(), rows(1))
    assert await store.load(name) == []
    for found in (store.meta(name), store.find(name), store.latest(name), store.holder(name, 0)):
        assert await found is None
    for call in (store.append(name, 0, rows(1)), store.export(name), store.snapshot(name, 1, b"")):
        with pytest.raises(UnknownTable):
            await call
    with pytest.raises(UnknownTable):
        await store.lease(name, "node", 1, 1)


@pytest.mark.parametrize("number", [-1, 2**63, 2**70])
async def test_questions_with_numbers_beyond_all_bounds_are_answered(
    store: Store, number: int
) -> None:
    await store.create(table(), rows(1))
    assert await store.load("t1", after=number) == (rows(1) if number < 0 else [])
    assert len(await store.listing(number, "open")) == (0 if number < 0 else 1)
    assert await store.holder("t1", number) is None
    assert await store.expired(number) == []
