"""A party: guests who do something together, from opening it to its end, whatever is killed.

Here: one table with its games, rematches, pauses and perhaps a series.  Evenings are in
`evening.py`.  What a party finds wrong it raises; the run notes it and begins another party.
"""

import asyncio
import itertools
import time
from collections.abc import Awaitable
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.bots import levels
from parlour.cli.remote import Rejected, Seat
from parlour.core.series import load_series, read_series
from parlour.core.undo import AGREED
from parlour.games import all_games
from parlour.server.table.records import GameFile, read_file, verify
from tools.faults.guest import Guest
from tools.faults.journal import Ledger
from tools.faults.mix import Kind
from tools.patience import PAUSE_S, Patience

if TYPE_CHECKING:
    from tools.faults.run import Run

STUCK_S: Final = 120.0
"""A party in which nothing happens for so long, while servers run, is stuck."""
NOT_YET: Final = ("not_revealed", "no_such_game", "no_such_series", "series_not_over")
"""What a node says of an end that it has not heard of."""


class Stuck(Exception):
    """Nothing happens any more."""


class Table:
    """One table, and those who play there."""

    def __init__(self, party: "Party", id: str, keys: list[str]) -> None:
        self.party: Final = party
        self.run: Final = party.run
        self.id: Final = id
        self.done = False
        self.killed_at = 0.0  # since when it waits for its first acknowledgement; 0: it does not
        self.pauses = 0
        self.acks = 0
        self.guests: Final = [
            Guest(
                self, Seat("", id, key, shares=key in party.throwers), Random(party.luck.random())
            )
            for key in keys
        ]
        self.ledger = Ledger(id, {})

    @property
    def playing(self) -> bool:
        """A game is on: it waits for nothing but its own guests."""
        return not self.done and not all(guest.seat.over for guest in self.guests)

    def moved(self) -> None:
        """Somebody has heard something."""
        self.party.moved_at = time.monotonic()
        for guest in self.guests:
            if guest.seat.number is not None:
                self.ledger.journals[guest.seat.number] = guest.journal

    def acknowledged(self) -> None:
        self.moved()
        self.acks += 1
        self.run.tally.meanwhile += self.run.away is not None and not self.run.away.has(self.id)
        if self.killed_at:
            since = time.monotonic() - self.killed_at
            self.run.tally.recovery_ms.append(round(since * 1000))
            self.killed_at = 0.0

    async def play(self) -> None:
        """Until `done`: all guests, and somebody who pauses now and then."""
        async with asyncio.TaskGroup() as playing:
            for guest in self.guests:
                playing.create_task(guest.play())
            playing.create_task(self.pause())

    async def pause(self) -> None:
        luck = Random(self.party.luck.random())
        while not self.done:
            await asyncio.sleep(1 + 4 * luck.random())
            guest = luck.choice(self.guests)
            if guest.seat.view and not guest.seat.over:
                await self.pause_by(guest.seat.key, 0.2 * luck.random())

    async def pause_by(self, key: str, seconds: float) -> None:
        if await self.insist("pause", key):
            self.pauses += 1
            self.run.tally.pauses += 1
            await asyncio.sleep(seconds)
        await self.insist("resume", key)

    async def insist(self, deed: str, key: str) -> bool:
        """Whether it was done now, and not refused."""
        try:
            await self.party.api(f"/tables/{self.id}/{deed}", {}, key)
        except Rejected:
            return False
        return True

    async def over(self, number: int) -> None:
        """Game `number` is over, and everybody has heard of it."""
        while not all(self.knows(guest, number) for guest in self.guests):
            await asyncio.sleep(PAUSE_S)

    def knows(self, guest: Guest, number: int) -> bool:
        table = guest.seat.table
        at = table.get("number", 0)
        return guest.pending is None and (at > number or (at == number and guest.seat.over))

    async def rematch(self, number: int) -> None:
        """Everybody wants another game, until it is there."""
        while any(guest.seat.table["number"] == number for guest in self.guests):
            for guest in self.guests:
                await self.insist("rematch", guest.seat.key)
            await asyncio.sleep(5 * PAUSE_S)

    # --- what there must be -----------------------------------------------------------------

    async def check_game(self, number: int) -> GameFile:
        """The record verifies, and says exactly what was acknowledged."""
        found = await self.party.told(f"/tables/{self.id}/games/{number}/record")
        file = read_file(msgspec.json.encode(found))
        verdict = verify(file)
        assert verdict.honest, f"game {number} does not verify: {verdict}"
        played = [(seat, text) for seat, text in file.record.choices if seat >= 0]
        by = list(zip(played, file.by, strict=True))
        for guest in self.guests:
            mine = [t for (s, t), who in by if s == guest.seat.number and who == "person"]
            told = guest.journal.texts.get(number, [])
            mine = [text for text in mine if text != AGREED]
            assert mine == told, f"game {number}: record {mine}, acknowledged {told}"
        tally = self.run.tally
        tally.games += 1
        tally.ticking_games += any(seat < 0 for seat, _ in file.record.choices)
        self.check_shuffle(number)
        return file

    def check_shuffle(self, number: int) -> None:
        """What those who took part make of it, while they are still shown this very game."""
        for guest in self.guests:
            seat, table = guest.seat, guest.seat.table
            shown = table["number"] == number and table["phase"] == "over"
            if seat.shares is not None and shown:
                where = f"{self.party.name}, table {self.id}, game {number}, seat {seat.number}"
                self.run.judge(where, seat.shares.verdict(table))

    def check_pauses(self) -> None:
        """Each that was acknowledged is in the log, and no second one before play went on."""
        kinds = [row.kind for row in self.ledger.rows if row.kind in ("paused", "resumed")]
        assert kinds.count("paused") >= self.pauses, f"{self.pauses} pauses, {kinds}"
        twice = ("paused", "paused") in itertools.pairwise(kinds)
        assert not twice, f"paused twice: {kinds}"


class Party:
    """Something that guests do together."""

    def __init__(self, run: "Run", kind: Kind, number: int) -> None:
        self.run: Final = run
        self.kind: Final = kind
        self.luck: Final = Random(f"{run.seed} {number}")
        self.name: Final = f"{kind.name} (party {number}, seed {run.seed})"
        self.tables: list[Table] = []
        self.throwers: set[str] = set()  # the keys of guests who take part in shuffles
        self.moved_at = time.monotonic()

    async def play(self) -> None:
        raise NotImplementedError

    async def until_done(self) -> None:
        """To its end.  Stuck: nothing has happened for too long."""
        playing = asyncio.ensure_future(self.play())
        try:
            while not playing.done():
                await asyncio.wait([playing], timeout=1)
                idle = time.monotonic() - max(self.moved_at, self.run.up_at)
                if idle > STUCK_S and not playing.done() and self.run.away is None:
                    raise Stuck(self.state())
            playing.result()
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    def state(self) -> str:
        """How things stand, for whoever looks for the reason."""
        lines = [f"{self.name}: nothing has happened for {STUCK_S:.0f} s"]
        for table in self.tables:
            lines.append(f"table {table.id}, done: {table.done}")
            for guest in table.guests:
                seat = guest.seat
                lines.append(
                    f"  seat {seat.number}: connected {guest.connected}, pending {guest.pending}, "
                    f"asked {seat.asked}, undo {seat.undo}, plea {seat.plea}, table {seat.table}"
                )
        return "\n".join(lines)

    async def api(self, path: str, body: Any = None, key: str = "") -> Any:
        answer = await self.run.api(path, body, key)
        self.moved_at = time.monotonic()
        return answer

    async def told(self, path: str) -> Any:
        """What is told after an end, also by a node that hears of it a moment later."""
        patience = Patience(path)
        while True:
            try:
                return await self.api(path)
            except Rejected as refused:
                if refused.code not in NOT_YET:
                    raise
            patience.check()
            await asyncio.sleep(PAUSE_S)

    async def open_table(self) -> Table:
        """A new table with everybody in their seats; anew, if a key got lost on the way."""
        while True:
            try:
                return await self._open_table()
            except Rejected as refused:
                if refused.code not in ("bad_key", "link_used"):  # a reply was lost
                    raise

    async def _open_table(self) -> Table:
        kind, game = self.kind, all_games()[self.kind.game]
        people = min(3, game.most) if not kind.players else min(3, kind.players)
        bots = kind.players - people if kind.players else max(game.least - people, 1)
        bots = min(bots, game.most - people)
        plans = [{"who": "open"}] + [{"who": "reserved"}] * (people - 1) + [{"who": "bot"}] * bots
        wanted: dict[str, Any] = {
            "game": kind.game,
            "name": "Anna",
            "players": people + bots,
            "seats": plans,
            "options": kind.options,
            "level": levels(game)[0],
            "series": kind.series,
        }
        opened = await self.api("/tables", wanted)
        keys = [opened["key"]]
        for seat, key in opened["reserved"].items():
            told = {"name": f"Guest {seat}", "seat": None}
            joined = await self.api(f"/tables/{opened['id']}/join", told, key)
            keys.append(joined["key"])
        self.throwers.update(keys[::2])
        return Table(self, opened["id"], keys)

    async def start(self, table: Table) -> None:
        """When all have been there, so that the first game too is shuffled.

        Whether an earlier try came through does not matter.
        """
        while not all(guest.seat.table for guest in table.guests):
            await asyncio.sleep(PAUSE_S)
        try:
            await self.api(f"/tables/{table.id}/start", {}, table.guests[0].seat.key)
        except Rejected as refused:
            if refused.code != "already_started":
                raise

    async def with_guests(self, tables: list[Table], work: Awaitable[None]) -> None:
        """Do this while they play, then send them home."""
        self.tables += tables
        async with asyncio.TaskGroup() as playing:
            for table in tables:
                playing.create_task(table.play())
            await work
            for table in tables:
                table.done = True
        for table in tables:
            await self.run.check(table, whole=True)
            table.check_pauses()


class TableParty(Party):
    """One table: its games, and a series if it has one."""

    async def play(self) -> None:
        table = await self.open_table()
        await self.with_guests([table], self.games(table))

    async def games(self, table: Table) -> None:
        await self.start(table)
        number = 1
        while True:
            await table.over(number)
            await table.check_game(number)
            if await self.finished(table, number):
                return
            await table.rematch(number)
            self.run.tally.rematches += 1
            number += 1

    async def finished(self, table: Table, number: int) -> bool:
        series = table.guests[0].seat.table["series"]
        if series is None:
            return number >= self.kind.games or self.run.enough
        if series["over"]:
            await self.check_series(table, series)
        return bool(series["over"])

    async def check_series(self, table: Table, shown: dict[str, Any]) -> None:
        found = await self.told(f"/tables/{table.id}/series/1/record")
        record = read_series(msgspec.json.encode(found))
        series, _ = load_series(all_games()[self.kind.game], record)
        assert shown["points"] == series.standing().points, f"{shown} is not {found}"
        assert series.over
        self.run.tally.series += 1
