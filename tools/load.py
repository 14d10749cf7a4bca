"""Measures how many choices and views a second one server process handles.

    make load                        SQLite and PostgreSQL, in turns
    make load PEERS=1                and boardgame.io's released server, in the same run
    make load PEERS=1 COMPILED=1     and our rules as the compiled build has them
    make load ARGS='--costs FILE'    what one more of each thing costs, for tools/scale.py

500 guests sit in 100 rooms of five (four in Kings), one choice in flight in each room, the
next as soon as everybody has seen the last.  Every choice of ours is on the disk before anybody
sees it; boardgame.io keeps its rooms in memory.  The "plain room" has no rules worth the name and
is the peer's game too, with a view of the same size: it measures the servers.  Nobody compresses.
Each server has core 0 to itself in its rounds, this program core 1, PostgreSQL what it finds.
Rounds of all servers take turns, so that a noisy machine is noisy to all: read the ratios, which
are taken round by round.
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec
import uvloop

from tools.load_room import Figures, Ours
from tools.opening import opening_times

LINES: Final = 5  # of the plain room's log: a view of about 857 bytes
PLAIN: Final[dict[str, Any]] = {"game": "plain", "players": 5, "options": {"lines": LINES}}
KINGS: Final[dict[str, Any]] = {"game": "kings", "players": 4}
BANG: Final[dict[str, Any]] = {"game": "bang", "players": 5}
ENOUGH: Final = 0.8  # of a core
GAMES: Final = {"plain room": PLAIN, "Kings": KINGS, "BANG!": BANG}
STORES: Final = 2 * len(GAMES) + 1  # one for each server, interpreted or compiled, and one more
Rounds = dict[str, list[Figures]]
Stores = dict[str, list[str]]
"""Addresses of empty stores by kind, one for each server."""


def chosen(stores: Stores, tree: str) -> list[Any]:
    """The servers of this run, each on a store of its own."""
    servers: list[Any] = []
    for name, game in GAMES.items():
        for kind, free in stores.items():
            servers.append(Ours(f"{name}, {kind}", free.pop(), game))
            if tree:
                servers.append(Ours(f"{name}, {kind}, compiled", free.pop(), game, tree))
    if os.environ.get("PEERS") == "1":
        from tools.peers import Peer, installed

        if installed():
            servers.insert(1, Peer())
    return servers


def compiled() -> str:
    """The tree with the compiled rules, if it is asked for; made now if need be."""
    if os.environ.get("COMPILED") != "1":
        return ""
    words = [sys.executable, "tools/compile.py", "-O3"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


async def measure(servers: list[Any], args: argparse.Namespace) -> Rounds:
    cores = os.cpu_count() or 1
    if cores > 1:
        os.sched_setaffinity(0, {1})
    rounds: Rounds = {server.name: [] for server in servers}
    for server in servers:
        print(f"  {server.name} …", file=sys.stderr)
        await server.start(args.rooms, 0 if cores > 1 else None)
    await asyncio.sleep(0.5)
    for number in range(args.rounds):
        for server in servers:
            rounds[server.name].append(await server.round(args.seconds))
        print(f"  round {number + 1} of {args.rounds}", file=sys.stderr)
    return rounds


def middle(rounds: list[Figures]) -> dict[str, float]:
    found = [msgspec.to_builtins(one) for one in rounds]
    return {name: round(median(one[name] for one in found), 2) for name in found[0]}


def ratios(ours: list[Figures], peers: list[Figures], figure: str) -> list[float]:
    """Round by round, smallest first."""
    pairs = zip(ours, peers, strict=True)
    return sorted(getattr(a, figure) / max(1e-9, getattr(b, figure)) for a, b in pairs)


COLUMNS: Final = {
    "choices/s": ("choices_per_s", "{:.0f}"),
    "fan-outs/s": ("fanouts_per_s", "{:.0f}"),
    "p50 ms": ("p50_ms", "{:.1f}"),
    "p99 ms": ("p99_ms", "{:.1f}"),
    "µs CPU/fan-out": ("cpu_us_per_fanout", "{:.0f}"),
    "server CPU": ("cpu", "{:.0%}"),
    "client CPU": ("client_cpu", "{:.0%}"),
    "view B": ("view_bytes", "{:.0f}"),
    "frame B": ("frame_bytes", "{:.0f}"),
}


def table(report: dict[str, Any]) -> str:
    """The medians of all rounds, one server a line."""
    wide = max(map(len, report)) + 2
    lines = [" " * wide + "".join(f"{name:>16}" for name in COLUMNS)]
    for name, figures in report.items():
        cells = [form.format(figures[figure]) for figure, form in COLUMNS.values()]
        lines.append(f"{name:<{wide}}" + "".join(f"{cell:>16}" for cell in cells))
    return "\n".join(lines)


def against(rounds: Rounds, peer: str) -> str:
    """Ours as a multiple of the peer's: the middle one, and from where to where."""
    others = [name for name in rounds if name != peer]
    wide = max(map(len, others)) + 2
    names = {
        "fan-outs/s": "fanouts_per_s",
        "p50": "p50_ms",
        "p99": "p99_ms",
        "CPU/fan-out": "cpu_us_per_fanout",
    }
    lines = [f"{'ours / ' + peer:<{wide}}" + "".join(f"{name:>22}" for name in names)]
    for name in others:
        cells = []
        for figure in names.values():
            found = ratios(rounds[name], rounds[peer], figure)
            cells.append(f"{median(found):.2f} ({found[0]:.2f}…{found[-1]:.2f})")
        lines.append(f"{name:<{wide}}" + "".join(f"{cell:>22}" for cell in cells))
    return "\n".join(lines)


def doubts(rounds: Rounds) -> str:
    """Reasons to distrust the figures: the machine, not the server, was the limit."""
    found = [figures for one in rounds.values() for figures in one]
    starved = sum(figures.cpu < ENOUGH for figures in found)
    full = sum(figures.client_cpu > ENOUGH for figures in found)
    said = []
    if starved:
        said.append(
            f"in {starved} of {len(found)} rounds the server got less than 80 % of its core"
        )
    if full:
        said.append(f"in {full} of {len(found)} rounds the guests had no time left")
    return f"\nNOT A QUIET MACHINE: {'; '.join(said)}: measure again." if said else ""


async def load(args: argparse.Namespace, stores: Stores) -> dict[str, Any]:
    servers = chosen(stores, compiled())
    rounds = await measure(servers, args)
    report: dict[str, Any] = {name: middle(found) for name, found in rounds.items()}
    for server in servers:
        report[server.name]["view_bytes"] = server.view_bytes()
        if isinstance(server, Ours) and args.tables:
            report[server.name]["kib_per_table"] = round(await server.memory(args.tables), 1)
        await server.stop()
    print(table(report))
    if "boardgame.io" in rounds:
        print("\n" + against(rounds, "boardgame.io"))
    print(doubts(rounds))
    for name, figures in report.items():
        if "kib_per_table" in figures:
            print(f"\n{name}: {figures['kib_per_table']} KiB for each further table", end="")
    print()
    for kind, free in stores.items() if args.choices else ():
        report[f"opening, {kind}"] = found = await opening_times(free.pop(), args.choices)
        print(f"a table of {args.choices} choices on {kind} opens: {found}")
    return report


def costs(args: argparse.Namespace, stack: ExitStack) -> int:
    from tools.load_costs import SEATS, measure
    from tools.postgres_server import fresh_database, running

    url = stack.enter_context(running())
    urls = [stack.enter_context(fresh_database(url)) for _ in range(len(SEATS) + 1)]
    found = msgspec.json.format(msgspec.json.encode(uvloop.run(measure(urls, args, compiled()))))
    Path(args.costs).write_bytes(found + b"\n")
    print(found.decode())
    return 0


def main() -> int:
    top = argparse.ArgumentParser(description=__doc__)
    top.add_argument("--rooms", type=int, default=100)
    top.add_argument("--tables", type=int, default=300, help="further tables, for the memory")
    top.add_argument("--seconds", type=float, default=3)
    top.add_argument("--rounds", type=int, default=5)
    top.add_argument("--choices", type=int, default=2000, help="of the table that is opened")
    top.add_argument("--only", choices=("sqlite", "postgres"))
    top.add_argument("--json", help="write all figures to this file")
    top.add_argument("--costs", help="measure what tools/scale.py reckons with, into this file")
    top.add_argument("--sockets", type=int, default=500, help="for their memory, with --costs")
    args = top.parse_args()
    with ExitStack() as stack:
        if args.costs:
            return costs(args, stack)
        stores: Stores = {}
        if args.only != "postgres":
            folder = Path(tempfile.mkdtemp(prefix="parlour-load-"))
            stack.callback(shutil.rmtree, folder)
            stores["SQLite"] = [f"sqlite:///{folder}/{number}.db" for number in range(STORES)]
        if args.only != "sqlite":
            from tools.postgres_server import fresh_database, running

            url = stack.enter_context(running())
            stores["PostgreSQL"] = [stack.enter_context(fresh_database(url)) for _ in range(STORES)]
        report = uvloop.run(load(args, stores))
    if args.json:
        Path(args.json).write_text(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
