"""How tests are run and repeated: the order, the leftovers, the bounds, and `make steady`."""

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tools.patience import PATIENCE_S, PAUSE_S, Patience

ROOT = Path(__file__).parents[2]
PLAIN = {k: v for k, v in os.environ.items() if not k.startswith(("PARLOUR_", "PYTEST_"))}
PLAIN["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # starts in a moment


def run_tests(folder: Path, source: str, *words: str, **env: str) -> str:
    """A pytest of its own, with the plugin and a file of tests; what it said."""
    (folder / "test_made_up.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tools.suite", "-W", "error", *words]
    env = {**PLAIN, **env}
    done = subprocess.run(
        [*command, str(folder)], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


# --- the order --------------------------------------------------------------------------------

MANY = """
import pytest

@pytest.mark.parametrize("k", range(30))
def test_it(k):
    print("ran", k)
"""


def ran(said: str) -> list[int]:
    return [int(k) for k in re.findall(r"ran (\d+)$", said, re.M)]


def test_the_order_is_another_every_time_and_can_be_had_again(tmp_path: Path) -> None:
    said = run_tests(tmp_path, MANY, "-s")
    told = re.search(r"--order=(\d+)", said)
    assert told is not None, said
    again = run_tests(tmp_path, MANY, "-s", f"--order={told[1]}")
    assert ran(again) == ran(said)
    assert sorted(ran(said)) == list(range(30)) != ran(said)
    assert ran(run_tests(tmp_path, MANY, "-s", "--order=files")) == list(range(30))


def test_all_workers_of_a_run_have_the_same_order(tmp_path: Path) -> None:
    said = run_tests(tmp_path, MANY, "-p", "xdist", "-n", "2")
    assert "30 passed" in said
    assert "Different tests were collected" not in said


# --- on one build -----------------------------------------------------------------------------

MARKS = ("-o", "markers=rules\nonce")
ONCE = """
import pytest

{marks}
def test_it():
    pass

@pytest.mark.rules
def test_on_both():
    pass
"""


def test_what_is_marked_once_is_left_to_the_compiled_build_where_there_is_one(
    tmp_path: Path,
) -> None:
    both = ONCE.format(marks="@pytest.mark.once\n@pytest.mark.rules")
    assert "2 passed" in run_tests(tmp_path, both, *MARKS)
    assert "2 passed" in run_tests(tmp_path, both, *MARKS, PARLOUR_SAMPLE="others")
    alone = run_tests(tmp_path, both, *MARKS, PARLOUR_SAMPLE="least")
    assert "1 passed, 1 deselected" in alone


def test_what_is_marked_once_would_run_nowhere_without_the_other_mark(tmp_path: Path) -> None:
    said = run_tests(tmp_path, ONCE.format(marks="@pytest.mark.once"), *MARKS)
    assert "test_it is marked `once`, but not `rules`" in said
    assert "passed" not in said


# --- leftovers --------------------------------------------------------------------------------

LEAVES = """
import gc, socket

def test_leaves_a_socket_open():
    line = socket.socket()
    assert {good}

def test_is_innocent():
    gc.collect()
"""


@pytest.mark.parametrize("good", [True, False])
def test_what_a_test_leaves_open_is_its_own_error(tmp_path: Path, good: bool) -> None:
    """A test that fails leaves most: its traceback holds on to all it had."""
    said = run_tests(tmp_path, LEAVES.format(good=good), "--order=files", "-rA")
    assert re.search(r"PASSED .*test_is_innocent", said)
    assert re.search(r"(ERROR|FAILED) .*test_leaves_a_socket_open", said)
    assert not re.search(r"(ERROR|FAILED) .*test_is_innocent", said)
    assert "ResourceWarning" in said
    assert good or "this test has left something open" in said


# --- bounds -----------------------------------------------------------------------------------


def test_a_whole_test_may_take_far_longer_than_any_wait_in_it() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert told["tool"]["pytest"]["ini_options"]["timeout"] >= 5 * PATIENCE_S


TIGHT = re.compile(
    r"wait_for\(.*, *[\d.]+\)|timeout\w*=[\d.]|wait_for_timeout\([\d.]"
    r"|\.sleep\((?!0|PAUSE_S)|sleep\(0\.[1-9]"
)


def test_no_test_has_a_bound_or_a_pause_of_its_own() -> None:
    """They stand in tools/patience.py; how long a busy machine takes is nobody's to guess."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for folder in (ROOT / "tests", ROOT / "src" / "parlour" / "games")
        for path in sorted(folder.rglob("*.py"))
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if TIGHT.search(line)
    ]
    assert not found


# --- make steady ------------------------------------------------------------------------------

FLAKY = """
import time
from pathlib import Path

HERE = Path(__file__).parent

def count(name):
    with (HERE / name).open("a") as file:
        file.write("x")
    return len((HERE / name).read_text())

def test_fails_the_second_time():
    print("so it was")
    assert count("flaky") != 2

def test_waits_the_second_time():
    while count("waits") >= 2 and not (HERE / "go").exists():
        time.sleep(0.05)
"""


def steady(folder: Path, rounds: int, *words: str, part: str = "tests") -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tools.steady", "--jobs", "0", "--burners", "1"]
    command += [
        "--folder",
        str(folder / "books"),
        "--rounds",
        str(rounds),
        *words,
        str(folder / part),
    ]
    return subprocess.Popen(command, cwd=ROOT, env=PLAIN, stdout=subprocess.PIPE, text=True)


def another_part(folder: Path) -> None:
    """Run to its end between the two runs of a part that was stopped."""
    (folder / "good").mkdir()
    (folder / "good" / "test_good.py").write_text("def test_good(): pass\n", encoding="utf-8")
    said = steady(folder, 1, part="good").communicate(timeout=PATIENCE_S)[0]
    assert "round 1 of 1" in said


def test_a_flaky_test_is_found_and_tallies_add_up_over_a_stop(tmp_path: Path) -> None:
    """Stopped in its second round, it goes on with two more, also if another part came between."""
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_flaky.py").write_text(FLAKY, encoding="utf-8")
    stopped = steady(tmp_path, 3)
    waits, patience = tests / "waits", Patience("the second round")
    while not waits.exists() or len(waits.read_text()) < 2:
        assert stopped.poll() is None
        patience.check()
        time.sleep(PAUSE_S)
    stopped.send_signal(signal.SIGINT)
    said = stopped.communicate(timeout=PATIENCE_S)[0]
    assert "stopped" in said
    assert "1 rounds and 1 cut off" in said
    assert stopped.returncode in (1, 130), "1 if the flaky test came first in that round"
    (tests / "go").touch()
    another_part(tmp_path)
    resumed = steady(tmp_path, 3)
    said = resumed.communicate(timeout=PATIENCE_S)[0]
    assert resumed.returncode == 1, said
    assert "round 2 of 3" in said
    assert "round 3 of 3" in said
    assert "4 rounds and 1 cut off, 3 tests" in said
    times = len((tests / "flaky").read_text())
    assert re.search(rf"^ +{times} +1  .*test_fails_the_second_time$", said, re.M), said
    kept = next(tmp_path.glob("books/*test_fails_the_second_time.txt")).read_text()
    assert "PARLOUR_ORDER=" in kept
    assert "so it was" in kept
    assert str(next(tmp_path.glob("books/*test_fails*"))) in said


def test_a_fresh_start_forgets(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_good.py").write_text("def test_good(): pass\n", encoding="utf-8")
    for words, rounds in (([], 1), ([], 2), (["--fresh"], 1)):
        done = steady(tmp_path, 1, *words)
        said = done.communicate(timeout=PATIENCE_S)[0]
        assert done.returncode == 0, said
        assert f"{rounds} rounds and 0 cut off, 1 tests, {rounds} runs" in said
        assert "none ever failed" in said
    (tests / "test_good.py").write_text("def test_good(:\n", encoding="utf-8")
    broken = steady(tmp_path, 1, "--fresh")
    assert "(the round itself)" in broken.communicate(timeout=PATIENCE_S)[0]
    assert broken.returncode == 1


# --- make test --------------------------------------------------------------------------------


def test_a_check_that_stops_says_how_far_it_came() -> None:
    """`true` and `false` stand for parts that pass and fail."""
    env = {**PLAIN, "PYTHONHASHSEED": "7", "PARLOUR_ORDER": "8"}
    words = ["tools/check", "true", "false", "lint", "client"]
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "stopped in false" in done.stdout
    assert "done: true; not reached: lint client" in done.stdout
    assert "again with: PYTHONHASHSEED=7 PARLOUR_ORDER=8 tools/check false" in done.stdout
