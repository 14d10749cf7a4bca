"""Measures whether bots that think hold up people: `python -m tools.thinking`.

Two people play Kings at a server, one choice after the other, while 30 tables of hard bots are
paused (idle), while they play (busy), and while they are paused beside a process of the bots'
priority that has nothing to do with the server (beside), in turns.  What counts is how long a
person waits for the acknowledgement of a choice, which is on the disk by then.  Rounds take turns,
so that a noisy machine is noisy to all: read the ratios.  Busy to beside is what the server itself
adds to what any process costs that computes on the same processors.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, Final

from parlour.cli.remote import Seat
from tools.house import House

KINDS: Final = ("idle", "beside", "busy")
QUIET_S: Final = 0.02
BESIDE: Final = """
from parlour.server.processes import give_way
give_way()
while True:
    sum(range(1000))
"""
BUSY_S: Final = 3.0
"""So long bots think before a round begins: by then their processes have started."""


def bot_tables(house: House, count: int, level: str) -> list[tuple[str, str]]:
    """Tables of bots, begun and paused: ids and keys."""
    found = []
    bots = [{"who": "bot", "level": level}] * 4
    wanted = {"game": "kings", "seat": None, "players": 4, "seats": bots}
    for _ in range(count):
        keys = house.ask("/tables", wanted)
        house.ask(f"/tables/{keys['id']}/start", {}, keys["key"])
        house.ask(f"/tables/{keys['id']}/pause", {}, keys["key"])
        found.append((keys["id"], keys["key"]))
    return found


def let(house: House, tables: list[tuple[str, str]], deed: str) -> None:
    for id, key in tables:
        if house.ask(f"/tables/{id}")["phase"] == "playing":
            house.ask(f"/tables/{id}/{deed}", {}, key)


async def people(house: House) -> list[Seat]:
    """Two people at a table of their own, begun."""
    keys = house.ask("/tables", {"game": "kings", "name": "Anna", "players": 2})
    joined = house.ask(f"/tables/{keys['id']}/join", {"name": "Boris"})
    seats = [Seat(house.url, keys["id"], key) for key in (keys["key"], joined["key"])]
    for seat in seats:
        await seat.connect()
    house.ask(f"/tables/{keys['id']}/start", {}, keys["key"])
    return seats


async def catch_up(seats: list[Seat]) -> None:
    """Hear what there is to hear; what only one could choose is answered for them meanwhile."""
    for seat in seats:
        with contextlib.suppress(TimeoutError):
            while True:
                await seat.hear(QUIET_S)


async def waits(house: House, choices: int, luck: Random) -> list[float]:
    """How long each of so many choices took to be acknowledged, in milliseconds."""
    found: list[float] = []
    seats = await people(house)
    while len(found) < choices:
        if any(seat.over for seat in seats):
            for seat in seats:
                await seat.close()
            seats = await people(house)
        asked = next((seat for seat in seats if seat.asked), None)
        if asked is None:
            await catch_up(seats)
            continue
        text = luck.choice(asked.decision["choices"])["text"]
        began = time.perf_counter()
        await asked.answer(text)
        found.append((time.perf_counter() - began) * 1000)
        await catch_up(seats)
    for seat in seats:
        await seat.close()
    return found


@contextlib.contextmanager
def beside() -> Iterator[None]:
    """A process that computes all the time, at the priority of those in which bots think."""
    process = subprocess.Popen([sys.executable, "-c", BESIDE])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98]


async def measure(args: argparse.Namespace, folder: Path) -> dict[str, list[list[float]]]:
    more: dict[str, Any] = {"bot_tables_per_address": 1000, "max_bot_tables": 1000}
    limits: dict[str, Any] = {"requests_per_minute": 1_000_000, "opened_per_minute": 1_000_000}
    rounds: dict[str, list[list[float]]] = {kind: [] for kind in KINDS}
    luck = Random(7)
    with House(folder, as_played=True, **more, **limits) as house:
        tables = bot_tables(house, args.tables, args.level)
        for number in range(args.rounds):
            for kind in KINDS if number % 2 else KINDS[::-1]:
                with beside() if kind == "beside" else contextlib.nullcontext():
                    if kind == "busy":
                        let(house, tables, "resume")
                        await asyncio.sleep(BUSY_S)
                    rounds[kind].append(await waits(house, args.choices, luck))
                if kind == "busy":
                    let(house, tables, "pause")
                    await asyncio.sleep(1)
            told = ", ".join(f"{p99(rounds[kind][-1]):.1f} ms {kind}" for kind in KINDS)
            print(f"  round {number + 1}: p99 {told}", flush=True)
        assert house.process is not None
        house.process.send_signal(signal.SIGTERM)
    return rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--choices", type=int, default=150)
    parser.add_argument("--level", default="hard", help="of the bots: normal shows what moves cost")
    parser.add_argument(
        "--folder", help="for the store; /dev/shm leaves out a disk that others use"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        rounds = asyncio.run(measure(args, Path(folder)))
    pooled = {kind: [one for times in found for one in times] for kind, found in rounds.items()}
    for kind, times in pooled.items():
        print(
            f"{kind}: {len(times)} choices, median {median(times):.2f} ms, p99 {p99(times):.2f} ms"
        )
    for other in ("idle", "beside"):
        print(against(rounds, pooled, other))
    print(f"{args.tables} tables of {args.level} bots, load {os.getloadavg()[0]:.1f}")


def against(
    rounds: dict[str, list[list[float]]], pooled: dict[str, list[float]], other: str
) -> str:
    pairs = zip(rounds["busy"], rounds[other], strict=True)
    by_round = sorted(p99(busy) / p99(calm) for busy, calm in pairs)
    whole = p99(pooled["busy"]) / p99(pooled[other])
    spread = f"{by_round[0]:.2f} to {by_round[-1]:.2f}"
    return (
        f"p99, busy to {other}: ×{whole:.2f} of all, ×{median(by_round):.2f} by rounds ({spread})"
    )


if __name__ == "__main__":
    main()
