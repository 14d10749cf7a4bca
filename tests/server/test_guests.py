"""Whole games through the public protocol: real sockets, both stores, people and bots."""

import asyncio
from random import Random
from typing import Any

import pytest

from parlour.cli.remote import Rejected, Seat
from parlour.games import all_games
from parlour.server.table.records import read_file, verify
from parlour.server.table.sitting import Sitting
from tests.server.tavern import Journal, play, tavern
from tools.faults.mix import variants
from tools.length import by_turns

GUESTS = 10
QUICK_TICK = 8


def tables_for(game: Any) -> list[tuple[int, int]]:
    """(people, bots) of each table, so that ten people find a seat."""
    tables: list[tuple[int, int]] = []
    left = GUESTS
    while left:
        people = min(left, max(1, game.most - 1))
        tables.append((people, max(game.least - people, 1 if people < game.most else 0)))
        left -= people
    return tables


def on(store: str) -> list[tuple[str, dict[str, Any], str]]:
    return [(id, options, store) for id, options in variants()]


@pytest.mark.parametrize(
    ("id", "options", "store_url"), by_turns(on("sqlite"), on("postgres")), indirect=["store_url"]
)
async def test_ten_guests_play_whole_games_against_each_other_and_bots(
    id: str, options: dict[str, Any], store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every choice that was acknowledged is in the record, in order, once; and it verifies.

    In the suite each variant on one kind of store, with PARLOUR_LONG=1 on both.
    """
    monkeypatch.setattr(Sitting, "tick_ms", lambda self: QUICK_TICK)
    luck = Random(id)
    async with tavern(store_url) as house:
        tables = []
        for people, bots in tables_for(all_games()[id]):
            seats = await house.open(id, people, bots, options=options)
            watcher = Seat(house.url, seats[0].table_id)
            await watcher.connect()
            await house.begin(seats)
            tables.append((seats, watcher, [Journal() for _ in seats]))
        games = [
            play(seat, Random(luck.random()), journal)
            for seats, _, journals in tables
            for seat, journal in zip(seats, journals, strict=True)
        ]
        watching = [watch(watcher) for _, watcher, _ in tables]
        await asyncio.gather(*games, *watching)
        for seats, watcher, journals in tables:
            file = read_file_of(await house.get(f"/tables/{seats[0].table_id}/games/1/record"))
            assert verify(file).honest
            played = file.record.choices
            for seat, journal in zip(seats, journals, strict=True):
                mine = [
                    (who, text)
                    for (who, text), by in zip(acts(played), file.by, strict=True)
                    if who == seat.number and by == "person"
                ]
                assert mine == journal.accepted
            assert watcher.over
            assert watcher.number is None


def acts(choices: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(seat, text) for seat, text in choices if seat >= 0]


def read_file_of(answer: Any) -> Any:
    import msgspec

    return read_file(msgspec.json.encode(answer))


async def watch(watcher: Seat) -> None:
    while not watcher.over:
        await watcher.hear()


async def test_a_guest_who_is_cut_off_comes_back_and_misses_nothing(store_url: str) -> None:
    """The line breaks again and again; `Seat` fails on any hole in the numbers."""
    luck = Random(5)
    async with tavern(store_url) as house:
        seats = await house.open("kings", 2, 1)
        await house.begin(seats)
        steady = asyncio.create_task(play(seats[0], Random(1)))
        shaky = seats[1]
        while not shaky.over:
            with_luck = asyncio.create_task(play(shaky, luck))
            shaky.frames, cut = [], luck.randrange(1, 6)  # after so many messages
            while not with_luck.done() and len(shaky.frames) < cut:
                await asyncio.sleep(0)
            if with_luck.done():
                with_luck.result()
                break
            with_luck.cancel()
            await asyncio.gather(with_luck, return_exceptions=True)
            shaky.abort()
            await shaky.connect(tries=20)
        await steady
        assert shaky.resumed > 0


async def test_another_device_with_the_same_key_sees_the_same(store_url: str) -> None:
    async with tavern(store_url) as house:
        seats = await house.open("kings", 2)
        await house.begin(seats)
        phone = Seat(house.url, seats[0].table_id, seats[0].key)
        await phone.connect()
        assert phone.number == seats[0].number
        for seat in (*seats, phone):
            while seat.view is None:
                await seat.hear()
        mover = seats[0] if seats[0].asked else seats[1]
        await mover.answer(mover.decision["choices"][0]["text"])
        newest = house.hub.keepers[phone.table_id].streams.everybody()[0].n
        for seat in (seats[0], phone):
            while seat.last < newest:
                await seat.hear()
        assert (phone.view, phone.stream) == (seats[0].view, seats[0].stream)


async def test_seats_are_filled_reserved_and_freed_by_the_host_alone(store_url: str) -> None:
    async with tavern(store_url) as house:
        keys = await house.post("/tables", {"game": "kings", "name": "Anna", "players": 3})
        path = f"/tables/{keys['id']}"
        with pytest.raises(Rejected, match="open"):
            await house.post(f"{path}/start", {}, keys["key"])
        guest = await house.post(f"{path}/join", {"name": "Bruno"})
        assert guest["seat"] == 1
        with pytest.raises(Rejected, match="host"):
            await house.post(f"{path}/seats/2", {"who": "bot"}, guest["key"])
        sitting = Seat(house.url, keys["id"], guest["key"])
        await sitting.connect()
        plan = {"who": "reserved", "name": "Carla"}
        freed = await house.post(f"{path}/seats/1", plan, keys["key"])
        with pytest.raises(Rejected) as gone:
            await watch(sitting)
        assert gone.value.code == "replaced"
        with pytest.raises(Rejected):
            await house.post(f"{path}/join", {"name": "Dora"}, "nonsense-key")
        carla = await house.post(f"{path}/join", {"name": "Carla"}, freed["key"])
        assert carla["seat"] == 1
        await house.post(f"{path}/seats/2", {"who": "bot", "level": "random"}, keys["key"])
        await house.post(f"{path}/start", {}, keys["key"])
        with pytest.raises(Rejected) as late:
            await house.post(f"{path}/seats/2", {"who": "open"}, keys["key"])
        assert late.value.code == "already_started"


async def test_a_public_table_is_listed_found_paused_left_and_closed(store_url: str) -> None:
    async with tavern(store_url) as house:
        seats = await house.open("kings", 2, 1, public=True)
        path = f"/tables/{seats[0].table_id}"
        listed = await house.get("/tables?state=open")
        assert [one["id"] for one in listed] == [seats[0].table_id]
        assert "hash" not in str(listed)
        assert await house.get(f"/codes/{listed[0]['code'].lower()}") == {"id": listed[0]["id"]}
        await house.begin(seats)
        assert len(await house.get("/tables?state=playing")) == 1
        await house.post(f"{path}/pause", {}, seats[1].key)
        assert (await house.get(path))["paused"]
        await house.post(f"{path}/resume", {}, seats[1].key)
        await house.post(f"{path}/leave", {}, seats[1].key)
        assert (await house.get(path))["seats"][1]["away"]
        with pytest.raises(Rejected, match="host"):
            await house.post(f"{path}/close", {}, seats[1].key)
        await house.post(f"{path}/close", {}, seats[0].key)
        assert (await house.get(path))["phase"] == "closed"
        assert not await house.get("/tables?state=playing")


async def test_a_finished_table_plays_again_with_one_tap(store_url: str) -> None:
    async with tavern(store_url) as house:
        seats = await house.open("kings", 1, 1)
        await house.begin(seats)
        await play(seats[0], Random(3))
        path = f"/tables/{seats[0].table_id}"
        await house.post(f"{path}/rematch", {}, seats[0].key)
        while seats[0].over:
            await seats[0].hear()
        await play(seats[0], Random(4))
        assert seats[0].table["number"] == 2
        for number in (1, 2):
            file = await house.get(f"{path}/games/{number}/record")
            assert verify(read_file_of(file)).honest
        replay = await house.get(f"{path}/games/1/replay?eyes=0&count=5")
        assert [step["number"] for step in replay["steps"]] == [1, 2, 3, 4, 5]
        heard = await house.get(f"{path}/history", seats[0].key)
        assert heard
        assert heard != await house.get(f"{path}/history")
