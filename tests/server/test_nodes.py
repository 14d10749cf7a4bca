"""Several nodes, one database: one that dies, one that has other rules, and what is kept."""

import copy
from typing import Any

import msgspec
import pytest

from parlour.cli.remote import ask
from parlour.server.node import hub as hub_module
from parlour.server.node.pruning import Pruning
from parlour.server.store import open_store
from parlour.server.table import rows
from parlour.server.table.talk import say
from tests.server.desk import PLAIN, Desk, Opener
from tools.nodes import Node
from tools.patience import until


async def two(desk: Opener) -> Desk:
    """Kings with two people, both connected, the game begun."""
    table = await (await desk()).open("kings", 2)
    for seat in (0, 1):
        await table.guest(seat)
    return await table.begin()


# --- leases ---------------------------------------------------------------------------------


async def test_a_table_opened_while_leases_are_renewed_is_kept(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The renewal's answer was older than the table's lease, and took it away for ever: renewed
    with the others from then on, the lease never ran out, and nobody kept the table's time."""
    table = await desk()
    renew = table.hub.store.renew

    async def slowly(*asked: Any) -> list[str]:
        mine = await renew(*asked)
        await table.open("kings", 2)
        return mine

    monkeypatch.setattr(table.hub.store, "renew", slowly)
    await table.hub.caretakers["1"].keep_leases()
    assert table.keeper.held
    monkeypatch.setattr(table.hub.store, "renew", renew)
    await table.hub.caretakers["1"].keep_leases()
    assert table.keeper.held


async def test_a_lease_that_is_ours_is_taken_up_and_one_that_is_not_is_let_go(
    desk: Opener,
) -> None:
    table = await (await desk()).open("kings", 2)
    table.keeper.held = False  # its answer was lost
    await table.hub.caretakers["1"].keep_leases()
    assert table.keeper.held
    await table.hub.store.release(table.id, table.hub.node)
    await table.hub.caretakers["1"].renew()
    assert not table.keeper.held


# --- a dead node ----------------------------------------------------------------------------


async def test_a_dead_nodes_tables_go_on_though_nobody_is_there(postgres_database: str) -> None:
    """Nobody connects, nobody asks for the table: its bots and its clocks go on all the same.

    What happens is read from the database: a question to the living node would open the table.
    """
    nodes = [Node(f"node{k}", postgres_database) for k in range(2)]
    store = open_store(postgres_database)
    try:
        for node in nodes:
            await node.start(("haste=1",))  # so slow that the game lasts longer than the test
            await node.ready()
        bots = await begun(nodes[0].url, {"seats": [{"who": "bot"}] * 3, "players": 3})
        pace = {"kind": "live", "bank_s": 5, "increment_s": 1}
        seats = [{"who": "reserved"}] * 2
        clocks = await begun(nodes[0].url, {"seats": seats, "players": 2, "pace": pace})
        await nodes[0].kill()
        await store.open()
        for table, by in ((bots, "bot"), (clocks, "timeout")):
            before = len(await choices(store, table))
            made = await until("a choice", choices, store, table, before)
            assert {body.by for body in made} == {by}
    finally:
        await store.close()
        for node in nodes:
            if node.process is not None and node.process.returncode is None:
                await node.kill()


async def begun(url: str, wanted: dict[str, Any]) -> str:
    keys = await ask(f"{url}/api/tables", {"game": "kings", "seat": None, **wanted})
    await ask(f"{url}/api/tables/{keys['id']}/start", {}, keys["key"])
    return str(keys["id"])


async def choices(store: Any, table: str, first: int = 0) -> list[Any]:
    chosen = [rows.read(row) for row in await store.load(table) if row.kind == "chose"]
    return chosen[first:]


# --- a node with other rules ----------------------------------------------------------------


async def newer_node(table: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Another node on the same store, with the next version of the game."""
    game: Any = copy.copy(table.keeper.game)
    game.version += 1
    monkeypatch.setattr(hub_module, "_game", lambda id: game)
    other = Desk(table.hub.store, msgspec.structs.replace(PLAIN, node="newer"), table.world)
    other.id, other.keys = table.id, table.keys
    await other.hub.keeper(table.id)
    return other


async def test_a_node_with_other_rules_leaves_alone_what_another_plays(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two(desk)
    other = await newer_node(table, monkeypatch)
    guest = await other.guest(0)
    assert [bye["code"] for bye in guest.heard("bye")] == ["other_rules"]
    await other.keeper.do(say(0, "hello", "", "m1"))
    assert other.keeper.sitting.phase == "playing"
    await table.keeper.hear(1 << 60)
    player = next(g for g in table.guests if (g.news["decision"] or {}).get("default"))
    assert (await player.answer())["type"] == "ack"


async def test_whoever_waits_at_a_node_with_other_rules_is_sent_on_when_the_game_begins(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await (await desk()).open("kings", 2)
    other = await newer_node(table, monkeypatch)
    guest = await other.guest(0)
    assert not guest.heard("bye")
    await table.begin()
    await other.keeper.hear(1 << 60)
    await guest.until(lambda: bool(guest.heard("bye")))
    assert guest.heard("bye")[0]["code"] == "other_rules"


async def test_when_nobody_has_the_old_rules_any_more_the_table_is_closed(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two(desk)
    other = await newer_node(table, monkeypatch)
    table.world.now += table.hub.settings.lease_ms + 1
    await other.hub.caretakers["1"].keep_leases()
    await other.pass_time(1)
    info = other.keeper.info()
    assert (info.phase, info.reason) == ("closed", "rules_changed")


# --- what is kept ---------------------------------------------------------------------------


async def test_frozen_tables_are_kept_longer_and_not_for_ever(desk: Opener) -> None:
    table = await two(desk)
    await table.keeper.do(lambda s, now: [rows.Frozen("rules_bug")])
    settings = table.hub.settings
    day = 86_400_000
    pruning = Pruning(table.world, table.hub.store, settings, table.world.now)
    table.world.now += (settings.retain_days + 1) * day
    await pruning.round()
    assert await table.hub.store.meta(table.id) is not None
    table.world.now += (settings.retain_frozen_days - settings.retain_days) * day
    await pruning.round()
    assert await table.hub.store.meta(table.id) is None


# --- who is told what -----------------------------------------------------------------------


async def test_a_node_tells_who_sits_there_only_where_another_wants_to_know(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two(desk)
    notes: list[str] = []

    async def notify(note: str) -> None:
        notes.append(note)

    monkeypatch.setattr(table.hub.store, "notify", notify)
    await table.hub.caretakers["1"].tell_presence()
    assert notes == [], "it keeps the table, and nobody else has it open"
    await table.hub.caretakers["1"].note(f"p other {table.id} 1")
    await table.hub.caretakers["1"].tell_presence()
    assert notes == [f"p desk {table.id} 0,1 0:,1:"]
    notes.clear()
    table.keeper.held = False
    table.keeper.presence.elsewhere.clear()
    await table.hub.caretakers["1"].tell_presence()
    assert notes == [f"p desk {table.id} 0,1 0:,1:"], "somebody else keeps it"


async def test_a_lease_that_another_holds_is_not_asked_for_again_and_again(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two(desk)
    other = Desk(table.hub.store, msgspec.structs.replace(PLAIN, node="other"), table.world)
    other.id = table.id
    keeper = await other.hub.keeper(table.id)
    other.hub.caretakers["1"].up = True
    asked: list[str] = []
    lease = table.hub.store.lease

    async def counted(id: str, *more: Any) -> int | None:
        asked.append(id)
        return await lease(id, *more)

    monkeypatch.setattr(table.hub.store, "lease", counted)
    await other.hub.caretakers["1"].keep_leases()
    assert (keeper.held, asked) == (False, [])
    table.world.now += table.hub.settings.lease_ms + 1
    await other.hub.caretakers["1"].keep_leases()
    assert (keeper.held, asked) == (True, [table.id])
