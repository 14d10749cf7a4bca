"""Before the first game: the host settles what is played, draws the seats, and people talk."""

from typing import Any

import pytest

from parlour.cli.remote import Rejected, Seat
from parlour.server.table import rows, seats
from parlour.server.table.saved import Remark
from parlour.server.table.saved import Seat as Chair
from parlour.server.table.sitting import Sitting
from tests.server.tavern import Tavern, tavern
from tests.server.test_keys import hear_on

THREE = {"game": "kings", "name": "Anna", "players": 3, "seat": 0}
PLANS = [{"who": "open"}, {"who": "open"}, {"who": "reserved", "name": "Carla"}]


async def refused(trying: Any) -> str:
    with pytest.raises(Rejected) as wrong:
        await trying
    return wrong.value.code


async def opened(house: Tavern) -> tuple[str, str, str]:
    """A table of three with two people: its path, and the keys of the host and of Boris."""
    keys = await house.post("/tables", {**THREE, "seats": PLANS})
    path = f"/tables/{keys['id']}"
    boris = await house.post(f"{path}/join", {"name": "Boris", "seat": 1})
    return path, keys["key"], boris["key"]


async def test_the_host_changes_what_is_played_and_everybody_keeps_their_seat(
    store_url: str,
) -> None:
    wanted = {
        "options": {"tie_break": True},
        "series": {"form": "games", "number": 2},
        "pace": {"kind": "days", "days": 2},
    }
    async with tavern(store_url) as house:
        path, host, boris = await opened(house)
        before = (await house.get(path))["seats"]
        info = await house.post(f"{path}/change", wanted, host)
        assert info["options"] == {"tie_break": True}
        assert (info["series"]["form"], info["series"]["length"]) == ("games", 2)
        assert (info["pace"]["kind"], info["pace"]["days"]) == ("days", 2)
        assert info["seats"] == before
        assert await refused(house.post(f"{path}/change", wanted, boris)) == "host_only"
        wrong = {"options": {"tie_break": "perhaps"}}
        assert await refused(house.post(f"{path}/change", wrong, host)) == "bad_option"
        await house.post(f"{path}/change", {}, host)
        assert (await house.get(path))["series"] is None
        await house.post(f"{path}/change", wanted, host)
    async with tavern(store_url) as house:
        assert (await house.get(path))["options"] == {"tie_break": True}
        await house.post(f"{path}/seats/2", {"who": "bot"}, host)
        await house.post(f"{path}/start", {}, host)
        assert await refused(house.post(f"{path}/change", wanted, host)) == "already_started"
        assert await refused(house.post(f"{path}/reseat", {}, host)) == "already_started"


async def test_a_change_carries_the_speed_of_bots_and_the_help_too(store_url: str) -> None:
    """Older pages say neither: then both stay."""
    both = {"haste": "quick", "helps": True}
    async with tavern(store_url) as house:
        path, host, _ = await opened(house)
        for wanted in (both, {"options": {"tie_break": True}}):
            info = await house.post(f"{path}/change", wanted, host)
            assert {name: info[name] for name in both} == both
        info = await house.post(f"{path}/change", {"haste": "normal", "helps": False}, host)
        assert (info["haste"], info["helps"]) == ("normal", False)


def test_rows_of_a_change_that_leaves_them_are_those_of_older_versions() -> None:
    s = Sitting(id="t")
    s.config = rows.Opened("kings", 1, 3, "", "", haste="quick")
    [row] = seats.change(seats.TableChange(haste="quick", helps=True))(s, 0)
    assert row == rows.Changed()


async def test_seats_are_drawn_by_lot_and_each_key_goes_with_its_person(store_url: str) -> None:
    async with tavern(store_url) as house:
        path, host, boris = await opened(house)
        assert await refused(house.post(f"{path}/reseat", {}, boris)) == "host_only"
        seen, names = set(), [""]
        for _ in range(40):
            info = await house.post(f"{path}/reseat", {}, host)
            names = [seat["name"] for seat in info["seats"]]
            assert names[2] == "Carla"  # her link leads there
            assert names[info["host"]] == "Anna"
            seen.add(tuple(names))
        assert seen == {("Anna", "Boris", "Carla"), ("Boris", "Anna", "Carla")}
        for key, name in ((host, "Anna"), (boris, "Boris")):
            seat = Seat(house.url, path.rpartition("/")[2], key)
            await seat.connect()
            assert names[seat.number or 0] == name
            await seat.close()


async def test_whoever_is_connected_comes_again_and_hears_where_they_sit(store_url: str) -> None:
    async with tavern(store_url) as house:
        path, host, boris = await opened(house)
        seat = Seat(house.url, path.rpartition("/")[2], boris)
        await seat.connect()
        await house.post(f"{path}/reseat", {}, host)
        with pytest.raises((Rejected, ConnectionError)):
            await hear_on(seat)


def test_what_people_said_goes_with_them() -> None:
    s = Sitting(id="t")
    s.seats = [Chair(name="Anna"), Chair(name="Boris"), Chair(name="Carla")]
    s.chat = [Remark(1, 0, "", "hello"), Remark(2, 2, "", "hi")]
    s.mids = {"0": ["a"], "2": ["b"]}
    s.reseat(rows.Reseated([2, 0, 1]))
    assert [chair.name for chair in s.seats] == ["Carla", "Anna", "Boris"]
    assert [(line.seat, line.text) for line in s.chat] == [(1, "hello"), (0, "hi")]
    assert s.mids == {"1": ["a"], "0": ["b"]}
    with pytest.raises(ValueError, match="no order"):
        s.reseat(rows.Reseated([0, 0, 1]))
