"""What one more of each thing costs: `make load ARGS='--costs FILE'`, for `tools/scale.py`.

Everything is processor time, bytes or memory, so that a busy machine changes little: no figure here
is a time that somebody waited.  Kings is played by tables of two and of four in one process each,
as fast as they can, on PostgreSQL; what a choice costs and what each view of it costs follows from
the difference.  Then sockets, idle tables, notes of other nodes, leases and looks for tables that
nobody keeps are added, and what they take is divided by their number.
"""

import asyncio
import json
import os
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

import asyncpg
import msgspec

from parlour.cli.remote import socket_url
from parlour.server.store import Listing, NewTable, Row
from parlour.server.store.postgres import PostgresStore
from tools.load_room import Figures, Ours, cpu_s, rss_kib
from tools.postgres_server import children_of
from tools.rawsocket import RawSocket

SEATS: Final = (2, 4)
KINGS: Final = {players: {"game": "kings", "players": players} for players in SEATS}
NOTES: Final = 20_000
LEASES: Final = 5_000
TOLD: Final = 3_000
LISTENERS: Final = 20
RENEWALS: Final = 50
REST_S: Final = 0.5
NODE: Final = "costs"


class Costs(msgspec.Struct, frozen=True):
    """`us`: microseconds of processor time, of a node or of a database; `kib`: of a node."""

    date: str
    choice_us: float  # of a node, for a choice that nobody sees
    fanout_us: float  # of a node, for each view of it that is sent
    note_us: float  # of a node, for a row of a table that is not open there
    frame_bytes: float  # of one view, before compression
    table_kib: float  # with a game on
    socket_kib: float
    node_kib: float  # of a process in which nothing is open
    row_us: float  # of a database, for a choice, its note included
    deliver_us: float  # of a database, for each node that is told of a row
    wal_bytes: float  # that a database writes ahead for a choice
    disk_bytes: float  # that a choice takes for as long as it is kept
    lease_us: float  # of a database, to renew one lease
    look_us: float  # of a database, for each game on, when a node looks for those nobody keeps


# --- a node -----------------------------------------------------------------------------------


def per_choice(figures: Figures) -> float:
    """Processor time for a choice with all its views."""
    return figures.cpu_us_per_fanout * figures.fanouts_per_s / max(1e-9, figures.choices_per_s)


async def sockets(server: Ours, number: int) -> float:
    """KiB for each: bystanders of the rooms that are there."""
    before, lines = rss_kib(server.pid), []
    for k in range(number):
        room = server.rooms[k % len(server.rooms)]
        line = await RawSocket(socket_url(room.base, room.id)).connect()
        line.send(json.dumps({"type": "hello"}).encode())
        lines.append(line)
    await asyncio.sleep(2 * REST_S)
    grown = rss_kib(server.pid) - before
    for line in lines:
        line.close()
    return grown / number


async def notes(server: Ours, url: str) -> float:
    """Rows of tables that are open elsewhere: every node hears of them."""
    conn = await asyncpg.connect(url)
    try:
        before = await at_rest(server.pid)
        for first in range(0, NOTES, 100):
            await conn.execute(
                "SELECT pg_notify('parlour', 'r elsewhere table' || n || ' 5') "
                "FROM generate_series($1::int, $2::int) n",
                first,
                first + 99,
            )
        return (await at_rest(server.pid) - before) / NOTES * 1e6
    finally:
        await conn.close()


async def at_rest(pid: int) -> float:
    """Its processor time, once it has nothing to do any more."""
    last = -1.0
    while (now := cpu_s(pid)) - last > 0.02:
        last = now
        await asyncio.sleep(REST_S)
    return now


# --- a database -------------------------------------------------------------------------------


def postgres_cpu_s() -> float:
    """Of all processes of the server that was started here, with those that have ended."""
    tick = os.sysconf("SC_CLK_TCK")
    found = 0.0
    for parent in children_of(os.getpid()):
        if "postgres" in Path(f"/proc/{parent}/comm").read_text():
            fields = Path(f"/proc/{parent}/stat").read_text().rpartition(")")[2].split()
            found += sum(map(int, fields[11:15])) / tick
            found += sum(cpu_s(child) for child in children_of(parent))
    return found


class Written:
    """What a database has of rows, of its log written ahead, and of bytes on the disk."""

    def __init__(self, rows: int, wal: int, disk: int) -> None:
        self.rows: Final = rows
        self.wal: Final = wal
        self.disk: Final = disk
        self.cpu: Final = postgres_cpu_s()


async def written(url: str) -> Written:
    conn = await asyncpg.connect(url)
    try:
        sums = "SELECT coalesce(sum(last), 0), pg_total_relation_size('log') FROM tables"
        [(rows, disk)] = await conn.fetch(sums)
        wal = await conn.fetchval("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
        return Written(int(rows), int(wal), int(disk))
    finally:
        await conn.close()


async def delivered(url: str) -> float:
    """Microseconds of the database for each listener of a note, each note in its own commit."""
    conn = await asyncpg.connect(url)
    lines = [await asyncpg.connect(url) for _ in range(LISTENERS)]
    try:
        alone = await told(conn)
        for line in lines:
            await line.add_listener("parlour", lambda *_: None)
        return (await told(conn) - alone) / LISTENERS
    finally:
        for line in (conn, *lines):
            await line.close()


async def told(conn: Any) -> float:
    before = postgres_cpu_s()
    for n in range(TOLD):
        await conn.execute("SELECT pg_notify('parlour', $1)", f"r elsewhere table{n} 5")
    await asyncio.sleep(2 * REST_S)
    return (postgres_cpu_s() - before) / TOLD * 1e6


async def leases(url: str) -> tuple[float, float]:
    """Microseconds of the database to renew one lease, and for each game when a node looks."""
    store = PostgresStore(url)
    await store.open()
    try:
        for n in range(LEASES):
            about = Listing(f"lease{n}", f"lease{n}", "kings", "playing", False, 0)
            await store.create(NewTable(about, 1, b"", b""), [Row(1, 0, "opened", b"{}")])
            await store.lease(f"lease{n}", NODE, 1_000_000, n)
        return await each(lambda k: store.renew(NODE, 1_000_000, 10_000 + k)), await each(
            lambda k: store.expired(10_000 + k)
        )
    finally:
        await store.close()


async def each(ask: Any) -> float:
    before = postgres_cpu_s()
    for k in range(RENEWALS):
        await ask(k)
    return (postgres_cpu_s() - before) / RENEWALS / LEASES * 1e6


# --- all of it --------------------------------------------------------------------------------


async def measure(urls: list[str], args: Any, tree: str = "") -> Costs:
    """`urls`: an empty database for each number of seats, and one more."""
    servers = {seats: Ours(f"Kings {seats}", urls.pop(), KINGS[seats], tree) for seats in SEATS}
    two, four = servers[2], servers[4]
    await four.node.start()
    await four.node.ready()
    empty = rss_kib(four.pid)
    await four.node.kill()
    for server in servers.values():
        await server.start(args.rooms, None)
    by_two, by_four = [], []
    rows, wal, disk, cpu = 0, 0, 0, 0.0
    for _ in range(args.rounds):  # in turns: what disturbs one disturbs the other
        by_two.append(await two.round(args.seconds))
        before = await written(four.node.store)
        by_four.append(await four.round(args.seconds))
        after = await written(four.node.store)
        rows, wal = rows + after.rows - before.rows, wal + after.wal - before.wal
        disk, cpu = disk + after.disk - before.disk, cpu + after.cpu - before.cpu
    cost = [median(map(per_choice, found)) for found in (by_two, by_four)]
    fanout = (cost[1] - cost[0]) / 2
    note = await notes(two, two.node.store)
    per_socket = await sockets(two, args.sockets)
    per_table = await four.memory(args.tables)
    for server in servers.values():
        await server.stop()
    deliver = await delivered(urls[-1])
    lease, look = await leases(urls.pop())
    return Costs(
        date=time.strftime("%Y-%m-%d"),
        choice_us=round(cost[0] - 2 * fanout, 1),
        fanout_us=round(fanout, 1),
        note_us=round(note, 2),
        frame_bytes=round(median(one.frame_bytes for one in by_four)),
        table_kib=round(per_table, 1),
        socket_kib=round(per_socket, 1),
        node_kib=empty,
        row_us=round(cpu / rows * 1e6, 1),
        deliver_us=round(deliver, 2),
        wal_bytes=round(wal / rows),
        disk_bytes=round(disk / rows),
        lease_us=round(lease, 2),
        look_us=round(look, 3),
    )
