"""Series at a table: over the wire, over HTTP, across restarts, and back from their records."""

import json
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from parlour.cli.remote import Rejected, Seat
from parlour.cli.verify import verify
from parlour.core.series import Series, load_series, read_series
from parlour.games import all_games
from parlour.server.store import Row
from parlour.server.table import begin, keeper, records, rows, snapshots
from parlour.server.table.fairness import commitment
from tests.server.desk import Desk
from tests.server.tavern import Tavern, play, tavern
from tools.patience import PATIENCE_S, until

TOURNAMENT = {"form": "tournament", "number": 0}


async def ended(house: Tavern, id: str, number: int) -> dict[str, Any]:
    """The table once its game of this number is over."""

    async def found() -> dict[str, Any]:
        info: dict[str, Any] = await house.get(f"/tables/{id}")
        return info if info["number"] == number and info["phase"] != "playing" else {}

    info = await until(f"game {number} ends", found)
    assert info["phase"] == "over", info["reason"]
    return info


async def start(house: Tavern, host: Seat) -> None:
    await house.post(f"/tables/{host.table_id}/start", {}, host.key)


async def again(house: Tavern, seat: Seat) -> dict[str, Any]:
    info: dict[str, Any] = await house.post(f"/tables/{seat.table_id}/rematch", {}, seat.key)
    return info


async def play_game(seat: Seat, number: int) -> None:
    """Wait for the table's game of this number, and play it."""
    while seat.over or seat.table["number"] < number:
        await seat.hear()
    await play(seat, Random(number))


async def played_out(house: Tavern, host: Seat, first: int = 1) -> dict[str, Any]:
    """A table of bots, played to the end of its series from this game on."""
    info = await ended(house, host.table_id, first)
    while not info["series"]["over"]:
        await again(house, host)
        info = await ended(house, host.table_id, info["number"] + 1)
    return info


async def replayed(house: Tavern, id: str, number: int = 1) -> Series:
    """The core's own series from the record of one at a table."""
    text = json.dumps(await house.get(f"/tables/{id}/series/{number}/record"))
    record = read_series(text)
    return load_series(all_games()[record.plan.game], record)[0]


def same(shown: dict[str, Any], series: Series) -> None:
    """What the table shows is what the rules make of its record."""
    standing = series.standing()
    assert shown["points"] == standing.points
    assert (shown["wins"], shown["places"]) == (standing.wins, standing.places)
    assert (shown["over"], shown["winners"]) == (series.over, series.winners())
    assert shown["length"] == series.length
    assert [result["pays"] for result in shown["results"]] == [r.pays for r in series.results]
    assert [result["first"] for result in shown["results"]] == [r.first for r in series.results]


async def test_a_tournament_over_the_wire_is_the_one_in_its_record(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        guest = (await house.open("bang", 1, 3, options={"hiring": True}, series=TOURNAMENT))[0]
        assert (await house.get(f"/tables/{guest.table_id}"))["series"]["points"] == [1000] * 4
        await house.begin([guest])
        for number in range(1, 5):
            await play_game(guest, number)
            if number < 4:
                assert not guest.table["series"]["over"]
                await again(house, guest)
        shown = guest.table["series"]
        series = await replayed(house, guest.table_id)
        same(shown, series)
        assert shown["over"]
        assert sorted(result["first"] for result in shown["results"]) == [0, 1, 2, 3]
        assert len({game.seed for game in series.records}) == 4
        await each_game_is_honest(house, guest.table_id, series)
        path = tmp_path / "series.json"
        path.write_text(json.dumps(await house.get(f"/tables/{guest.table_id}/series/1/record")))
        assert verify(str(path)) == 0
        await guest.close()


async def each_game_is_honest(house: Tavern, id: str, series: Series) -> None:
    points = [1000] * 4
    for number, result in enumerate(series.results, 1):
        file = records.read_file(
            json.dumps(await house.get(f"/tables/{id}/games/{number}/record")).encode()
        )
        assert records.verify(file).honest
        assert file.record.carry["points"] == points
        replay = await house.get(f"/tables/{id}/games/{number}/replay?first=1&count=1")
        assert replay["steps"][0]["view"]["carry"] == file.record.carry
        points = [have + paid for have, paid in zip(points, result.pays, strict=True)]


@pytest.mark.parametrize(
    ("game", "bots", "form", "number"),
    [
        ("magpies", 3, "games", 3),
        ("magpies", 2, "best_of", 3),
        ("magpies", 2, "first_to", 2),
        ("kings", 2, "first_to", 1),
    ],
)
async def test_each_form_ends_when_it_is_decided_and_a_rematch_begins_another(
    game: str, bots: int, form: str, number: int, tmp_path: Path
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        plan = {"form": form, "number": number}
        host = (await house.open(game, 0, bots, seat=None, series=plan))[0]
        await start(house, host)
        info = await played_out(house, host)
        same(info["series"], await replayed(house, host.table_id))
        firsts = [result["first"] for result in info["series"]["results"]]
        assert firsts == [(firsts[0] + k) % bots for k in range(len(firsts))]
        if form == "games":
            assert len(firsts) == number
        else:
            decided = 2 if number > 1 else 1
            assert max(info["series"]["wins"]) == decided or len(firsts) == number
        next_series = (await again(house, host))["series"]
        assert (next_series["results"], next_series["over"]) == ([], False)
        assert next_series["points"] == [0] * bots
        second = await played_out(house, host, info["number"] + 1)
        same(second["series"], await replayed(house, host.table_id, 2))
        same(info["series"], await replayed(house, host.table_id, 1))


async def test_what_is_not_over_or_not_there_has_no_record(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        plan = {"form": "games", "number": 2}
        host = (await house.open("magpies", 0, 2, seat=None, series=plan))[0]
        await start(house, host)
        await ended(house, host.table_id, 1)
        for number, code in ((1, "series_not_over"), (2, "no_such_series")):
            with pytest.raises(Rejected) as refused:
                await house.get(f"/tables/{host.table_id}/series/{number}/record")
            assert refused.value.code == code


@pytest.mark.parametrize(
    ("more", "code", "rule"),
    [
        ({"players": 3, "series": TOURNAMENT}, "scoring_of_three", "BANG-A49"),
        ({"players": 4, "options": {"hiring": True}}, "hiring_needs_scoring", "BANG-69"),
        (
            {"players": 4, "options": {"hiring": True}, "series": {"form": "games", "number": 2}},
            "hiring_needs_scoring",
            "BANG-69",
        ),
        ({"game": "kings", "players": 3, "series": TOURNAMENT}, "no_tournament", ""),
        ({"players": 4, "series": {"form": "games", "number": 0}}, "bad_number", ""),
        ({"players": 4, "series": {"form": "first_to", "number": 26}}, "bad_number", ""),
        ({"players": 4, "series": {"form": "best_of", "number": 10**30}}, "bad_number", ""),
        ({"players": 4, "series": {"form": "dance"}}, "bad_request", ""),
    ],
)
async def test_a_series_that_cannot_be_is_refused_with_its_rule(
    more: dict[str, Any], code: str, rule: str, tmp_path: Path
) -> None:
    async with (
        tavern(f"sqlite:///{tmp_path / 'a'}.db") as house,
        httpx.AsyncClient(timeout=PATIENCE_S) as web,
    ):
        for lang in ("en", "ru"):
            wanted = {"game": "bang", "name": "Anna", **more}
            answer = await web.post(
                f"{house.url}/api/tables", json=wanted, headers={"Accept-Language": lang}
            )
            said = answer.json()
            assert (answer.status_code, said["code"]) == (400, code)
            assert said["rule"] == rule
            assert said["text"] != code


async def test_the_list_of_games_says_who_has_a_tournament(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        games = {game["id"]: game for game in await house.get("/games")}
        assert games["bang"]["tournament"] == [4, 5, 6, 7, 8]
        assert games["kings"]["tournament"] == []
        marked = [n for n, o in games["bang"]["options"].items() if o["option"]["series"]]
        assert "hiring" in marked


async def test_a_restart_in_the_middle_of_a_series_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in the second game and between two games, with a snapshot in between."""
    monkeypatch.setattr(keeper, "SNAPSHOT_EVERY", 8)
    store = f"sqlite:///{tmp_path / 'a'}.db"
    async with tavern(store) as house:
        guest = (await house.open("bang", 1, 3, options={"hiring": True}, series=TOURNAMENT))[0]
        await house.begin([guest])
        await play(guest, Random(1))
        await again(house, guest)
        # Where there is only one answer, the house gives it sooner or later.
        while not guest.asked or len(guest.decision["choices"]) == 1:
            await guest.hear()
        assert guest.table["number"] == 2
        await guest.answer(guest.decision["choices"][0]["text"])
        before = (await house.get(f"/tables/{guest.table_id}"))["series"]
        await guest.close()
    async with tavern(store) as house:
        back = Seat(house.url, guest.table_id, guest.key)
        await back.connect()
        assert back.table["series"] == before
        assert (await house.hub.store.latest(back.table_id)) is not None
        await play(back, Random(2))
        await back.close()
    async with tavern(store) as house:
        between = await house.get(f"/tables/{guest.table_id}")
        assert (between["phase"], len(between["series"]["results"])) == ("over", 2)
        back = Seat(house.url, guest.table_id, guest.key)
        await back.connect()
        for number in (3, 4):
            await again(house, back)
            await play_game(back, number)
        same(back.table["series"], await replayed(house, guest.table_id))
        await back.close()


async def test_a_snapshot_keeps_the_series(tmp_path: Path) -> None:
    desk = await Desk.at(f"sqlite:///{tmp_path / 'a'}.db")
    await desk.open("magpies", 0, 2, seat=None, series={"form": "games", "number": 3})
    await desk.begin()
    await desk.pass_time(1_000_000)
    await desk.keeper.do(begin.rematch(0))
    await desk.pass_time(3_000)
    s = desk.keeper.sitting
    await desk.hub.store.snapshot(desk.id, s.seq, snapshots.keep(s))
    before, line = desk.keeper.info().series, desk.table.line()
    await desk.keeper.load()
    assert desk.keeper.info().series == before
    assert desk.table.line() == line
    assert desk.table.carry == s.games[-1].carry
    await desk.close()


def test_rows_from_before_there_were_series_still_read() -> None:
    old = {
        "opened": b'{"game":"kings","version":1,"players":2,"code":"A","host":"h"}',
        "started": b'{"number":1,"commitment":"c"}',
        "over": b'{"winners":[0],"scores":[1,0],"reason":"won"}',
    }
    opened, started, over = [rows.read(Row(1, 0, kind, body)) for kind, body in old.items()]
    assert isinstance(opened, rows.Opened)
    assert isinstance(started, rows.Started)
    assert isinstance(over, rows.Over)
    assert (opened.series, opened.evening, started.carry, started.series) == (None, "", {}, 0)
    assert (over.pays, over.left) == ([], {})
    for kind, body in (("started", started), ("over", over)):
        assert rows.write(1, 0, body).body == old[kind], (
            "a game outside a series is written as ever"
        )


async def test_games_of_a_series_are_dealt_from_seeds_of_their_own(tmp_path: Path) -> None:
    desk = await Desk.at(f"sqlite:///{tmp_path / 'a'}.db")
    await desk.open("magpies", 0, 2, seat=None, series={"form": "games", "number": 2})
    await desk.begin()
    secrets = [desk.keeper.sitting.secrets(number) for number in (1, 2)]
    assert secrets[0][0] != secrets[1][0]
    info = desk.keeper.info()
    assert info.commitment == commitment(*secrets[0])
    assert (info.seed, info.salt) == ("", "")
    await desk.close()
