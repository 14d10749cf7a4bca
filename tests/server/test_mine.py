"""How one's own tables stand: one question for all of them, which opens none."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.cli.remote import Rejected
from parlour.server.http.mine import MOST
from tests.server.tavern import QUICK, Tavern, play, tavern

DAYS = {"kind": "days", "days": 3}


async def ask_for(house: Tavern, *tables: tuple[str, str]) -> list[Any]:
    wanted = [{"id": id, "key": key} for id, key in tables]
    answer: list[Any] = await house.post("/mine", {"tables": wanted})
    return answer


async def test_it_says_who_plays_and_for_whom_the_game_waits(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        seats = await house.open("kings", 2, pace=DAYS)
        await house.begin(seats)
        anna = seats[0]
        (told,) = await ask_for(house, (anna.table_id, anna.key))
        assert told["phase"] == "playing"
        assert told["seat"] == 0
        assert [seat["name"] for seat in told["seats"]] == ["Anna", "Guest 1"]
        (awaited,) = told["waits"]
        while not anna.clocks:
            await anna.hear()
        clock = anna.clocks[awaited["seat"]]
        assert (awaited["since"], awaited["left"]) == (clock["since"], clock["left"])
        assert awaited["left"] == 3 * 86_400_000
        for seat in seats:
            await seat.close()


async def test_a_table_that_is_put_away_is_read_and_stays_put_away(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        seats = await house.open("magpies", 2)
        await house.begin(seats)
        await asyncio.gather(*(play(seat, Random(k)) for k, seat in enumerate(seats)))
        for seat in seats:
            await seat.close()
        anna = seats[0]
        await house.hub.close(house.hub.keepers[anna.table_id])
        (told,) = await ask_for(house, (anna.table_id, anna.key))
        assert told["phase"] == "over"
        assert told["seat"] == 0
        assert told["over"]["winners"]
        assert told["waits"] == []
        assert anna.table_id not in house.hub.keepers


async def test_a_game_that_another_node_keeps_is_read_with_its_rules(tmp_path: Path) -> None:
    """Whose turn it is comes from the log; nothing is opened here."""
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        seats = await house.open("kings", 2, pace=DAYS)
        await house.begin(seats)
        anna = seats[0]
        (before,) = await ask_for(house, (anna.table_id, anna.key))
        keeper = house.hub.keepers.pop(anna.table_id)
        (told,) = await ask_for(house, (anna.table_id, anna.key))
        assert told == before
        assert told["waits"]
        assert anna.table_id not in house.hub.keepers
        house.hub.keepers[anna.table_id] = keeper
        for seat in seats:
            await seat.close()


async def test_whose_turn_it_is_is_kept_from_those_who_may_not_watch(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        seats = await house.open("kings", 2, watchers=False)
        await house.begin(seats)
        id = seats[0].table_id
        mine, wrong, none = await ask_for(
            house, (id, seats[1].key), (id, "no-key-of-this-table"), (id, "")
        )
        assert mine["waits"]
        assert mine["seat"] == 1
        assert [told["waits"] for told in (wrong, none)] == [[], []]
        assert [told["seat"] for told in (wrong, none)] == [None, None]
        for seat in seats:
            await seat.close()


async def test_what_is_not_there_is_null_and_an_evening_tells_its_phase(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        evening = await house.post("/evenings", {"title": "Friday", "game": "kings"})
        told = await ask_for(house, ("nothing-here", ""), (evening["id"], evening["key"]))
        assert told[0] is None
        assert (told[1]["game"], told[1]["phase"], told[1]["waits"]) == ("evening", "lobby", [])


async def test_it_is_bounded(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(QUICK, mine_per_minute=2)
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", settings) as house:
        with pytest.raises(Rejected) as refused:
            await ask_for(house, *[("x", "")] * (MOST + 1))
        assert refused.value.code == "bad_request"
        await ask_for(house, *[("x", "")] * MOST)
        with pytest.raises(Rejected) as refused:
            await house.post("/mine", {"tables": []})
        assert refused.value.code == "too_fast"
