"""Kill the server again and again, under load, and see whether anything that was promised is lost.

    python tools/faults.py --kills 200                      one server, SQLite
    python tools/faults.py --kills 100 --nodes 2            one of two nodes, PostgreSQL

Guests play whole games of every room through the public protocol, and of those with a clock also
live, with ticks that the server makes.  Each keeps a journal of what
was acknowledged.  A server is ended by SIGKILL at random moments and started again; guests connect
again and send what was not acknowledged a second time, under the same id.  Every finished game is
checked: its record holds exactly what the journals say, in order, once, and verifies.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from parlour.cli.remote import Rejected, Seat, ask
from parlour.core.errors import BadTable
from parlour.games import all_games
from parlour.server.table.records import read_file, verify
from tools.patience import PATIENCE_S, PAUSE_S, Patience, until
from tools.ports import free_port

LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
QUICK = ("haste=1000000000", "think_ms=0", "hold_ms=5", "lease_ms=1500")
CALM = ("hello_s=300", "stall_s=300", "grace_ms=300000")
"""A busy machine is no guest that went away."""
WIDE = ("requests_per_minute=10000000", "opened_per_minute=100000", "max_per_address=10000")
FAST = ("messages_per_second=100000", "message_burst=100000")
ROOM = Path(__file__).parents[1]


def variants() -> list[tuple[str, dict[str, Any]]]:
    """Every game; and once more with its clock running, where an option starts one."""
    found: list[tuple[str, dict[str, Any]]] = []
    for id, game in sorted(all_games().items()):
        found.append((id, {}))
        words = [(name, w) for name, o in game.option_list.items() for w in o.words]
        for name, word in words:
            with contextlib.suppress(BadTable):
                if game.new(game.least, 1, {name: word}, quiet=True).ticking():
                    found.append((id, {name: word}))
    return found


def quick_ticks(id: str) -> dict[str, int]:
    """The shortest tick that a game allows, where it has an option for that."""
    options = all_games()[id].option_list
    return {name: option.least for name, option in options.items() if name.endswith("tick_ms")}


class Node:
    """One server process."""

    def __init__(self, name: str, store: str, module: str = "parlour.cli", tree: str = "") -> None:
        self.module = module
        self.tree = tree  # of a compiled build
        self.name = name
        self.store = store
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, more: tuple[str, ...] = ()) -> None:
        words = [sys.executable, "-m", self.module, "serve", "--host", "127.0.0.1", "--no-qr"]
        words += ["--port", str(self.port), "--store", self.store, "--node", self.name]
        for setting in (*QUICK, *WIDE, *FAST, *CALM, *more):
            words += ["--set", setting]
        path = [self.tree] if self.tree else []
        path += [str(ROOM / "src"), *sys.path]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
        self.process = await asyncio.create_subprocess_exec(
            *words, env=env, stdout=asyncio.subprocess.DEVNULL
        )

    async def kill(self, how: int = signal.SIGKILL) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        await self.process.wait()

    async def ready(self) -> None:
        await until("the server starts", self._answers)

    async def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.returncode is None, "the server has ended"
        with contextlib.suppress(Rejected, OSError):
            await ask(f"{self.url}/healthz")
            return True
        return False


class Tally(msgspec.Struct):
    """Counts of what happened."""

    kills: int = 0
    games: int = 0
    ticking_games: int = 0
    acknowledged: int = 0
    sent_again: int = 0
    refused: int = 0
    reconnects: int = 0
    lost: int = 0
    twice: int = 0
    recovery_ms: list[float] = []

    def summary(self) -> dict[str, Any]:
        times = sorted(self.recovery_ms) or [0.0]
        shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
        figures: dict[str, Any] = msgspec.to_builtins(self)
        figures["recovery_ms"] = {
            name: round(times[min(len(times) - 1, int(len(times) * share))])
            for name, share in shares.items()
        }
        return figures


class Guest:
    """A guest whose connection breaks, and who remembers what was acknowledged."""

    def __init__(self, table: "TableRun", seat: Seat, luck: Random) -> None:
        self.table = table
        self.seat = seat
        self.luck = luck
        self.connected = False
        self.pending: dict[str, Any] | None = None
        self.game = 0
        self.journal: dict[int, list[str]] = {}

    async def run(self) -> None:
        while not self.table.done:
            try:
                await self.step()
            except LOST:
                self.connected = False
                self.seat.abort()
            except Rejected as refused:
                if "mid" not in refused.said:  # a goodbye
                    self.connected = False
                    await asyncio.sleep(PAUSE_S)

    async def step(self) -> None:
        if not self.connected:
            await asyncio.wait_for(self.seat.connect(tries=1_000_000, pause=PAUSE_S), PATIENCE_S)
            self.connected = True
            self.table.tally.reconnects += 1
        if self.pending is not None:
            await self.resolve(self.pending)
        elif self.seat.over or not self.seat.decision:
            await self.seat.hear(1.0)
        elif self.seat.asked or self.luck.random() < 0.05:
            await asyncio.sleep(self.luck.random() * 0.02)
            await self.choose()
        else:
            await self.seat.hear(1.0)

    async def choose(self) -> None:
        text = self.luck.choice(self.seat.decision["choices"])["text"]
        self.pending = self.seat.answering(text)
        self.game = int(self.seat.table["number"])
        await self.resolve(self.pending, again=False)

    async def resolve(self, message: dict[str, Any], again: bool = True) -> None:
        """Send until it is acknowledged or refused: the same id counts once."""
        self.table.tally.sent_again += again
        try:
            await self.seat.tell(message)
            self.journal.setdefault(self.game, []).append(message["choice"])
            self.table.acknowledged()
        except Rejected as refused:
            if "mid" not in refused.said:
                raise
            if refused.code == "not_saved":
                await asyncio.sleep(0.05)
                return
            self.table.tally.refused += 1
        self.pending = None


class TableRun:
    """One table, played until enough has been killed."""

    def __init__(self, run: "Run", game: str, options: dict[str, Any], number: int) -> None:
        self.run = run
        self.tally = run.tally
        self.game = game
        self.options = {**options, **quick_ticks(game)} if options else {}
        self.luck = Random(f"{game} {number}")
        self.done = False
        self.recovered = True
        self.guests: list[Guest] = []
        self.id = ""

    def acknowledged(self) -> None:
        self.tally.acknowledged += 1
        if not self.recovered:
            self.recovered = True
            self.tally.recovery_ms.append((time.monotonic() - self.run.killed_at) * 1000)

    async def api(self, path: str, body: Any = None, key: str = "") -> Any:
        """An HTTP call that outlives the server."""
        patience = Patience("the server comes back")
        for attempt in itertools.count():
            url = self.run.nodes[attempt % len(self.run.nodes)].url
            try:
                return await ask(f"{url}/api{path}", body, key)
            except Rejected as refused:
                if refused.code not in ("store_down", "not_saved", "busy"):
                    raise
            except OSError:
                pass
            patience.check()
            await asyncio.sleep(PAUSE_S)
        raise AssertionError("counting never ends")

    async def open(self) -> None:
        room = all_games()[self.game]
        people = min(3, room.most)
        bots = max(room.least - people, 1 if people < room.most else 0)
        others = range(1, people)
        plans = [{"who": "open"}] * people + [{"who": "bot"}] * bots
        wanted = {"game": self.game, "name": "Anna", "players": people + bots, "seats": plans}
        keys = await self.api("/tables", {**wanted, "options": self.options})
        self.id = keys["id"]
        bases = [node.url for node in self.run.nodes]
        joined = [await self.api(f"/tables/{self.id}/join", {"name": f"Guest {k}"}) for k in others]
        for key in [keys["key"], *(one["key"] for one in joined)]:
            self.luck.shuffle(bases)  # the guests of one table sit at different nodes
            seat = Seat(",".join(bases), self.id, key)
            self.guests.append(Guest(self, seat, Random(self.luck.random())))
        await self.insist("start")

    async def insist(self, deed: str) -> None:
        """The host starts, all play again; whether an earlier try came through does not matter."""
        for guest in self.guests if deed == "rematch" else self.guests[:1]:
            try:
                await self.api(f"/tables/{self.id}/{deed}", {}, guest.seat.key)
            except Rejected as refused:
                if refused.code not in ("already_started", "not_over"):
                    raise

    async def play(self) -> None:
        await self.open()
        async with asyncio.TaskGroup() as playing:
            for guest in self.guests:
                playing.create_task(guest.run())
            await self.games()

    async def games(self) -> None:
        """Game after game, each checked, until enough has been killed."""
        number = 1
        while True:
            while (await self.api(f"/tables/{self.id}"))["phase"] == "playing":
                await asyncio.sleep(0.1)
            while any(guest.pending for guest in self.guests):
                await asyncio.sleep(PAUSE_S)
            await self.check(number)
            if self.run.enough:
                break
            await self.insist("rematch")
            number += 1
        self.done = True

    async def check(self, number: int) -> None:
        """The record says exactly what the journals say."""
        found = await self.api(f"/tables/{self.id}/games/{number}/record")
        file = read_file(msgspec.json.encode(found))
        assert verify(file).honest, f"{self.game} {self.id} does not verify"
        played = [(seat, text) for seat, text in file.record.choices if seat >= 0]
        by = list(zip(played, file.by, strict=True))
        for guest in self.guests:
            mine = [t for (seat, t), who in by if seat == guest.seat.number and who == "person"]
            told = guest.journal.get(number, [])
            if mine != told:
                self.tally.lost += max(0, len(told) - len(mine))
                self.tally.twice += max(0, len(mine) - len(told))
                print(f"DIFFERENT {self.game}: record {mine}\n  journal {told}", file=sys.stderr)
                assert mine == told
        self.tally.games += 1
        self.tally.ticking_games += any(seat < 0 for seat, _ in file.record.choices)


class Run:
    """One run: the nodes, the tables, and the kills."""

    def __init__(self, nodes: list[Node], kills: int, tables: int, seed: int) -> None:
        self.nodes = nodes
        self.kills = kills
        self.tally = Tally()
        self.luck = Random(seed)
        self.enough = False
        self.killed_at = 0.0
        games = variants()
        self.tables = [TableRun(self, *games[k % len(games)], k) for k in range(tables)]

    async def go(self) -> Tally:
        for node in self.nodes:
            await node.start()
        await asyncio.gather(*(node.ready() for node in self.nodes))
        tables = [asyncio.create_task(table.play()) for table in self.tables]
        killer = asyncio.create_task(self.kill())
        try:
            await asyncio.gather(killer, *tables)
        finally:
            for task in (killer, *tables):
                task.cancel()
            await asyncio.gather(killer, *tables, return_exceptions=True)
            for node in self.nodes:
                with contextlib.suppress(ProcessLookupError):
                    await node.kill(signal.SIGTERM)
        return self.tally

    async def kill(self) -> None:
        while self.tally.kills < self.kills:
            await asyncio.sleep(0.05 + self.luck.random() * 0.4)
            node = self.luck.choice(self.nodes)
            for table in self.tables:
                table.recovered = False
            self.killed_at = time.monotonic()
            await node.kill()
            self.tally.kills += 1
            await node.start()
            await asyncio.gather(node.ready(), self.settled())  # one of two, never both
            if self.tally.kills % 20 == 0:
                print(f"  {self.tally.kills} kills, {self.tally.games} games", file=sys.stderr)
        self.enough = True

    async def settled(self) -> None:
        """Most tables have gone on; one that is between two games is not waited for."""
        for _ in range(400):  # no failure after that: the next kill only comes sooner
            if sum(table.recovered for table in self.tables) * 4 >= len(self.tables) * 3:
                return
            await asyncio.sleep(PAUSE_S)


async def run(kills: int, tables: int, nodes: int, store: str, seed: int = 1) -> Tally:
    made = [Node(f"node{k}" if nodes > 1 else "alone", store) for k in range(nodes)]
    return await Run(made, kills, tables, seed).go()


def main() -> int:
    top = argparse.ArgumentParser(description=__doc__)
    top.add_argument("--kills", type=int, default=200)
    top.add_argument("--tables", type=int, default=10)
    top.add_argument("--nodes", type=int, default=1)
    top.add_argument("--seed", type=int, default=1)
    args = top.parse_args()
    if args.nodes == 1:
        with tempfile.TemporaryDirectory() as folder:
            store = f"sqlite:///{Path(folder) / 'faults.db'}"
            tally = asyncio.run(run(args.kills, args.tables, 1, store, args.seed))
    else:
        from tools.postgres_server import fresh_database, running

        with running() as server, fresh_database(server) as store:
            tally = asyncio.run(run(args.kills, args.tables, args.nodes, store, args.seed))
    print(json.dumps(tally.summary()))
    return 0 if not tally.lost and not tally.twice else 1


if __name__ == "__main__":
    sys.exit(main())
