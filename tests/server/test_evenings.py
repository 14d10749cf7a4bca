"""Evenings: guests, rounds, tables that begin at once, the standing, late comers and leavers."""

import asyncio
import csv
import io
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from parlour.cli.remote import Rejected, Seat
from parlour.core.errors import Refusal
from parlour.server.evening import log as evening
from parlour.server.node import opening
from parlour.server.store import Row
from parlour.server.table.people import hashed
from tests.server.tavern import Tavern, play, tavern
from tools.patience import PATIENCE_S, until

PLAN: dict[str, Any] = {"title": "Friday", "game": "magpies", "size": 3, "rounds": 3}


class Night:
    """An evening in a tavern, as its host sees it."""

    def __init__(self, house: Tavern, keys: dict[str, Any]) -> None:
        self.house = house
        self.id: str = keys["id"]
        self.key: str = keys["key"]
        self.guest: int | None = keys["guest"]

    @classmethod
    async def open(cls, house: Tavern, **more: Any) -> "Night":
        return cls(house, await house.post("/evenings", {**PLAN, **more}))

    async def post(self, path: str, body: Any = None, key: str | None = None) -> Any:
        key = self.key if key is None else key
        return await self.house.post(f"/evenings/{self.id}/{path}", body, key)

    async def info(self, key: str | None = None) -> Any:
        return await self.house.get(f"/evenings/{self.id}", self.key if key is None else key)

    async def come(self, name: str) -> dict[str, Any]:
        joined: dict[str, Any] = await self.post("join", {"name": name}, "")
        return joined

    async def refused(self, path: str, body: Any = None, key: str | None = None) -> str:
        with pytest.raises(Rejected) as wrong:
            await self.post(path, body, key)
        assert wrong.value.said["text"] != wrong.value.code
        return wrong.value.code

    async def round_over(self) -> Any:
        async def found() -> Any:
            info = await self.info()
            done = all(table["state"] != "playing" for table in info["tables"])
            return info if done else None

        return await until("the round ends", found)

    def table_of(self, info: Any, guest: int) -> Any:
        """The table of the last round that this guest sits at."""
        last = [table for table in info["tables"] if table["round"] == info["round"]]
        return next(table for table in last if guest in table["guests"])

    async def sit(self, info: Any, guest: int, key: str) -> Seat:
        seat = Seat(self.house.url, self.table_of(info, guest)["id"], key)
        await seat.connect()
        return seat

    async def house_seat(self, table: str, key: str) -> Seat:
        seat = Seat(self.house.url, table, key)
        await seat.connect()
        return seat

    async def play(self, info: Any, guest: int, key: str) -> Any:
        """Play at the guest's own table until everybody has played; the evening then."""
        seat = await self.sit(info, guest, key)
        await play(seat, Random(guest))
        await seat.close()
        return await self.round_over()


def adds_up(info: Any) -> None:
    """The standing is what the tables say, and the places follow from it."""
    points, wins = [0] * len(info["guests"]), [0] * len(info["guests"])
    for table in info["tables"]:
        for guest, paid in zip(table["guests"], table["pays"], strict=table["state"] == "over"):
            points[guest] += paid
            wins[guest] += guest in table["winners"]
    assert [guest["points"] for guest in info["guests"]] == points
    assert [guest["wins"] for guest in info["guests"]] == wins
    worth = list(zip(points, wins, strict=True))
    by_place = [worth[guest] for guest in info["order"]]
    assert by_place == sorted(worth, reverse=True)
    places = [guest["place"] for guest in info["guests"]]
    assert places == [1 + sum(other > own for other in worth) for own in worth]
    if info["history"]:
        assert info["history"][-1] == points


async def test_twelve_guests_play_three_rounds_to_one_standing(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        night = await Night.open(house, name="Anna", bots=11)
        assert night.guest == 0
        info = await night.info()
        assert (info["state"], info["round"], info["history"]) == ("open", 0, [])
        met: list[tuple[int, int]] = []
        for number in range(1, 4):
            info = await night.post("draw")
            assert (info["state"], info["round"], info["you"]) == ("playing", number, 0)
            last = [table for table in info["tables"] if table["round"] == number]
            assert sorted(guest for table in last for guest in table["guests"]) == [*range(12)]
            for table in last:
                met += [(a, b) for a, b in combinations(sorted(table["guests"]), 2)]
            info = await night.play(info, 0, night.key)
            adds_up(info)
            assert len(info["history"]) == number
        assert len(set(met)) == len(met), "nobody met twice"
        assert [guest["games"] for guest in info["guests"]] == [3] * 12
        assert await night.refused("draw") == "rounds_played"
        assert (await night.post("finish", {"round": 3}))["state"] == "over"
        assert await night.refused("draw") == "evening_over"
        assert await night.refused("join", {"name": "Late"}, "") == "evening_over"
        assert (await night.info())["history"] == info["history"]


async def test_a_key_of_an_evening_is_the_key_of_each_seat(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        night = await Night.open(house, bots=4)
        boris = await night.come("Boris")
        assert night.guest is None
        info = await night.post("draw")
        assert (info["you"], info["host"]) == (None, True)
        theirs = await night.info(boris["key"])
        assert (theirs["you"], theirs["host"]) == (boris["guest"], False)
        seat = await night.sit(info, boris["guest"], boris["key"])
        place = night.table_of(info, boris["guest"])
        assert seat.number == place["guests"].index(boris["guest"])
        assert (seat.table["evening"], seat.table["phase"]) == (night.id, "playing")
        assert not seat.table["public"]
        assert await house.get("/tables?state=playing") == []
        await play(seat, Random(1))
        with pytest.raises(Rejected) as wrong:
            await house.post(f"/tables/{place['id']}/rematch", {}, boris["key"])
        assert wrong.value.code == "table_played"
        await seat.close()
        shown = str(await night.info(boris["key"]))
        assert boris["key"] not in shown
        assert hashed(boris["key"]) not in shown


async def test_late_comers_are_drawn_next_and_leavers_no_more(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        night = await Night.open(house, bots=4)
        early = await night.come("Vera")
        info = await night.post("draw")
        late = await night.come("Vera")
        info = await night.info()
        assert info["guests"][late["guest"]]["name"] == "Vera 2"
        assert all(late["guest"] not in table["guests"] for table in info["tables"])
        assert await night.refused("draw") == "round_not_over"
        info = await night.post("leave", {}, early["key"])  # a bot plays on, so the round ends
        assert info["guests"][early["guest"]]["left"]
        info = await night.round_over()
        assert night.table_of(info, early["guest"])["state"] == "over"
        info = await night.post("guests", {"name": "Robot", "level": "random"})
        assert info["guests"][-1]["bot"]
        info = await night.post("guests/0/remove")
        info = await night.post("draw")
        drawn = [g for table in info["tables"] if table["round"] == 2 for g in table["guests"]]
        assert sorted(drawn) == [1, 2, 3, late["guest"], late["guest"] + 1]
        adds_up(await night.play(info, late["guest"], late["key"]))


async def test_a_table_that_cannot_be_read_does_not_stop_its_evening(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        night = await Night.open(house, name="Anna", bots=5)
        info = await night.post("draw")
        broken = night.table_of(info, 0)["id"]
        await house.hub.close(house.hub.keepers[broken])
        last = (await house.hub.store.load(broken))[-1]
        row = Row(last.seq + 1, last.at_ms, "glowed", b"{}")
        await house.hub.store.append(broken, last.seq, [row])
        states = {table["id"]: table["state"] for table in (await night.info())["tables"]}
        assert states[broken] == "playing", "perhaps another node reads it"
        info = await night.post("draw", {"force": True})
        states = {table["id"]: table["state"] for table in info["tables"]}
        assert states[broken] == "unfinished"


async def test_only_the_host_conducts_an_evening(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        night = await Night.open(house, bots=3)
        guest = await night.come("Gleb")
        bodies: dict[str, Any] = {"finish": {"round": 0}, "lock": {"locked": True}}
        for path in ("draw", "finish", "guests", "guests/0/remove", "lock"):
            assert await night.refused(path, bodies.get(path), guest["key"]) == "host_only"
            assert await night.refused(path, bodies.get(path), "") == "bad_key"
        assert await night.refused("leave") == "bad_key"
        assert await night.refused("guests/77/remove") == "no_such_guest"
        assert await night.refused("guests", {"level": "genius"}) == "unknown_bot"
        assert await night.refused("join", {"name": "x" * 25}, "") == "bad_name"
        with pytest.raises(Rejected, match="no such evening"):
            await house.get("/evenings/nothing")
        with pytest.raises(Rejected, match="no such table"):
            await house.get(f"/tables/{night.id}")


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"game": "bang", "series": {"form": "tournament"}, "size": 3}, "scoring_of_three"),
        ({"game": "bang", "options": {"hiring": True}, "size": 4}, "hiring_needs_scoring"),
        ({"size": 40}, "wrong_players"),
        ({"title": " "}, "bad_name"),
        ({"rounds": 0}, "bad_request"),
        ({"bots": 10**9}, "bad_request"),
        ({"level": "genius"}, "unknown_bot"),
    ],
)
async def test_an_evening_that_cannot_be_is_refused(
    more: dict[str, Any], code: str, tmp_path: Path
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        with pytest.raises(Rejected) as wrong:
            await Night.open(house, **more)
        assert wrong.value.code == code
        assert wrong.value.said["text"] != code


async def test_too_few_people_make_no_round(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        night = await Night.open(house, bots=1)
        assert await night.refused("draw") == "too_few_people"
        assert (await night.info())["state"] == "open"


async def test_a_table_of_bots_plays_its_whole_series_by_itself(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        form = {"form": "games", "number": 3}
        night = await Night.open(house, bots=6, series=form)
        await night.post("draw")
        info = await night.round_over()
        adds_up(info)
        for table in info["tables"]:
            shown = (await house.get(f"/tables/{table['id']}"))["series"]
            assert (len(shown["results"]), shown["over"]) == (3, True)
            assert table["pays"] == shown["points"]
            assert table["winners"] == [table["guests"][seat] for seat in shown["winners"]]


async def test_an_evening_is_exported_as_it_stands(tmp_path: Path) -> None:
    async with (
        tavern(f"sqlite:///{tmp_path / 'a'}.db") as house,
        httpx.AsyncClient(timeout=PATIENCE_S) as web,
    ):
        night = await Night.open(house, bots=7)
        await night.post("draw")
        info = await night.round_over()
        path = f"{house.url}/api/evenings/{night.id}/export"
        sheet = await web.get(path, params={"as": "csv"})
        assert sheet.headers["content-type"].startswith("text/csv")
        lines = list(csv.DictReader(io.StringIO(sheet.text)))
        points = {guest["name"]: str(guest["points"]) for guest in info["guests"]}
        assert {line["name"]: line["points"] for line in lines} == points
        found = (await web.get(path, params={"as": "json"})).json()
        assert {line["name"]: str(line["points"]) for line in found["standing"]} == points
        assert (await web.get(path, params={"as": "xml"})).status_code == 400


async def test_a_restart_between_a_draw_and_its_tables_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round is written, then the server falls: whoever looks next opens its tables."""
    store = f"sqlite:///{tmp_path / 'a'}.db"
    with monkeypatch.context() as broken:

        async def fall(*_: Any) -> None:
            raise Refusal("store_down")

        broken.setattr(opening, "open_started", fall)
        async with tavern(store) as house:
            night = await Night.open(house, name="Anna", bots=5)
            assert await night.refused("draw") == "store_down"
            assert len((await evening.read(house.hub, night.id)).rounds) == 1
    async with tavern(store) as house:
        night.house = house
        info = await night.info()
        assert [table["state"] for table in info["tables"]] == ["playing"] * 2
        info = await night.play(info, 0, night.key)
        before = info["history"]
    async with tavern(store) as house:
        night.house = house
        assert (await night.info())["history"] == before
        adds_up(await night.info())


async def test_two_draws_at_once_make_one_round(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        night = await Night.open(house, name="Anna", bots=5)
        drawn = await asyncio.gather(night.post("draw"), night.post("draw"), return_exceptions=True)
        codes = [one.code for one in drawn if isinstance(one, Rejected)]
        assert codes == ["round_not_over"]
        assert (await night.info())["round"] == 1


async def test_whoever_leaves_between_two_games_holds_nobody_up(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        form = {"form": "games", "number": 3}
        night = await Night.open(house, size=2, bots=1, series=form)
        dora = await night.come("Dora")
        info = await night.post("draw")
        seat = await night.sit(info, dora["guest"], dora["key"])
        await play(seat, Random(1))
        table = await house.get(f"/tables/{seat.table_id}")
        assert (table["phase"], table["number"]) == ("over", 1), "whoever is here says when"
        await house.post(f"/tables/{seat.table_id}/rematch", {}, dora["key"])
        while seat.over:
            await seat.hear()
        await play(seat, Random(2))
        await night.post("leave", {}, dora["key"])
        info = await night.round_over()
        adds_up(info)
        assert len((await house.get(f"/tables/{seat.table_id}"))["series"]["results"]) == 3
        await seat.close()
