"""Kill servers again and again, under load, and see whether anything that was promised is lost.

    make faults                              1,000 kills of one server on SQLite,
                                             500 of one of two nodes on PostgreSQL,
                                             200 of one of three nodes or of their two databases
    make faults ARGS='--nodes 1 --kills 50'  50 kills of one server
    make faults ARGS=--fresh                 forget what was tallied before

Guests play through the public protocol: tables of every game, by turns and live, with rematches,
undo free and by consent, talk and pauses; series and evenings.  Servers are ended by SIGKILL at
random moments, also while they start, and started again.  Guests connect again and send what was
not acknowledged a second time, under the same id.  After every kill the log of every table is
compared with what was acknowledged, every finished game with its record; now and then a backup is
taken under load and restored.  A table at which nothing happens for two minutes is stuck.  Half of
the guests take part in shuffles and draws, and compare the end with what they kept.

With three nodes the house has two databases, PostgreSQL servers of its own.  They too are ended by
SIGKILL, all their processes at once, sometimes together with a node.  While one is away the tables
of the other must go on; it is started again only when half of them have.

Ctrl-C stops; the same command goes on.  Tallies add up in build/faults/, where wrong.txt and the
servers' logs say what went wrong.  The last kill of a job counts when all its games have been
played out, so that no run ends without that.  Ends with 1 if anything ever went wrong.
"""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import SystemRandom
from typing import Final

from tools.faults.books import Books
from tools.faults.database import Database, databases
from tools.faults.mix import everything
from tools.faults.run import Run, nodes_for
from tools.faults.tally import WRONG

ROOT: Final = Path(__file__).parents[2]
KILLS: Final = {1: 1_000, 2: 500, 3: 200}
DATABASES: Final = 2  # of three nodes
NAMES: Final = {
    1: "one server, SQLite",
    2: "one of two nodes, PostgreSQL",
    3: "one of three nodes or of two databases, PostgreSQL",
}
TELL_S: Final = 60.0  # between two lines of progress, where they cannot be overwritten
LOOK_S: Final = 1.0
Job = subprocess.Popen[bytes]


def arguments(words: list[str] | None) -> argparse.Namespace:
    top = argparse.ArgumentParser(
        prog="faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--kills", type=int, default=0, help="in all, with those of former runs")
    top.add_argument(
        "--nodes", type=int, default=0, choices=(0, 1, 2, 3), help="0: first one, then two, …"
    )
    top.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 2))
    top.add_argument("--tables", type=int, default=8, help="parties at a time, of each job")
    top.add_argument("--fresh", action="store_true", help="forget what was tallied before")
    top.add_argument("--seed", type=int, default=0, help="of the first job; 0: any")
    top.add_argument("--folder", type=Path, default=ROOT / "build" / "faults")
    top.add_argument("--store", default="", help=argparse.SUPPRESS)  # this is one of the jobs
    return top.parse_args(words)


# --- one job ----------------------------------------------------------------------------------


async def job(args: argparse.Namespace) -> None:
    """So many kills on a store of its own.  A log in which nothing stands is not kept.

    Databases that are killed are started here, in the folder that is given as the store.
    """
    logging.disable(logging.ERROR)  # of our own look into databases that are killed
    books = Books(args.folder)
    log = args.folder / f"seed-{args.seed}.log"
    with contextlib.ExitStack() as until_the_end:
        own: list[Database] = []
        if args.nodes == 3:
            own = until_the_end.enter_context(databases(Path(args.store), DATABASES))
        run = Run(
            nodes_for(" ".join(one.server.url for one in own) or args.store, args.nodes, log),
            everything(),
            args.tables,
            args.seed,
            lambda tally: books.add(args.nodes, tally),
            lambda told: books.wrong(f"{args.nodes} nodes, seed {args.seed}: {told}"),
            own,
        )
        await run.go(args.kills)
    if log.exists() and not log.stat().st_size:
        log.unlink()


# --- all of them ------------------------------------------------------------------------------


@contextlib.contextmanager
def stores(nodes: int, number: int) -> Iterator[list[str]]:
    """An empty database for every job; a folder, where it starts its own."""
    with contextlib.ExitStack() as until_the_end:
        if nodes != 2:
            folder = until_the_end.enter_context(tempfile.TemporaryDirectory(prefix="faults-"))
            Path(folder).chmod(0o755)  # PostgreSQL runs as somebody else
            yield [f"sqlite:///{folder}/{k}.db" if nodes == 1 else folder for k in range(number)]
            return
        from tools.postgres_server import fresh_database, running

        server = until_the_end.enter_context(running())
        yield [until_the_end.enter_context(fresh_database(server)) for _ in range(number)]


def begun(args: argparse.Namespace, nodes: int, kills: int, store: str, seed: int) -> Job:
    words = [sys.executable, "-m", "tools.faults", "--nodes", str(nodes), "--kills", str(kills)]
    words += ["--tables", str(args.tables), "--seed", str(seed), "--folder", str(args.folder)]
    return subprocess.Popen([*words, "--store", store], cwd=ROOT, start_new_session=True)


def line(books: Books, nodes: int, wanted: int, before: int, began: float) -> str:
    sums = books.sums(nodes)
    done = sums.kills - before
    rate = done / max(1e-6, time.monotonic() - began)
    left = f"{max(0, wanted - sums.kills) / rate / 60:.0f} min left" if done else "…"
    wrong = ", ".join(f"{getattr(sums, name)} {name}" for name in WRONG)
    return (
        f"{sums.kills:,} of {wanted:,} kills, {sums.acknowledged:,} acknowledged, {wrong}; "
        f"{60 * rate:.0f} kills a minute, {left}"
    )


def tell(said: str, last: bool = False) -> None:
    screen = sys.stdout.isatty()
    print(f"\r{said}" if screen else said, end="" if screen and not last else "\n", flush=True)


def kill(books: Books, args: argparse.Namespace, nodes: int) -> None:
    """What is left to do of this sort; jobs that fail say so in the books."""
    wanted = args.kills or KILLS[nodes]
    so_far = books.sums(nodes)
    before = so_far.kills
    left = wanted - before if so_far.played_out else max(1, wanted - before)
    if left <= 0:
        return
    number = min(args.jobs, left)
    first = args.seed or SystemRandom().randrange(1, 10**6)
    began, told = time.monotonic(), 0.0
    with stores(nodes, number) as urls:
        shares = [left // number + (k < left % number) for k in range(number)]
        jobs = [begun(args, nodes, shares[k], urls[k], first + k) for k in range(number)]
        try:
            while any(one.poll() is None for one in jobs):
                if sys.stdout.isatty() or time.monotonic() > told + TELL_S:
                    told = time.monotonic()
                    tell(line(books, nodes, wanted, before, began))
                time.sleep(LOOK_S)
        finally:
            end(jobs)
            tell(line(books, nodes, wanted, before, began), last=True)
    for k, one in enumerate(jobs):
        if one.returncode:
            books.wrong(f"the job with seed {first + k} ended with {one.returncode}")


def end(jobs: list[Job]) -> None:
    """Servers end with the process that they were forked from, and that ends with its job."""
    for one in jobs:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(one.pid, signal.SIGKILL)
        one.wait()


def stop(*_: object) -> None:
    raise KeyboardInterrupt


def went_wrong(books: Books, sorts: list[int]) -> bool:
    """Told with the sums; also what was only counted, though nobody found words for it."""
    sums = {nodes: books.sums(nodes) for nodes in sorts}
    for nodes, tally in sums.items():
        print(f"{nodes} node{'s'[: nodes - 1]}: {tally}")
    if wrong := books.said():
        print(wrong[-5_000:])
    return bool(wrong) or any(tally.bad for tally in sums.values())


def main(words: list[str] | None = None) -> int:
    args = arguments(words)
    if args.store:
        asyncio.run(job(args))
        return 0
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, stop)
    books = Books(args.folder)
    if args.fresh:
        books.clear()
    books.open()
    sorts = [args.nodes] if args.nodes else [1, 2, 3]
    stopped = False
    try:
        for nodes in sorts:
            print(f"== {NAMES[nodes]}")
            kill(books, args, nodes)
    except KeyboardInterrupt:
        stopped = True
        print("stopped; the same command goes on", flush=True)
    return 1 if went_wrong(books, sorts) else 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
