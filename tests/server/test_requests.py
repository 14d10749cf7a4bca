"""Requests are taken as docs/protocol.md says: types, deeds, what may be repeated, HEAD."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.tavern import Tavern, tavern
from tools.patience import PATIENCE_S


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Tavern]:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as found:
        yield found


async def ask(
    house: Tavern, method: str, path: str, body: Any = None, key: str = ""
) -> httpx.Response:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    async with httpx.AsyncClient(timeout=PATIENCE_S) as web:
        return await web.request(method, f"{house.url}{path}", json=body, headers=headers)


TABLE: dict[str, Any] = {"game": "kings", "name": "Anna"}
NIGHT: dict[str, Any] = {"game": "magpies", "title": "Friday", "size": 3}
WRONG_TYPES: list[tuple[str, dict[str, Any]]] = [
    ("tables", TABLE | {"players": 3.0}),
    ("tables", TABLE | {"players": "3"}),
    ("tables", TABLE | {"players": True}),
    ("tables", TABLE | {"players": 3.5}),
    ("tables", TABLE | {"seat": 0.0}),
    ("tables", TABLE | {"public": 1}),
    ("tables", TABLE | {"public": "true"}),
    ("tables", TABLE | {"pace": {"kind": "live", "bank_s": 60.0}}),
    ("tables", TABLE | {"series": {"form": "games", "number": 3.0}}),
    ("evenings", NIGHT | {"size": 3.0}),
    ("evenings", NIGHT | {"bots": "3"}),
]


@pytest.mark.parametrize(("path", "body"), WRONG_TYPES)
async def test_a_value_of_another_type_is_refused(
    house: Tavern, path: str, body: dict[str, Any]
) -> None:
    answer = await ask(house, "POST", f"/api/{path}", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert "Expected" in answer.json()["text"], "it says what is wrong"


async def test_what_can_be_left_out_may_be(house: Tavern) -> None:
    night = (await ask(house, "POST", "/api/evenings", NIGHT | {"bots": 3})).json()
    drawn = await ask(house, "POST", f"/api/evenings/{night['id']}/draw", None, night["key"])
    assert drawn.status_code == 200


async def test_an_unknown_deed_is_not_found(house: Tavern) -> None:
    opened = (await ask(house, "POST", "/api/tables", TABLE)).json()
    path = f"/api/tables/{opened['id']}"
    for deed in ("dance", "record", "START", "start/now"):
        answer = await ask(house, "POST", f"{path}/{deed}", {}, opened["key"])
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), deed
    assert (await ask(house, "GET", f"{path}/start")).status_code == 405
    listed = (await ask(house, "GET", "/api/schema")).json()["paths"]
    for deed in ("start", "pause", "resume", "rematch", "close"):
        assert "post" in listed[f"/api/tables/{{id}}/{deed}"]


async def test_leaving_a_table_twice_does_no_harm(house: Tavern) -> None:
    opened = (await ask(house, "POST", "/api/tables", TABLE)).json()
    path = f"/api/tables/{opened['id']}"
    boris = (await ask(house, "POST", f"{path}/join", {"name": "Boris"})).json()
    for _ in range(2):
        left = await ask(house, "POST", f"{path}/leave", {}, boris["key"])
        assert left.status_code == 200
        assert left.json()["seats"][boris["seat"]]["who"] == "open"
    vera = (await ask(house, "POST", f"{path}/join", {"name": "Vera"})).json()
    assert vera["seat"] == boris["seat"]
    again = (await ask(house, "POST", f"{path}/leave", {}, boris["key"])).json()
    assert again["seats"][vera["seat"]]["name"] == "Vera", "it is somebody else's seat now"
    assert (await ask(house, "POST", f"{path}/leave", {})).json()["code"] == "bad_key"


async def test_repeating_what_may_be_repeated_does_no_harm(house: Tavern) -> None:
    opened = (await ask(house, "POST", "/api/tables", TABLE | {"players": 2})).json()
    path, key = f"/api/tables/{opened['id']}", opened["key"]
    await ask(house, "POST", f"{path}/join", {"name": "Boris"})
    await ask(house, "POST", f"{path}/start", {}, key)
    for deed in ("pause", "pause", "resume", "resume", "leave", "leave", "close", "close"):
        assert (await ask(house, "POST", f"{path}/{deed}", {}, key)).status_code == 200, deed


async def test_leaving_an_evening_twice_does_no_harm(house: Tavern) -> None:
    night = (await ask(house, "POST", "/api/evenings", NIGHT)).json()
    path = f"/api/evenings/{night['id']}"
    guest = (await ask(house, "POST", f"{path}/join", {"name": "Boris"})).json()
    for _ in range(2):
        left = await ask(house, "POST", f"{path}/leave", {}, guest["key"])
        assert (left.status_code, left.json()["guests"][0]["left"]) == (200, True)


PATHS = ["/healthz", "/metrics", "/", "/t/abc", "/api/games", "/api/house", "/api/nothing"]


@pytest.mark.parametrize("path", PATHS)
async def test_head_is_answered_like_get_without_a_body(house: Tavern, path: str) -> None:
    got = await ask(house, "GET", path)
    head = await ask(house, "HEAD", path)
    assert head.status_code == got.status_code
    assert head.content == b""
    assert head.headers["content-type"] == got.headers["content-type"]
    assert int(head.headers["content-length"]) > 0


async def test_head_changes_nothing(house: Tavern) -> None:
    opened = (await ask(house, "POST", "/api/tables", TABLE)).json()
    answer = await ask(house, "HEAD", f"/api/tables/{opened['id']}/start", None, opened["key"])
    assert answer.status_code == 405
