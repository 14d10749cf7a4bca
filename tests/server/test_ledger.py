"""What the house keeps beside its tables.  Each test runs over SQLite and over PostgreSQL."""

import pytest

from parlour.server.store import BadRow, Store
from parlour.server.store.ledger import AuditLine
from tests.server.makers import rows, table


def line(number: int, at: int = 1_000) -> AuditLine:
    return AuditLine(f"id{number}", at, "opened", "guest", "7-ab", {"table": f"t{number} ♠"})


async def test_the_last_word_under_a_name_counts(store: Store) -> None:
    await store.ledger.keep("notice", b'{"text":"a"}')
    await store.ledger.keep("notice", b'{"text":"\xd0\xb4"}')
    await store.ledger.keep_first("salt 7", b'{"salt":"first"}')
    await store.ledger.keep_first("salt 7", b'{"salt":"second"}')
    assert await store.ledger.kept() == {
        "notice": b'{"text":"\xd0\xb4"}',
        "salt 7": b'{"salt":"first"}',
    }
    assert await store.ledger.drop("notice")
    assert not await store.ledger.drop("notice")
    assert list(await store.ledger.kept()) == ["salt 7"]


async def test_what_is_no_json_is_not_kept(store: Store) -> None:
    with pytest.raises(BadRow):
        await store.ledger.keep("notice", b"{")
    with pytest.raises(BadRow):
        await store.ledger.keep("", b"{}")
    assert await store.ledger.kept() == {}


async def test_the_audit_log_is_read_backwards_page_by_page(store: Store) -> None:
    """Lines of one moment are not lost between two pages, and a line sent twice is one."""
    lines = [line(number, at=1_000 + number // 3) for number in range(9)]
    for one in (*lines, lines[4]):
        await store.ledger.note_down(one)
    found: list[AuditLine] = []
    while page := await store.ledger.audit(2, *((found[-1].at, found[-1].id) if found else ())):
        found += page
    assert found == sorted(lines, key=lambda one: (one.at, one.id), reverse=True)


async def test_old_lines_are_deleted(store: Store) -> None:
    for number in range(4):
        await store.ledger.note_down(line(number, at=1_000 + number))
    assert await store.ledger.prune_audit(1_002) == 2
    assert [one.id for one in await store.ledger.audit(10)] == ["id3", "id2"]


async def test_the_tables_at_which_something_has_happened_last(store: Store) -> None:
    for number, name in enumerate(("t1", "t2", "t3"), 1):
        await store.create(table(name), rows(1))
        await store.append(name, 1, rows(2, 1 + number))
    await store.append("t1", 2, rows(3, 9))
    assert [meta.listing.table for meta in await store.recent(2)] == ["t1", "t3"]
