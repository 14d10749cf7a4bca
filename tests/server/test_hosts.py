"""Only under its own names is a house asked: a page whose name was turned to it gets nothing."""

import asyncio
import logging
import socket
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from parlour.server.http.hosts import Hosts, name_of
from parlour.server.settings import Settings
from tests.server.tavern import QUICK, tavern
from tools.patience import PATIENCE_S

MACHINE = socket.gethostname()


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("localhost:8765", "localhost"),
        ("Cards.Example", "cards.example"),
        ("cards.example.:80", "cards.example"),
        ("192.168.1.5:8765", "192.168.1.5"),
        ("[::1]:8765", "[::1]"),
        ("[fe80::1]", "[fe80::1]"),
        ("::1", None),
        ("a:b", None),
        ("[", None),
        ("a b", None),
        ("a@b", None),
        ("ж", None),
    ],
)
def test_the_name_in_a_host_header(host: str, name: str | None) -> None:
    assert name_of(host) == name


def test_a_house_knows_its_own_names() -> None:
    hosts = Hosts(
        Settings(
            address="https://cards.example/",
            origins=("https://play.example:444", "http://[::1]:5173"),
            hosts="tavern.lan, backend",
        )
    )
    ours = ("cards.example", "play.example", "tavern.lan", "backend", MACHINE.lower())
    for name in (*ours, "localhost", "a.localhost", "10.0.0.7", "203.0.113.9", "[2001:db8::1]"):
        assert name in hosts, name
    for name in ("evil.example", "cards.example.evil.example", "example", "localhost.evil.example"):
        assert name not in hosts, name
    assert "evil.example" in Hosts(Settings(hosts="*"))


async def test_a_page_that_was_turned_to_this_house_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """DNS rebinding: `Host` and `Origin` agree, and are somebody else's."""
    evil = {"Host": "evil.example:8765", "Origin": "http://evil.example:8765"}
    async with (
        tavern(f"sqlite:///{tmp_path / 'a'}.db") as house,
        httpx.AsyncClient(base_url=house.url, timeout=PATIENCE_S, headers=evil) as web,
    ):
        body = {"game": "kings", "name": "Anna"}
        for answer in (await web.get("/api/tables"), await web.post("/api/tables", json=body)):
            assert (answer.status_code, answer.json()["code"]) == (403, "bad_host")
            assert "--set address=https://evil.example" in answer.json()["text"]
        russian = await web.get("/", headers={"Accept-Language": "ru"})
        assert "--set hosts=evil.example" in russian.json()["text"]
        assert (await web.get("/healthz")).status_code == 200
        host, port = house.url.removeprefix("http://").split(":")
        with pytest.raises(InvalidStatus) as refused:
            await connect("ws://evil.example/api/tables/x/socket", host=host, port=int(port))
        assert refused.value.response.status_code == 403
        assert b"bad_host" in (refused.value.response.body or b"")
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    "setting",
    [
        {"address": "https://cards.example"},
        {"origins": ("https://cards.example",)},
        {"hosts": "cards.example"},
        {"hosts": "*"},
    ],
)
async def test_a_house_behind_a_proxy_is_reached_under_the_name_it_was_given(
    tmp_path: Path, setting: dict[str, Any]
) -> None:
    settings = msgspec.structs.replace(QUICK, **setting)
    ours = {"Host": "cards.example", "Origin": "https://cards.example"}
    async with (
        tavern(f"sqlite:///{tmp_path / 'a'}.db", settings) as house,
        httpx.AsyncClient(base_url=house.url, timeout=PATIENCE_S, headers=ours) as web,
    ):
        body = {"game": "kings", "name": "Anna"}
        assert (await web.post("/api/tables", json=body)).status_code == 201


async def test_a_program_that_sends_no_host_is_answered(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        host, port = house.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /api/games HTTP/1.0\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
        writer.close()
