"""One run: servers on one store, parties that go on beside each other, and the kills.

Where the store has several databases, they are killed too.  One that was killed comes back when
half of the tables that live elsewhere have gone on without it, and often not before the nodes have
given up waiting for it.
"""

import asyncio
import contextlib
import io
import itertools
import tempfile
import time
import traceback
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from random import Random
from typing import Any, Final

from parlour.cli import main as parlour
from parlour.cli.remote import Rejected, ask
from parlour.cli.shares import Verdict
from parlour.server.store import Store, StoreDown, open_store
from tools.faults.database import Database
from tools.faults.evening import EveningParty
from tools.faults.forked import ForkedNode
from tools.faults.journal import Journal, Ledger, Problems
from tools.faults.mix import Kind
from tools.faults.party import STUCK_S, Party, Stuck, Table, TableParty
from tools.faults.tally import Tally
from tools.patience import PAUSE_S, Patience

SETTLE_S: Final = 5.0
"""Half of the tables have gone on by then, or else the next kill comes all the same."""
SOON: Final = 0.1
"""This share of the servers is killed again while it starts."""
AWAY_S: Final = 8.0
"""So long at most a database stays away after that; nodes wait five seconds for it."""
BOTH: Final = 0.3
"""This share of the databases falls together with a node; not the first, which a start needs."""
BACKUP_EVERY: Final = 100
VERDICTS: Final = {"checked": "checked", "left_out": "left_out", "house": "alone"}
"""Under which names they are counted."""
RETRY: Final = ("store_down", "not_saved", "busy", "table_unreadable")


class Run:
    """`kinds`: of parties, in turn; `width`: so many at a time; `databases`: those that are killed.

    `report` is given the sums since the last time after every kill, `told` what went wrong.
    """

    def __init__(
        self,
        nodes: list[ForkedNode],
        kinds: list[Kind],
        width: int,
        seed: int,
        report: Callable[[Tally], None] = lambda tally: None,
        told: Callable[[str], None] = print,
        databases: Sequence[Database] = (),
    ) -> None:
        self.nodes: Final = nodes
        self.kinds: Final = kinds
        self.width: Final = width
        self.seed: Final = seed
        self.report: Final = report
        self.told: Final = told
        self.databases: Final = databases
        self.away: Database | None = None
        self.luck: Final = Random(seed)
        self.tally: Final = Tally(recovery_ms=[])
        self.parties: list[Party] = []
        self.numbers: Final = itertools.count()
        self.enough = False
        self.up_at = time.monotonic()
        self.store: Store = open_store(nodes[0].store, create=False, read_only=True)

    async def go(self, kills: int) -> None:
        """So many kills; then everything that was begun is played to its end."""
        for node in self.nodes:
            await node.start()
        await asyncio.gather(*(node.ready() for node in self.nodes))
        await self.store.open()
        playing = [asyncio.ensure_future(self.play()) for _ in range(self.width)]
        try:
            await self.kill(kills)
            self.enough = True
            await asyncio.gather(*playing)
            self.tally.played_out += 1
            self.report(self.tally.taken())
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await self.store.close()
            for node in self.nodes:
                await node.kill()

    # --- parties ----------------------------------------------------------------------------

    async def play(self) -> None:
        """One party after the other."""
        while not self.enough:
            number = next(self.numbers)
            kind = self.kinds[(self.seed + number) % len(self.kinds)]
            party = (EveningParty if kind.rounds else TableParty)(self, kind, number)
            self.parties.append(party)
            try:
                await party.until_done()
            except Stuck as stuck:
                self.tally.stuck += 1
                self.told(str(stuck))
            except Exception:
                self.tally.broken += 1
                self.told(f"{party.name}\n{traceback.format_exc()}")
            finally:
                self.parties.remove(party)

    def tables(self) -> list[Table]:
        return [table for party in self.parties for table in party.tables]

    async def some_node(self, luck: Random) -> str:
        """The address of one that is up, as soon as there is one."""
        while True:
            up = [node.url for node in self.nodes if node.up.is_set()]
            if up:
                return luck.choice(up)
            await asyncio.sleep(PAUSE_S / 2)

    async def api(self, path: str, body: Any = None, key: str = "") -> Any:
        """A request that outlives servers."""
        patience = Patience(f"an answer to {path}")
        while True:
            url = await self.some_node(self.luck)
            try:
                return await ask(f"{url}/api{path}", body, key)
            except Rejected as refused:
                if refused.code not in RETRY:
                    raise
            except OSError:
                pass
            patience.check()
            await asyncio.sleep(PAUSE_S)

    # --- kills ------------------------------------------------------------------------------

    async def kill(self, kills: int) -> None:
        """The last one is reported only when everything is played out.

        So who is stopped before that has that kill still to do, and plays out with it.
        """
        for number in range(1, kills + 1):
            began = time.monotonic()
            await asyncio.sleep(0.05 + self.luck.random() * 0.3)
            if number % BACKUP_EVERY == min(kills, BACKUP_EVERY) // 2:
                await self.back_up()
            if self.databases and self.luck.random() < 0.5:
                await self.strike_database(self.luck.choice(self.databases))
            else:
                await self.strike(self.luck.choice(self.nodes))
            await self.settled()
            for table in self.tables():
                await self.check(table)
            self.tally.seconds += time.monotonic() - began
            if number < kills:
                self.report(self.tally.taken())

    async def strike(self, node: ForkedNode) -> None:
        """Dead at once, and started again at once; one of two, never both."""
        for table in self.tables():
            table.killed_at = table.killed_at or time.monotonic()
        await node.kill()
        await node.start()
        self.tally.kills += 1
        if self.luck.random() < SOON:
            await asyncio.sleep(self.luck.random() * 0.1)
            await node.kill()
            await node.start()
        await node.ready()
        self.up_at = time.monotonic()

    async def strike_database(self, database: Database) -> None:
        """Dead at once, and started again when the others have gone on without it."""
        for table in self.tables():
            if database.has(table.id):
                table.killed_at = table.killed_at or time.monotonic()
        await database.kill()
        self.away = database
        self.tally.kills += 1
        self.tally.store_kills += 1
        if database.number > 1 and self.luck.random() < BOTH:
            await self.strike(self.luck.choice(self.nodes))
        await self.others_go_on(database)
        await asyncio.sleep(self.luck.random() * AWAY_S)
        await database.start()
        self.away = None
        self.up_at = time.monotonic()

    async def others_go_on(self, away: Database) -> None:
        """Half of the games that live elsewhere have something acknowledged from now on."""
        before = {table.id: table.acks for table in self.tables()}
        until = time.monotonic() + STUCK_S
        while time.monotonic() < until:
            others = [t for t in self.tables() if t.playing and not away.has(t.id)]
            if sum(t.acks > before.get(t.id, 0) for t in others) * 2 >= len(others):
                return
            await asyncio.sleep(PAUSE_S)
        self.tally.stuck += 1
        self.told(f"tables stand still because database {away.number} is away")

    async def settled(self) -> None:
        """Half of the tables have gone on: the others may be between two games."""
        patience = time.monotonic() + SETTLE_S
        while time.monotonic() < patience:
            tables = [table for table in self.tables() if not table.done]
            if sum(not table.killed_at for table in tables) * 2 >= len(tables):
                return
            await asyncio.sleep(PAUSE_S)

    # --- looking into the store -------------------------------------------------------------

    async def check(self, table: Table, whole: bool = False) -> None:
        """The log has what was acknowledged here; a database that is away is waited for."""
        patience = Patience(f"the log of table {table.id}")
        while True:
            with contextlib.suppress(StoreDown):
                found = await table.ledger.read(self.store, whole)
                break
            patience.check()
        self.note(f"{table.party.name}, table {table.id}", found)

    def judge(self, where: str, verdict: Verdict) -> None:
        """What a guest's client makes of a deal or of a draw."""
        if verdict == "wrong":
            told = "the list that was kept, the shares and the seed do not agree"
            self.note(where, Problems(wrong=1, told=[told]))
            return
        name = VERDICTS[verdict]
        setattr(self.tally, name, getattr(self.tally, name) + 1)

    def note(self, where: str, found: Problems) -> None:
        if found:
            self.tally.lost += found.lost
            self.tally.twice += found.twice
            self.tally.wrong += found.wrong
            self.told("\n  ".join([where, *found.told]))

    async def back_up(self) -> None:
        """What was acknowledged before a backup began is in the store that it is restored to."""
        before = {
            table.id: {seat: list(one.acknowledged) for seat, one in table.ledger.journals.items()}
            for table in self.tables()
        }
        with tempfile.TemporaryDirectory() as folder:
            other = f"sqlite:///{Path(folder) / 'restored.db'}"
            copy = str(Path(folder) / "copy")
            for words in (
                ["backup", copy, "--store", self.nodes[0].store],
                ["restore", copy, "--store", other],
            ):
                code = await asyncio.to_thread(quietly, words)
                if code:
                    self.tally.broken += 1
                    self.told(f"parlour {words[0]} ended with {code}")
                    return
            async with opened(other) as store:
                for id, journals in before.items():
                    found = await restored(store, id, journals)
                    self.note(f"table {id} in a backup", found)
        self.tally.backups += 1


def quietly(words: list[str]) -> int:
    with redirect_stdout(io.StringIO()):
        return int(parlour(words))


@contextlib.asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = open_store(url, create=False)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def restored(store: Store, id: str, told: dict[int, list[str]]) -> Problems:
    """Only what had been acknowledged when the backup began must be there."""
    journals = {seat: Journal() for seat in told}
    for seat, mids in told.items():
        journals[seat].acknowledged = mids
    return await Ledger(id, journals).read(store)


def nodes_for(store: str, number: int, log: Path) -> list[ForkedNode]:
    names = [f"node{k}" for k in range(number)] if number > 1 else ["alone"]
    return [ForkedNode(name, store, log) for name in names]


async def run(
    kills: int, kinds: list[Kind], nodes: int, store: str, log: Path, told: Callable[[str], None]
) -> Tally:
    """A short run, for tests: all kinds at once, each played to its end."""
    sums = Tally(recovery_ms=[])
    made = nodes_for(store, nodes, log)
    await Run(made, kinds, len(kinds), 0, sums.add, told).go(kills)
    return sums
