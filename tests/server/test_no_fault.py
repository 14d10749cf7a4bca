"""No request, whatever it is, is answered with a fault of the server, and none fills the log."""

import logging
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest

from parlour.server.metrics import METRICS
from tests.server.tavern import QUICK, Tavern, tavern
from tools import fuzz
from tools.patience import PATIENCE_S

BODIES = {
    "deep": b"[" * 8_000,
    "deep in a field": b'{"game":' + b"[" * 8_000,
    "no UTF-8": b'{"game":"\xff"}',
    "half a character": b'{"game":"\\ud800","name":"A"}',
}
PATHS = [
    "/assets/%00",
    "/icons/%00",
    f"/assets/{'a' * 300}",
    "/assets/%ff",
    "/%00",
    "/assets/%2e%2e",
]


def faults() -> float:
    return float(METRICS.refusals.labels("unexpected")._value.get())


def house_with(tmp_path: Path) -> Tavern:
    settings = msgspec.structs.replace(QUICK, **fuzz.SETTINGS)
    page = fuzz.small_page(tmp_path / "page")
    return Tavern(f"sqlite:///{tmp_path / 'a'}.db", settings, client=page)


async def test_what_cannot_be_read_or_found_is_the_clients_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house, before = await house_with(tmp_path).start(), faults()
    async with httpx.AsyncClient(base_url=house.url, timeout=PATIENCE_S) as web:
        for body in BODIES.values():
            answer = await web.post("/api/tables", content=body)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
        for path in PATHS:
            answer = await web.get(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
            assert str(tmp_path) not in answer.text
        for origin in ("http://[", "http://[::1", "//", "null"):
            answer = await web.post("/api/tables", json={}, headers={"Origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
        for host in ("a:b:c", "[", "[::1", "a b", "x:999999"):
            answer = await web.post("/api/tables", json={"W": 1}, headers={"Host": host})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
        long = f"/api/evenings/{'a' * 300}/finish"
        twice = f"POST {long} HTTP/1.1\r\nHost: localhost:.1\r\nHost: localhost\r\n\r\n"
        url = urlsplit(house.url)
        assert await fuzz.status_of(url.hostname or "", url.port or 0, twice.encode()) == 400
        assert (await web.get("/assets/a.js")).status_code == 200
    await house.stop()
    assert faults() == before
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


async def test_two_thousand_random_requests_find_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """`make fuzz` sends a hundred times as many, always others."""
    house, before = await house_with(tmp_path).start(), faults()
    seat = (await house.open("kings", 2))[0]
    known = fuzz.operations(await house.get("/schema/openapi.json"))
    night = await house.post("/evenings", {"title": "Friday", "game": "kings", "bots": 3})
    real = fuzz.Real(seat.table_id, seat.key, night["id"], night["key"], fuzz.SECRET)
    maker = fuzz.Maker("suite", urlsplit(house.url).netloc, known, real)
    tally = await fuzz.fuzz(house.url, maker, 0, 2_000)
    await house.stop()
    assert not tally.faults, str(tally)
    assert tally.answers[200] > 100, str(tally)
    assert tally.answers[101] > 10, str(tally)
    assert faults() == before
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


async def test_files_of_the_page_have_a_limit_too(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, files_per_minute=10)
    async with (
        tavern(f"sqlite:///{tmp_path / 'a'}.db", few) as house,
        httpx.AsyncClient(base_url=house.url, timeout=PATIENCE_S) as web,
    ):
        codes = [(await web.get(f"/assets/{number}")).status_code for number in range(30)]
        assert codes[0] == 404
        assert 429 in codes
