"""Kills under load: the short version of `make faults`, and that it finds what is wrong."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.server.store import Row
from tools.faults import mix
from tools.faults import run as run_module
from tools.faults.__main__ import main
from tools.faults.books import Books
from tools.faults.database import Database
from tools.faults.journal import Journal, Ledger, compare
from tools.faults.run import run
from tools.faults.tally import Tally
from tools.house import ROOT
from tools.patience import PATIENCE_S, PAUSE_S, Patience


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """What the command does about signals ends with the test."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


async def test_kills_under_load_lose_nothing(tmp_path: Path) -> None:
    """One server, SQLite: a table with a rematch, an evening, a live game, a series, a backup."""
    store = f"sqlite:///{tmp_path / 'faults.db'}"
    told: list[str] = []
    tally = await run(4, mix.short(), 1, store, tmp_path / "log", told.append)
    assert (tally.bad, told) == (0, [])
    assert (tmp_path / "log").read_text() == ""
    assert tally.kills == 4
    assert min(tally.rematches, tally.series, tally.evenings, tally.ticking_games) >= 1
    assert min(tally.agreed, tally.undone) >= 1, "by consent, and without having to ask"
    assert tally.checked >= 1, "guests have found their own shares in a deal"
    assert (tally.backups, tally.played_out) == (1, 1)


async def test_a_killed_nodes_tables_go_on_elsewhere(
    postgres_database: str, tmp_path: Path
) -> None:
    """One of two nodes, PostgreSQL: an evening, a live game and a series."""
    told: list[str] = []
    kinds = mix.short()[1:]
    tally = await run(3, kinds, 2, postgres_database, tmp_path / "log", told.append)
    assert (tally.bad, told) == (0, [])
    assert min(tally.evenings, tally.series, tally.ticking_games, tally.checked) >= 1


@pytest.mark.parametrize(
    ("logged", "lost", "twice", "wrong"),
    [
        (["a", "b", "c"], 0, 0, 0),
        (["a", "b", "x", "c", "d"], 0, 0, 0),  # written, and killed before it was told
        (["a", "c"], 1, 0, 0),
        (["a", "b", "b", "c"], 0, 1, 0),
        (["a", "c", "b"], 0, 0, 1),
        (["a", "b", "c", "no"], 0, 0, 1),
    ],
)
def test_a_log_is_compared_with_what_was_acknowledged(
    logged: list[str], lost: int, twice: int, wrong: int
) -> None:
    found = compare(0, ["a", "b", "c"], {"no"}, logged)
    assert (found.lost, found.twice, found.wrong) == (lost, twice, wrong)
    assert bool(found) == bool(lost + twice + wrong)


class Shelf:
    """A store with one log, which may change under whoever reads it."""

    def __init__(self, mids: list[str]) -> None:
        self.rows = [Row(k, 0, "said", said(mid)) for k, mid in enumerate(mids, 1)]

    async def load(self, table: str, after: int = 0) -> list[Row]:
        return [row for row in self.rows if row.seq > after]


def said(mid: str) -> bytes:
    return b'{"seat":0,"text":"x","mid":"%b"}' % mid.encode()


async def test_a_log_that_changes_behind_ones_back_is_noticed() -> None:
    journal = Journal()
    for mid in ("a", "b"):
        journal.note({"type": "say", "mid": mid}, 1)
    ledger: Any = Ledger("table", {0: journal})
    shelf = Shelf(["a", "b"])
    assert not await ledger.read(shelf)
    shelf.rows[0] = Row(1, 0, "said", said("z"))
    assert not await ledger.read(shelf), "only what is new is read after a kill"
    found = await ledger.read(shelf, whole=True)
    assert (found.lost, found.wrong) == (1, 1)
    del shelf.rows[0]
    found = await ledger.read(shelf, whole=True)
    assert "the log has a hole" in found.told


class Standing:
    """A table of a run, which goes on when it is looked at, or does not."""

    def __init__(self, id: str, goes_on: bool) -> None:
        self.id = id
        self.playing = True
        self.goes_on = goes_on
        self.seen = 0

    @property
    def acks(self) -> int:
        self.seen += self.goes_on
        return self.seen


@pytest.mark.parametrize(
    ("tables", "stuck"),
    [
        ({"near": True, "2.far": False}, 0),
        ({"near": False, "2.far": True}, 1),
        ({"near": False, "near2": True, "2.far": False}, 0),
        ({"2.far": False}, 0),
    ],
)
async def test_tables_that_stand_still_because_another_database_is_away_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tables: dict[str, bool], stuck: int
) -> None:
    monkeypatch.setattr(run_module, "STUCK_S", 0.1)
    told: list[str] = []
    nodes = run_module.nodes_for(f"sqlite:///{tmp_path / 'a.db'}", 1, tmp_path / "log")
    made = run_module.Run(nodes, [], 0, 1, told=told.append)
    standing: Any = [Standing(*one) for one in tables.items()]
    monkeypatch.setattr(made, "tables", lambda: standing)
    server: Any = None
    await made.others_go_on(Database(2, server))
    assert (made.tally.stuck, len(told)) == (stuck, stuck)


def test_tallies_add_up_over_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    books = Books(tmp_path)
    books.open()
    for ms in (100.0, 300.0):
        books.add(1, Tally(kills=1, acknowledged=20, played_out=1, recovery_ms=[ms]))
    books.add(2, Tally(kills=1, recovery_ms=[]))
    assert Books(tmp_path).sums(1).recovery()["max"] == 300
    words = ["--nodes", "1", "--kills", "2", "--folder", str(tmp_path)]
    assert main(words) == 0, "what was asked for has been done"
    assert "2 kills in 0 minutes, 40 acknowledged: 0 lost" in capsys.readouterr().out
    books.wrong("a table is stuck")
    assert main(words) == 1
    assert "a table is stuck" in capsys.readouterr().out


def test_what_is_counted_as_wrong_ends_with_1_though_nothing_was_said(tmp_path: Path) -> None:
    books = Books(tmp_path)
    books.open()
    words = ["--nodes", "1", "--kills", "1", "--folder", str(tmp_path)]
    books.add(1, Tally(kills=1, played_out=1, recovery_ms=[]))
    assert main(words) == 0
    books.add(1, Tally(lost=1, recovery_ms=[]))
    assert main(words) == 1


async def test_the_last_kill_counts_when_everything_is_played_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is stopped before that finds it still to be done."""
    reported: list[Tally] = []
    nodes = run_module.nodes_for(f"sqlite:///{tmp_path / 'a.db'}", 1, tmp_path / "log")
    made = run_module.Run(nodes, [], 0, 1, reported.append)

    async def strike(node: Any) -> None:
        made.tally.kills += 1

    async def nothing() -> None: ...

    monkeypatch.setattr(made, "strike", strike)
    monkeypatch.setattr(made, "settled", nothing)
    monkeypatch.setattr(made, "back_up", nothing)
    await made.kill(3)
    assert [(one.kills, one.played_out) for one in reported] == [(1, 0), (1, 0)]
    assert made.tally.kills == 1


def begun(folder: Path, kills: int) -> "subprocess.Popen[bytes]":
    """The command, with one job and one party at a time, of Kings."""
    first = [kind.name for kind in mix.everything()].index("kings")
    words = [sys.executable, "-m", "tools.faults", "--nodes", "1", "--jobs", "1", "--tables", "1"]
    words += ["--kills", str(kills), "--seed", str(first), "--folder", str(folder)]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL)


def test_a_run_that_was_stopped_goes_on_and_its_tallies_add_up(tmp_path: Path) -> None:
    books = Books(tmp_path)
    books.open()
    first = begun(tmp_path, 1_000)
    patience = Patience("two kills")
    while books.sums(1).kills < 2:
        patience.check()
        time.sleep(PAUSE_S)
    first.send_signal(signal.SIGINT)
    assert first.wait(PATIENCE_S) == 130
    before = books.sums(1)
    assert (before.played_out, before.bad) == (0, 0)
    assert begun(tmp_path, before.kills + 1).wait(PATIENCE_S) == 0
    after = books.sums(1)
    assert (after.kills, after.played_out, after.bad) == (before.kills + 1, 1, 0)
    assert after.acknowledged > before.acknowledged
    assert after.games >= before.games + 1, "what was begun is played to its end"


def test_a_client_that_finds_a_deal_wrong_is_counted(tmp_path: Path) -> None:
    told: list[str] = []
    nodes = run_module.nodes_for(f"sqlite:///{tmp_path / 'a.db'}", 1, tmp_path / "log")
    made = run_module.Run(nodes, [], 0, 1, told=told.append)
    made.judge("a table", "checked")
    assert (made.tally.checked, made.tally.bad, told) == (1, 0, [])
    made.judge("a table", "wrong")
    assert (made.tally.wrong, len(told)) == (1, 1)
