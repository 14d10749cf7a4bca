"""Build the compiled tree: the kernel and the rules through mypyc, in a folder of its own.

    python tools/compile.py [-O0 | -O1 | -O2 | -O3]

Copies the package to build/compiled/<key>/, compiles it there and prints that folder, to be put on
PYTHONPATH.  The key is a hash of everything that decides about the machine code, so a second run
has nothing to do, and no `.so` ever lies beside a source, where it would shadow edits.  Whatever
is not compiled (data, texts, tests, the upper floors) is brought up to date on every run.

What is compiled: each module of core/ and of every room, except __init__.py, tests and the names
in [tool.parlour.compile] of pyproject.toml.  Exit status 3: this machine has no C compiler.
"""

import argparse
import filecmp
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
HOME: Final = ROOT / "build" / "compiled"
KEPT: Final = 3  # trees to keep: two optimisation levels and the one before
NO_COMPILER: Final = 3
PROOF: Final = """
import importlib, sys
for name in sys.argv[1:]:
    found = importlib.import_module(name).__file__ or ""
    if not found.endswith((".so", ".pyd")):
        sys.exit(f"{name} was not compiled: {found}")
"""


class NoCompiler(Exception):
    """There is no C compiler here, or nothing for it to work with."""


class BuildFailed(Exception):
    """mypyc or the C compiler refused; they have said why."""


# ------------------------------------------------------------------ what is compiled ---


def settings(root: Path) -> dict[str, Any]:
    """The part of pyproject.toml that decides about the build."""
    tool = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]
    return {"mypy": tool["mypy"], "compile": tool["parlour"]["compile"]}


def interpreted_names(root: Path) -> frozenset[str]:
    """File names that stay interpreted wherever they lie."""
    return frozenset(settings(root)["compile"]["interpreted"]) | {"__init__.py"}


def is_test(path: Path) -> bool:
    return "tests" in path.parts or path.name == "conftest.py"


def rule_sources(src: Path) -> list[Path]:
    """The kernel, the rooms and the packages above them: what mypyc reads.  Relative to `src`."""
    top = list((src / "parlour").glob("*.py"))
    floors = [*(src / "parlour/core").rglob("*.py"), *(src / "parlour/games").rglob("*.py")]
    inside = (path.relative_to(src) for path in top + floors)
    return sorted(path for path in inside if not is_test(path))


def compiled_modules(root: Path) -> list[Path]:
    """The modules to compile, relative to the source folder."""
    kernel, rooms, skipped = Path("parlour/core"), Path("parlour/games"), interpreted_names(root)
    return [
        path
        for path in rule_sources(root / "src")
        if path.name not in skipped
        and (kernel in path.parents or rooms in path.parent.parents)  # a room is a folder
    ]


def dotted(module: Path) -> str:
    return ".".join(module.with_suffix("").parts)


# ------------------------------------------------------------------------ the build ---


def find_compiler() -> str:
    """The C compiler's command: $CC, the one Python was built with, or a usual name."""
    usual = [sysconfig.get_config_var("CC") or "cc", "cc", "gcc", "clang"]
    asked = [os.environ["CC"]] if os.environ.get("CC") else usual
    found = [command for command in asked if shutil.which(command.split()[0])]
    if not found:
        raise NoCompiler(f"no C compiler found (looked for {', '.join(dict.fromkeys(asked))})")
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise NoCompiler("a C compiler, but no Python.h: install Python's development headers")
    return found[0]


def files_of(package: Path) -> Iterator[Path]:
    """Everything in a package folder that a person wrote.  Relative to it."""
    for path in package.rglob("*"):
        made = "__pycache__" in path.parts or path.suffix in {".so", ".pyd", ".pyc"}
        if path.is_file() and not made:
            yield path.relative_to(package)


def mirror(source: Path, copy: Path) -> None:
    """Make `copy` hold the files of `source`, touching only what differs."""
    wanted = set(files_of(source))
    for path in wanted:
        old, new = source / path, copy / path
        if not new.is_file() or not filecmp.cmp(old, new):
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(old, new)
    for path in set(files_of(copy)) - wanted:
        (copy / path).unlink()


def python(tree: Path, *args: str) -> None:
    """Run Python in the tree, its output on our standard error."""
    env = os.environ | {"CC": find_compiler(), "MYPYPATH": str(tree)}
    # An isolated build keeps mypyc itself on PYTHONPATH.
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(tree), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, *args]
    done = subprocess.run(command, cwd=tree, env=env, stdout=sys.stderr, check=False)
    if done.returncode:
        raise BuildFailed(f"the compiled build failed (status {done.returncode})")


def build(root: Path, tree: Path, opt_level: str) -> list[Path]:
    """Copy the package into the empty folder `tree`, compile it there, list the libraries."""
    find_compiler()
    modules = compiled_modules(root)
    mirror(root / "src" / "parlour", tree / "parlour")
    setup, config = root / "tools" / "mypyc_setup.py", root / "pyproject.toml"
    python(tree, str(setup), opt_level, str(config), *map(str, modules))
    shutil.rmtree(tree / "build")
    python(tree, "-c", PROOF, *map(dotted, modules))
    return sorted(path for path in tree.rglob("*") if path.suffix in {".so", ".pyd"})


# ------------------------------------------------------------------- the keyed folders ---


def key(root: Path, opt_level: str) -> str:
    """A name for the machine code that these sources give on this Python."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    facts = [opt_level, sys.version, suffix, version("mypy"), settings(root)]
    tools = [root / "tools" / name for name in ("compile.py", "mypyc_setup.py")]
    files = [*tools, *(root / "src" / path for path in rule_sources(root / "src"))]
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode())
    for path in files:
        digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def sweep(trees: Iterable[Path]) -> None:
    """Throw away all but the trees used last."""
    by_age = sorted(trees, key=lambda tree: tree.stat().st_mtime, reverse=True)
    for tree in by_age[KEPT:]:
        shutil.rmtree(tree, ignore_errors=True)


def settle(built: Path, tree: Path) -> None:
    """Give a finished build its name.  If somebody was quicker, theirs is as good."""
    try:
        built.rename(tree)
    except OSError:
        if not tree.is_dir():
            raise


def compiled_tree(root: Path, home: Path, opt_level: str) -> Path:
    """The folder with the compiled package, built if it is not there yet."""
    tree = home / key(root, opt_level)
    if not tree.is_dir():
        find_compiler()
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".building-", dir=home) as scratch:
            built = Path(scratch, "tree")
            built.mkdir()
            build(root, built, opt_level)
            settle(built, tree)
    mirror(root / "src" / "parlour", tree / "parlour")
    os.utime(tree)
    sweep(path for path in home.iterdir() if not path.name.startswith("."))
    return tree


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-O", dest="opt_level", choices="0123", default="3")
    opt_level: str = parser.parse_args(argv).opt_level
    try:
        print(compiled_tree(ROOT, HOME, opt_level))
    except NoCompiler as why:
        print(f"compile: {why}", file=sys.stderr)
        return NO_COMPILER
    except BuildFailed as why:
        print(f"compile: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
