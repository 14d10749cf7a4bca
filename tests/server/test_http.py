"""The HTTP side: headers, origins, limits, errors; and schemathesis against all of it."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlour.server.world import RealWorld
from tests.server.tavern import QUICK, Tavern, tavern
from tools.patience import PATIENCE_S


def ask(how: str, url: str, **more: Any) -> httpx.Response:
    return httpx.request(how, url, timeout=PATIENCE_S, **more)


get, post, delete = (partial(ask, how) for how in ("GET", "POST", "DELETE"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own, for tests that are not asynchronous."""
    ready: list[Tavern] = []
    started, stop = threading.Event(), asyncio.Event()
    path = tmp_path_factory.mktemp("http") / "parlour.db"

    async def serve() -> None:
        ready.append(await Tavern(f"sqlite:///{path}").start())
        loop.append(asyncio.get_running_loop())
        started.set()
        await stop.wait()
        await ready[0].stop()

    loop: list[asyncio.AbstractEventLoop] = []
    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert started.wait(PATIENCE_S)
    yield ready[0].url
    loop[0].call_soon_threadsafe(stop.set)
    thread.join(PATIENCE_S)


def test_every_answer_carries_the_security_headers(server: str) -> None:
    for path in ("/", "/t/abc", "/api/games", "/api/nothing", "/healthz", "/api/tables/none"):
        headers = get(server + path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"


def test_health_metrics_and_schema_are_there(server: str) -> None:
    assert get(f"{server}/healthz").json() == {"status": "ok"}
    figures = get(f"{server}/metrics").text
    assert "parlour_tables" in figures
    assert "parlour_append_seconds_bucket" in figures
    schema = get(f"{server}/api/schema").json()
    assert schema["info"]["title"] == "Parlour"
    assert "/api/tables/{id}/join" in schema["paths"]


def test_pages_of_another_origin_may_not_act(server: str) -> None:
    body = {"game": "kings", "name": "Anna"}
    bad = post(f"{server}/api/tables", json=body, headers={"Origin": "http://evil.example"})
    assert (bad.status_code, bad.json()["code"]) == (403, "bad_origin")
    good = post(f"{server}/api/tables", json=body, headers={"Origin": server})
    assert good.status_code == 201


async def test_pages_of_another_origin_may_not_connect(server: str) -> None:
    url = f"ws{server.removeprefix('http')}/api/tables/x/socket"
    with pytest.raises(InvalidStatus):
        await connect(url, origin="http://evil.example")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "bad_request"),
        ({"game": "chess"}, 400, "unknown_game"),
        ({"game": "kings", "name": "A", "colour": 1}, 400, "bad_request"),
        ({"game": "kings", "name": ""}, 400, "bad_name"),
        ({"game": "kings", "name": "x" * 25}, 400, "bad_name"),
        ({"game": "kings", "name": "\x1b[2J"}, 400, "bad_name"),
        ({"game": "kings", "name": "A", "players": 99}, 400, "wrong_players"),
        ({"game": "kings", "name": "A", "options": {"hand": 99}}, 400, "bad_option"),
        ({"game": "kings", "name": "A", "level": "genius"}, 400, "unknown_bot"),
        ({"game": "kings", "name": "A", "seat": 77}, 404, "no_such_seat"),
        ({"game": "kings", "name": "A", "pace": {"kind": "live", "bank_s": 0}}, 400, "bad_option"),
        ({"game": "kings", "name": "A", "seats": [{}] * 50}, 404, "no_such_seat"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_its_reason(
    server: str, body: dict[str, Any], status: int, code: str
) -> None:
    answer = post(f"{server}/api/tables", json=body, headers={"Accept-Language": "ru"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["text"]


def test_bodies_that_are_too_long_or_no_json_are_refused(server: str) -> None:
    long = post(f"{server}/api/tables", content=b"{" + b" " * 100_000 + b"}")
    assert (long.status_code, long.json()["code"]) == (413, "too_long")
    assert "16" in long.json()["text"]
    for content in (b"", b"{", b"\xff\xff", b"[1,2]", b"null"):
        assert post(f"{server}/api/tables", content=content).status_code == 400


def test_wrong_keys_tables_and_paths_are_told_apart(server: str) -> None:
    keys = post(f"{server}/api/tables", json={"game": "kings", "name": "Anna"}).json()
    path = f"{server}/api/tables/{keys['id']}"
    assert post(f"{path}/start").status_code == 403
    assert post(f"{path}/start", headers={"Authorization": "Bearer x"}).status_code == 403
    assert get(f"{server}/api/tables/none").json()["code"] == "no_such_table"
    assert post(f"{path}/dance").status_code == 404
    assert get(f"{path}/games/1/record").status_code == 404
    assert get(f"{path}/games/0/record").status_code in (400, 404)
    assert delete(path).status_code == 405
    assert keys["key"] not in get(path).text


class Still(RealWorld):
    """No time passes, however long a busy machine takes: nothing is forgiven meanwhile."""

    def now_ms(self) -> int:
        return 1_700_000_000_000


async def test_an_address_that_asks_too_much_is_told_to_wait(tmp_path: Path) -> None:
    strict = msgspec.structs.replace(QUICK, requests_per_minute=10, opened_per_minute=2)
    async with (
        tavern(f"sqlite:///{tmp_path / 'a'}.db", strict, world=Still()) as house,
        httpx.AsyncClient(timeout=PATIENCE_S) as web,
    ):
        codes = [(await web.get(f"{house.url}/api/games")).status_code for _ in range(9)]
        assert codes[0] == 200
        assert codes[-1] == 429
        assert (await web.get(f"{house.url}/healthz")).status_code == 200


async def test_a_full_house_lets_nobody_in(tmp_path: Path) -> None:
    strict = msgspec.structs.replace(QUICK, max_per_address=2)
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", strict) as house:
        url = f"ws{house.url.removeprefix('http')}/api/tables/x/socket"
        open_now = [await connect(url), await connect(url)]
        with pytest.raises(InvalidStatus):
            await connect(url)
        for line in open_now:
            await line.close()


async def test_a_frame_that_is_far_too_long_closes_the_line_and_nothing_else(server: str) -> None:
    keys = (await asyncio.to_thread(_open, server))["id"]
    line = await connect(f"ws{server.removeprefix('http')}/api/tables/{keys}/socket")
    await line.send(json.dumps({"type": "hello"}))
    await line.recv()
    await line.send("x" * 1_000_000)
    with pytest.raises(ConnectionClosed):
        await _read_on(line)
    assert get(f"{server}/healthz").status_code == 200


async def _read_on(line: Any) -> None:
    while True:
        await asyncio.wait_for(line.recv(), PATIENCE_S)


def _open(server: str) -> Any:
    return post(f"{server}/api/tables", json={"game": "kings", "name": "Anna"}).json()


def test_garbage_instead_of_http_does_no_harm(server: str) -> None:
    host, port = server.removeprefix("http://").split(":")
    for junk in (b"\x00" * 500, b"GET / HTTP/9.9\r\n\r\n", b"POST /api/tables HTTP/1.1\r\n"):
        with socket.create_connection((host, int(port)), PATIENCE_S) as line:
            line.sendall(junk)
            line.shutdown(socket.SHUT_WR)
            line.recv(1000)
    assert get(f"{server}/healthz").status_code == 200


def test_schemathesis_finds_no_crash_and_no_undocumented_answer(server: str) -> None:
    """Random and mutated requests to every operation of the generated schema."""
    schema = schemathesis.openapi.from_url(f"{server}/api/schema/openapi.json")
    operations: list[Any] = [cast("Any", o).ok() for o in schema.get_all_operations()]
    assert len(operations) >= 12
    table = _open(server)
    plan = {"title": "Fuzz", "game": "magpies", "size": 2, "bots": 4}
    evening = post(f"{server}/api/evenings", json=plan).json()
    for operation in operations:
        probe(operation, evening if "/evenings/" in operation.path else table)


def probe(operation: Any, keys: dict[str, Any]) -> None:
    """One operation, with tables and evenings that are there and some that are not."""

    def send(case: Any) -> None:
        if "id" in (case.path_parameters or {}) and case.path_parameters["id"] < "U":
            case.path_parameters["id"] = keys["id"]
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {keys['key']}"}
        case.call_and_validate(
            timeout=PATIENCE_S,
            checks=[
                not_a_server_error,
                status_code_conformance,
                content_type_conformance,
                response_schema_conformance,
            ],
        )

    modest = settings(
        max_examples=15,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
        database=None,
    )
    modest(given(case=operation.as_strategy())(send))()
