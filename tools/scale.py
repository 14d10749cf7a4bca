"""What so many tables need, and what breaks first: a model of one page, fed by measured costs.

    make scale                                     1,000, 100,000 and 1,000,000 tables
    make scale ARGS='5000 --between 10'            others: a choice at each every ten seconds
    make scale ARGS='--costs FILE'                 with what `make load ARGS='--costs FILE'` found

Rates follow from the tables; nodes and databases from rates, costs and the bounds below, which are
what the server's settings and PostgreSQL allow.  A house is nodes that share databases.  Where one
house cannot bear the tables, however many nodes and databases it has, several are reckoned with.
"""

import argparse
import sys
from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import Final

import msgspec

from parlour.server.settings import Settings
from parlour.server.store.places import CODE_LENGTH, LETTERS
from tools.load_costs import Costs

MEASURED: Final = Path(__file__).with_name("costs.json")
TABLES: Final = (1_000, 100_000, 1_000_000)
US: Final = 1e-6
KIB: Final = 1024
CODES: Final = len(LETTERS) ** CODE_LENGTH
FULL: Final = 0.5  # of all codes: then every second new one is taken
LINES: Final = 7  # connections of a node to each database
NOTE_BYTES: Final = 60
MOST: Final = 1 << 30


class World(msgspec.Struct, frozen=True):
    """How people play, and what machines there are; every one of them is a flag."""

    seats: float = 4
    watchers: float = 0.5  # at each table
    between: float = 5  # seconds from one choice at a table to the next
    minutes: float = 30  # of a game
    days: float = 365  # that a finished game is kept
    share: float = 0.5  # of a core that a node may use, so that nobody waits
    cores: float = 4  # that a database may use
    lines: float = 500  # connections to one database
    lease_s: float = Settings().lease_ms / 1000


class Need(msgspec.Struct, frozen=True):
    """Of one house.  `lacks`: the bounds that it would exceed; empty: it can be built."""

    tables: int
    nodes: int
    by_cores: int  # databases, for their processors
    by_codes: int  # databases, for the codes of all tables that are kept
    choices: float
    views: float
    node_mib: float
    out_mbit: float
    inside_mbit: float
    wal_mbyte: float
    disk_gb: float
    cached_gb: float
    lacks: list[str]

    @property
    def databases(self) -> int:
        return max(self.by_cores, self.by_codes)


def need(tables: int, costs: Costs, world: World) -> Need:
    choices = tables / world.between
    views = choices * (world.seats + world.watchers)
    sockets = tables * (world.seats + world.watchers)
    nodes, lacks = nodes_for(tables, costs, world)
    looks = 3 / world.lease_s  # a second: leases are renewed, and tables without one looked for
    busy = choices * (costs.row_us + nodes * costs.deliver_us)
    busy += looks * tables * (costs.lease_us + nodes * costs.look_us)
    kept = tables * world.days * 1440 / world.minutes
    if nodes * LINES > world.lines:
        lacks = [*lacks, "connections"]
    memory = nodes * costs.node_kib + tables * costs.table_kib + sockets * costs.socket_kib
    return Need(
        tables=tables,
        nodes=nodes,
        by_cores=ceil(busy * US / world.cores),
        by_codes=ceil(kept / CODES / FULL),
        choices=choices,
        views=views,
        node_mib=memory / nodes / KIB,
        out_mbit=views * costs.frame_bytes * 8 / 1e6,
        inside_mbit=choices * NOTE_BYTES * nodes * 8 / 1e6,
        wal_mbyte=choices * costs.wal_bytes / 1e6,
        disk_gb=choices * costs.disk_bytes * world.days * 86_400 / 1e9,
        cached_gb=tables * world.minutes * 60 / world.between * costs.disk_bytes / 1e9,
        lacks=lacks,
    )


def nodes_for(tables: int, costs: Costs, world: World) -> tuple[int, list[str]]:
    """Every node hears of every row of the house, which leaves less of it for its own tables."""
    choices = tables / world.between
    work = choices * (costs.choice_us + (world.seats + world.watchers) * costs.fanout_us) * US
    left = world.share - choices * costs.note_us * US
    settings = Settings()
    sockets = tables * (world.seats + world.watchers)
    least = max(2, sockets / settings.max_connections, tables / settings.max_tables)
    if left <= 0:
        return ceil(max(least, work / world.share)), ["notes"]
    return ceil(max(least, work / left)), []


def most(holds: Callable[[int], bool]) -> int:
    """The largest number of tables with which it holds."""
    low, high = 0, MOST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def first_to_break(costs: Costs, world: World) -> dict[str, int]:
    """How many tables one house can have before each bound is met, the tightest first."""
    found = {
        "connections": most(lambda n: "connections" not in need(n, costs, world).lacks),
        "notes": most(lambda n: not nodes_for(n, costs, world)[1]),
        "one database, by its processor": most(lambda n: need(n, costs, world).by_cores <= 1),
        "one database, by its codes": most(lambda n: need(n, costs, world).by_codes <= 1),
        "two nodes, by their sockets": most(lambda n: nodes_for(n, costs, world)[0] <= 2),
    }
    return dict(sorted(found.items(), key=lambda one: one[1]))


# --- what is printed --------------------------------------------------------------------------

COLUMNS: Final[dict[str, Callable[[Need], str]]] = {
    "choices/s": lambda n: f"{n.choices:,.0f}",
    "views/s": lambda n: f"{n.views:,.0f}",
    "nodes": lambda n: f"{n.nodes:,}",
    "memory of a node": lambda n: f"{n.node_mib:,.0f} MiB",
    "databases, by their processors": lambda n: f"{n.by_cores:,}",
    "databases, by codes": lambda n: f"{n.by_codes:,}",
    "rows of games in play": lambda n: f"{n.cached_gb:,.1f} GB",
    "log written ahead": lambda n: f"{n.wal_mbyte:,.1f} MB/s",
    "disk, all that is kept": lambda n: f"{n.disk_gb:,.0f} GB",
    "to guests": lambda n: f"{n.out_mbit:,.0f} Mbit/s",
    "notes between nodes": lambda n: f"{n.inside_mbit:,.0f} Mbit/s",
}


COSTS: Final = {
    "choice_us": "a choice that nobody sees: a node's processor, µs",
    "fanout_us": "each view of it that is sent: a node's processor, µs",
    "note_us": "a row of a table that is not open on this node: a node's processor, µs",
    "frame_bytes": "a view: bytes before compression",
    "table_kib": "a table with a game on: a node's memory, KiB",
    "socket_kib": "a socket: a node's memory, KiB",
    "node_kib": "a node in which nothing is open: KiB",
    "row_us": "a choice: a database's processor, µs",
    "deliver_us": "each node that is told of it: a database's processor, µs",
    "wal_bytes": "a choice: bytes written ahead",
    "disk_bytes": "a choice: bytes for as long as it is kept",
    "lease_us": "a lease renewed: a database's processor, µs",
    "look_us": "a game on, when a node looks for those without keeper: a database's processor, µs",
}


def reckoned(costs: Costs, world: World) -> str:
    """What the model stands on."""
    lines = [f"| one more, measured {costs.date} | |", "|---|---:|"]
    lines += [f"| {about} | {getattr(costs, name):,} |" for name, about in COSTS.items()]
    said = ", ".join(f"{name} {value:g}" for name, value in msgspec.structs.asdict(world).items())
    return "\n".join([*lines, "", f"Reckoned with: {said}."])


def report(tables: list[int], costs: Costs, world: World) -> str:
    """A table in Markdown, one column for each number of tables."""
    bounds = first_to_break(costs, world)
    largest = min(bounds["connections"], bounds["notes"])
    columns = []
    for number in tables:
        houses = ceil(number / largest)
        columns.append((houses, need(ceil(number / houses), costs, world)))
    lines = [
        "| tables at a time | " + " | ".join(f"{number:,}" for number in tables) + " |",
        "|---|" + "---:|" * len(tables),
        "| houses | " + " | ".join(f"{houses:,}" for houses, _ in columns) + " |",
        "| *of each house:* tables | " + " | ".join(f"{n.tables:,}" for _, n in columns) + " |",
    ]
    for name, say in COLUMNS.items():
        lines.append(f"| {name} | " + " | ".join(say(n) for _, n in columns) + " |")
    lines += ["", "Bounds of one house, the tightest first:", ""]
    lines += [f"- {name}: {number:,} tables" for name, number in bounds.items()]
    return "\n".join(lines)


def read(path: Path) -> Costs:
    return msgspec.json.decode(path.read_bytes(), type=Costs)


def main(words: list[str] | None = None) -> int:
    top = argparse.ArgumentParser(
        prog="scale", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("tables", type=int, nargs="*", default=list(TABLES))
    top.add_argument("--costs", type=Path, default=MEASURED)
    for field in msgspec.structs.fields(World):
        top.add_argument(f"--{field.name}", type=float, default=field.default)
    args = vars(top.parse_args(words))
    tables, costs = args.pop("tables"), read(args.pop("costs"))
    world = World(**args)
    print(reckoned(costs, world), report(tables, costs, world), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
