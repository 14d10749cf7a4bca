"""Attacks on a server that was started as `make play` starts it, with an honest table beside them.

For each attack: the server's memory and descriptors, and how long two honest guests wait for their
choices to be acknowledged, before it, during it and after it.  Nothing may grow without bound, what
was taken must be given back, and the honest guests must not wait much longer than before.
"""

import argparse
import asyncio
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from parlour.cli.remote import Rejected, Seat
from tools.attacks import ATTACKS, Target, run, small_page
from tools.fuzz import operations
from tools.house import House
from tools.patience import Patience

PAUSE_S: Final = 0.1  # a choice; a seat may say twenty things a second
MEMORY_MB: Final = 100.0  # that an attack may take while it goes on
KEPT_MB: Final = 30.0  # and that may stay: pieces of memory that Python keeps for itself
KEPT_FILES: Final = 20
SLOWER: Final = 1.5
NOTICED_MS: Final = 20.0  # a wait below this is no harm, however short it was before
BACK_S: Final = 90.0  # until everything must have been given back: twice the server's own times


class Process:
    """What a server holds, by Linux' own account."""

    def __init__(self, pid: int) -> None:
        self.folder: Final = Path(f"/proc/{pid}")

    def memory(self) -> float:
        pages = int((self.folder / "statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def files(self) -> int:
        return len(list((self.folder / "fd").iterdir()))


class Phase(msgspec.Struct):
    """What was seen in one stretch of time; waits in milliseconds."""

    memory: float = 0.0
    files: int = 0
    waits: list[float] = []

    def wait(self, share: float) -> float:
        waits = sorted(self.waits) or [0.0]
        return waits[min(len(waits) - 1, int(share * len(waits)))]


class Honest:
    """Two people who play one game after the other, and never hurry."""

    def __init__(self, house: House) -> None:
        self.house: Final = house
        self.phase = Phase()
        self.seats: list[Seat] = []

    async def sit_down(self) -> None:
        plans = [{"who": "open"}] * 2
        wanted = {"game": "kings", "name": "Anna", "players": 2, "seats": plans}
        keys = await asyncio.to_thread(self.house.ask, "/tables", wanted)
        path = f"/tables/{keys['id']}"
        other = await asyncio.to_thread(self.house.ask, f"{path}/join", {"name": "Boris"})
        self.seats = [Seat(self.house.url, keys["id"], key) for key in (keys["key"], other["key"])]
        for seat in self.seats:
            await seat.connect()
        await self._ask("start")

    async def _ask(self, deed: str, by: Seat | None = None) -> None:
        seat = by or self.seats[0]
        await asyncio.to_thread(self.house.ask, f"/tables/{seat.table_id}/{deed}", {}, seat.key)

    async def play(self) -> None:
        await asyncio.gather(*(self._play(seat, Random(1)) for seat in self.seats))

    async def _play(self, seat: Seat, luck: Random) -> None:
        while True:
            if seat.over and seat is self.seats[0]:
                for one in self.seats:
                    await self._ask("rematch", one)
            if seat.over or not seat.decision:
                await seat.hear()
                continue
            await asyncio.sleep(PAUSE_S)
            begun, last = time.perf_counter(), seat.last
            try:
                await seat.answer(luck.choice(seat.decision["choices"])["text"])
            except Rejected as refused:
                if "mid" not in refused.said:
                    raise
            self.phase.waits.append((time.perf_counter() - begun) * 1000)
            if seat.last == last:
                await seat.hear()


async def look(process: Process, honest: Honest, goes_on: Callable[[], bool]) -> Phase:
    """Watch as long as it goes on: the most memory and files that were held, and all waits."""
    phase = honest.phase = Phase(waits=[])
    while goes_on():
        phase.memory = max(phase.memory, process.memory())
        phase.files = max(phase.files, process.files())
        await asyncio.sleep(0.1)
    return phase


def for_seconds(seconds: float) -> Callable[[], bool]:
    until = time.monotonic() + seconds
    return lambda: time.monotonic() < until


async def given_back(process: Process, before: Phase) -> None:
    """Wait until descriptors and memory are back, or for as long as that may take."""
    goes_on = for_seconds(BACK_S)
    while goes_on():
        kept = process.memory() - before.memory
        if process.files() <= before.files + KEPT_FILES and kept <= KEPT_MB:
            return
        await asyncio.sleep(0.5)


def wrong(before: Phase, during: Phase, after: Phase) -> list[str]:
    """What this attack has broken."""
    found = []
    if during.memory - before.memory > MEMORY_MB:
        found.append("memory grew")
    if after.memory - before.memory > KEPT_MB:
        found.append("memory stayed")
    if after.files > before.files + KEPT_FILES:
        found.append("descriptors stayed")
    for name, phase in (("during", during), ("after", after)):
        if phase.wait(0.99) > max(SLOWER * before.wait(0.99), NOTICED_MS):
            found.append(f"slow {name}")
        if not phase.waits:
            found.append(f"nobody played {name}")
    return found


def told(name: str, phases: list[Phase], broken: list[str]) -> str:
    memory = " / ".join(f"{phase.memory:.0f}" for phase in phases)
    files = " / ".join(str(phase.files) for phase in phases)
    middle = " / ".join(f"{phase.wait(0.5):.1f}" for phase in phases)
    p99 = " / ".join(f"{phase.wait(0.99):.1f}" for phase in phases)
    said = ", ".join(broken) or "held"
    return f"{name:26}{memory:>19}{files:>19}{middle:>20}{p99:>22}   {said}"


async def siege(house: House, names: list[str], seconds: float, calm: float) -> int:
    assert house.process is not None
    process, honest = Process(house.process.pid), Honest(house)
    target = Target(house.url.replace("localhost", "127.0.0.1"), await replayed(house), seconds)
    target = msgspec.structs.replace(target, operations=await schema(house))
    await honest.sit_down()
    playing = asyncio.create_task(honest.play())
    await look(process, honest, for_seconds(calm))  # everything is loaded and warm
    print(f"{'':26}{'memory MB':>19}{'descriptors':>19}{'p50 ms':>20}{'p99 ms':>22}")
    bad = 0
    for name in names:
        before = await look(process, honest, for_seconds(calm))
        attacker = multiprocessing.get_context("spawn").Process(target=run, args=(name, target))
        attacker.start()
        during = await look(process, honest, attacker.is_alive)
        await given_back(process, before)
        after = await look(process, honest, for_seconds(calm))
        broken = wrong(before, during, after)
        print(told(name, [before, during, after], broken), flush=True)
        bad += bool(broken)
        if playing.done():
            playing.result()
    playing.cancel()
    return bad


async def schema(house: House) -> list[str]:
    return operations(await asyncio.to_thread(house.ask, "/schema/openapi.json"))


async def replayed(house: House) -> str:
    """A table whose first game bots have played to its end: it can be watched and replayed."""
    wanted = {"game": "kings", "players": 3, "seat": None, "seats": [{"who": "bot"}] * 3}
    keys: dict[str, Any] = await asyncio.to_thread(house.ask, "/tables", wanted)
    await asyncio.to_thread(house.ask, f"/tables/{keys['id']}/start", {}, keys["key"])
    patience = Patience("the bots have played")
    while (await asyncio.to_thread(house.ask, f"/tables/{keys['id']}"))["phase"] != "over":
        patience.check()
        await asyncio.sleep(0.5)
    return str(keys["id"])


def main() -> int:
    top = argparse.ArgumentParser(description=__doc__)
    top.add_argument("--seconds", type=float, default=20, help="of each attack")
    top.add_argument("--calm", type=float, default=10, help="seconds before and after it")
    top.add_argument("--only", action="append", help="an attack; may be repeated")
    top.add_argument("--list", action="store_true", help="name the attacks")
    args = top.parse_args()
    names = [name for name in ATTACKS if not args.only or any(w in name for w in args.only)]
    if args.list:
        print("\n".join(names))
        return 0
    with tempfile.TemporaryDirectory(prefix="parlour-siege-") as folder:
        log = Path(folder) / "log"
        page = small_page(Path(folder) / "page")
        with log.open("wb") as errors:
            house = House(Path(folder), errors=errors, client=page, as_played=True, haste=200)
            house.start()
            try:
                bad = asyncio.run(siege(house, names, args.seconds, args.calm))
            finally:
                house.stop(signal.SIGTERM)
        said = log.read_text(errors="replace")
    if said:
        print(f"the server's log, {len(said):,} characters:\n{said[:3_000]}")
    return 1 if bad or said else 0


if __name__ == "__main__":
    sys.exit(main())
