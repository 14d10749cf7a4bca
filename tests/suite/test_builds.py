"""Which build the command runs: the compiled one of exactly these sources, or the sources."""

import json
import os
import re
import shutil
import subprocess
import sysconfig
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tools.compile as command
from tools.patience import PAUSE_S, Patience

ROOT = Path(__file__).parents[2]
LIBRARY = f"parlour/core/table{sysconfig.get_config_var('EXT_SUFFIX')}"
PROJECT = """
[build-system]
requires = ["mypy==2.4.1"]
[tool.mypy]
strict = true
[tool.parlour.compile]
interpreted = ["words.py"]
"""
COMMAND = """
import json, subprocess, sys
from importlib.util import find_spec

FOUND = [sys.executable, "-c", "import parlour.core.table as t; print(t.__file__)"]

def main() -> int:
    table = find_spec("parlour.core.table").origin
    found = {"table": table, "words": sys.argv, "greeting": "hello"}
    if "child" in sys.argv:
        child = subprocess.run(FOUND, stdout=subprocess.PIPE, text=True, check=True)
        found["child"] = child.stdout.strip()
    print(json.dumps(found))
    return 0
"""

NOT_SLOWED_DOWN = """
import os, runpy, sys

os.nice = lambda steps: print("priority lowered by", steps)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout as `make` sets it up, of a package with one module to compile."""
    root = tmp_path / "checkout"
    package, tools = root / "src" / "parlour", root / "tools"
    for folder in ("core", "games/tiny", "cli"):
        (package / folder).mkdir(parents=True)
        (package / folder / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "games" / "__init__.py").touch()
    (package / "core" / "table.py").write_text("def answer() -> int:\n    return 1\n")
    (package / "core" / "words.py").write_text("WORD = 1\n")
    (package / "cli" / "__init__.py").write_text(COMMAND)
    (root / "pyproject.toml").write_text(PROJECT)
    tools.mkdir()
    for name in ("compile.py", "mypyc_setup.py", "launch.py"):
        shutil.copy(ROOT / "tools" / name, tools)
    venv.create(root / ".venv")
    (site,) = (root / ".venv" / "lib").glob("python*/site-packages")
    (site / "parlour.pth").write_text("../../../../src")
    (site / "librt").mkdir()  # a dependency of what is compiled
    shutil.copy(ROOT / "tools" / "parlour", root / ".venv" / "bin")
    return root


def home_of(checkout: Path) -> Path:
    return checkout / "build" / "compiled"


def started(checkout: Path, *words: str, path: str = "") -> dict[str, Any]:
    """What the command `parlour` of the checkout says, started from somewhere else."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env |= {"PYTHONPATH": path} if path else {}
    program = [str(checkout / ".venv" / "bin" / "parlour"), *words]
    done = subprocess.run(
        program, cwd=checkout.parent, env=env, stdout=subprocess.PIPE, check=True, text=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


class Mypyc:
    """Stands for mypyc and the C compiler; `meanwhile` happens while they work."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.meanwhile: Callable[[], None] = lambda: None
        self.runs = 0
        monkeypatch.setattr(command, "find_compiler", lambda: "cc")
        monkeypatch.setattr(command, "find_mypyc", lambda root, home: "")
        monkeypatch.setattr(command, "python", self.python)

    def python(self, tree: Path, mypyc: str, *args: str) -> None:
        if "-c" in args:
            return
        self.runs += 1
        (tree / "build").mkdir()
        (tree / LIBRARY).write_text((tree / "parlour/core/table.py").read_text())
        self.meanwhile()


@pytest.fixture
def mypyc(monkeypatch: pytest.MonkeyPatch) -> Mypyc:
    return Mypyc(monkeypatch)


def compiled(checkout: Path) -> Path:
    return command.compiled_tree(checkout, home_of(checkout), command.BEST)


def ready(checkout: Path) -> Path | None:
    return command.ready_tree(checkout, home_of(checkout), command.BEST)


# --- what runs --------------------------------------------------------------------------------


def test_without_a_compiled_build_the_sources_run(checkout: Path) -> None:
    found = started(checkout, "sim", "kings")
    assert found["table"] == str(checkout / "src/parlour/core/table.py")
    assert found["words"] == ["parlour", "sim", "kings"]
    assert not home_of(checkout).exists()


def test_an_edited_source_is_interpreted_until_it_is_compiled_again(
    checkout: Path, mypyc: Mypyc
) -> None:
    source = checkout / "src/parlour/core/table.py"
    first = compiled(checkout)
    assert started(checkout)["table"] == str(first / LIBRARY)
    edit(source, "return 1", "return 2")
    assert started(checkout)["table"] == str(source)
    second = compiled(checkout)
    assert started(checkout)["table"] == str(second / LIBRARY)
    edit(source, "return 2", "return 1")
    assert started(checkout)["table"] == str(first / LIBRARY)


def test_what_is_not_compiled_is_never_an_old_copy(checkout: Path, mypyc: Mypyc) -> None:
    package = checkout / "src" / "parlour"
    tree = compiled(checkout)
    edit(package / "cli" / "__init__.py", "hello", "good evening")
    (package / "core" / "new.toml").touch()
    found = started(checkout)
    assert (found["table"], found["greeting"]) == (str(tree / LIBRARY), "good evening")
    assert (tree / "parlour/core/new.toml").samefile(package / "core" / "new.toml")
    (package / "core" / "new.toml").unlink()
    started(checkout)
    assert not (tree / "parlour/core/new.toml").is_symlink()
    copies = [path for path in tree.rglob("*") if path.is_file() and not path.is_symlink()]
    assert [path for path in copies if "__pycache__" not in path.parts] == [tree / LIBRARY]


def test_pythonpath_decides_if_it_has_the_package(checkout: Path, mypyc: Mypyc) -> None:
    tree, src = compiled(checkout), checkout / "src"
    elsewhere = checkout.parent / "elsewhere"
    elsewhere.mkdir()
    assert started(checkout, path=str(src))["table"] == str(src / "parlour/core/table.py")
    assert started(checkout, path=str(elsewhere))["table"] == str(tree / LIBRARY)


def test_child_processes_run_the_same_build(checkout: Path) -> None:
    """Here the machine code is Python in a folder of its own, since the child imports it."""
    name = command.key(checkout, checkout / "src", command.BEST)
    place = home_of(checkout) / name / "parlour" / "core"
    place.mkdir(parents=True)
    (place / "table.py").touch()
    found = started(checkout, "child")
    assert found["child"] == found["table"] == str(place / "table.py")


def test_a_checkout_that_cannot_be_written_to_runs_the_sources(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tools import launch

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(command, "ready_tree", refuse)
    assert launch.chosen_tree() is None


# --- building ---------------------------------------------------------------------------------


def test_an_environment_without_mypycs_library_runs_the_sources(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was installed before compiled encoders needed one."""
    from tools import launch

    monkeypatch.setattr(command, "ready_tree", lambda *_: Path("/compiled"))
    assert launch.chosen_tree() == Path("/compiled")
    monkeypatch.setattr(launch, "find_spec", lambda name: None)
    assert launch.chosen_tree() is None


def test_a_second_build_has_nothing_to_do(checkout: Path, mypyc: Mypyc) -> None:
    assert compiled(checkout) == compiled(checkout)
    assert mypyc.runs == 1


def left_in(home: Path) -> list[str]:
    return sorted(path.name for path in home.iterdir())


def test_an_interrupted_build_leaves_nothing(checkout: Path, mypyc: Mypyc) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    mypyc.meanwhile = interrupt
    with pytest.raises(KeyboardInterrupt):
        compiled(checkout)
    assert left_in(home_of(checkout)) == []
    assert ready(checkout) is None


def test_a_failed_build_is_remembered_until_the_sources_change(
    checkout: Path, mypyc: Mypyc, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise command.BuildFailed("status 1")

    mypyc.meanwhile = fail
    home = home_of(checkout)
    with pytest.raises(command.BuildFailed):
        compiled(checkout)
    name = command.key(checkout, checkout / "src", command.BEST)
    assert left_in(home) == [f".failed-{name}"]
    assert ready(checkout) is None
    command.start_in_background(checkout, home, command.BEST)
    assert "interpreted: compiling them failed" in capsys.readouterr().out
    edit(checkout / "src/parlour/core/table.py", "return 1", "return 2")
    assert not command.obstacle(home, command.key(checkout, checkout / "src", command.BEST))
    edit(checkout / "src/parlour/core/table.py", "return 2", "return 1")
    mypyc.meanwhile = lambda: None
    assert left_in(home) == [f".failed-{name}"]
    compiled(checkout)
    assert left_in(home) == [name]


def test_two_builds_at_once_do_not_disturb_each_other(checkout: Path, mypyc: Mypyc) -> None:
    def another() -> None:
        mypyc.meanwhile = lambda: None
        compiled(checkout)

    mypyc.meanwhile = another
    tree = compiled(checkout)
    assert mypyc.runs == 2
    assert left_in(home_of(checkout)) == [tree.name]
    assert (tree / LIBRARY).read_text() == (checkout / "src/parlour/core/table.py").read_text()


def test_what_is_edited_during_a_build_is_not_taken_for_compiled(
    checkout: Path, mypyc: Mypyc
) -> None:
    source = checkout / "src/parlour/core/table.py"
    mypyc.meanwhile = lambda: edit(source, "return 1", "return 2")
    with pytest.raises(command.BuildFailed, match="edited meanwhile"):
        compiled(checkout)
    assert ready(checkout) is None
    edit(source, "return 2", "return 1")
    tree = ready(checkout)
    assert tree is not None
    assert (tree / LIBRARY).read_text() == source.read_text()


def test_a_copy_is_named_after_what_was_copied(
    checkout: Path, mypyc: Mypyc, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if somebody edits after the sources were looked at and before they are copied."""
    source, copy = checkout / "src/parlour/core/table.py", command.copy_sources

    def edited_first(root: Path, scratch: Path) -> Path:
        edit(source, "return 1", "return 2")
        return copy(root, scratch)

    monkeypatch.setattr(command, "copy_sources", edited_first)
    assert (compiled(checkout) / LIBRARY).read_text() == source.read_text()


def test_the_tree_of_a_program_that_runs_is_not_swept(checkout: Path, mypyc: Mypyc) -> None:
    home = home_of(checkout)
    compiled(checkout)
    for number in range(command.KEPT + 3):
        (home / f"tree{number}").mkdir()
        os.utime(home / f"tree{number}", (number, number))
    command.hold(home / "tree1")
    command.sweep(home)
    kept = {"tree1", *(f"tree{number}" for number in range(4, command.KEPT + 3))}
    assert {path.name for path in home.glob("tree*")} == kept


def test_what_a_killed_build_has_left_is_swept_a_day_later(checkout: Path, mypyc: Mypyc) -> None:
    home = home_of(checkout)
    for name, age in ((".building-old", 2 * command.LEFT_S), (".building-new", 60)):
        (home / name).mkdir(parents=True)
        os.utime(home / name, (time.time() - age,) * 2)
    tree = compiled(checkout)
    assert left_in(home) == [".building-new", tree.name]


# --- in the background ------------------------------------------------------------------------


def test_without_a_compiler_one_line_says_so(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    command.start_in_background(checkout, home_of(checkout), command.BEST)
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("== the rules run interpreted: no C compiler found")
    assert not home_of(checkout).exists()


def test_what_is_being_compiled_in_the_background_is_not_started_again(
    checkout: Path, mypyc: Mypyc, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(command, "give_way", lambda: None)
    monkeypatch.setattr(subprocess, "Popen", lambda words, **_: started.append(words))
    home = home_of(checkout)
    home.mkdir(parents=True)
    with command.log_of(home).open("a") as log:
        assert command.take_lock(log.fileno())
        command.start_in_background(checkout, home, command.BEST)
        assert not started
    command.start_in_background(checkout, home, command.BEST)
    assert len(started) == 1


def can_compile() -> bool:
    try:
        command.find_compiler()
    except command.NoCompiler:
        return False
    return True


def test_what_is_compiled_in_the_background_runs_at_the_next_start(checkout: Path) -> None:
    """With the real mypyc, put where it would have been fetched to.

    The build is not slowed down here: among busy tests the lowest priority could take minutes.
    """
    home = home_of(checkout)
    shutil.copy(ROOT / command.LOCK, checkout)
    home.mkdir(parents=True)
    mypyc = command.fetched_mypyc(checkout, home)
    mypyc.symlink_to(sysconfig.get_path("purelib"))
    program = [str(checkout / ".venv" / "bin" / "python"), "-c", NOT_SLOWED_DOWN]
    program += [str(checkout / "tools" / "compile.py"), "--background", "-O0"]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    said = subprocess.run(program, env=env, stdout=subprocess.PIPE, check=True, text=True).stdout
    assert started(checkout)["table"].endswith("table.py")
    if not can_compile():
        assert "no C compiler" in said
        return
    assert "compiled in the background for the next start" in said
    assert "priority lowered by 19" in said
    tree = home / command.key(checkout, checkout / "src", "0")
    patience = Patience("the build in the background")
    while not tree.is_dir():
        patience.check((home / "background.log").read_text)
        assert not list(home.glob(".failed-*")), (home / "background.log").read_text()
        time.sleep(PAUSE_S)
    tree.rename(home / command.key(checkout, checkout / "src", command.BEST))
    found = started(checkout, "child")
    assert found["child"] == found["table"]
    assert found["child"].endswith((".so", ".pyd"))


def test_mypyc_is_locked_as_it_is_for_developers() -> None:
    def pins(name: str) -> dict[str, list[str]]:
        found = {}
        for part in re.split(r"^(?=[a-z0-9])", (ROOT / name).read_text("utf-8"), flags=re.M):
            if part:
                found[part.split()[0]] = re.findall(r"sha256:\w+", part)
        return found

    mine, dev = pins(command.LOCK), pins("requirements-dev.lock")
    assert mine.items() <= dev.items()
    assert {name.partition("==")[0] for name in mine} >= {"mypy", "setuptools"}


def test_no_rule_shifts_a_one_that_c_takes_for_32_bits() -> None:
    """`bit` of core/piles.py says why."""
    rules = [
        path for part in ("core", "games") for path in (ROOT / "src/parlour" / part).rglob("*.py")
    ]
    found = [path.name for path in rules if re.search(r"= i64\(1\) <<", path.read_text("utf-8"))]
    assert len(rules) > 100
    assert found == []
