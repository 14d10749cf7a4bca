"""Runs of many games: the same totals whoever plays them and however often they are stopped."""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import parlour
from parlour.lab import run as run_module
from parlour.lab.arena import DuelResult, duel, some_deals
from parlour.lab.arena_report import figures
from parlour.lab.kept import Head, Kept
from parlour.lab.refusals import LabRefusal, optional
from parlour.lab.rows import Row, Rows, check_files, file_name
from parlour.lab.run import Pace, Part, Run
from parlour.lab.simulate import Tally, no_games, seated, simulate, some_games
from parlour.lab.workers import Processes, knock
from tests.suite.test_commands import run
from tools.patience import PATIENCE_S, PAUSE_S, Patience

BANG = parlour.game("bang")
BOTS = ["heuristic", "random", "random", "heuristic", "random"]
SIM = ("sim", "bang", "--players", "5", "--bots", ",".join(BOTS), "--seed", "7", "--json")
ARENA = (
    *("arena", "bang", "--players", "4", "5", "--seed", "7", "--json"),
    *("--bots", "heuristic", "--against", "random"),
)
HEAD = Head("sim", "bang", [5], BOTS, {}, 7)
TIMINGS = ("seconds", "choices_per_second", "games_per_second", "thinking")


def totals(said: str) -> list[dict[str, Any]]:
    """All that a command has told but what is another every time."""
    told = [json.loads(line) for line in said.splitlines()]
    return [{name: v for name, v in one.items() if name not in TIMINGS} for one in told]


def last(tallies: Any) -> Any:
    *_, found = tallies
    return found


def same(one: Tally, other: Tally) -> bool:
    one.seconds = other.seconds = 0.0
    return one == other


# --- whoever plays ----------------------------------------------------------------------------


@pytest.mark.parametrize("command", [(*SIM, "--games", "20"), (*ARENA, "--deals", "3")])
def test_totals_do_not_depend_on_the_number_of_workers(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    told = [run(*command, "--jobs", str(jobs), home=tmp_path) for jobs in (1, 2, 3)]
    assert [one.stderr for one in told] == [""] * 3
    assert totals(told[0].stdout) == totals(told[1].stdout) == totals(told[2].stdout)


def test_totals_do_not_depend_on_the_chunks() -> None:
    """Three Outlaws share a victory; sums of thirds are exact, whatever their order."""
    bots = seated(BOTS, 7)
    whole = last(simulate(BANG, 7, 20, bots, 7))
    pieces = no_games("bang", bots)
    for first, end in pairwise([7, 8, 11, 12, 19, 27]):
        pieces += some_games("bang", bots, {}, False, range(first, end)).tally
    assert same(pieces, whole)
    assert sum(whole.shares) == 20
    assert any(share.denominator % 3 == 0 for share in whole.shares)


def test_an_arenas_totals_do_not_depend_on_the_chunks() -> None:
    whole = last(duel(BANG, 4, 5, "heuristic", "random", 7))
    nothing = DuelResult("bang", 4, "heuristic", "random")
    chunks = (range(7, 9), range(9, 12))
    parts = [some_deals(nothing, False, False, deals).tally for deals in chunks]
    told = [figures(result) for result in (whole, parts[0] + parts[1])]
    for one in told:
        del one["thinking"]
    assert told[0] == told[1]
    assert [sample.deals for sample in whole.groups.values()] == [5, 5, 5]


def mortal(folder: Path, *words: str) -> str:
    script = Path(__file__).with_name("mortal.py")
    command = [sys.executable, str(script), str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_the_chunk_of_a_worker_that_died_is_played_again(tmp_path: Path) -> None:
    assert mortal(tmp_path) == str([(first, 2 * first + 1) for first in range(0, 40, 2)])
    assert (tmp_path / "died").exists()


def test_a_chunk_that_always_kills_its_worker_is_given_up(tmp_path: Path) -> None:
    assert mortal(tmp_path, "always") == "worker_died (first=4, last=5)"


def test_a_chunk_takes_about_as_long_as_it_should() -> None:
    pace = Pace()
    seen = []
    for chunk in pace.chunks(range(100_000)):
        seen.append(len(chunk))
        tally = Tally("bang", 5, BOTS, seconds=0.004 * len(chunk))
        pace.learn(Part(chunk, tally))
    assert seen[:8] == [1, 2, 4, 8, 16, 32, 64, 125]
    assert set(seen[8:-1]) == {125}
    assert sum(seen) == 100_000


# --- stopped and resumed ----------------------------------------------------------------------


def stopped(command: Sequence[str], sent: signal.Signals, home: Path) -> tuple[int, str]:
    """A command that is far from its end when something is kept, and is stopped then."""
    kept = home / "kept"
    env = {**os.environ, "XDG_STATE_HOME": str(home), "PARLOUR_LANG": "en"}
    words = [sys.executable, "-m", "parlour.cli", *command, "--keep", str(kept)]
    process = subprocess.Popen(
        words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        patience = Patience("something is kept")
        while not kept.exists() or kept.read_bytes().count(b"\n") < 2:
            patience.check()
            time.sleep(PAUSE_S)
        process.send_signal(sent)
        told, said = process.communicate(timeout=PATIENCE_S)
        until_gone(process.pid)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == (130 if sent == signal.SIGINT else -sent), said
    return games_in(kept), told.decode()


def until_gone(group: int) -> None:
    """Workers end with the process that they work for."""
    patience = Patience("the workers are gone")
    while True:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        patience.check()
        time.sleep(PAUSE_S)


def games_in(kept: Path) -> int:
    """Of the first number of players."""
    lines = [json.loads(line) for line in kept.read_bytes().splitlines(keepends=True)[1:]]
    seeds = [line["seeds"] for line in lines if line["name"] == lines[0]["name"]]
    return int(seeds[-1][1] - seeds[0][0])


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_a_simulation_that_was_stopped_goes_on_to_the_same_totals(
    sent: signal.Signals, tmp_path: Path
) -> None:
    kept, told = stopped((*SIM, "--games", "1000000", "--jobs", "2"), sent, tmp_path)
    if sent == signal.SIGINT:
        assert 1 <= totals(told)[0]["games"] <= kept, "what has been played is told"
    games = ("--games", str(kept + 10))
    resumed = run(*SIM, *games, "--jobs", "3", "--keep", str(tmp_path / "kept"), home=tmp_path)
    assert f"{kept} game" in resumed.stderr
    assert totals(resumed.stdout) == totals(run(*SIM, *games, home=tmp_path).stdout)
    again = run(*SIM, *games, "--keep", str(tmp_path / "kept"), home=tmp_path)
    assert totals(again.stdout) == totals(resumed.stdout)
    assert f"{kept + 10} games are kept" in again.stderr, "nothing was left to be played"


def test_an_arena_that_was_stopped_goes_on_to_the_same_totals(tmp_path: Path) -> None:
    many = (*ARENA, "--deals", "1000000", "--jobs", "2")
    kept, told = stopped(many, signal.SIGINT, tmp_path)
    assert 1 <= totals(told)[0]["deals"] <= kept
    deals = ("--deals", str(kept + 2))
    resumed = run(*ARENA, *deals, "--keep", str(tmp_path / "kept"), home=tmp_path)
    assert resumed.returncode == 0
    assert totals(resumed.stdout) == totals(run(*ARENA, *deals, home=tmp_path).stdout)


def half_an_answer(told: Path, chunk: range) -> None:
    """As a worker that is ended while it writes: the length of an answer, and no answer."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    frame.f_locals["result_queue"]._writer._send(struct.pack("!i", 1_000))
    told.touch()
    signal.pause()


@pytest.fixture(params=[False, True], ids=["ends", "does not end"])
def when_asked_to_end(request: pytest.FixtureRequest) -> Iterator[None]:
    """A process that ends when it is asked to, or one that has a mind of its own."""
    before = signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, (lambda *_: None) if request.param else signal.SIG_DFL)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("when_asked_to_end")
def test_ctrl_c_waits_for_no_answer_that_was_broken_off(tmp_path: Path) -> None:
    """The pool read on for ever: one run in some hundreds did not end."""
    workers = Processes(1)
    workers.__enter__()
    workers.send(partial(half_an_answer, tmp_path / "told"), range(1))
    patience = Patience("half an answer")
    while not (tmp_path / "told").exists():
        patience.check()
        time.sleep(PAUSE_S)
    ending = Thread(target=workers.__exit__, args=(KeyboardInterrupt, None, None), daemon=True)
    ending.start()
    ending.join(PATIENCE_S)
    assert not ending.is_alive()


def kept_run(path: Path, games: int, head: Head = HEAD) -> Tally:
    with Run(kept=Kept(path, head)) as run:
        found = last(simulate(BANG, 5, games, BOTS, 7, run=run))
    assert isinstance(found, Tally)
    return found


def test_a_half_written_last_line_is_ignored(tmp_path: Path) -> None:
    """Wherever it breaks off; the games of that line are played again."""
    path = tmp_path / "kept"
    kept_run(path, 2)
    before = path.read_bytes()
    whole = kept_run(path, 4)
    full = path.read_bytes()
    for length in (len(before) + 1, len(before) + 40, len(full) - 1):
        path.write_bytes(full[:length])
        assert same(kept_run(path, 4), whole)
        assert path.read_bytes().startswith(before + b'{"name":"bang-5","seeds":[9,')
    path.write_bytes(full[:30])
    assert same(kept_run(path, 4), whole), "the first line was not written either"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("command", "arena"),
        ("game", "kings"),
        ("players", [4]),
        ("bots", ["random"] * 5),
        ("options", {"bounties": True}),
        ("seed", 8),
        ("version", "0.0.1"),
        ("build", "another"),
    ],
)
def test_the_file_of_another_run_is_refused(name: str, value: object, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    kept_run(path, 1)
    content = path.read_bytes()
    facts = {field: getattr(HEAD, field) for field in HEAD.__struct_fields__}
    with pytest.raises(LabRefusal) as refused:
        Kept(path, Head(**(facts | {name: value})))
    assert refused.value.facts["differences"] == [(name, facts[name], value)]
    assert path.read_bytes() == content


def test_the_refusal_names_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    kept_run(path, 2)
    other = run(*SIM, "--games", "3", "--seed", "9", "--keep", str(path), home=tmp_path)
    assert other.returncode == 2
    assert "was written by another run: seed was 7, now it is 9." in other.stderr
    fewer = run(*SIM, "--games", "1", "--keep", str(path), home=tmp_path)
    assert fewer.returncode == 2
    assert "has 2 games already, more than the 1 that are wanted" in fewer.stderr


@pytest.mark.parametrize("content", ["my diary", "my diary\n", '{"a": 1}\n', "\n"])
def test_a_file_that_is_none_of_ours_is_left_alone(content: str, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text(content)
    with pytest.raises(LabRefusal, match="unreadable"):
        Kept(path, HEAD)
    assert path.read_text() == content


def test_lines_that_do_not_follow_each_other_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    kept_run(path, 1)
    kept_run(path, 2)
    head, first, second = path.read_bytes().splitlines(keepends=True)
    for wrong in ([head, second], [head, first, first], [head, first, b"{}\n"]):
        path.write_bytes(b"".join(wrong))
        with pytest.raises(LabRefusal, match="unreadable"):
            kept_run(path, 4)


# --- rows -------------------------------------------------------------------------------------


class Collected(Rows):
    """Rows in memory instead of files."""

    def __init__(self) -> None:
        self.files: list[tuple[range, list[Row]]] = []
        self.begun: list[range] = []

    def begin(self, name: str, seeds: range) -> None:
        self.begun.append(seeds)

    def add(self, name: str, seeds: range, rows: Sequence[Row]) -> None:
        self.files.append((seeds, list(rows)))


def test_there_is_a_row_for_each_seat_of_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "ROWS", 20)
    with Run(rows=(rows := Collected())) as run:
        tally = last(simulate(BANG, 5, 12, BOTS, 7, run=run))
    assert len(rows.files) > 1, "they are written in pieces"
    found = [row for _, part in rows.files for row in part]
    assert [(row.seed, row.seat) for row in found] == list(product(range(7, 19), range(5)))
    assert sum(row.share for row in found) == pytest.approx(12)
    assert [sum(r.score for r in found if r.seat == seat) for seat in range(5)] == tally.scores
    assert sum(row.choices for row in found if row.seat == 0) == tally.choices
    assert {row.role for row in found} == {"sheriff", "deputy", "outlaw", "renegade"}
    assert all(row.character in {c.name for c in characters()} for row in found)
    assert [row.bot for row in found[:5]] == BOTS
    for seeds, part in rows.files:
        assert {row.seed for row in part} == set(seeds)


def characters() -> Any:
    return BANG.new(5, 1).rules.characters  # type: ignore[attr-defined]


def test_an_arena_has_rows_of_all_its_games() -> None:
    with Run(rows=(rows := Collected())) as run:
        result = last(duel(BANG, 4, 2, "heuristic", "random", run=run))
    found = [row for _, part in rows.files for row in part]
    assert len(found) == 2 * (1 + 4) * 4
    own = [row for row in found if row.seat == row.challenger]
    assert {row.bot for row in own} == {"heuristic"}
    assert {row.bot for row in found if row.challenger is None} == {"random"}
    assert {row.duel for row in found} == {"heuristic,random"}
    assert sum(Fraction(row.share).limit_denominator(4) for row in own) / 4 == result.share.total


def test_a_game_is_kept_after_its_rows(tmp_path: Path) -> None:
    """A run that is killed between the two plays these games again."""

    class Full(Collected):
        def add(self, name: str, seeds: range, rows: Sequence[Row]) -> None:
            raise OSError("no space left")

    path = tmp_path / "kept"
    with pytest.raises(OSError, match="no space"), Run(kept=Kept(path, HEAD), rows=Full()) as run:
        last(simulate(BANG, 5, 2, BOTS, 7, run=run))
    assert len(path.read_bytes().splitlines()) == 1
    with Run(kept=Kept(path, HEAD), rows=(rows := Collected())) as run:
        last(simulate(BANG, 5, 2, BOTS, 7, run=run))
    with Run(kept=Kept(path, HEAD), rows=rows) as run:
        last(simulate(BANG, 5, 3, BOTS, 7, run=run))
    assert rows.begun == [range(7, 7), range(7, 9)]
    assert [seeds for seeds, _ in rows.files] == [range(7, 9), range(9, 10)]


def test_ctrl_c_waits_until_rows_and_games_are_both_written(tmp_path: Path) -> None:
    class Pressed(Collected):
        def add(self, name: str, seeds: range, rows: Sequence[Row]) -> None:
            signal.raise_signal(signal.SIGINT)
            super().add(name, seeds, rows)

    path = tmp_path / "kept"
    rows = Pressed()
    with pytest.raises(KeyboardInterrupt), Run(kept=Kept(path, HEAD), rows=rows) as run:
        last(simulate(BANG, 5, 2, BOTS, 7, run=run))
    assert [seeds for seeds, _ in rows.files] == [range(7, 9)]
    assert games_in(path) == 2


@pytest.mark.parametrize(
    ("files", "seeds", "fits"),
    [
        ([], range(7, 7), True),
        ([range(7, 9)], range(7, 9), True),
        ([range(9, 12), range(7, 9)], range(7, 12), True),
        ([range(-3, 2)], range(-3, 2), True),
        ([range(7, 9)], range(7, 7), False),
        ([], range(7, 9), False),
        ([range(7, 9), range(10, 12)], range(7, 12), False),
        ([range(7, 9), range(9, 12)], range(7, 9), False),
        ([range(7, 9), range(8, 12)], range(7, 12), False),
    ],
)
def test_a_folder_must_have_the_rows_of_the_games_that_are_kept(
    files: list[range], seeds: range, fits: bool, tmp_path: Path
) -> None:
    for one in files:
        (tmp_path / file_name("bang-5", one)).touch()
    (tmp_path / file_name("bang-4", range(100))).touch()  # of another number of players
    check = partial(check_files, tmp_path, "bang-5", seeds)
    if fits:
        check()
        return
    with pytest.raises(LabRefusal, match="other_rows"):
        check()


def test_a_library_that_is_missing_is_named() -> None:
    with pytest.raises(LabRefusal) as refused:
        optional("no_such_library", "ray")
    assert refused.value.facts == {"name": "no_such_library", "extra": "parlour[ray]"}


def test_an_address_where_nobody_listens_is_refused_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        knock(f"127.0.0.1:{port}")
        knock(f"ray://127.0.0.1:{port}")
    with pytest.raises(OSError, match="refused"):
        knock(f"127.0.0.1:{port}")
    knock("auto")
