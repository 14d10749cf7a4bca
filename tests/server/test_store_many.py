"""A house of several databases: where its tables live, and what goes on while one is away."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.cli import main
from parlour.cli.stores import try_out
from parlour.core.errors import Refusal
from parlour.server.evening import overview, rounds
from parlour.server.evening.log import Gathering
from parlour.server.evening.shown import DrawRequest, EveningRequest
from parlour.server.http.mine import MyKey, _look
from parlour.server.metrics import METRICS
from parlour.server.node import opening
from parlour.server.node.health import Health
from parlour.server.store import (
    MISSED,
    Misplaced,
    NewTable,
    Store,
    StoreDown,
    open_store,
    places,
)
from parlour.server.store.many import ManyStores
from parlour.server.store.places import KEPT_AS, code_for, id_in, number_of
from parlour.server.store.subscriptions import Subscription
from parlour.server.table.deeds import close_by
from parlour.server.table.people import hashed
from parlour.server.table.talk import say
from tests.server.desk import PLAIN, Desk
from tests.server.makers import listing, rows, table
from tests.server.many import Loose, two_files
from tools.patience import PATIENCE_S, until
from tools.postgres_server import fresh_database

MANY = [1, 2, 3, 25, 26, 27, 601]


class House:
    """Two databases, and a table in each."""

    def __init__(self, folder: Path) -> None:
        self.store, self.first, self.second = two_files(folder)

    async def open(self) -> "House":
        await self.store.open()
        for id in ("near", "2.far"):
            await self.store.create(at(id), rows(1))
        return self


def at(id: str, code: str = "ABCDEF") -> NewTable:
    """A table of this id, with a code that it can have."""
    about = msgspec.structs.replace(listing(id), code=code_for(id, code))
    return msgspec.structs.replace(table(id), listing=about)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = await House(tmp_path).open()
    yield made
    await made.store.close()


# --- ids and codes --------------------------------------------------------------------------


@pytest.mark.parametrize("number", MANY)
def test_ids_and_codes_name_their_database(number: int) -> None:
    id = id_in(number, "wLrXk3vT-_9a.bcd")
    code = code_for(id, "ABCDEF")
    assert number_of(id) == number_of(code) == number_of(f"evening {id}") == number
    assert number_of(f"evening {code}") == 1


def test_those_of_the_first_database_are_as_in_a_house_that_has_one() -> None:
    assert id_in(1, "wLrXk3vT") == "wLrXk3vT"
    assert code_for("wLrXk3vT", "ABCDEF") == "ABCDEF"
    assert [code_for(id_in(n, "x"), "ABCDEF") for n in (2, 25, 26)] == [
        "AABCDEF",
        "ZABCDEF",
        "AAABCDEF",
    ]


@pytest.mark.parametrize("name", ["", "t1", "code-t1", "ABCDEF", "0.x", "02.x", "x2.y", "A1BCDEF"])
def test_a_name_that_names_none_is_of_the_first(name: str) -> None:
    assert number_of(name) == 1


# --- one table, one database ----------------------------------------------------------------


async def test_a_table_lives_in_the_database_that_its_id_names(house: House) -> None:
    assert await house.first.ids("", 9) == ["near"]
    assert await house.second.ids("", 9) == ["2.far"]
    assert await house.store.ids("", 9) == ["near", "2.far"]
    assert await house.store.find("ABCDEF") == "near"
    assert await house.store.find("AABCDEF") == "2.far"
    assert house.store.part("2.far") is house.second


async def test_ids_come_page_by_page_one_database_after_the_other(house: House) -> None:
    await house.store.create(at("2.z0", "BCDEFG"), rows(1))
    pages = [await house.store.ids("", 1)]
    while pages[-1]:
        pages.append(await house.store.ids(pages[-1][-1], 1))
    assert [id for page in pages for id in page] == ["near", "2.far", "2.z0"]


async def test_new_tables_are_spread_over_those_that_answer(house: House) -> None:
    found = [number_of(house.store.settle(f"token{n}")) for n in range(200)]
    assert 60 < found.count(2) < 140
    house.second.gone = True
    assert {number_of(house.store.settle(f"token{n}")) for n in range(50)} == {1}
    house.first.gone = True
    assert {number_of(house.store.settle(f"token{n}")) for n in range(50)} == {1, 2}


async def test_a_table_of_a_house_with_more_databases_is_restored_into_the_first(
    house: House,
) -> None:
    exported = (await house.store.export("2.far")).replace(b"2.far", b"9.far")
    exported = exported.replace(b"AABCDEF", b"HABCDEF")
    assert await house.store.restore(exported) == "9.far"
    assert await house.store.find("HABCDEF") == "9.far"
    assert await house.first.meta("9.far") is not None


async def test_what_is_no_tables_own_is_in_the_first(house: House) -> None:
    await house.store.ledger.keep("notice", b"{}")
    assert "notice" in await house.first.ledger.kept()
    assert "notice" not in await house.second.ledger.kept()
    one = Subscription("https://push.example/1", "p", "a", "en")
    await house.store.subscriptions.put("2.far", "hash", one, 5, 4)
    assert await house.second.subscriptions.of("2.far", "hash") == [one]
    assert await house.store.subscriptions.prune(9) == 1


# --- one is away ----------------------------------------------------------------------------


async def test_with_one_away_lists_come_from_the_others_and_sums_are_refused(house: House) -> None:
    assert [one.table for one in await house.store.listing(9, "open")] == ["2.far", "near"]
    house.second.gone = True
    assert [one.table for one in await house.store.listing(9, "open")] == ["near"]
    assert [one.listing.table for one in await house.store.recent(9)] == ["near"]
    await house.store.append("near", 1, rows(2))
    with pytest.raises(StoreDown):
        await house.store.append("2.far", 1, rows(2))
    for refused in (house.store.census(), house.store.ids("", 9)):
        with pytest.raises(StoreDown):
            await refused
    house.first.gone = True
    with pytest.raises(StoreDown):
        await house.store.listing(9, "open")


async def test_health_says_who_is_away_and_one_that_answers_is_enough(house: House) -> None:
    health = Health(house.store)
    assert (await health.ask(), health.away()) == (True, [])
    house.first.gone = True
    assert await Health(house.store).ask()
    assert Health(house.store).away() == ["1"]
    house.second.gone = True
    assert not await Health(house.store).ask()


async def test_one_that_is_away_at_the_start_is_joined_when_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.store.many.AGAIN_S", 0.001)
    store, first, second = two_files(tmp_path)
    second.gone = True
    await store.open()
    assert number_of(store.settle("token0")) == 1
    second.gone = False

    async def joined() -> bool:
        with suppress(StoreDown):
            return KEPT_AS in await second.ledger.kept()
        return False

    await until("the second is joined", joined)
    await store.create(at("2.far"), rows(1))
    await store.close()
    store, first, second = two_files(tmp_path)
    first.gone = True
    with pytest.raises(StoreDown):
        await store.open()


# --- which databases a house has --------------------------------------------------------------


def urls(folder: Path, *names: str) -> str:
    return " ".join(f"sqlite:///{folder / name}.db" for name in names)


async def open_and_close(url: str) -> None:
    store = open_store(url)
    await store.open()
    await store.close()


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("b", "a"), "order"),
        (("a", "c", "b"), "order"),
        (("a", "a"), "order"),
        (("a",), "fewer"),
        (("b",), "fewer"),
        (("a", "x"), "not_empty"),
        (("c", "b"), "other_house"),
    ],
)
async def test_other_databases_than_those_of_the_house_are_noticed(
    tmp_path: Path, names: tuple[str, ...], code: str
) -> None:
    await open_and_close(urls(tmp_path, "a", "b"))
    full = open_store(urls(tmp_path, "x"))
    await full.open()
    await full.create(at("near"), rows(1))
    await full.close()
    with pytest.raises(Misplaced) as wrong:
        await asyncio.to_thread(try_out, urls(tmp_path, *names))
    assert wrong.value.code == code
    await open_and_close(urls(tmp_path, "a", "b"))  # it has left no trace in them


async def test_nodes_that_make_a_house_at_the_same_moment_make_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is between two looks when another has made all of it."""
    one, other = (open_store(urls(tmp_path, "a", "b", "c")) for _ in range(2))
    look = places.found

    async def meanwhile(store: Store, number: int) -> Any:
        seen = await look(store, number)
        monkeypatch.setattr(places, "found", look)
        await other.open()
        return seen

    monkeypatch.setattr(places, "found", meanwhile)
    await one.open()
    await one.create(at("3.far"), rows(1))
    assert await other.find("BABCDEF") == "3.far"
    await one.close()
    await other.close()


async def test_a_database_can_be_added_and_moves_no_table(tmp_path: Path) -> None:
    alone = open_store(urls(tmp_path, "a"))
    await alone.open()
    await alone.create(at("near"), rows(1))
    await alone.close()
    for names in (("a", "b"), ("a", "b", "c")):
        store = open_store(urls(tmp_path, *names))
        await store.open()
        assert await store.find("ABCDEF") == "near"
        number = len(names)
        await store.create(at(id_in(number, "x")), rows(1))
        await store.close()
    with pytest.raises(Misplaced):
        await open_and_close(urls(tmp_path, "a", "b"))


async def test_commands_cover_all_databases(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With SQLite in PostgreSQL's place: only the check of the addresses knows the difference."""
    monkeypatch.setattr("parlour.cli.stores.addresses", lambda url: [url])
    desk = Desk(open_store(urls(tmp_path, "a", "b")))
    await desk.hub.store.open()
    ids = [(await desk.open("kings", 2)).id for _ in range(6)]
    assert {number_of(id) for id in ids} == {1, 2}
    await desk.close()
    given = ["--store", urls(tmp_path, "a"), "--store", urls(tmp_path, "b")]
    copy, far = str(tmp_path / "copy"), next(id for id in ids if number_of(id) == 2)

    async def run(*words: str) -> str:
        assert await asyncio.to_thread(main, [*words, *given]) == 0
        return capsys.readouterr().out

    said = await run("list")
    assert all(id in said for id in ids)
    assert "6 tables are in order" in await run("check")
    await run("backup", copy)
    await run("close", far)
    await run("delete", far)
    assert far not in await run("list")
    other = ["--store", urls(tmp_path, "other")]
    assert await asyncio.to_thread(main, ["restore", copy, *other]) == 0
    capsys.readouterr()
    assert await asyncio.to_thread(main, ["list", *other]) == 0
    said = capsys.readouterr().out
    assert all(id in said for id in ids)


@pytest.fixture
def two_databases(postgres_url: str) -> Iterator[str]:
    with fresh_database(postgres_url) as first, fresh_database(postgres_url) as second:
        yield f"{first} {second}"


async def test_two_postgresql_databases_make_a_house(two_databases: str) -> None:
    """Two nodes of it: each hears what the other writes, in either database."""
    one, other = open_store(two_databases), open_store(two_databases)
    await asyncio.gather(one.open(), other.open())
    notes = [part.notes() for part in other.parts]
    for id in ("near", "2.far"):
        await one.create(at(id), rows(1))
        await one.append(id, 1, rows(2), note=f"r one {id} 2")
    heard = [await asyncio.wait_for(anext(aiter(line)), PATIENCE_S) for line in notes]
    assert heard == ["r one near 2", "r one 2.far 2"]
    assert [one.listing.table for one in await other.recent(9)] == ["2.far", "near"]
    assert (one.shared, [part.away for part in one.parts]) == (True, [False, False])
    with pytest.raises(Misplaced):
        await asyncio.to_thread(try_out, " ".join(reversed(two_databases.split())))
    await one.close()
    await other.close()
    assert all(part.away for part in one.parts)


def test_several_sqlite_files_are_no_house(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["list", "--store", "sqlite:///a.db", "--store", "sqlite:///b.db"])
    assert ended.value.code == 2
    assert "PostgreSQL" in capsys.readouterr().err


# --- a node of such a house -------------------------------------------------------------------


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[tuple[Desk, Loose, Loose]]:
    store, first, second = two_files(tmp_path)
    await store.open()
    desk = Desk(store)
    yield desk, first, second
    first.gone = second.gone = False
    await desk.close()


async def opened_in(desk: Desk, number: int) -> Desk:
    """Another desk on the same node, whose table lives in this database, its game begun."""
    while True:
        one = Desk(desk.hub.store, PLAIN, desk.world)
        one.hub = desk.hub
        await one.open("kings", 2)
        if number_of(one.id) == number:
            await one.guest(0)
            await one.guest(1)
            return await one.begin()


def asked(desk: Desk) -> Any:
    return next(guest for guest in desk.guests if (guest.news["decision"] or {}).get("choices"))


async def test_with_one_database_away_its_tables_wait_and_the_others_go_on(
    node: tuple[Desk, Loose, Loose],
) -> None:
    desk, _, second = node
    near, far = await opened_in(desk, 1), await opened_in(desk, 2)
    second.gone = True
    line = far.table.line()
    assert (await asked(far).answer())["code"] == "not_saved"
    assert far.table.line() == line
    assert (await asked(near).answer())["type"] == "ack"
    with pytest.raises(StoreDown):
        await desk.hub.caretakers["2"].keep_leases()
    await desk.hub.caretakers["1"].keep_leases()
    assert near.keeper.held
    second.gone = False
    assert (await asked(far).answer())["type"] == "ack"


async def test_a_table_that_is_not_open_is_refused_with_a_sentence_and_is_not_gone(
    node: tuple[Desk, Loose, Loose],
) -> None:
    desk, _, second = node
    far = await opened_in(desk, 2)
    await desk.hub.close(far.keeper)
    second.gone = True
    with pytest.raises(Refusal, match="store_down"):
        await desk.hub.keeper(far.id)
    mine = await _look(desk.hub, MyKey(far.id))
    assert mine is not None
    assert mine.away
    assert await _look(desk.hub, MyKey("nowhere")) is None
    keys = await opening.open_table(desk.hub, opening.TableRequest("kings", "Anna"))
    assert number_of(keys.id) == 1


async def test_lost_notes_of_one_database_are_no_concern_of_the_others(
    node: tuple[Desk, Loose, Loose],
) -> None:
    desk, first, _ = node
    near, far = await opened_in(desk, 1), await opened_in(desk, 2)
    elsewhere = Desk(desk.hub.store, msgspec.structs.replace(PLAIN, node="other"), desk.world)
    for one in (near, far):
        await (await elsewhere.hub.keeper(one.id)).do(say(0, "hello", "", "m1"))
    first.gone = True
    await desk.hub.caretakers["2"].note(MISSED)  # the house's orders are in the first: not asked
    assert far.keeper.sitting.seq == elsewhere.hub.keepers[far.id].sitting.seq
    assert near.keeper.sitting.seq < elsewhere.hub.keepers[near.id].sitting.seq


async def drawn_in_both(desk: Desk) -> Gathering:
    """An evening in the first database, with tables in both."""
    plan = EveningRequest(title="Friday", game="kings", size=2, rounds=2, name="Anna", bots=7)
    while True:
        keys = await rounds.open_evening(desk.hub, plan)
        asked = rounds.Asked(hashed(keys.key), f"address of {keys.id}")
        desk.hub.bot_tables.most_each, desk.hub.bot_tables.most = 99, 99  # type: ignore[misc]
        e = await rounds.draw(desk.hub, keys.id, asked, DrawRequest())
        if {number_of(id) for id in (e.id, *ids(e))} == {1, 2} and number_of(e.id) == 1:
            return e


def ids(e: Gathering) -> list[str]:
    return [place.id for place in e.open_tables()]


async def test_an_evening_gathers_its_tables_from_all_databases(
    node: tuple[Desk, Loose, Loose],
) -> None:
    """One whose database is away is as one in play, and counts when it is back."""
    desk, first, second = node
    e = await drawn_in_both(desk)
    for id in ids(e):
        keeper = await desk.hub.keeper(id)
        await keeper.do(close_by("operator"))
        await desk.hub.close(keeper)
    assert set(await rounds.look(desk.hub, e)) == set(ids(e))
    for id in ids(e):
        await desk.hub.close(desk.hub.keepers[id])
    second.gone = True
    results, unreadable = await rounds.look_at_all(desk.hub, e)
    assert set(results) == {id for id in ids(e) if number_of(id) == 1}
    assert unreadable == {}
    assert overview.info(e, results, "").state == "playing"
    for keeper in list(desk.hub.keepers.values()):
        await desk.hub.close(keeper)
    second.gone, first.gone = False, True
    with pytest.raises(Refusal, match="store_down"):
        await rounds.look(desk.hub, e)  # its own database: then nothing can be counted


async def test_writes_are_counted_by_database(node: tuple[Desk, Loose, Loose]) -> None:
    desk, _, second = node
    far = await opened_in(desk, 2)
    failures = METRICS.write_failures.labels("2")
    before = failures._value.get()
    second.gone = True
    await asked(far).answer()
    assert failures._value.get() == before + 1


def test_a_house_of_many_says_what_it_is_made_of(tmp_path: Path) -> None:
    store, first, second = two_files(tmp_path)
    assert isinstance(store, ManyStores)
    assert [part.name for part in store.parts] == ["1", "2"]
    assert store.part("x") is first
    assert store.part("2.x") is second
