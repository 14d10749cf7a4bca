"""`parlour bench`: its rows, its rounds, its children and its sentences.  No time is asserted."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import parlour
from parlour.cli import bench as command
from parlour.cli import main
from parlour.cli.bench_report import ComparisonReport, aligned, short
from parlour.cli.say import words
from parlour.core.build import build
from parlour.core.language import LANGUAGES
from parlour.lab.bench import child, lanes, peer_program, peers
from parlour.lab.bench.compare import COMPARED, INTERPRETED, tasks_of
from parlour.lab.bench.lanes import CannotMeasure, Child
from parlour.lab.bench.measures import MEASURES, Job, Reading, jobs_of
from parlour.lab.bench.peers import LOCK, PEER_UNITS, environment, folder_of
from parlour.lab.bench.picture import Bar, Group, svg
from parlour.lab.bench.rounds import Results, Task, measure

Capture = pytest.CaptureFixture[str]
SVG = "{http://www.w3.org/2000/svg}"
FAKE = """
import json, sys
print(json.dumps({"name": "peers", "versions": {"cards": "7"}}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["name"] == "uno_steps":
        answer = {"error": "no cards"}
    elif asked["name"] == "hearts_clone":
        sys.exit("a fault")
    else:
        answer = {"work": 1000 * asked["players"], "seconds": asked["seconds"]}
    print(json.dumps(answer), flush=True)
"""
LOOP = Job("crazy_eights_loop", "crazy_eights", 5)


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_LANG", "en")


class FakeLane:
    """Notes what it is asked, and answers with the next of its figures."""

    def __init__(self, name: str, asked: list[str], work: float = 100.0) -> None:
        self.name = name
        self.asked = asked
        self.work = work
        self.versions: dict[str, str] = {}

    def measure(self, job: Job, seconds: float) -> Reading:
        self.asked.append(f"{self.name} {job.name} {job.game} {job.players}")
        self.work += 1
        return Reading(self.work, 1.0)


def refuse(reason: str) -> Callable[[], Child]:
    def start() -> Child:
        raise CannotMeasure(reason)

    return start


# --- the command ------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["magpies", "kings"])
def test_every_row_has_a_figure_for_machines(id: str, capsys: Capture) -> None:
    assert main(["bench", id, "--players", "2", "--quick", "--rounds", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    expected = [(job.name, job.level) for job in jobs_of(parlour.game(id), 2)]
    assert [(one["name"], one["level"]) for one in told["figures"]] == expected
    assert {name for name, _ in expected} >= {n for n, m in MEASURES.items() if not m.bots}
    assert (told["complete"], told["rounds"], told["failures"]) == (True, 2, [])
    for one in told["figures"]:
        assert one["lane"] == build()
        assert (one["game"], one["players"], len(one["rounds"])) == (id, 2, 2)
        assert 0 < one["low"] <= one["median"] <= one["high"]
    assert any(one["p99"] for one in told["figures"] if one["name"] == "think") == (id == "kings")


def test_people_get_a_table_and_a_picture(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "bench.svg"
    words = ["bench", "magpies", "--quick", "--rounds", "1", "--picture", str(file)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert f", {build()}" in told
    for name in ("loop", "inside", "rollout", "clone", "look", "imagine", "new"):
        assert words_of(f"bench.rows.{name}") in told
    picture = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    rows = len(jobs_of(parlour.game("magpies"), 2))
    assert len(picture.findall(f"{SVG}rect")) == 1 + rows, "the ground, and a bar for each row"


def words_of(key: str) -> str:
    return words().say("en", key)


def test_the_quick_version_takes_every_game_once(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(command, "Here", lambda: FakeLane("fake", asked))
    assert main(["bench", "--quick", "--rounds", "1", "--json"]) == 0
    tables = {tuple(one.split()[2:]) for one in asked}
    assert sorted(game for game, _ in tables) == sorted(parlour.all_games())
    asked.clear()
    assert main(["bench", "bang", "--rounds", "1", "--json"]) == 0
    assert {one.split()[3] for one in asked} == set("345678")
    capsys.readouterr()


def test_what_was_measured_is_told_when_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    class Interrupted(FakeLane):
        def measure(self, job: Job, seconds: float) -> Reading:
            if len(self.asked) == 3:
                raise KeyboardInterrupt
            return super().measure(job, seconds)

    monkeypatch.setattr(command, "Here", lambda: Interrupted("fake", []))
    assert main(["bench", "kings", "--json"]) == 130
    told = json.loads(capsys.readouterr().out)
    assert len(told["figures"]) == 3
    assert not told["complete"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("chess",), "There is no game “chess”"),
        (("chess", "--peers"), "There is no game “chess”"),
        (("kings", "--players", "9"), "2 to 4 players"),
        (("--players", "99"), "nothing to measure"),
        (("magpies", "--peers"), "nothing to measure"),
        (("kings", "--picture", "nowhere/bench.svg"), "there is no such folder"),
    ],
)
def test_what_cannot_be_measured_is_said_at_once(
    words: tuple[str, ...], reason: str, capsys: Capture
) -> None:
    assert main(["bench", *words]) == 2
    assert reason in capsys.readouterr().err


def test_no_rounds_are_no_measurement(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "kings", "--rounds", "0"])
    assert "'0' is not a number from 1 up" in capsys.readouterr().err


# --- beside others ----------------------------------------------------------------------------


def test_without_peers_and_without_a_compiler_the_rest_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(command, "other_build", refuse("no C compiler found"))
    monkeypatch.setattr(command, "peers", refuse("no network"))
    monkeypatch.setattr(command, "Here", lambda: FakeLane(INTERPRETED, []))
    assert main(["bench", "bang", "--peers", "--rounds", "2"]) == 0
    said = capsys.readouterr()
    assert "The other build is not measured: no C compiler found" in said.err
    assert "The peers are not measured: no network" in said.err
    assert said.out.count("bang-server") == said.out.count("263 *") + said.out.count("139 *") == 2
    assert "* stored, not measured here" in said.out
    assert "crazy_eights" not in said.out
    assert main(["bench", "bang", "--peers", "--build", "this", "--rounds", "1"]) == 0
    assert "other build is not" not in capsys.readouterr().err


def test_every_row_stands_beside_its_peer_and_ratios_are_taken_round_by_round() -> None:
    builds = [FakeLane("compiled", [], 400.0), FakeLane(INTERPRETED, [], 100.0)]
    report = ComparisonReport(COMPARED, [*builds], FakeLane("peers", [], 100.0))
    results = Results()
    for so_far in measure(report.tasks, 3, 0.0):
        results = so_far
    rows = report.rows(results)
    assert [row.pair for row in rows] == COMPARED
    for row in rows:
        assert row.ours.lane == (row.pair.build or "compiled")
        assert (row.ratio is None) == (row.pair.peer is None)
        if row.ratio is not None and row.peer is not None:
            found = sorted(a / b for a, b in zip(row.ours.rounds, row.peer.rounds, strict=True))
            assert (row.ratio.low, row.ratio.median, row.ratio.high) == tuple(found)
    lines = list(report.lines(results))
    assert sum("OpenSpiel" in line for line in lines) == 6
    assert sum("RLCard" in line for line in lines) == 6
    ElementTree.fromstring(report.picture(results))


def test_in_each_round_everything_is_measured_once_in_turns() -> None:
    asked: list[str] = []
    ours, theirs = FakeLane("compiled", asked), FakeLane("peers", asked)
    pairs = [pair for pair in COMPARED if pair.ours.name == "loop"]
    tasks = tasks_of(pairs, [ours], theirs)
    assert len(list(measure(tasks, 2, 0.0))) == 2 * len(tasks)
    once = asked[: len(tasks)]
    assert asked == once * 2
    assert once[:2] == ["compiled loop bang 5", "peers crazy_eights_loop crazy_eights 5"]
    assert len(set(once)) == len(once), "a peer of several rows is measured once in a round"


def test_a_child_that_fails_is_left_out_and_the_others_go_on() -> None:
    jobs = [Job("uno_steps", "uno", 2), LOOP, Job("hearts_clone", "hearts", 4)]
    with Child([sys.executable, "-c", FAKE]) as lane:
        assert (lane.name, lane.versions) == ("peers", {"cards": "7"})
        results = Results()
        for so_far in measure([Task(lane, job) for job in jobs], 1, 0.5):
            results = so_far
        assert [one.median for one in results.figures()] == [10000.0]
        assert [task.job.name for task in results.failures] == ["uno_steps", "hearts_clone"]
        assert list(results.failures.values()) == ["no cards", "status 1: a fault"]
        with pytest.raises(CannotMeasure):
            lane.measure(LOOP, 0.0)


def test_a_program_that_does_not_start_is_no_lane() -> None:
    with pytest.raises(CannotMeasure, match="status 4: no reason given"):
        Child([sys.executable, "-c", "raise SystemExit(4)"])


def test_our_own_program_at_the_other_end_of_a_pipe_measures() -> None:
    with Child([sys.executable, "-m", child.__name__]) as lane:
        assert lane.name == build()
        assert lane.measure(Job("clone", "kings", 2), 0.001).work > 0
        with pytest.raises(CannotMeasure, match="KeyError"):
            lane.measure(Job("magic", "kings", 2), 0.001)


def test_the_program_of_the_peers_answers_what_it_cannot_measure() -> None:
    with (
        Child([sys.executable, "-I", str(peer_program.__file__)]) as lane,
        pytest.raises(CannotMeasure, match="nothing is called magic"),
    ):
        lane.measure(Job("magic", "uno", 2), 0.001)


def test_an_environment_that_could_not_be_filled_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []

    def run(words: list[str]) -> None:
        ran.append("venv" if "venv" in words else "pip")
        if ran[-1] == "venv":
            Path(words[-1]).mkdir(parents=True)  # it must not be there any more
        elif ran == ["venv", "pip"]:
            raise CannotMeasure("no network")

    monkeypatch.setattr(peers, "run", run)
    (tmp_path / LOCK).write_text("rlcard==1.2.0")
    with pytest.raises(CannotMeasure):
        environment(tmp_path)
    assert folder_of(tmp_path) in environment(tmp_path).parents
    environment(tmp_path)
    assert ran == ["venv", "pip"] * 2


def test_a_failed_command_says_its_last_line() -> None:
    with pytest.raises(CannotMeasure, match=r"^no wheel$"):
        peers.run([sys.executable, "-c", "import sys; sys.exit('trying\\nno wheel')"])


def test_the_checkout_is_found_from_its_own_folders() -> None:
    assert (lanes.checkout() / LOCK).is_file()


# --- words and numbers ------------------------------------------------------------------------


def test_every_row_has_a_label_in_every_language() -> None:
    keys = [f"bench.rows.{name}" for name in (*MEASURES, "p99")]
    keys += [f"bench.peers.{name}" for name in (*PEER_UNITS, "bang_server")]
    for lang in LANGUAGES:
        assert [key for key in keys if key not in words().texts(lang)] == []


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (464_123.0, "464k"),
        (4_120_000.0, "4.12M"),
        (1.7, "1.70"),
        (28.14, "28.1"),
        (999.7, "1000"),
        (0.0, "0.00"),
        (0.135, "0.135"),
    ],
)
def test_figures_have_three_digits(value: float, said: str) -> None:
    assert short(value) == said


def test_a_picture_keeps_what_labels_say_and_how_long_bars_are() -> None:
    bars = [Bar("a < b & c", 2.0, "2 ±1%"), Bar("“peer”", 4.0, "4", "peer"), Bar("none", 0.0, "")]
    picture = ElementTree.fromstring(svg("<figures>", [Group("R&D", bars), Group("empty", [])]))
    texts = [one.text for one in picture.findall(f"{SVG}text")]
    assert texts[:4] == ["<figures>", "R&D", "a < b & c", "2 ±1%"]
    ours, theirs, none = (float(one.get("width", "")) for one in picture.findall(f"{SVG}rect")[1:])
    assert theirs == 2 * ours > none == 0.0


def test_columns_are_aligned() -> None:
    rows: list[Any] = [["players", "3", "5"], ["loop", "464k", "1"]]
    assert list(aligned(rows)) == ["  players      3   5", "  loop      464k   1"]
