"""Build the compiled tree: the kernel and the rules through mypyc, in a folder of its own.

    python tools/compile.py [-O0 | -O1 | -O2 | -O3]    build it now, print its folder
    python tools/compile.py --background               build it for the next start, say so, return

The tree is build/compiled/<key>/, to be put on PYTHONPATH; tools/launch.py does that.  It holds the
machine code, and links to the sources for all the rest, so whatever is not compiled is never an old
copy.  The key is a hash of everything that decides about the machine code: sources that have
changed have another tree, or none yet, and a second run has nothing to do.  A tree is built in a
temporary folder and renamed, so one that has its name is complete.

What is compiled: each module of core/ and of every room, except __init__.py, tests and the names
in [tool.parlour.compile] of pyproject.toml.  Exit status 3: this machine cannot compile.
"""

import argparse
import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
HOME: Final = ROOT / "build" / "compiled"
BEST: Final = "3"  # the optimisation level of wheels and of trees that are played with
KEPT: Final = 6  # trees to keep: two optimisation levels, two Pythons, some before
LEFT_S: Final = 86_400.0  # what an ended build has left is swept, and a failed one tried again
LOCK: Final = "requirements-compile.lock"
NO_COMPILER: Final = 3
PROOF: Final = """
import importlib, sys
for name in sys.argv[1:]:
    found = importlib.import_module(name).__file__ or ""
    if not found.endswith((".so", ".pyd")):
        sys.exit(f"{name} was not compiled: {found}")
"""


class NoCompiler(Exception):
    """There is no C compiler here, or no mypyc or Python.h for it to work with."""


class BuildFailed(Exception):
    """mypyc or the C compiler refused; they have said why."""


# ------------------------------------------------------------------ what is compiled ---


def settings(root: Path) -> dict[str, Any]:
    """The part of pyproject.toml that decides about the build."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    tool, mypyc = project["tool"], project["build-system"]["requires"]  # mypy is pinned there
    return {"mypyc": mypyc, "mypy": tool["mypy"], "compile": tool["parlour"]["compile"]}


def interpreted_names(root: Path) -> frozenset[str]:
    """What stays interpreted: files of a name wherever they lie, or one file by its path."""
    return frozenset(settings(root)["compile"]["interpreted"]) | {"__init__.py"}


def is_test(path: Path) -> bool:
    return "tests" in path.parts or path.name == "conftest.py"


def rule_sources(src: Path) -> list[Path]:
    """The kernel, the rooms and the packages above them: what mypyc reads.  Relative to `src`."""
    top = list((src / "parlour").glob("*.py"))
    floors = [*(src / "parlour/core").rglob("*.py"), *(src / "parlour/games").rglob("*.py")]
    inside = (path.relative_to(src) for path in top + floors)
    return sorted(path for path in inside if not is_test(path))


def compiled_modules(root: Path, src: Path) -> list[Path]:
    """The modules to compile, relative to the source folder."""
    kernel, rooms, skipped = Path("parlour/core"), Path("parlour/games"), interpreted_names(root)
    return [
        path
        for path in rule_sources(src)
        if path.name not in skipped
        and path.relative_to("parlour").as_posix() not in skipped
        and (kernel in path.parents or rooms in path.parent.parents)  # a room is a folder
    ]


def dotted(module: Path) -> str:
    return ".".join(module.with_suffix("").parts)


# ------------------------------------------------------------------------ the build ---


def find_compiler() -> str:
    """The C compiler's command: $CC, the one Python was built with, or a usual name."""
    usual = [sysconfig.get_config_var("CC") or "cc", "cc", "gcc", "clang"]
    if sys.platform == "win32":  # there setuptools looks for Visual Studio, by this program
        programs = os.environ.get("PROGRAMFILES(X86)", "")
        usual = ["cl", rf"{programs}\Microsoft Visual Studio\Installer\vswhere.exe"]
    asked = [os.environ["CC"]] if os.environ.get("CC") else usual
    found = [name for name in asked if shutil.which(name) or shutil.which(name.split()[0])]
    if not found:
        raise NoCompiler(f"no C compiler found (looked for {', '.join(dict.fromkeys(asked))})")
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise NoCompiler("a C compiler, but no Python.h: install Python's development headers")
    return found[0]


def find_mypyc(root: Path, home: Path) -> str:
    """A folder with mypyc for PYTHONPATH; none, if this Python has it.

    Whoever only plays has no tools of developers: then it is fetched, once for each lock file.
    """
    if importlib.util.find_spec("mypyc"):
        return ""
    folder = fetched_mypyc(root, home)
    if not folder.is_dir():
        with tempfile.TemporaryDirectory(prefix=".building-", dir=home) as scratch:
            made = Path(scratch, "made")
            words = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
            words += ["--no-deps", "--require-hashes", "-r", str(root / LOCK)]
            words += ["--target", str(made)]
            if subprocess.run(words, stdout=sys.stderr, check=False).returncode:
                raise NoCompiler(f"mypyc is not installed, and {LOCK} could not be fetched")
            settle(made, folder)
    return str(folder)


def fetched_mypyc(root: Path, home: Path) -> Path:
    lock = hashlib.sha256((root / LOCK).read_bytes()).hexdigest()[:12]
    return home / f".mypyc-{lock}-{sys.implementation.cache_tag}"


def is_made(path: Path) -> bool:
    """Whether a program has made this file or folder, and nobody wrote it."""
    return path.name == "__pycache__" or path.suffix in {".so", ".pyd", ".pyc"}


def libraries(tree: Path) -> list[Path]:
    return sorted(path for path in tree.rglob("*") if path.suffix in {".so", ".pyd"})


def python(tree: Path, mypyc: str, *args: str) -> None:
    """Run Python in the tree, its output on our standard error."""
    env = os.environ | {"CC": find_compiler(), "MYPYPATH": str(tree)}
    # An isolated build keeps mypyc itself on PYTHONPATH.
    path = [str(tree), mypyc, os.environ.get("PYTHONPATH", "")]
    env["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    command = [sys.executable, *args]
    done = subprocess.run(command, cwd=tree, env=env, stdout=sys.stderr, check=False)
    if done.returncode:
        raise BuildFailed(f"the compiled build failed (status {done.returncode})")


def copy_sources(root: Path, scratch: Path) -> Path:
    """A copy to compile, in which nobody edits: its `src`."""
    copy = scratch / "src"
    shutil.copytree(
        root / "src" / "parlour",
        copy / "parlour",
        ignore=lambda folder, names: [name for name in names if is_made(Path(folder, name))],
    )
    return copy


def build(root: Path, copy: Path, tree: Path, mypyc: str, opt_level: str) -> None:
    """Compile the copied sources, and move the machine code into the folder `tree`."""
    modules = compiled_modules(root, copy)
    setup, config = root / "tools" / "mypyc_setup.py", root / "pyproject.toml"
    python(copy, mypyc, str(setup), opt_level, str(config), *map(str, modules))
    shutil.rmtree(copy / "build")
    python(copy, "", "-c", PROOF, *map(dotted, modules))
    for library in libraries(copy):
        place = tree / library.relative_to(copy)
        place.parent.mkdir(parents=True, exist_ok=True)
        library.rename(place)


# ------------------------------------------------------------------- the keyed folders ---


def key(root: Path, src: Path, opt_level: str) -> str:
    """A name for the machine code that these sources give on this Python."""
    facts = [opt_level, sys.version, sysconfig.get_config_var("EXT_SUFFIX"), settings(root)]
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode())
    files = {f"tools/{name}": root / "tools" / name for name in ("compile.py", "mypyc_setup.py")}
    files |= {path.as_posix(): src / path for path in rule_sources(src)}
    for name, path in files.items():
        digest.update(f"\0{name}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def settle(built: Path, place: Path) -> None:
    """Give a finished build its name.  If somebody was quicker, theirs is as good."""
    try:
        built.rename(place)
    except OSError:
        if not place.is_dir():
            raise


def machine_code(root: Path, home: Path, opt_level: str) -> Path:
    """The folder with the libraries of these sources, built if it is not there yet."""
    name = key(root, root / "src", opt_level)
    if not (home / name).is_dir():
        find_compiler()
        home.mkdir(parents=True, exist_ok=True)
        mypyc = find_mypyc(root, home)
        with tempfile.TemporaryDirectory(prefix=".building-", dir=home) as scratch:
            copy, built = copy_sources(root, Path(scratch)), Path(scratch, "tree")
            name = key(root, copy, opt_level)  # somebody may have edited them just now
            try:
                build(root, copy, built, mypyc, opt_level)
            except BuildFailed:
                failure_mark(home, name).touch()
                raise
            settle(built, home / name)
    failure_mark(home, name).unlink(missing_ok=True)
    return home / name


def failure_mark(home: Path, name: str) -> Path:
    """A file that says that these sources did not compile, so that no start tries it again."""
    return home / f".failed-{name}"


def link(source: Path, place: Path) -> None:
    """Complete a folder of a tree: a link to each source that it has no folder of its own for."""
    for old in place.iterdir():
        if old.is_symlink() and not old.exists():
            old.unlink(missing_ok=True)
    for new in source.iterdir():
        there = place / new.name
        if is_made(new) or there.is_symlink():
            continue
        if there.is_dir():  # it holds machine code
            link(new, there)
        else:
            with contextlib.suppress(FileExistsError):  # somebody completes the same tree
                there.symlink_to(os.path.relpath(new, place))


def ready_tree(root: Path, home: Path, opt_level: str) -> Path | None:
    """The compiled tree of exactly these sources, complete and kept for us, if it is there."""
    tree = home / key(root, root / "src", opt_level)
    if not tree.is_dir():
        return None
    with contextlib.suppress(PermissionError):  # somebody else has built it
        os.utime(tree)
    hold(tree)
    link(root / "src" / "parlour", tree / "parlour")
    return tree


def compiled_tree(root: Path, home: Path, opt_level: str) -> Path:
    """The compiled tree of these sources, built if need be."""
    machine_code(root, home, opt_level)
    sweep(home)
    tree = ready_tree(root, home, opt_level)
    if tree is None:
        raise BuildFailed("the sources were edited meanwhile")
    return tree


# ------------------------------------------------------------------------- sweeping ---


def hold(tree: Path) -> None:
    """Nobody sweeps the tree while this process or one that it forked lives."""
    import fcntl  # not on Windows, where wheels are built but no trees

    fcntl.flock(os.open(tree, os.O_RDONLY), fcntl.LOCK_SH)


def take_lock(handle: int) -> bool:
    """Take the lock of an open file or folder; whether nobody else has it."""
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_held(tree: Path) -> bool:
    handle = os.open(tree, os.O_RDONLY)
    try:
        return not take_lock(handle)
    finally:
        os.close(handle)


def sweep(home: Path) -> None:
    """Throw away all but the trees used last, and what builds have left that were killed."""
    trees = [path for path in home.glob("[!.]*") if path.is_dir()]
    unused = [tree for tree in sorted(trees, key=age)[KEPT:] if not is_held(tree)]
    left = [path for path in home.glob(".building-*") if age(path) > LEFT_S]
    for path in unused + left:
        shutil.rmtree(path, ignore_errors=True)


def age(path: Path) -> float:
    """Seconds since it was made or used; of what somebody else has just swept, none."""
    with contextlib.suppress(FileNotFoundError):
        return time.time() - path.stat().st_mtime
    return 0.0


# ------------------------------------------------------------------------ the command ---


def obstacle(home: Path, name: str) -> str:
    """Why compiling in the background would lead to nothing."""
    try:
        find_compiler()
    except NoCompiler as why:
        return str(why)
    mark = failure_mark(home, name)
    if mark.exists() and age(mark) < LEFT_S:
        return f"compiling them failed, see {log_of(home)}"
    return ""


def log_of(home: Path) -> Path:
    return home / "background.log"


def give_way() -> None:
    """Let this process and its children have the lowest priority, and be the first to be killed."""
    os.nice(19)
    with contextlib.suppress(OSError):  # Linux alone has it: who is killed if memory runs out
        Path("/proc/self/oom_score_adj").write_text("1000")


def start_in_background(root: Path, home: Path, opt_level: str) -> None:
    """Compile for the next start, unless that is done: one line says what happens."""
    name = key(root, root / "src", opt_level)
    if (home / name).is_dir():
        return
    if why := obstacle(home, name):
        print(f"== the rules run interpreted: {why}")
        return
    print("== the rules run interpreted, and are compiled in the background for the next start")
    home.mkdir(parents=True, exist_ok=True)
    with log_of(home).open("a") as log:
        if take_lock(log.fileno()):  # the child keeps it, so nobody compiles a second time
            log.truncate(0)
            give_way()
            command = [sys.executable, __file__, f"-O{opt_level}"]
            subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-O", dest="opt_level", choices="0123", default=BEST)
    parser.add_argument("--background", action="store_true")
    args = parser.parse_args(argv)
    try:
        if args.background:
            start_in_background(ROOT, HOME, args.opt_level)
        else:
            print(compiled_tree(ROOT, HOME, args.opt_level))
    except NoCompiler as why:
        print(f"compile: {why}", file=sys.stderr)
        return NO_COMPILER
    except BuildFailed as why:
        print(f"compile: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
