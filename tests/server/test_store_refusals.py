"""What no store takes in.  Each test runs over SQLite and over PostgreSQL."""

import pytest

from parlour.server.store import MAX_BODY, BadRow, Row, Store
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
