"""How many durable appends a second, over both stores.

    python -m tools.bench_store [--tables 50] [--seconds 3] [--rounds 3] [--url ADDRESS ...]

Each table appends one row of 200 bytes and waits until it is on the disk before the next, as a
table with players does.  The stores take turns, so that a noisy machine is noisy to both; the
anchor is one file written and synced for each append, the simplest durable append.
Without --url: a SQLite file in --folder, and a PostgreSQL server started for the occasion.
"""

import argparse
import asyncio
import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from parlour.server.store import Listing, NewTable, Row, Store, open_store
from tools.postgres_server import NoServer, fresh_database, running

BODY: Final = b'{"text":"%s"}' % (b"x" * 189)


class Figures(NamedTuple):
    """Of one round."""

    per_s: float
    p50_ms: float
    p99_ms: float
    cpu_us: float  # of this process, for each append


async def play(store: Store, name: str, until: float, took: list[float]) -> None:
    seq = 1
    while (start := time.perf_counter()) < until:
        await store.append(name, seq, [Row(seq + 1, 0, "chose", BODY)])
        took.append(time.perf_counter() - start)
        seq += 1


async def measure(url: str, tables: int, seconds: float) -> Figures:
    store = open_store(url)
    await store.open()
    names = [secrets.token_hex(8) for _ in range(tables)]
    for name in names:
        about = Listing(name, name, "bench", "playing", False, 0)
        await store.create(NewTable(about, 1, b"", b""), [Row(1, 0, "opened", b"{}")])
    took: list[float] = []
    start, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(store, name, start + seconds, took) for name in names))
    spent, cpu = time.perf_counter() - start, time.process_time() - cpu
    await store.close()
    took.sort()
    share = cpu / len(took) * 1e6
    return Figures(
        len(took) / spent, took[len(took) // 2] * 1e3, took[-len(took) // 100] * 1e3, share
    )


def measure_anchor(folder: Path, seconds: float) -> Figures:
    """Append to a file and sync, again and again."""
    took: list[float] = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        start, cpu = time.perf_counter(), time.process_time()
        while (now := time.perf_counter()) < start + seconds:
            file.write(BODY)
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - now)
        spent, cpu = time.perf_counter() - start, time.process_time() - cpu
    took.sort()
    share = cpu / len(took) * 1e6
    return Figures(
        len(took) / spent, took[len(took) // 2] * 1e3, took[-len(took) // 100] * 1e3, share
    )


@contextmanager
def addresses(given: list[str], folder: Path) -> Iterator[dict[str, str]]:
    """What to measure, by name."""
    if given:
        yield {url.partition(":")[0]: url for url in given}
        return
    with ExitStack() as stack:
        found = {"sqlite": f"sqlite:///{folder / 'bench.db'}"}
        try:
            server = stack.enter_context(running())
            found["postgresql"] = stack.enter_context(fresh_database(server))
        except NoServer as reason:
            print(f"without PostgreSQL: {reason}")
        yield found


def main() -> None:
    parser = argparse.ArgumentParser(description="Durable appends a second.")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--url", action="append", default=[])
    parser.add_argument("--folder", type=Path, default=None, help="where the SQLite file lies")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        folder = Path(name)
        with addresses(args.url, folder) as urls:
            rounds: dict[str, list[Figures]] = {}
            for _ in range(args.rounds):
                anchor = measure_anchor(folder, args.seconds / 3)
                rounds.setdefault("file, one sync each", []).append(anchor)
                for what, url in urls.items():
                    figures = asyncio.run(measure(url, args.tables, args.seconds))
                    rounds.setdefault(what, []).append(figures)
    report(rounds, args.tables)


def report(rounds: dict[str, list[Figures]], tables: int) -> None:
    print(f"{tables} tables, median of the rounds (all rounds)")
    for what, figures in rounds.items():
        middle = Figures(*(median(column) for column in zip(*figures, strict=True)))
        every = ", ".join(f"{one.per_s:,.0f}" for one in figures)
        print(
            f"{what:20} {middle.per_s:8,.0f}/s   p50 {middle.p50_ms:6.2f} ms   "
            f"p99 {middle.p99_ms:6.2f} ms   {middle.cpu_us:4.0f} µs of CPU   ({every})"
        )


if __name__ == "__main__":
    main()
