"""Whose a seat is: links that are good once, keys made anew, devices that are shown."""

from typing import Any

import pytest

from parlour.cli.remote import Rejected, Seat
from parlour.server.store import Row
from parlour.server.table.people import device_mark, hashed
from parlour.server.table.presence import Presence
from parlour.server.table.sitting import Sitting
from tests.server.desk import Desk, Guest, Opener
from tests.server.tavern import Tavern, tavern

THREE = {"game": "kings", "name": "Anna", "players": 3, "seat": 0}
PLANS = [{"who": "open"}, {"who": "reserved", "name": "Bruno"}, {"who": "bot"}]


async def code_of(trying: Any) -> str:
    with pytest.raises(Rejected) as wrong:
        await trying
    return wrong.value.code


async def hear_on(seat: Seat) -> None:
    while True:
        await seat.hear()


async def farewell(house: Tavern, table: str, key: str) -> str:
    with pytest.raises((Rejected, ConnectionError)) as wrong:
        await Seat(house.url, table, key).connect()
    return str(getattr(wrong.value, "code", wrong.value))


async def test_a_host_neither_sees_nor_plays_the_hand_of_a_seat_that_he_reserved(
    store_url: str,
) -> None:
    async with tavern(store_url) as house:
        keys = await house.post("/tables", {**THREE, "seats": PLANS})
        link, path = keys["reserved"]["1"], f"/tables/{keys['id']}"
        assert await farewell(house, keys["id"], link) == "sit_down_first"
        assert await code_of(house.get(f"{path}/history", link)) == "bad_key"
        await house.post(f"{path}/leave", {}, link)
        assert (await house.get(path))["seats"][1]["who"] == "reserved", "a link leaves nothing"
        bruno = await house.post(f"{path}/join", {}, link)
        assert (bruno["seat"], (await house.get(path))["seats"][1]["name"]) == (1, "Bruno")
        assert bruno["key"] not in (link, keys["key"])
        await house.post(f"{path}/start", {}, keys["key"])
        assert await farewell(house, keys["id"], link) == "link_used"
        assert await code_of(house.post(f"{path}/join", {"name": "Mallory"}, link)) == "link_used"
        assert await code_of(house.get(f"{path}/history", link)) == "bad_key"
        seat = Seat(house.url, keys["id"], bruno["key"])
        await seat.connect()
        assert seat.number == 1
        await seat.close()


async def test_a_link_is_good_in_the_middle_of_a_game_and_after_a_restart(store_url: str) -> None:
    async with tavern(store_url) as house:
        keys = await house.post("/tables", {**THREE, "seats": PLANS})
        await house.post(f"/tables/{keys['id']}/start", {}, keys["key"])
    path, link = f"/tables/{keys['id']}", keys["reserved"]["1"]
    async with tavern(store_url) as house:
        bruno = await house.post(f"{path}/join", {"device": "a phone"}, link)
    async with tavern(store_url) as house:
        same = await house.post(f"{path}/join", {}, bruno["key"])
        assert same["key"] == bruno["key"], "whoever has the key has the seat"
        assert await code_of(house.post(f"{path}/join", {}, link)) == "link_used"
        assert await code_of(house.post(f"{path}/join", {"device": "another"}, link)) == "link_used"
        lost = await house.post(f"{path}/join", {"device": "a phone"}, link)
        assert lost["seat"] == 1, "the answer to the first was lost"
        assert await farewell(house, keys["id"], bruno["key"]) == "bad_key"
        seat = Seat(house.url, keys["id"], lost["key"])
        await seat.connect()
        assert seat.number == 1
        await seat.close()


async def test_a_new_key_lets_all_other_devices_go(store_url: str) -> None:
    async with tavern(store_url) as house:
        seats = await house.open("kings", 2)
        await house.begin(seats)
        path = f"/tables/{seats[0].table_id}"
        spy = Seat(house.url, seats[0].table_id, seats[0].key)
        await spy.connect()
        fresh = await house.post(f"{path}/key", {}, seats[0].key)
        for old in (spy, seats[0]):
            assert await code_of(hear_on(old)) == "replaced"
        assert await farewell(house, spy.table_id, spy.key) == "bad_key"
        me = Seat(house.url, spy.table_id, fresh["key"])
        await me.connect()
        assert (me.number, me.table["host"]) == (0, 0), "a host goes on being one"
        await house.post(f"{path}/close", {}, fresh["key"])
        assert await code_of(house.post(f"{path}/key", {}, "nonsense")) == "bad_key"


def old_table(*log: tuple[str, bytes]) -> Sitting:
    s = Sitting(id="t")
    opened = b'{"game":"kings","version":1,"players":2,"code":"","host":""}'
    for k, (kind, body) in enumerate((("opened", opened), *log), 1):
        s.apply(Row(k, 0, kind, body))
    return s


def test_rows_of_older_versions_read_as_they_were() -> None:
    """Somebody who sat down with the key of the reserved seat has it still."""
    key = hashed("key")
    reserved = b'{"seat":1,"who":"reserved","name":"B","hash":"%s"}' % key.encode()
    sat = reserved.replace(b"reserved", b"person")
    s = old_table(("seated", reserved))
    assert (s.link_to(key), s.seat_of(key)) == (1, None)
    s = old_table(("seated", reserved), ("seated", sat))
    assert (s.link_to(key), s.seat_of(key), s.sat_down_by(key)) == (None, 1, None)
    assert s.seats[1].devices == []


# --- devices --------------------------------------------------------------------------------


async def two(desk: Opener) -> Desk:
    return await (await desk()).open("kings", 2, 1)


def seats_of(guest: Guest) -> list[list[int]]:
    return [seat["same_device"] for seat in guest.news["table"]["seats"]]


async def test_seats_held_from_one_device_are_marked_for_everybody(desk: Opener) -> None:
    table = await two(desk)
    watcher = await table.guest(None)
    anna = await table.guest(0, device="laptop")
    await table.guest(1, device="phone")
    assert seats_of(anna) == [[], [], []]
    await table.guest(1, device="laptop")
    for guest in (watcher, anna):
        assert seats_of(guest) == [[1], [0], []]
    again = await desk(like=table, world=table.world)
    await again.hub.keeper(again.id)
    assert seats_of(await again.guest(1)) == [[1], [0], []], "it stands in the log"


async def test_what_is_kept_of_a_device_links_no_tables_and_is_bounded(desk: Opener) -> None:
    table = await two(desk)
    await table.guest(0, device="laptop")
    log = b"".join(row.body for row in await table.hub.store.load(table.id))
    assert b"laptop" not in log
    assert device_mark(table.id, "laptop").encode() in log
    assert device_mark("another", "laptop").encode() not in log
    for k in range(30):
        await (await table.guest(0, device=f"device {k}")).gone()
    devices = [row for row in await table.hub.store.load(table.id) if row.kind == "device"]
    assert len(devices) == 16


async def test_the_holder_of_a_seat_sees_how_many_devices_it_has(desk: Opener) -> None:
    table = await two(desk)
    anna = await table.guest(0)
    other = await table.guest(1)
    heard = other.n
    assert "devices" not in anna.news
    phone = await table.guest(0)
    assert (anna.news["devices"], phone.news["devices"]) == (2, 2)
    assert other.n == heard, "nobody else is told"
    await phone.gone()
    assert "devices" not in anna.news


# --- addresses ------------------------------------------------------------------------------


async def test_the_host_alone_is_told_which_seats_share_an_address(store_url: str) -> None:
    async with tavern(store_url) as house:
        seats = await house.open("kings", 2, 1)
        path = f"/tables/{seats[0].table_id}/addresses"
        for seat in seats:
            await seat.connect()
        assert await house.get(path, seats[0].key) == [[0, 1]]
        assert await code_of(house.get(path, seats[1].key)) == "host_only"
        assert await code_of(house.get(path)) == "bad_key"
        kept = [row.body for row in await house.hub.store.load(seats[0].table_id)]
        assert b"127.0.0.1" not in b"".join(kept)
        await seats[1].close()
        while await house.get(path, seats[0].key):
            await seats[0].hear()


def test_other_nodes_hear_of_lines_and_older_ones_of_seats() -> None:
    one, other = Presence(b"secret"), Presence(b"secret")
    for seat, address in ((0, "::1"), (0, "::1"), (2, "10.0.0.1")):
        one.enter(seat, address)
    other.enter(1, "10.0.0.1")
    assert one.note().split(" ")[0] == "0,2"
    other.heard("one", 10, one.note().split(" "))
    assert dict(other.devices(5)) == {0: 2, 1: 1, 2: 1}
    assert other.same_address(5) == [[1, 2]]
    assert other.same_address(10) == [], "what it said is too old"
    other.heard("old", 10, ["0,3"])
    assert other.devices(5)[3] == 1
    other.heard("one", 10, [""])
    assert dict(other.devices(5)) == {0: 1, 1: 1, 3: 1}
    assert not one.leave(0, "::1")
    assert one.leave(0, "::1")
    assert Presence(b"another").mark("::1") != one.mark("::1")
