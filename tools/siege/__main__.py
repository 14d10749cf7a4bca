"""Attacks on a server that was started as `make play` starts it, with honest tables beside them.

    make siege                              every attack, 20 s each
    make siege ARGS='--only pings'          those with this in their name; --list names them
    make siege ARGS='--rounds 3'            each of them three times, all figures together

For each attack: the server's memory and descriptors, and how long honest guests wait for their
choices to be acknowledged, before it, during it and after it.  Nothing may grow without bound, what
was taken must be given back, an attack must not get what it is after, and the server's log says
something only after mishaps, and not much.

A second server with as many honest tables runs beside the first, and nobody attacks it: the slowest
hundredth of the waits at the first, during the attack, must not be more than half as long again as
at the second in the same seconds.  So whatever else this machine has to do, the attackers' own work
included, counts for both.  A disk that now and then stops for a tenth of a second hits one of the
two: TMPDIR=/dev/shm keeps both databases in memory, and only the attack is measured.
Ends with 1 if anything did not hold.
"""

import argparse
import asyncio
import multiprocessing
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.cli.remote import Rejected
from tools.fuzz import operations
from tools.house import House
from tools.patience import Patience
from tools.siege.all_attacks import ATTACKS
from tools.siege.attack import PID, POINTS, Target, run
from tools.siege.honest import Honest
from tools.siege.measure import (
    HEAD,
    KEPT_FILES,
    KEPT_MB,
    Finding,
    Phase,
    Process,
    for_seconds,
    look,
)
from tools.siege.shifted import set_clock

BUSY: Final = 0.5  # of each core, by others
BACK_S: Final = 90.0  # until everything must have been given back: twice the server's own times


class Siege:
    """A server, one beside it that nobody attacks, and honest guests at both."""

    def __init__(self, house: House, other: House, args: argparse.Namespace, folder: Path) -> None:
        self.house: Final = house
        self.args: Final = args
        self.folder: Final = folder
        self.waits: Final[list[float]] = []
        self.control: Final[list[float]] = []
        self.honest = [Honest(house, self.waits) for _ in range(args.tables)]
        self.honest += [Honest(other, self.control) for _ in range(args.tables)]

    def pid(self) -> int:
        assert self.house.process is not None
        return self.house.process.pid

    async def watch(self, goes_on: Any) -> Phase:
        self.waits.clear()
        self.control.clear()
        phase = await look(self.pid, goes_on)
        phase.waits = list(self.waits)
        return phase

    async def supervise(self) -> None:
        """A server that has ended is started again."""
        while True:
            await asyncio.sleep(0.1)
            if self.house.process is not None and self.house.process.poll() is not None:
                await asyncio.to_thread(self.house.start)
                self.note_pid()

    def note_pid(self) -> None:
        """For attackers, which are processes of their own; never half written."""
        new = self.folder / "pid.new"
        new.write_text(str(self.pid()))
        new.replace(self.folder / PID)

    async def go(self, names: list[str]) -> int:
        for table in self.honest:
            await table.sit_down()
        tasks = [asyncio.ensure_future(table.play()) for table in self.honest]
        tasks.append(asyncio.ensure_future(self.supervise()))
        target = await self.target()
        await self.watch(for_seconds(self.args.calm))  # everything is loaded and warm
        print(HEAD, flush=True)
        try:
            bad = await self.all_of(names, target, tasks)
        finally:
            for table in self.honest:
                table.done = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for seat in [seat for table in self.honest for seat in table.seats]:
                await seat.close()
        return bad

    async def all_of(self, names: list[str], target: Target, tasks: list[Any]) -> int:
        bad = 0
        for name in names:
            found = await self.attacked(name, target)
            for _ in range(self.args.rounds - 1):
                found.add(await self.attacked(name, target))
            print(found, flush=True)
            bad += bool(found.wrong())
            for task in tasks:
                if task.done():
                    task.result()
        return bad

    async def attacked(self, name: str, target: Target) -> Finding:
        before = await self.watch(for_seconds(self.args.calm))
        context = multiprocessing.get_context("spawn")
        heard = context.SimpleQueue()
        noisy, logged = ATTACKS[name].noisy, self.logged()
        now = await self.target() if noisy else target
        now = msgspec.structs.replace(now, net=1 + list(ATTACKS).index(name))
        self.note_pid()
        attacker = context.Process(target=run, args=(name, now, heard.put))
        attacker.start()
        # Some are over in a moment: too few waits for a slowest hundredth, so they are looked at
        # for as long as the others.
        goes_on = for_seconds(self.args.seconds)
        during = await self.watch(lambda: attacker.is_alive() or goes_on())
        control = Phase(waits=list(self.control))
        got = "the attacker died" if heard.empty() else heard.get()
        attacker.join()
        attacker.close()
        heard.close()
        await self.given_back(before)
        after = await self.watch(for_seconds(self.args.calm))
        logged = self.logged() - logged
        return Finding(name, before, during, after, control, got, logged, noisy)

    def logged(self) -> int:
        return (self.folder / "log").stat().st_size

    async def given_back(self, before: Phase) -> None:
        """Wait until descriptors and memory are back, or for as long as that may take."""
        goes_on = for_seconds(BACK_S)
        while goes_on():
            process = Process(self.pid())
            kept = process.memory() - before.memory
            if process.files() <= before.files + KEPT_FILES and kept <= KEPT_MB:
                return
            await asyncio.sleep(0.5)

    async def target(self) -> Target:
        schema = await asyncio.to_thread(self.house.ask, "/schema/openapi.json")
        return Target(
            url=self.house.url.replace("localhost", "127.0.0.1"),
            table=await played_by_bots(self.house),
            seconds=self.args.seconds,
            store=self.house.store.removeprefix("sqlite:///"),
            clock=str(self.folder / "clock"),
            folder=str(self.folder),
            operations=operations(schema),
        )


async def played_by_bots(house: House) -> str:
    """A table whose first game bots have played to its end: it can be watched and replayed."""
    wanted = {
        "game": "kings",
        "players": 3,
        "seat": None,
        "seats": [{"who": "bot"}] * 3,
        "haste": "once",
    }
    keys: dict[str, Any] = await asyncio.to_thread(house.ask, "/tables", wanted)
    await begun(house, keys)
    patience = Patience("the bots have played")
    while (await asyncio.to_thread(house.ask, f"/tables/{keys['id']}"))["phase"] != "over":
        patience.check()
        await asyncio.sleep(0.5)
    return str(keys["id"])


async def begun(house: House, keys: dict[str, Any]) -> None:
    """As soon as the tables of an attack before leave room for bots."""
    patience = Patience("there is room for bots")
    while True:
        try:
            await asyncio.to_thread(house.ask, f"/tables/{keys['id']}/start", {}, keys["key"])
            return
        except Rejected as refused:
            if refused.code != "too_many_bot_tables":
                raise
        patience.check()
        await asyncio.sleep(0.5)


def arguments(words: list[str] | None) -> argparse.Namespace:
    top = argparse.ArgumentParser(
        prog="siege", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--seconds", type=float, default=20, help="of each attack")
    top.add_argument("--calm", type=float, default=15, help="seconds before and after it")
    top.add_argument("--rounds", type=int, default=1, help="of each attack")
    top.add_argument("--tables", type=int, default=4, help="honest ones, at each server")
    top.add_argument("--only", action="append", help="an attack; may be repeated")
    top.add_argument("--list", action="store_true", help="name the attacks")
    return top.parse_args(words)


def main(words: list[str] | None = None) -> int:
    args = arguments(words)
    names = [name for name in ATTACKS if not args.only or any(w in name for w in args.only)]
    if args.list:
        print("\n".join(f"{ATTACKS[name].section}  {name}: {about(name)}" for name in names))
        return 0
    return besieged(args, names)


def about(name: str) -> str:
    return POINTS[ATTACKS[name].point][1]


def other_work() -> str:
    """What to bear in mind where this machine has something else to do.

    The server that is attacked needs more of its time than the one beside it, so it waits longer
    for it, whatever it does.
    """
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    if load <= cores * BUSY:
        return ""
    return f"this machine has other work (load {load:.1f}, {cores} cores): ratios are too large"


def besieged(args: argparse.Namespace, names: list[str], page: Path | None = None) -> int:
    """`page`: one that is served, if not the one that was built."""
    if told := other_work():
        print(told, file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="parlour-siege-") as text:
        folder = Path(text)
        set_clock(str(folder / "clock"), 0)
        (folder / "other").mkdir()
        with (folder / "log").open("wb") as log:
            house = House(folder, errors=log, client=page, as_played=True, clock=folder / "clock")
            other = House(folder / "other", errors=log, client=page, as_played=True)
            with house, other:
                bad = asyncio.run(Siege(house, other, args, folder).go(names))
        said = (folder / "log").read_text(errors="replace")
    if said:
        print(f"the server's log, {len(said):,} characters:\n{said[:3_000]}")
    return 1 if bad or "Traceback" in said else 0


if __name__ == "__main__":
    sys.exit(main())
