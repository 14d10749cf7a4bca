"""Web Push from the server's side, against a push service that checks and decrypts."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.cli.remote import Rejected, Seat
from parlour.server.node import calls
from parlour.server.push import base64url, post
from parlour.server.push.encryption import encrypted
from parlour.server.push.endpoint import PushAddress
from parlour.server.push.post import Forbidden, NotSent, Poster
from parlour.server.settings import Settings
from parlour.server.store import Store
from parlour.server.store.subscriptions import Subscription
from parlour.server.table.people import hashed
from tests.server.makers import rows, table
from tests.server.push_service import Browser, PushService, certificate
from tests.server.tavern import QUICK, Tavern, tavern
from tools.patience import PATIENCE_S, until

PUSHING: Settings = msgspec.structs.replace(
    QUICK, push_loopback=True, push_after_ms=0, push_contact="mailto:host@example.org"
)
DAYS = {"kind": "days", "days": 3}


@pytest.fixture
async def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PushService]:
    """Its certificate is trusted as long as the test lasts."""
    pem = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    monkeypatch.setattr(calls, "PAUSES_MS", (1, 1))
    running = await PushService(pem).start()
    yield running
    await running.stop()


async def opted_in(house: Tavern, seats: list[Seat], service: PushService, **more: Any) -> Browser:
    """The second guest has opted in, and nobody is connected."""
    browser = Browser(f"{service.origin}/send/abc?x=1")
    path = f"/tables/{seats[1].table_id}/push"
    told = await house.post(path, {**browser.subscription(**more)}, seats[1].key)
    assert told == {"on": True}
    return browser


async def awaited(house: Tavern, seats: list[Seat]) -> int:
    """The seat that the game waits for."""
    wanted = {"tables": [{"id": seats[0].table_id, "key": seats[0].key}]}
    (told,) = await house.post("/mine", wanted)
    return int(told["waits"][0]["seat"])


async def let_second_be_asked(house: Tavern, seats: list[Seat]) -> None:
    """The first seat connects and answers until the second one is waited for."""
    while await awaited(house, seats) != 1:
        await seats[0].connect()
        while seats[0].asked:
            before = seats[0].last
            await seats[0].answer(str(seats[0].decision["choices"][0]["text"]))
            while seats[0].last == before:
                await seats[0].hear()
        await seats[0].close()


# --- what is sent -----------------------------------------------------------------------------


async def test_whoever_is_awaited_and_not_here_is_sent_word(
    tmp_path: Path, service: PushService
) -> None:
    """Encrypted for the browser, signed by the house, in the person's language, nothing secret."""
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", PUSHING) as house:
        seats = await house.open("kings", 2, pace=DAYS)
        browser = await opted_in(house, seats, service, lang="ru")
        await house.post(f"/tables/{seats[0].table_id}/start", {}, seats[0].key)
        await let_second_be_asked(house, seats)
        (sent,) = await service.heard(1)
        assert sent.path == "/send/abc?x=1"
        public = (await house.get("/house"))["push_key"]
        claims = sent.claims(service.origin, public)
        assert claims["sub"] == "mailto:host@example.org"
        now_s = house.world.now_ms() / 1000
        assert now_s < claims["exp"] <= now_s + 86_400
        assert sent.headers["content-encoding"] == "aes128gcm"
        assert 0 < int(sent.headers["ttl"]) <= 3 * 86_400
        assert seats[0].table_id not in sent.headers["topic"]
        assert browser.read(sent.body) == {
            "table": seats[0].table_id,
            "title": "Ваш ход: Подземные короли",
            "text": "За столом: Anna",
        }


async def test_one_question_is_worth_one_message_also_after_a_restart(
    tmp_path: Path, service: PushService
) -> None:
    store = f"sqlite:///{tmp_path / 'a.db'}"
    async with tavern(store, PUSHING) as house:
        seats = await house.open("kings", 2, pace=DAYS)
        await opted_in(house, seats, service)
        await house.post(f"/tables/{seats[0].table_id}/start", {}, seats[0].key)
        await let_second_be_asked(house, seats)
        await service.heard(1)
        public = (await house.get("/house"))["push_key"]
    async with tavern(store, PUSHING) as house:
        assert (await house.get("/house"))["push_key"] == public, "the key is kept"
        keeper = await house.hub.keeper(seats[0].table_id)
        house.hub.calls.call(keeper, 1)
        await asyncio.gather(*house.hub.calls._tasks)
        assert len(service.sent) == 1
        seats = [Seat(house.url, seat.table_id, seat.key) for seat in seats]
        await seats[1].connect()
        await seats[1].answer(str(seats[1].decision["choices"][0]["text"]))
        await seats[1].close()
        await let_second_be_asked(house, seats)
        await service.heard(2)


async def test_nothing_is_sent_to_whoever_is_connected(
    tmp_path: Path, service: PushService
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", PUSHING) as house:
        seats = await house.open("kings", 2, pace=DAYS)
        await opted_in(house, seats, service)
        await seats[1].connect()
        await house.post(f"/tables/{seats[0].table_id}/start", {}, seats[0].key)
        await let_second_be_asked(house, seats)
        keeper = house.hub.keepers[seats[0].table_id]
        house.hub.calls.call(keeper, 1)
        await asyncio.gather(*house.hub.calls._tasks)
        assert service.sent == []
        await seats[1].close()
        await service.heard(1)


async def test_whoever_opts_in_while_they_are_waited_for_is_sent_word_once_they_go(
    tmp_path: Path, service: PushService
) -> None:
    """The house has looked for somebody to tell before there was an address."""
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", PUSHING) as house:
        seats = await house.open("kings", 2, pace=DAYS)
        await house.post(f"/tables/{seats[0].table_id}/start", {}, seats[0].key)
        await let_second_be_asked(house, seats)
        steward = house.hub.stewards[seats[0].table_id]

        async def called() -> bool:
            return 1 in steward._called

        await until("the house has looked", called)
        await seats[1].connect()
        await opted_in(house, seats, service)
        await seats[1].close()
        await service.heard(1)


async def test_opting_out_and_losing_the_seat_end_it(tmp_path: Path, service: PushService) -> None:
    """Whoever sits there later is told nothing at the address of whoever sat there before."""
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", PUSHING) as house:
        seats = await house.open("kings", 2, pace=DAYS)
        id, browser = seats[0].table_id, await opted_in(house, seats, service)
        found = await house.hub.store.subscriptions.of(id, _hash(seats[1]))
        assert [one.endpoint for one in found] == [browser.endpoint]
        stop = {"endpoint": browser.endpoint}
        assert await house.post(f"/tables/{id}/push/stop", stop, seats[1].key) == {"on": False}
        assert await house.hub.store.subscriptions.of(id, _hash(seats[1])) == []
        await opted_in(house, seats, service)
        await house.post(f"/tables/{id}/leave", {}, seats[1].key)
        with pytest.raises(Rejected):
            await opted_in(house, seats, service)
        joined = await house.post(f"/tables/{id}/join", {"name": "Vera"})
        newcomer = Seat(house.url, id, joined["key"])
        await house.post(f"/tables/{id}/start", {}, seats[0].key)
        await let_second_be_asked(house, [seats[0], newcomer])
        house.hub.calls.call(house.hub.keepers[id], 1)
        await asyncio.gather(*house.hub.calls._tasks)
        assert service.sent == []


async def test_a_subscription_that_the_browser_replaced_goes_on_at_its_new_address(
    tmp_path: Path, service: PushService
) -> None:
    """The old address is the proof; language stays, and no question is sent word of twice."""
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", PUSHING) as house:
        seats = await house.open("kings", 2, pace=DAYS)
        old = await opted_in(house, seats, service, lang="ru")
        await house.post(f"/tables/{seats[0].table_id}/start", {}, seats[0].key)
        await let_second_be_asked(house, seats)
        await service.heard(1)
        new = Browser(f"{service.origin}/send/new")
        assert await moved(house, seats, old.endpoint, new) is True
        house.hub.calls.call(house.hub.keepers[seats[0].table_id], 1)
        await asyncio.gather(*house.hub.calls._tasks)
        assert len(service.sent) == 1
        await seats[1].connect()
        await seats[1].answer(str(seats[1].decision["choices"][0]["text"]))
        await seats[1].close()
        await let_second_be_asked(house, seats)
        _, sent = await service.heard(2)
        assert sent.path == "/send/new"
        assert new.read(sent.body)["title"] == "Ваш ход: Подземные короли"


async def test_only_whoever_knows_the_old_address_moves_it_and_only_to_where_word_is_sent(
    tmp_path: Path, service: PushService
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", PUSHING) as house:
        seats = await house.open("kings", 2, pace=DAYS)
        old = await opted_in(house, seats, service)
        new = Browser(f"{service.origin}/send/new")
        assert await moved(house, seats, f"{old.endpoint}0", new) is False
        for wrong in ({"endpoint": "http://localhost/x"}, {"p256dh": "AAAA"}, {"auth": "!"}):
            with pytest.raises(Rejected) as refused:
                await moved(house, seats, old.endpoint, new, **wrong)
            assert refused.value.code == "bad_endpoint"
        found = await house.hub.store.subscriptions.of(seats[0].table_id, _hash(seats[1]))
        assert [one.endpoint for one in found] == [old.endpoint]


async def moved(house: Tavern, seats: list[Seat], old: str, new: Browser, **more: str) -> bool:
    """As a service worker says it, which has no key of a seat."""
    keys = {name: text for name, text in new.subscription().items() if name != "lang"}
    path = f"/tables/{seats[0].table_id}/push/move"
    told = await house.post(path, {"old": old, **keys, **more})
    return bool(told["on"])


def _hash(seat: Seat) -> str:
    return hashed(seat.key)


# --- what the service answers -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "sent", "kept"),
    [
        ([201], 1, True),
        ([404], 1, False),
        ([410], 1, False),
        ([400], 1, True),
        ([302], 1, True),
        ([500, 429, 201], 3, True),
        ([503], 3, True),
    ],
)
async def test_what_becomes_of_a_message(
    tmp_path: Path, service: PushService, answers: list[int], sent: int, kept: bool
) -> None:
    """Gone is gone; a redirect is not followed; it is tried three times and no more."""
    service.answers, service.location = answers, f"{service.origin}/elsewhere"
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", PUSHING) as house:
        seats = await house.open("kings", 2, pace=DAYS)
        await opted_in(house, seats, service)
        await house.post(f"/tables/{seats[0].table_id}/start", {}, seats[0].key)
        await let_second_be_asked(house, seats)
        await service.heard(sent)

        async def done() -> bool:
            return not house.hub.calls._tasks

        await until("nothing is being sent", done)
        assert [one.path for one in service.sent] == ["/send/abc?x=1"] * sent
        found = await house.hub.store.subscriptions.of(seats[0].table_id, _hash(seats[1]))
        assert bool(found) is kept


async def until_second_is_dropped(house: Tavern, seats: list[Seat]) -> None:
    """The game begins, and instead of calling the second seat its subscription is deleted."""
    await house.post(f"/tables/{seats[0].table_id}/start", {}, seats[0].key)
    await let_second_be_asked(house, seats)

    async def dropped() -> bool:
        store: Store = house.hub.store
        return not await store.subscriptions.of(seats[0].table_id, _hash(seats[1]))

    await until("the subscription is dropped", dropped)


async def test_an_address_that_has_become_private_is_dropped(
    tmp_path: Path, service: PushService
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", PUSHING) as house:
        seats = await house.open("kings", 2, pace=DAYS)
        await opted_in(house, seats, service)
        house.hub.calls._poster = Poster(loopback=False)
        await until_second_is_dropped(house, seats)
        assert service.sent == []


@pytest.mark.parametrize(
    "endpoint", ["https://10.0.0.1/x", "https://localhost/x", "https://127.0.0.1/x"]
)
async def test_a_machine_inside_is_never_sent_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endpoint: str
) -> None:
    """Whoever names one in the route is refused, or their subscription is dropped unused."""
    tried: list[str] = []

    async def connect(_: Poster, to: PushAddress, address: str) -> None:
        tried.append(f"{to.host} {address}")
        raise OSError

    monkeypatch.setattr(Poster, "_connect", connect)
    settings = msgspec.structs.replace(PUSHING, push_loopback=False)
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", settings) as house:
        seats = await house.open("kings", 2, pace=DAYS)
        wanted = Browser(endpoint).subscription()
        with contextlib.suppress(Rejected):
            await house.post(f"/tables/{seats[1].table_id}/push", wanted, seats[1].key)
        await until_second_is_dropped(house, seats)
    assert tried == []


async def test_a_certificate_that_nobody_vouches_for_is_not_trusted(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate(tmp_path / "other")))
    poster = Poster(loopback=True, limit_s=PATIENCE_S)
    port = int(service.origin.rpartition(":")[2])
    with pytest.raises(NotSent, match="SSLCertVerificationError"):
        await poster.post(PushAddress("localhost", port, "/"), {}, b"")
    assert service.sent == []


async def test_an_answer_without_end_is_not_read_to_its_end(service: PushService) -> None:
    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(b"x" * 4096)
                await writer.drain()

    service._serve = endless  # type: ignore[method-assign]
    await service.stop()
    await service.start()
    port = int(service.origin.rpartition(":")[2])
    with pytest.raises(NotSent, match="LimitOverrunError"):
        await Poster(True, PATIENCE_S).post(PushAddress("localhost", port, "/"), {}, b"")


# --- where nothing is sent to -----------------------------------------------------------------


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "2130706433"])
async def test_a_name_that_leads_home_is_not_connected_to(service: PushService, host: str) -> None:
    port = int(service.origin.rpartition(":")[2])
    with pytest.raises((Forbidden, NotSent)):
        await Poster(limit_s=PATIENCE_S).post(PushAddress(host, port, "/"), {}, b"")
    assert service.sent == []


async def test_one_private_address_among_public_ones_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(post, "_look_up", lambda host, port: ["8.8.8.8", "10.0.0.1"])
    with pytest.raises(Forbidden):
        await Poster(limit_s=PATIENCE_S).post(PushAddress("push.example", 443, "/"), {}, b"")


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://localhost/x"},
        {"endpoint": "https://localhost/x\n"},
        {"p256dh": "AAAA"},
        {"p256dh": base64url.encode(b"\x04" + bytes(64))},
        {"auth": "AAAA"},
        {"auth": "!"},
    ],
)
async def test_what_no_browser_would_say_is_refused(tmp_path: Path, wrong: dict[str, str]) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", PUSHING) as house:
        seats = await house.open("kings", 2)
        wanted = {**Browser("https://push.example/x").subscription(), **wrong}
        with pytest.raises(Rejected) as refused:
            await house.post(f"/tables/{seats[1].table_id}/push", wanted, seats[1].key)
        assert refused.value.code == "bad_endpoint"


async def test_a_house_without_push_says_so(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(PUSHING, push=False)
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", settings) as house:
        assert (await house.get("/house"))["push_key"] == ""
        seats = await house.open("kings", 2)
        wanted = Browser("https://push.example/x").subscription()
        with pytest.raises(Rejected) as refused:
            await house.post(f"/tables/{seats[1].table_id}/push", wanted, seats[1].key)
        assert refused.value.code == "no_push"


# --- what is kept -----------------------------------------------------------------------------


async def test_subscriptions_are_few_for_a_seat_and_go_with_their_table(store: Store) -> None:
    """Over both databases."""
    kept = store.subscriptions
    await store.create(table(), rows(1))
    for number in range(6):
        one = Subscription(f"https://push.example/{number}", "p", "a", "en")
        await kept.put("t1", "hash", one, at_ms=1_000 + number, most=4)
    assert [one.endpoint[-1] for one in await kept.of("t1", "hash")] == ["2", "3", "4", "5"]
    assert await kept.claim("t1", "hash", "https://push.example/5", "1/7")
    assert not await kept.claim("t1", "hash", "https://push.example/5", "1/7")
    assert await kept.claim("t1", "hash", "https://push.example/5", "1/8")
    new = Subscription("https://push.example/new", "P", "A", "")
    assert await kept.move("t1", "https://push.example/2", new) == 1
    assert await kept.move("t1", "https://push.example/2", new) == 0
    assert await kept.move("t2", "https://push.example/new", new) == 0
    assert await kept.move("t1", new.endpoint, new) == 1
    assert await kept.move("t1", "https://push.example/3", new) == 1
    found = {one.endpoint[-3:]: one for one in await kept.of("t1", "hash")}
    assert sorted(found) == ["e/4", "e/5", "new"]
    assert (found["new"].p256dh, found["new"].lang) == ("P", "en")
    assert await kept.prune(1_004) == 1
    assert await kept.drop("t1", "hash", "https://push.example/5")
    assert not await kept.drop("t1", "hash", "https://push.example/5")
    await store.delete("t1")
    assert await kept.of("t1", "hash") == []
    await kept.put("none", "hash", Subscription("https://p.example/", "", "", ""), 1, 4)
    assert await kept.of("none", "hash") == []


def test_the_example_of_rfc_8291() -> None:
    read = base64url.decode
    found = encrypted(
        b"When I grow up, I want to be a watermelon",
        read(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        read("BTBZMqHH6r4Tts7J_aSIgg"),
        _before(read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
        read("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert base64url.encode(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
        "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulc"
        "y4a-fN"
    )


def _before(key: bytes) -> bytes:
    """The random bytes from which this private key is made."""
    return (int.from_bytes(key, "big") - 1).to_bytes(32, "big")
