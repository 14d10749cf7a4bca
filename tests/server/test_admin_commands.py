"""`parlour admin …`, as an operator types it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from parlour.cli import main
from parlour.server.store import open_store
from tests.server.tavern import QUICK, Tavern, tavern
from tools.house import House

SECRET = "a secret of some length"
ANNA = "203.0.113.5"
Admin = Callable[..., Awaitable[str]]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Tavern]:
    settings = msgspec.structs.replace(QUICK, admin_secret=SECRET, node="alone")
    async with tavern(f"sqlite:///{tmp_path / 'tables.db'}", settings) as opened:
        yield opened


@pytest.fixture
async def admin(
    house: Tavern, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Admin:
    monkeypatch.setenv("PARLOUR_ADMIN_SECRET", SECRET)
    monkeypatch.setenv("PARLOUR_LANG", "en")

    async def typed(*words: str, status: int = 0) -> str:
        code = await asyncio.to_thread(main, ["admin", *words, "--server", house.url])
        said = capsys.readouterr()
        assert code == status, said
        return said.out if status == 0 else said.err

    return typed


async def test_an_operator_looks_and_orders(house: Tavern, admin: Admin) -> None:
    seats = await house.open("kings", 2, public=True)
    table = seats[0].table_id
    await seats[0].connect()
    label = house.hub.house.label("127.0.0.1")
    said = await admin("status")
    assert said.endswith(": 1 table open, 1 socket, 0 tables set aside.\n")
    shown = await admin("tables")
    assert shown.startswith(table)
    assert "Anna, Guest 1" in shown
    assert (await admin("guests")).split() == [label, "1", "1", table]
    assert await admin("unlist", table) == "Done.\n"
    assert "public" not in await admin("tables")
    banned = await admin("ban", ANNA, "--hours", "3", "--why", "shouts")
    assert f"Banned: {house.hub.house.label(ANNA)} until " in banned
    assert "shouts" in banned
    assert "Banned" not in await admin("lift", ANNA)
    assert "Muted" in await admin("mute", house.hub.house.label(ANNA))
    kinds = [line.split()[4] for line in (await admin("audit")).splitlines()]
    assert kinds == ["opened", "unlisted", "banned", "lifted", "muted"]
    assert len((await admin("audit", "--limit", "2")).splitlines()) == 2


async def test_the_message_of_the_day_and_maintenance(house: Tavern, admin: Admin) -> None:
    said = await admin("notice", "Cake", "--in", "ru=Торт")
    assert "(en): Cake" in said
    assert house.hub.house.notice == {"en": "Cake", "ru": "Торт"}
    await admin("notice")
    assert house.hub.house.notice == {}
    said = await admin("maintenance", "on", "--until", "2099-11-17 20:00")
    assert "until 2099-11-17 20:00" in said
    until = datetime(2099, 11, 17, 20).timestamp() * 1000
    assert house.hub.house.maintenance.until == until
    assert "Maintenance" not in await admin("maintenance", "off")


async def test_what_is_wrong_is_said_in_a_sentence(
    house: Tavern, admin: Admin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "neither a label" in await admin("ban", "somebody", status=2)
    assert "did not work" in await admin("maintenance", "on", "--until", "soon", status=2)
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    monkeypatch.setenv("PARLOUR_ADMIN_SECRET", "wrong")
    assert "not the secret" in await admin("status", status=2)
    assert "Node" in await admin("status", "--secret-file", str(tmp_path / "secret"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "nowhere"))
    assert await asyncio.to_thread(main, ["admin", "status"]) == 2


async def test_a_command_finds_the_server_that_has_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The secret comes from a file of its own, and from the lock file: never by a command line."""
    (tmp_path / "secret").write_text(SECRET)
    house = House(tmp_path, admin_secret=f"@{tmp_path / 'secret'}")
    await asyncio.to_thread(house.start)
    try:
        words = ["admin", "notice", "Cake", "--store", house.store]
        assert await asyncio.to_thread(main, words) == 0
        assert "Cake" in capsys.readouterr().out
        assert (await asyncio.to_thread(house.ask, "/admin/house", None, SECRET))["notice"]
        keys = await asyncio.to_thread(house.ask, "/tables", {"game": "kings", "name": "Anna"})
    finally:
        await asyncio.to_thread(house.stop)
    assert await asyncio.to_thread(main, ["close", keys["id"], "--store", house.store]) == 0
    store = open_store(house.store)
    await store.open()
    found = [(line.kind, line.role, bool(line.label)) for line in await store.ledger.audit(9)]
    await store.close()
    assert found[:3] == [
        ("closed", "operator", False),
        ("opened", "guest", True),
        ("notice", "operator", True),
    ]


def test_a_file_that_is_not_there_is_said_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match="cannot be read"):
        main(["serve", "--set", f"admin_secret=@{tmp_path / 'secret'}"])
