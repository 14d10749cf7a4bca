"""What an operator sees and orders, through the running server and behind its secret."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from parlour.cli.remote import Rejected, Seat
from parlour.server.node.house import Maintenance
from parlour.server.settings import Settings
from tests.server.makers import run_sql
from tests.server.tavern import QUICK, Tavern, tavern
from tools.patience import PATIENCE_S

SECRET = "a secret of some length"
WITH = msgspec.structs.replace(QUICK, admin_secret=SECRET, trusted_proxies=("127.0.0.1",))
ANNA, BRUNO = "203.0.113.5", "198.51.100.7"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Tavern]:
    async with tavern(f"sqlite:///{tmp_path / 'tables.db'}", WITH) as opened:
        yield opened


async def order(house: Tavern, path: str, body: Any = None, **more: Any) -> httpx.Response:
    """A request of the operator; `at`: the address that a proxy says it comes from."""
    headers = {"Authorization": f"Bearer {more.get('secret', SECRET)}"}
    return await plain(house, f"/api/admin{path}", body, more.get("at", ""), headers)


async def plain(
    house: Tavern, path: str, body: Any = None, at: str = "", headers: Any = None
) -> httpx.Response:
    headers = {**(headers or {}), **({"X-Forwarded-For": at} if at else {})}
    async with httpx.AsyncClient(timeout=PATIENCE_S) as client:
        if body is None:
            return await client.get(house.url + path, headers=headers)
        return await client.post(house.url + path, json=body, headers=headers)


async def lines(house: Tavern) -> list[tuple[str, str, dict[str, Any]]]:
    """The audit log, oldest first: kind, role and facts."""
    page = (await order(house, "/audit")).json()["lines"]
    return [(one["kind"], one["role"], one["facts"]) for one in reversed(page)]


async def hear_until(seat: Seat, kind: str) -> dict[str, Any]:
    while (message := await seat.hear())["type"] != kind:
        pass
    return message


class Socket:
    """A guest from an address of their own, as a proxy would say it."""

    def __init__(self, house: Tavern, table: str, key: str, at: str) -> None:
        url = house.url.replace("http", "ws")
        self.line = connect(
            f"{url}/api/tables/{table}/socket", additional_headers={"X-Forwarded-For": at}
        )
        self.key = key

    async def __aenter__(self) -> "Socket":
        self.socket = await self.line
        await self.socket.send(json.dumps({"type": "hello", "key": self.key}))
        assert (await self.hear("welcome"))["type"] == "welcome"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def hear(self, *kinds: str) -> dict[str, Any]:
        while True:
            frame = await asyncio.wait_for(self.socket.recv(), PATIENCE_S)
            message: dict[str, Any] = json.loads(frame)
            if message["type"] in kinds:
                return message

    async def say(self, text: str) -> dict[str, Any]:
        await self.socket.send(json.dumps({"type": "say", "mid": text, "text": text}))
        return await self.hear("ack", "refused")


async def two_guests(house: Tavern, **more: Any) -> tuple[str, list[Seat]]:
    seats = await house.open("kings", 2, **more)
    return seats[0].table_id, seats


# --- the secret -------------------------------------------------------------------------------


async def test_nothing_is_shown_or_done_without_the_secret(house: Tavern) -> None:
    table, _ = await two_guests(house)
    for path in ("/house", "/tables", "/guests", "/audit"):
        for secret in ("-", "wrong", SECRET[:-1]):
            answer = await order(house, path, secret=secret, at=f"{len(secret)}{path}")
            assert (answer.status_code, answer.json()["code"]) == (403, "bad_secret"), path
    for path, body in (
        (f"/tables/{table}/close", {}),
        ("/guests", {"who": ANNA, "deed": "ban"}),
        ("/notice", {"text": {"": "hello"}}),
        ("/maintenance", {"on": True}),
    ):
        answer = await order(house, path, body, secret="wrong", at=path)
        assert answer.status_code == 403, path
    assert (await house.get(f"/tables/{table}"))["phase"] == "lobby"
    assert (await house.get("/house"))["notice"] == {}


async def test_an_empty_secret_opens_nothing(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'tables.db'}") as house:
        headers = {"Authorization": "Bearer"}
        assert (await plain(house, "/api/admin/house", headers=headers)).status_code == 403
        assert (await plain(house, "/api/admin/house")).status_code == 403


async def test_whoever_is_wrong_too_often_is_not_listened_to(house: Tavern) -> None:
    """Not even with the right secret; others are, and what was tried stands in no log."""
    found = [await order(house, "/house", secret=f"guess {k}", at=ANNA) for k in range(8)]
    assert [answer.status_code for answer in found] == [403] * 5 + [429] * 3
    assert (await order(house, "/house", at=ANNA)).status_code == 429
    assert (await order(house, "/house", at=BRUNO)).status_code == 200
    assert [kind for kind, _, _ in await lines(house)] == ["refused"] * 5


async def test_the_secret_stands_in_no_log_and_no_answer(
    house: Tavern, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG):
        await order(house, "/house", secret="a guess")
        answers = [await order(house, path) for path in ("/house", "/tables", "/guests", "/audit")]
    said = [caplog.text, *capfd.readouterr(), *(answer.text for answer in answers)]
    assert not any(SECRET in text or "a guess" in text for text in said)
    assert all(answer.headers["cache-control"] == "no-store" for answer in answers)


# --- tables -----------------------------------------------------------------------------------


async def test_an_operator_sees_all_tables_and_who_is_there(house: Tavern) -> None:
    table, seats = await two_guests(house)
    await seats[0].connect()
    (shown,) = (await order(house, "/tables")).json()
    assert shown["since"] <= shown["last"]
    told = {name: shown[name] for name in ("id", "game", "state", "public", "people", "here")}
    assert told == {
        "id": table,
        "game": "kings",
        "state": "open",
        "public": False,
        "people": ["Anna", "Guest 1"],
        "here": 1,
    }


async def test_a_table_that_is_set_aside_is_shown_with_the_reason(house: Tavern) -> None:
    table, _ = await two_guests(house)
    await two_guests(house)
    sql = f"UPDATE log SET kind = 'glowed' WHERE table_id = '{table}' AND seq = 2"
    await house.hub.close(house.hub.keepers[table])
    await run_sql(house.settings.store, sql)
    with pytest.raises(Rejected, match="cannot be read"):
        await house.get(f"/tables/{table}")
    found = {one["id"]: one["fault"] for one in (await order(house, "/tables")).json()}
    assert "glowed" in found[table]
    assert sorted(map(bool, found.values())) == [False, True]
    assert (await order(house, "/house")).json()["unreadable"] == 1


async def test_a_table_is_taken_off_the_public_list_and_played_on(house: Tavern) -> None:
    table, seats = await two_guests(house, public=True)
    assert [one["id"] for one in await house.get("/tables")] == [table]
    assert (await order(house, f"/tables/{table}/unlist", {})).status_code == 200
    assert await house.get("/tables") == []
    await house.begin(seats)
    assert await house.get("/tables?state=playing") == []
    assert not (await house.get(f"/tables/{table}"))["public"]
    assert ("unlisted", "operator", {"table": table}) in await lines(house)


# --- guests -----------------------------------------------------------------------------------


async def test_guests_are_shown_by_a_label_of_their_address(house: Tavern) -> None:
    table, seats = await two_guests(house)
    async with (
        Socket(house, table, seats[0].key, ANNA),
        Socket(house, table, "", ANNA),
        Socket(house, table, seats[1].key, BRUNO),
    ):
        answer = await order(house, "/guests", at=BRUNO)
    first, second = answer.json()
    assert (first["sockets"], first["tables"], first["you"]) == (2, [table], False)
    assert (second["sockets"], second["you"]) == (1, True)
    assert first["label"] != second["label"]
    assert ANNA not in answer.text
    assert BRUNO not in answer.text


async def test_a_mute_holds_at_every_table_and_for_nobody_else(house: Tavern) -> None:
    (one, ours), (two, theirs) = await two_guests(house), await two_guests(house)
    async with (
        Socket(house, one, ours[0].key, ANNA) as here,
        Socket(house, two, theirs[0].key, ANNA) as there,
        Socket(house, one, ours[1].key, BRUNO) as other,
    ):
        assert (await here.say("hello"))["type"] == "ack"
        assert (await order(house, "/guests", {"who": ANNA, "deed": "mute"})).status_code == 200
        for guest in (here, there):
            assert (await guest.say("again"))["code"] == "muted"
        assert (await other.say("hello"))["type"] == "ack"
        await order(house, "/guests", {"who": ANNA, "deed": "lift"})
        assert (await here.say("at last"))["type"] == "ack"


async def test_a_ban_closes_the_door_and_what_is_open(house: Tavern) -> None:
    table, seats = await two_guests(house)
    async with (
        Socket(house, table, seats[0].key, ANNA) as anna,
        Socket(house, table, seats[1].key, BRUNO) as bruno,
    ):
        labels = {g["label"] for g in (await order(house, "/guests")).json()}
        ban = {"who": ANNA, "deed": "ban", "hours": 2, "why": "shouts"}
        told = (await order(house, "/guests", ban)).json()
        ((label, curbed),) = told["bans"].items()
        assert label in labels
        assert (curbed["until"] - curbed["at"], curbed["why"]) == (2 * 3_600_000, "shouts")
        assert (await anna.hear("bye"))["code"] == "banned"
        assert (await bruno.say("hello"))["type"] == "ack"
    for path in ("/", "/api/games", f"/api/tables/{table}"):
        answer = await plain(house, path, at=ANNA)
        assert (answer.status_code, answer.json()["code"]) == (403, "banned")
        assert (await plain(house, path, at=BRUNO)).status_code == 200
    with pytest.raises(InvalidStatus):
        await Socket(house, table, seats[0].key, ANNA).__aenter__()
    assert (await plain(house, "/healthz", at=ANNA)).status_code == 200
    assert (await order(house, "/guests", {"who": label, "deed": "lift"})).json()["bans"] == {}
    assert (await plain(house, "/", at=ANNA)).status_code == 200


async def test_a_ban_of_ipv6_holds_for_the_whole_of_its_64(house: Tavern) -> None:
    await order(house, "/guests", {"who": "2001:db8:1:2:3::4", "deed": "ban"})
    assert (await plain(house, "/", at="2001:db8:1:2:ffff::9")).status_code == 403
    assert (await plain(house, "/", at="2001:db8:1:3::9")).status_code == 200
    await order(house, "/guests", {"who": "2001:db8:1:2::/64", "deed": "lift"})
    assert (await plain(house, "/", at="2001:db8:1:2:ffff::9")).status_code == 200


async def test_orders_that_cannot_be(house: Tavern) -> None:
    for body, status, code in (
        ({"who": ANNA, "deed": "ban"}, 409, "own_address"),
        ({"who": "somebody", "deed": "ban"}, 400, "no_such_address"),
        ({"who": "7-0123456789ab", "deed": "ban"}, 409, "label_forgotten"),
        ({"who": BRUNO, "deed": "lift"}, 404, "not_curbed"),
        ({"who": BRUNO, "deed": "ban", "hours": 0}, 400, "bad_request"),
        ({"who": BRUNO, "deed": "ban", "hours": 9_000}, 400, "bad_request"),
        ({"who": BRUNO, "deed": "praise"}, 400, "bad_request"),
    ):
        answer = await order(house, "/guests", body, at=ANNA)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


# --- what everybody is told -------------------------------------------------------------------


async def test_the_message_of_the_day_reaches_who_comes_and_who_is_there(house: Tavern) -> None:
    _, seats = await two_guests(house)
    await seats[0].connect()
    await order(house, "/notice", {"text": {"en": "Cake at nine", "": "Торт в девять"}})
    told = {"en": "Cake at nine", "ru": "Торт в девять"}
    assert (await house.get("/house"))["notice"] == told
    assert (await hear_until(seats[0], "bulletin"))["notice"] == told
    await seats[1].connect()
    assert (await hear_until(seats[1], "bulletin"))["notice"] == told
    await order(house, "/notice", {"text": {}})
    assert (await hear_until(seats[0], "bulletin"))["notice"] == {}
    assert (await house.get("/house"))["notice"] == {}


async def test_in_maintenance_no_table_is_opened_and_games_go_on(house: Tavern) -> None:
    _, seats = await two_guests(house)
    await house.begin(seats)
    until = house.world.now_ms() + 3_600_000
    await order(house, "/maintenance", {"on": True, "until": until})
    assert (await hear_until(seats[0], "bulletin"))["maintenance"]["until"] == until
    for path, body in (
        ("/tables", {"game": "kings", "name": "Anna"}),
        ("/evenings", {"title": "Friday", "game": "kings"}),
    ):
        answer = await plain(house, f"/api{path}", body)
        assert (answer.status_code, answer.json()["code"]) == (503, "maintenance")
        assert answer.json()["facts"] == {"until": until}
    while not any(seat.asked for seat in seats):
        await seats[1].hear()
    turn = next(seat for seat in seats if seat.asked)
    assert (await turn.answer(turn.decision["choices"][0]["text"]))["type"] == "ack"
    await order(house, "/maintenance", {"on": False})
    assert (await house.get("/house"))["maintenance"] is None
    await two_guests(house)


async def test_orders_survive_a_restart(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    async with tavern(store, WITH) as house:
        await order(house, "/guests", {"who": ANNA, "deed": "ban"})
        await order(house, "/notice", {"text": {"": "Cake"}})
        await order(house, "/maintenance", {"on": True})
    async with tavern(store, WITH) as house:
        assert (await plain(house, "/", at=ANNA)).status_code == 403
        told = await house.get("/house")
        assert told["notice"] == {"en": "Cake", "ru": "Cake"}
        assert told["maintenance"]["until"] == 0


async def test_orders_reach_the_other_nodes(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a note, not only because each node looks for itself every minute."""
    monkeypatch.setattr("parlour.server.node.hub.REFRESH_MS", 86_400_000)
    other_node = msgspec.structs.replace(WITH, node="b")
    async with (
        tavern(postgres_database, WITH) as a,
        tavern(postgres_database, other_node) as b,
    ):
        table, seats = await two_guests(a)
        async with Socket(b, table, seats[0].key, ANNA) as anna:
            await order(a, "/guests", {"who": ANNA, "deed": "ban"})
            assert (await anna.hear("bye"))["code"] == "banned"
        assert (await plain(b, "/", at=ANNA)).status_code == 403
        async with Socket(b, table, seats[1].key, BRUNO) as bruno:
            await order(a, "/maintenance", {"on": True})
            assert (await bruno.hear("bulletin"))["maintenance"]
        assert (await plain(b, "/api/tables", {"game": "kings", "name": "A"})).status_code == 503
        assert b.hub.house.maintenance == a.hub.house.maintenance
        assert isinstance(a.hub.house.maintenance, Maintenance)


# --- the audit log ----------------------------------------------------------------------------


async def test_the_audit_log_says_who_did_what(house: Tavern) -> None:
    table, seats = await two_guests(house)
    await house.post(f"/tables/{table}/seats/1", {"who": "open"}, seats[0].key)
    await house.post(f"/tables/{table}/close", {}, seats[0].key)
    other, _ = await two_guests(house)
    await order(house, f"/tables/{other}/close", {})
    await order(house, f"/tables/{other}/delete", {})
    await order(house, "/guests", {"who": BRUNO, "deed": "mute", "hours": 3, "why": "caps"})
    label = house.hub.house.label(BRUNO)
    await order(house, "/guests", {"who": label, "deed": "lift"})
    assert await lines(house) == [
        ("opened", "guest", {"table": table, "game": "kings"}),
        ("removed", "host", {"table": table, "seat": 1}),
        ("closed", "host", {"table": table}),
        ("opened", "guest", {"table": other, "game": "kings"}),
        ("closed", "operator", {"table": other}),
        ("deleted", "operator", {"table": other}),
        ("muted", "operator", {"who": label, "hours": 3, "why": "caps"}),
        ("lifted", "operator", {"who": label}),
    ]


async def test_no_address_is_stored(house: Tavern, tmp_path: Path) -> None:
    """Neither in orders nor in the audit log, nor anywhere else in the file."""
    await plain(house, "/api/tables", {"game": "kings", "name": "Anna"}, at=ANNA)
    for deed in ("ban", "mute"):
        await order(house, "/guests", {"who": BRUNO, "deed": deed})
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert house.hub.house.label(BRUNO).encode() in kept
    assert ANNA.encode() not in kept
    assert BRUNO.encode() not in kept


def test_the_defaults_keep_the_audit_log_for_a_month_and_labels_for_a_week() -> None:
    assert (Settings().audit_days, Settings().label_days) == (30, 7)
