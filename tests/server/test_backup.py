"""backup, restore, check, list, close, delete: for both stores, with and without a server."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.cli import main
from parlour.cli.remote import Rejected, ask
from parlour.server.store import Store, open_store
from parlour.server.store.sqlite_lock import Running, hold
from tests.server.makers import run_sql
from tests.server.tavern import QUICK, play, tavern
from tests.server.test_programs import program
from tests.server.test_store_file import served
from tools.patience import until

Said = pytest.CaptureFixture[str]


async def run(*words: str) -> int:
    """A command, while this loop goes on."""
    return await asyncio.to_thread(main, list(words))


async def opened(url: str, tables: int = 2) -> list[str]:
    """A store with a finished game, and games that are on."""
    async with tavern(url) as house:
        seats = await house.open("kings", 1, 1, players=2)
        await house.begin(seats)
        await asyncio.gather(*(play(seat, Random(1)) for seat in seats))
        found = [seats[0].table_id]
        for _ in range(tables - 1):
            found.append((await house.open("kings", 1, 1, players=2))[0].table_id)
        return found


async def logs(url: str) -> dict[str, Any]:
    """Everything that a store holds."""
    store = open_store(url, create=False)
    await store.open()
    try:
        return {id: await store.export(id) for id in await store.ids("", 100)}
    finally:
        await store.close()


# --- backup -----------------------------------------------------------------------------------


async def test_a_backup_restores_every_table_to_either_store(
    store_url: str, tmp_path: Path, capsys: Said
) -> None:
    ids = await opened(store_url)
    file = tmp_path / "copy"
    assert await run("backup", str(file), "--store", store_url) == 0
    assert "2 tables" in capsys.readouterr().out
    assert file.stat().st_mode & 0o777 == 0o600
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert await run("restore", str(file), "--store", other) == 0
    assert await logs(other) == await logs(store_url)
    assert sorted(await logs(other)) == sorted(ids)
    assert await run("restore", str(file), "--store", other) == 2, "they are there already"
    assert "Nothing was restored" in capsys.readouterr().err


async def test_a_backup_under_load_has_everything_acknowledged_before_it_began(
    store_url: str, tmp_path: Path
) -> None:
    async with tavern(store_url, QUICK) as house:
        tables = [await house.open("kings", 2, 1) for _ in range(3)]
        for seats in tables:
            await house.begin(seats)
        games = [
            asyncio.ensure_future(play(seat, Random(k)))
            for k, seats in enumerate(tables)
            for seat in seats
        ]

        async def under_way() -> bool:
            keepers = [house.hub.keepers[seats[0].table_id] for seats in tables]
            return all(keeper.sitting.entries > 3 for keeper in keepers)

        await until("choices at all tables", under_way)
        before = {id: keeper.sitting.seq for id, keeper in house.hub.keepers.items()}
        assert await run("backup", str(tmp_path / "copy"), "--store", store_url) == 0
        await asyncio.gather(*games)
        after = await logs(store_url)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert await run("restore", str(tmp_path / "copy"), "--store", other) == 0
    restored = await logs(other)
    for id, seq in before.items():
        kept = msgspec.json.decode(restored[id])["rows"]
        assert len(kept) >= seq
        assert kept == msgspec.json.decode(after[id])["rows"][: len(kept)]
    async with tavern(other) as house:
        for id in before:
            assert (await house.get(f"/tables/{id}"))["phase"] in ("playing", "over")


async def test_backup_check_list_and_export_only_read(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    url = f"sqlite:///{path}"
    [id] = await opened(url, 1)
    path.chmod(0o400)
    before = path.read_bytes()
    for words in (["backup", str(tmp_path / "copy")], ["check"], ["list"], ["export", id]):
        assert await run(*words, "--store", url) == 0
    assert path.read_bytes() == before
    await run_sql(url, "DELETE FROM schema_version WHERE version > 2")
    assert await run("check", "--store", url) == 2, "an older schema is not brought up to date"


async def test_an_export_is_for_its_owner_only(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    [id] = await opened(url, 1)
    file = tmp_path / "table.json"
    file.write_text("an old one, which anybody may read")
    file.chmod(0o644)
    assert await run("export", id, "--out", str(file), "--store", url) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.glob("*.part")) == []


# --- restore ----------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], Any]


def row(kind: str, **body: Any) -> Change:
    """One row more."""

    def change(told: dict[str, Any]) -> None:
        last = told["rows"][-1]
        told["rows"].append({**last, "seq": last["seq"] + 1, "kind": kind, "body": body})

    return change


def first(**body: Any) -> Change:
    return lambda told: told["rows"][0]["body"].update(body)


IMPOSSIBLE: dict[str, tuple[Change, str]] = {
    "kind": (row("glowed"), "unknown kind"),
    "field": (row("said", seat=0, glow=1), "unknown field"),
    "seat": (row("said", seat=2, text="x"), "no such seat"),
    "below": (row("away", seat=-1), "no such seat"),
    "far below": (row("chose", seat=-2, text="x", by="person"), "no such seat"),
    "players": (first(players=2_000_000_000), "2000000000 players"),
    "sixteen": (first(players=16), "16 players"),
    "none": (first(players=0), "0 players"),
    "ticks": (row("chose", seat=-1, text="tick:999999999999", by="house"), "ticks"),
    "no ticks": (row("chose", seat=-1, text="tick:many", by="house"), "ticks"),
    "number": (row("resumed", outage_ms=10**15), "as large as"),
    "winner": (row("over", winners=[7], scores=[1, 2], reason="x"), "no such seat"),
    "scores": (row("over", winners=[0], scores=[1] * 50, reason="x"), "scores"),
    "game": (row("started", number=9, commitment=""), "game 9 follows game 1"),
    "twice": (row("opened", game="a", version=1, players=2, code="", host=""), "first row"),
    "when": (lambda told: told["rows"][3].update(at_ms=10**16), "written at"),
    "listed": (lambda told: told.update(state="playing"), "listed as"),
    "hole": (lambda told: told["rows"].pop(2), "row 4 stands where 3 belongs"),
    "seq": (lambda told: told["rows"][2].update(seq="3"), r"$.rows[2].seq"),
    "no rows": (lambda told: told["rows"].clear(), "0 rows"),
}


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The backup of one table."""
    folder = tmp_path_factory.mktemp("finished")
    url = f"sqlite:///{folder / 'a.db'}"
    asyncio.run(opened(url, 1))
    assert main(["backup", str(folder / "copy"), "--store", url]) == 0
    return (folder / "copy").read_bytes()


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_cannot_be_is_refused_with_line_and_reason_before_anything_is_written(
    tmp_path: Path, finished: bytes, capsys: Said, what: str
) -> None:
    head, good, _ = finished.splitlines()
    change, reason = IMPOSSIBLE[what]
    told = msgspec.json.decode(good)
    change(told)
    told["table"], told["code"] = "other", "OTHERS"
    for opening in told["rows"][:1]:
        opening["body"].update(code="OTHERS")
    file = tmp_path / "copy"
    file.write_bytes(b"\n".join([head, good, msgspec.json.encode(told), b'{"tables":2}']))
    url = f"sqlite:///{tmp_path / 'a.db'}"
    assert main(["restore", str(file), "--store", url]) == 2
    said = capsys.readouterr().err
    assert said.startswith("Line 3: ")
    assert reason in said
    assert not (tmp_path / "a.db").exists()
    assert main(["restore", str(file), "--skip", "--store", url]) == 1
    assert len(asyncio.run(logs(url))) == 1


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda lines: lines[:-1], "cut short after line 2"),
        (lambda lines: [lines[0], lines[-1]], "and has 0"),
        (lambda lines: [lines[0], lines[1][:-9], lines[2]], "Line 2"),
        (lambda lines: [lines[0], lines[1], lines[1], b'{"tables":2}'], "in a line before"),
        (lambda lines: [b'{"rows":' + b"[" * 90_000], "Line 1"),
        (lambda lines: [b"\xff\xfe"], "Line 1"),
    ],
)
def test_a_broken_file_is_refused(
    tmp_path: Path, finished: bytes, capsys: Said, spoil: Any, said: str
) -> None:
    file = tmp_path / "copy"
    file.write_bytes(b"\n".join(spoil(finished.splitlines())))
    url = f"sqlite:///{tmp_path / 'a.db'}"
    assert main(["restore", str(file), "--store", url]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "a.db").exists()


# --- check and list ---------------------------------------------------------------------------


async def spoil(store: Store, id: str) -> None:
    last = (await store.load(id))[-1]
    bad = type(last)(last.seq + 1, last.at_ms, "glowed", b"{}")
    await store.append(id, last.seq, [bad])


async def test_check_names_the_broken_table_and_checks_the_others(
    store_url: str, capsys: Said
) -> None:
    ids = await opened(store_url, 3)
    assert await run("check", "--store", store_url) == 0
    store = open_store(store_url)
    await store.open()
    await spoil(store, ids[1])
    await store.close()
    capsys.readouterr()
    assert await run("check", "--store", store_url) == 1
    said = capsys.readouterr().out
    assert f"{ids[1]}: row" in said
    assert "unknown kind" in said
    assert "2 tables are in order, 1 not" in said
    assert await run("list", "--store", store_url) == 0
    listed = capsys.readouterr().out
    assert all(id in listed for id in ids)


# --- close and delete -------------------------------------------------------------------------


async def test_without_a_server_commands_write_to_the_store(store_url: str, capsys: Said) -> None:
    done, on = await opened(store_url)
    assert await run("close", on, "--store", store_url) == 0
    rows = msgspec.json.decode((await logs(store_url))[on])["rows"]
    assert (rows[-1]["kind"], rows[-1]["body"]) == ("closed", {"reason": "operator"})
    assert await run("delete", done, "--store", store_url) == 0
    assert list(await logs(store_url)) == [on]
    assert await run("delete", done, "--store", store_url) == 2
    assert "no such table" in capsys.readouterr().err


async def test_on_postgresql_a_command_is_one_more_node(postgres_database: str) -> None:
    async with tavern(postgres_database) as house:
        seats = await house.open("kings", 1, 1, players=2)
        id = seats[0].table_id
        await run("close", id, "--store", postgres_database)

        async def closed() -> bool:
            return bool((await house.get(f"/tables/{id}"))["phase"] == "closed")

        await until("the server hears of it", closed)
        await run("delete", id, "--store", postgres_database)

        async def forgotten() -> bool:
            return id not in house.hub.keepers

        await until("the server lets go of it", forgotten)


async def test_with_a_server_on_the_file_commands_go_through_it(tmp_path: Path) -> None:
    async with served(tmp_path) as url:
        keys = await ask(f"{url}/api/tables", {"game": "kings", "name": "Anna"})
        commands = ("-m", "parlour.cli")
        code, said = await program(*commands, "close", keys["id"], home=tmp_path)
        assert code == 0, said
        info = await ask(f"{url}/api/tables/{keys['id']}")
        assert (info["phase"], info["reason"]) == ("closed", "operator")
        code, said = await program(*commands, "delete", keys["id"], home=tmp_path)
        assert code == 0, said
        with pytest.raises(Rejected, match="no such table"):
            await ask(f"{url}/api/tables/{keys['id']}")
        code, said = await program(*commands, "delete", keys["id"], home=tmp_path)
        assert (code, said) == (2, "There is no such table.\n")


@pytest.mark.parametrize(("secret", "key"), [("", ""), ("right", "wrong"), ("right", "")])
async def test_without_the_secret_nobody_is_an_operator(
    tmp_path: Path, secret: str, key: str
) -> None:
    settings = msgspec.structs.replace(QUICK, admin_secret=secret)
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", settings) as house:
        seats = await house.open("kings", 1, 1, players=2)
        for deed in ("close", "delete"):
            with pytest.raises(Rejected, match="not the secret"):
                await house.post(f"/admin/tables/{seats[0].table_id}/{deed}", {}, key)
        assert (await house.get(f"/tables/{seats[0].table_id}"))["phase"] == "lobby"


def test_restore_does_not_write_to_a_file_that_is_served(
    tmp_path: Path, finished: bytes, capsys: Said
) -> None:
    (tmp_path / "copy").write_bytes(finished)
    path = tmp_path / "a.db"
    path.write_bytes(b"x")
    with hold(path) as held:
        held.tell(Running("http://127.0.0.1:1", ""))
        assert main(["restore", str(tmp_path / "copy"), "--store", f"sqlite:///{path}"]) == 2
    assert "in use by a server" in capsys.readouterr().err


async def test_a_row_with_absurd_numbers_in_the_store_sets_its_table_aside(tmp_path: Path) -> None:
    """Two thousand million seats would take all memory."""
    url = f"sqlite:///{tmp_path / 'a.db'}"
    ids = await opened(url)
    await run_sql(
        url,
        f"UPDATE log SET body = replace(body, '\"players\":2', '\"players\":2000000000') "
        f"WHERE table_id = '{ids[0]}' AND seq = 1",
        "DELETE FROM snapshots",
    )
    async with tavern(url) as house:
        with pytest.raises(Rejected, match="cannot be read here"):
            await house.get(f"/tables/{ids[0]}")
        assert (await house.get(f"/tables/{ids[1]}"))["id"] == ids[1]
