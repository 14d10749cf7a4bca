"""Labels, their salts, and what has had its time: an operator's orders under a moving clock."""

from typing import Any

import pytest

from parlour.core.errors import Refusal
from parlour.server.node.house import House
from parlour.server.node.pruning import DAY_MS, Pruning
from parlour.server.settings import Settings
from parlour.server.store import Store
from tests.server.desk import FakeWorld

WEEK_MS = 7 * DAY_MS
ANNA = "203.0.113.5"


async def a_house(store: Store, world: FakeWorld, **settings: Any) -> House:
    house = House(world, store, Settings(**settings), "a")
    await house.refresh()
    return house


async def names(store: Store) -> list[str]:
    return list(await store.ledger.kept())


async def test_nodes_of_one_store_have_the_same_labels(store: Store) -> None:
    one, two = await a_house(store, FakeWorld()), await a_house(store, FakeWorld())
    assert one.label(ANNA) == two.label(ANNA) != ""
    assert one.label(ANNA) != one.label("203.0.113.6")


async def test_a_label_is_another_one_when_its_days_are_over(store: Store) -> None:
    world = FakeWorld()
    house = await a_house(store, world)
    before = house.label(ANNA)
    world.now += WEEK_MS
    await house.refresh()
    assert house.label(ANNA) != before
    await house.tidy()
    assert len(await names(store)) == 1  # the old salt is gone, and with it all its labels
    with pytest.raises(Refusal, match="label_forgotten"):
        await house.curb("ban", before, 1, "")


@pytest.mark.parametrize(("days", "salts"), [(1, 7), (7, 1), (0, 7)])
async def test_how_often_the_salt_is_replaced_can_be_set(
    store: Store, days: int, salts: int
) -> None:
    world = FakeWorld()
    world.now -= world.now % WEEK_MS
    house = await a_house(store, world, label_days=days)
    found = set()
    for _ in range(7):
        await house.refresh()
        found.add(house.label(ANNA))
        world.now += DAY_MS
    assert len(found) == salts


async def test_a_ban_outlives_the_salt_of_its_label(store: Store) -> None:
    """It holds until its hour, and not longer; then its salt goes too."""
    world = FakeWorld()
    house = await a_house(store, world)
    await house.curb("ban", house.label(ANNA), 24 * 30, "")
    world.now += 4 * WEEK_MS
    await house.tidy()
    other = await a_house(store, world)
    assert house.is_curbed("ban", ANNA)
    assert other.is_curbed("ban", ANNA)
    assert not other.is_curbed("mute", ANNA)
    assert not other.is_curbed("ban", "203.0.113.6")
    world.now += 2 * DAY_MS
    assert not house.is_curbed("ban", ANNA)
    await house.tidy()
    assert [name.partition(" ")[0] for name in await names(store)] == ["salt"]


async def test_lines_are_deleted_when_they_are_old(store: Store) -> None:
    world = FakeWorld()
    house = await a_house(store, world, audit_days=10)
    await house.note("opened", "guest", ANNA, table="t1")
    world.now += 6 * DAY_MS
    await house.note("opened", "guest", ANNA, table="t2")
    world.now += 5 * DAY_MS
    await house.tidy()
    assert [line.facts for line in await store.ledger.audit(9)] == [{"table": "t2"}]


async def test_lines_are_kept_for_ever_if_that_is_wanted(store: Store) -> None:
    world = FakeWorld()
    house = await a_house(store, world, audit_days=0)
    await house.note("opened", "guest", ANNA)
    world.now += 4_000 * DAY_MS
    await house.tidy()
    assert len(await store.ledger.audit(9)) == 1


async def test_under_a_clock_that_is_not_believed_nothing_is_deleted(store: Store) -> None:
    """A clock that was ahead and is right again leaves no salt behind for its future."""
    world = FakeWorld()
    house = await a_house(store, world)
    before = house.label(ANNA)
    pruning = Pruning(world, store, Settings(), world.now)
    world.set_by = 400 * DAY_MS
    await house.refresh()
    assert house.label(ANNA) != before
    assert not await pruning.round()
    world.set_by = 0
    await house.refresh()
    assert house.label(ANNA) == before
    assert await pruning.round()
    await house.tidy()
    assert len(await names(store)) == 1


async def test_an_order_that_cannot_be_read_spoils_no_other(store: Store) -> None:
    house = await a_house(store, FakeWorld())
    await store.ledger.keep("ban x", b'{"at":"?"}')
    await store.ledger.keep("salt x", b'{"salt":"zz"}')
    await store.ledger.keep("glow", b"{}")
    await house.set_notice({"en": "Cake"})
    assert house.notice == {"en": "Cake"}
    assert house.label(ANNA)


async def test_a_table_is_opened_although_that_cannot_be_noted(store: Store) -> None:
    house = await a_house(store, FakeWorld())
    await store.close()
    await house.note("opened", "guest", ANNA, table="t1")
    await store.open()
    assert await store.ledger.audit(9) == []
