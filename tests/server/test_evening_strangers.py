"""Evenings among people who do not know each other: what a host, a guest and a stranger cannot do.

A table that was drawn counts; places are freed, and not taken by one address alone; tables of bots
leave room for people's; what ends an evening says what it ends.
"""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from parlour.cli.remote import Rejected, Seat
from parlour.server.limits import Comings
from parlour.server.settings import Settings
from tests.server.tavern import QUICK, Tavern, play, tavern
from tests.server.test_evenings import Night, adds_up
from tools.patience import PATIENCE_S, until


def house_with(tmp_path: Path, **more: Any) -> Any:
    return tavern(f"sqlite:///{tmp_path / 'a'}.db", msgspec.structs.replace(QUICK, **more))


def guest_of(info: Any, number: int) -> Any:
    return info["guests"][number]


# --- a table that was drawn counts -----------------------------------------------------------


async def test_a_host_cannot_close_a_table_of_the_evening(tmp_path: Path) -> None:
    async with house_with(tmp_path) as house:
        night = await Night.open(house, name="Anna", bots=2)
        info = await night.post("draw")
        table = night.table_of(info, 0)["id"]
        with pytest.raises(Rejected) as wrong:
            await house.post(f"/tables/{table}/close", {}, night.key)
        assert wrong.value.code == "evening_table"
        info = await night.play(info, 0, night.key)
        assert night.table_of(info, 0)["state"] == "over"
        closed = await house.post(f"/tables/{table}/close", {}, night.key)
        assert closed["phase"] == "closed", "what has been played may be put away"
        info = await night.info()
        assert night.table_of(info, 0)["state"] == "over"
        adds_up(info)


async def test_between_two_games_of_a_series_neither(tmp_path: Path) -> None:
    async with house_with(tmp_path) as house:
        form = {"form": "games", "number": 2}
        night = await Night.open(house, name="Anna", size=2, bots=1, series=form)
        info = await night.post("draw")
        seat = await night.sit(info, 0, night.key)
        await play(seat, Random(1))
        assert (await house.get(f"/tables/{seat.table_id}"))["phase"] == "over"
        with pytest.raises(Rejected, match="end"):
            await house.post(f"/tables/{seat.table_id}/close", {}, night.key)
        await seat.close()


async def test_the_next_round_is_drawn_without_those_who_still_play_and_their_table_counts(
    tmp_path: Path,
) -> None:
    async with house_with(tmp_path) as house:
        night = await Night.open(house, name="Anna", bots=5)
        info = await night.post("draw")
        late = night.table_of(info, 0)

        async def one_left() -> bool:
            tables = (await night.info())["tables"]
            return [t["id"] for t in tables if t["state"] == "playing"] == [late["id"]]

        await until("the bots' table ends", one_left)
        assert await night.refused("draw") == "round_not_over"
        info = await night.post("draw", {"force": True})
        states = {table["id"]: table["state"] for table in info["tables"]}
        assert states[late["id"]] == "playing", "nobody has cut it short"
        second = [guest for t in info["tables"] if t["round"] == 2 for guest in t["guests"]]
        assert not set(second) & set(late["guests"])
        seat = await night.house_seat(late["id"], night.key)
        await play(seat, Random(1))
        await seat.close()
        info = await night.round_over()
        adds_up(info)
        assert [table["state"] for table in info["tables"]] == ["over"] * len(info["tables"])
        info = await night.post("draw")
        third = [guest for t in info["tables"] if t["round"] == 3 for guest in t["guests"]]
        assert sorted(third) == list(range(6)), "whoever was late is drawn again"


async def test_an_evening_that_is_finished_waits_for_its_tables(tmp_path: Path) -> None:
    async with house_with(tmp_path) as house:
        night = await Night.open(house, name="Anna", bots=2)
        info = await night.post("draw")
        ending = await night.post("finish", {"round": 1})
        assert ending["state"] == "ending"
        assert night.table_of(ending, 0)["state"] == "playing"
        assert await night.refused("draw") == "evening_over"
        assert await night.refused("join", {"name": "Late"}, "") == "evening_over"
        info = await night.play(info, 0, night.key)
        assert info["state"] == "over"
        assert night.table_of(info, 0)["state"] == "over"
        assert guest_of(info, 0)["games"] == 1
        adds_up(info)


async def two_at_a_table(house: Tavern) -> tuple[Night, dict[str, Any], Seat, Seat]:
    night = await Night.open(house, name="Anna", size=2)
    boris = await night.come("Boris")
    info = await night.post("draw")
    anna = await night.sit(info, 0, night.key)
    return night, boris, anna, await night.sit(info, boris["guest"], boris["key"])


async def is_away(house: Tavern, seat: Seat) -> bool:
    table = await house.get(f"/tables/{seat.table_id}")
    return bool(table["seats"][seat.number]["away"])


async def test_a_guest_who_is_removed_while_they_play_plays_on_and_it_counts(
    tmp_path: Path,
) -> None:
    """Else a host could have a bot play for whoever is winning."""
    async with house_with(tmp_path) as house:
        night, boris, anna, theirs = await two_at_a_table(house)
        for _ in range(2):
            info = await night.post(f"guests/{boris['guest']}/remove")
            assert guest_of(info, boris["guest"])["left"]
            assert not await is_away(house, theirs)
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(play(anna, Random(1)), play(theirs, Random(2)))
        rows = await house.hub.store.load(anna.table_id)
        assert not [row for row in rows if row.kind == "away"]
        info = await night.round_over()
        assert night.table_of(info, boris["guest"])["state"] == "over"
        adds_up(info)
        await anna.close()
        await theirs.close()


async def test_a_bot_plays_on_for_whoever_is_removed_because_they_do_not_play(
    tmp_path: Path,
) -> None:
    async with house_with(tmp_path, grace_ms=0, haste=0.001) as house:
        night, boris, anna, theirs = await two_at_a_table(house)
        if not theirs.asked:
            before = anna.last
            await anna.answer(anna.decision["choices"][0]["text"])
            while anna.last == before:
                await anna.hear()
        while not theirs.asked:
            await theirs.hear()
        await night.post(f"guests/{boris['guest']}/remove")
        assert await is_away(house, theirs)
        await anna.close()
        await theirs.close()


async def test_a_bot_plays_on_for_whoever_is_removed_and_not_there(tmp_path: Path) -> None:
    async with house_with(tmp_path) as house:
        night, boris, anna, theirs = await two_at_a_table(house)
        await theirs.close()

        async def gone() -> bool:
            table = await house.get(f"/tables/{theirs.table_id}")
            return not table["seats"][theirs.number]["here"]

        await until("the line is closed", gone)
        await night.post(f"guests/{boris['guest']}/remove")
        assert await is_away(house, theirs)
        await anna.close()


async def test_a_guest_who_left_is_back_when_they_answer_not_when_they_look(tmp_path: Path) -> None:
    """Else somebody who was removed because they do not play could go on holding up the table."""
    async with house_with(tmp_path, haste=0.001) as house:
        night = await Night.open(house, name="Anna", size=2)
        boris = await night.come("Boris")
        info = await night.post("draw")
        await night.post(f"guests/{boris['guest']}/remove")
        theirs = await night.sit(info, boris["guest"], boris["key"])
        assert theirs.table["seats"][theirs.number]["away"]
        await theirs.close()


# --- places ------------------------------------------------------------------------------------


async def test_guests_who_are_removed_free_their_places(tmp_path: Path) -> None:
    async with house_with(tmp_path) as house:
        night = await Night.open(house, name="Anna", bots=48)
        for number in range(15):
            await night.come(f"Guest {number}")
        assert await night.refused("join", {"name": "One more"}, "") == "too_many_guests"
        await night.post("guests/1/remove")
        await night.come("One more")
        assert await night.refused("guests", {}) == "too_many_guests"


async def test_whoever_left_before_they_were_drawn_is_not_in_the_standing(tmp_path: Path) -> None:
    async with house_with(tmp_path) as house:
        night = await Night.open(house, name="Anna", bots=2)
        stray = await night.come("Stray")
        await night.post(f"guests/{stray['guest']}/remove")
        info = await night.play(await night.post("draw"), 0, night.key)
        assert sorted(info["order"]) == [0, 1, 2]
        await night.post("guests/1/remove")
        assert 1 in (await night.info())["order"], "whoever played stays"


async def test_guests_cannot_come_and_go_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.evening.log.MOST_COMINGS", 5)
    async with house_with(tmp_path) as house:
        night = await Night.open(house)
        for number in range(5):
            guest = await night.come(f"Guest {number}")
            await night.post("leave", {}, guest["key"])
        assert await night.refused("join", {"name": "One more"}, "") == "too_many_guests"


class Far:
    """Somebody of another address, as a proxy tells it."""

    def __init__(self, house: Tavern, night: Night, address: str) -> None:
        self.url = f"{house.url}/api/evenings/{night.id}/join"
        self.headers = {"X-Forwarded-For": address}

    async def comes(self, name: str) -> str:
        async with httpx.AsyncClient(timeout=PATIENCE_S) as web:
            answer = await web.post(self.url, json={"name": name}, headers=self.headers)
        return "" if answer.status_code == 201 else str(answer.json()["code"])


async def test_one_address_cannot_fill_an_evening(tmp_path: Path) -> None:
    async with house_with(tmp_path, guests_per_address=3, trusted_proxies=("127.0.0.1",)) as house:
        night = await Night.open(house, name="Anna")
        far = Far(house, night, "203.0.113.9")
        codes = await asyncio.gather(*[far.comes(f"Guest {number}") for number in range(9)])
        assert sorted(codes) == [""] * 3 + ["too_many_of_address"] * 6, "nor all at once"
        for number in (1, 2, 3):
            await night.post(f"guests/{number}/remove")
        assert await far.comes("Again") == "too_many_of_address", "nor by coming again"
        assert await Far(house, night, "203.0.113.10").comes("Vera") == ""
        for number in range(6):
            await night.come(f"Friend {number}")  # of the host's own address: the same room
        other = await Night.open(house, name="Anna")
        assert await Far(house, other, "203.0.113.9").comes("Boris") == "", "each evening apart"


async def test_a_coming_that_was_refused_does_not_count(tmp_path: Path) -> None:
    async with house_with(tmp_path, guests_per_address=1, trusted_proxies=("127.0.0.1",)) as house:
        night = await Night.open(house, name="Anna")
        far = Far(house, night, "203.0.113.9")
        assert await far.comes("Аnna") == "unclear_name"
        await night.post("lock", {"locked": True})
        assert await far.comes("Boris") == "evening_locked"
        await night.post("lock", {"locked": False})
        assert await far.comes("Boris") == ""


def test_what_is_remembered_of_addresses_is_bounded() -> None:
    comings = Comings(2, most_evenings=3)
    for number in range(9):
        assert comings.take(f"e{number}", "a")
    assert len(comings) == 3
    comings.give_back("e8", "a")
    assert comings.take("e8", "a")
    assert comings.take("e8", "a")
    assert not comings.take("e8", "a")


async def test_a_host_locks_the_list(tmp_path: Path) -> None:
    async with house_with(tmp_path) as house:
        night = await Night.open(house, name="Anna")
        guest = await night.come("Boris")
        assert await night.refused("lock", {"locked": True}, guest["key"]) == "host_only"
        assert (await night.post("lock", {"locked": True}))["locked"]
        assert await night.refused("join", {"name": "Vera"}, "") == "evening_locked"
        assert (await night.post("guests", {}))["guests"][-1]["bot"], "a bot is the host's own"
        assert not (await night.post("lock", {"locked": False}))["locked"]
        await night.come("Vera")


async def test_whoever_has_a_key_already_comes_once(tmp_path: Path) -> None:
    async with house_with(tmp_path) as house:
        night = await Night.open(house, name="Anna")
        boris = await night.come("Boris")
        again = await night.post("join", {"name": "Boris"}, boris["key"])
        assert again == boris
        assert len((await night.info())["guests"]) == 2
        assert await night.refused("join", {"name": "Boris"}, "wrong") == "bad_key"


# --- tables of bots ----------------------------------------------------------------------------


async def test_tables_of_bots_of_one_address_are_bounded(tmp_path: Path) -> None:
    async with house_with(tmp_path, bot_tables_per_address=2, haste=0.001) as house:
        night = await Night.open(house, name="Anna", bots=8)
        info = await night.post("draw")
        assert len(info["tables"]) == 3, "two of bots alone, and the host's own"
        more = await Night.open(house, bots=3)
        assert await more.refused("draw") == "too_many_bot_tables"
        assert (await more.info())["round"] == 0, "nothing was drawn"
        friend = await Night.open(house, name="Boris", bots=2)
        assert len((await friend.post("draw"))["tables"]) == 1, "people's tables have room"


async def test_tables_of_bots_that_are_over_make_room(tmp_path: Path) -> None:
    async with house_with(tmp_path, bot_tables_per_address=2) as house:
        night = await Night.open(house, bots=6)
        for _ in range(3):
            await night.post("draw")
            await night.round_over()


@pytest.mark.parametrize("bound", ["bot_tables_per_address", "max_bot_tables"])
async def test_many_evenings_at_once_open_no_more(tmp_path: Path, bound: str) -> None:
    async with house_with(tmp_path, haste=0.001, **{bound: 4}) as house:
        nights = [await Night.open(house, bots=6) for _ in range(5)]
        drawn = await asyncio.gather(*[one.post("draw") for one in nights], return_exceptions=True)
        assert sum(not isinstance(one, Rejected) for one in drawn) == 2


async def test_tables_of_bots_are_a_part_of_all_tables(tmp_path: Path) -> None:
    async with house_with(tmp_path, max_tables=8, haste=0.001) as house:
        night = await Night.open(house, bots=9)
        assert await night.refused("draw") == "too_many_bot_tables"
        await night.post("guests/8/remove")
        await night.post("guests/7/remove")
        await night.post("guests/6/remove")
        assert len((await night.post("draw"))["tables"]) == 2
        opened = await house.post("/tables", {"game": "magpies", "name": "Anna"})
        assert opened["seat"] == 0


async def test_a_plain_table_of_bots_counts_too(tmp_path: Path) -> None:
    async with house_with(tmp_path, bot_tables_per_address=1, haste=0.001) as house:
        wanted = {"game": "magpies", "players": 3, "seat": None, "seats": [{"who": "bot"}] * 3}
        first, second = [await house.post("/tables", wanted) for _ in range(2)]
        await house.post(f"/tables/{first['id']}/start", {}, first["key"])
        with pytest.raises(Rejected) as wrong:
            await house.post(f"/tables/{second['id']}/start", {}, second["key"])
        assert wrong.value.code == "too_many_bot_tables"
        with_me = wanted | {"seat": 0, "name": "Anna"}
        third = await house.post("/tables", with_me)
        await house.post(f"/tables/{third['id']}/start", {}, third["key"])


async def test_draws_are_opened_tables_to_the_limit_of_an_address(tmp_path: Path) -> None:
    async with house_with(tmp_path, opened_per_minute=4) as house:
        night = await Night.open(house, bots=3)
        codes = [await night.refused("draw", {"round": 9}) for _ in range(4)]
        assert (codes[0], codes[-1]) == ("other_round", "too_fast")


def test_the_defaults_leave_room_for_people() -> None:
    usual = Settings()
    assert usual.bot_tables_per_address < usual.max_bot_tables < usual.max_tables // 4


# --- asked twice ---------------------------------------------------------------------------------


async def test_finishing_says_what_it_finishes(tmp_path: Path) -> None:
    async with house_with(tmp_path) as house:
        night = await Night.open(house, bots=3)
        assert await night.refused("finish") == "bad_request"
        assert await night.refused("finish", {}) == "bad_request"
        await night.post("draw", {"round": 0})
        await night.round_over()
        assert await night.refused("finish", {"round": 0}) == "other_round", "of before the draw"
        assert (await night.info())["state"] == "playing"
        for _ in range(2):
            assert (await night.post("finish", {"round": 1}))["state"] == "over"


async def test_a_draw_may_say_after_which_round(tmp_path: Path) -> None:
    """A second click of a slow page draws no second round."""
    async with house_with(tmp_path) as house:
        night = await Night.open(house, bots=3)
        await night.post("draw", {"round": 0})
        await night.round_over()
        assert await night.refused("draw", {"round": 0}) == "other_round"
        assert (await night.post("draw", {"round": 1}))["round"] == 2


async def test_the_tables_of_an_evening_are_mended_after_it_was_finished(tmp_path: Path) -> None:
    """Finishing right after a draw loses no table of it."""
    async with house_with(tmp_path) as house:
        night = await Night.open(house, bots=6)
        await night.post("draw")
        await night.post("finish", {"round": 1})

        async def over() -> bool:
            return bool((await night.info())["state"] == "over")

        await until("the tables end", over)
        assert [t["state"] for t in (await night.info())["tables"]] == ["over", "over"]
