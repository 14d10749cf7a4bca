"""Does every broken rule fail a test?  Random mutants of a room's rules, and who catches them.

    python -m parlour.lab.mutants kings --count 200

Each mutant changes one operator, constant, condition or statement of one rules module in a copy of
the package; the room's scenarios and tests run against it.  Survivors are listed: look at each.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import parlour
from parlour.core.rng import Rng
from parlour.lab.playthroughs import folder_of, sources_of

NOT_RULES = (
    "__init__.py",
    "belief.py",
    "bidding.py",
    "bots.py",
    "encoding.py",
    "encoding_choices.py",
    "encoding_columns.py",
    "events.py",
    "examiner.py",
    "facts.py",
    "layout.py",
    "mind.py",
    "screen.py",
    "table_gen.py",
    "tell_gen.py",
    "view.py",
    "view_gen.py",
    "worlds.py",
)
COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


def mutations(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Every place that can be broken, and how: nothing is changed yet."""
    no_rules = {part for node in ast.walk(tree) if is_bound(node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        for how, fits in KINDS.items():
            if node not in no_rules and fits(node):
                yield node, how


def is_bound(node: ast.AST) -> bool:
    """`Game.bound`: no rule depends on how far off the end may be."""
    return isinstance(node, ast.FunctionDef) and node.name == "bound"


def is_comparison(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE


def is_arithmetic(node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp | ast.AugAssign) or type(node.op) not in ARITHMETIC:
        return False
    return not any(isinstance(part, ast.JoinedStr) for part in ast.walk(node))


def is_condition(node: ast.AST) -> bool:
    """Whether to build an event's texts is speed, not a rule."""
    if not isinstance(node, ast.If | ast.IfExp):
        return False
    return "sink is not None" not in ast.unparse(node.test)


def is_constant(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, bool)


def is_call(node: ast.AST) -> bool:
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return False
    return "super()" not in ast.unparse(node)


KINDS: dict[str, Callable[[ast.AST], bool]] = {
    "comparison": is_comparison,
    "and/or": lambda node: isinstance(node, ast.BoolOp),
    "arithmetic": is_arithmetic,
    "not": lambda node: isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not),
    "condition": is_condition,
    "constant": is_constant,
    "call": is_call,
}


def mutate(node: ast.AST, how: str) -> None:
    """Break the place."""
    if isinstance(node, ast.Compare):
        node.ops[0] = COMPARE[type(node.ops[0])]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        node.op = ARITHMETIC[type(node.op)]()
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd() if how != "not" else ast.Not()
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.If | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Constant):
        value = node.value
        node.value = (not value) if isinstance(value, bool) else int(str(value)) + 1
    elif isinstance(node, ast.Expr):
        node.value = ast.Constant(None)


def candidates(folder: Path) -> list[tuple[Path, int, str]]:
    """(file, number of the place, what kind) over all rules modules of the room."""
    found: list[tuple[Path, int, str]] = []
    for path in sources_of(folder):
        if path.name not in NOT_RULES:
            tree = _without_facts(ast.parse(path.read_text(encoding="utf-8")))
            found += [(path, k, how) for k, (_, how) in enumerate(mutations(tree))]
    return found


def _without_facts(tree: ast.Module) -> ast.Module:
    """Without type annotations, which no test can break."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant("object")
    return tree


class Mutant:
    """One broken copy of the package."""

    def __init__(self, path: Path, number: int, how: str) -> None:
        self.path = path
        self.how = how
        tree = _without_facts(ast.parse(path.read_text(encoding="utf-8")))
        node = list(mutations(tree))[number][0]
        self.line = getattr(node, "lineno", 0)
        self.was = ast.unparse(node).splitlines()[0]
        mutate(node, how)
        ast.fix_missing_locations(tree)
        self.now = ast.unparse(node).splitlines()[0]
        self.source = ast.unparse(tree)

    def __str__(self) -> str:
        return f"{self.path.name}:{self.line}: {self.how}: {self.was}  ->  {self.now}"

    def caught(self, game: str, package: Path, scratch: Path) -> bool:
        room = copied(game, package, scratch)
        broken = scratch / "parlour" / self.path.relative_to(package)
        broken.write_text(self.source, encoding="utf-8")
        return fails(room, scratch)


def copied(game: str, package: Path, scratch: Path) -> Path:
    """A copy of the package to break; returns the room in it."""
    ignored = shutil.ignore_patterns("__pycache__", "client")
    shutil.copytree(package, scratch / "parlour", ignore=ignored)
    return scratch / "parlour" / "games" / game


def fails(room: Path, scratch: Path) -> bool:
    """Run the room's scenarios, then its tests, on a copy: True if one fails."""
    env = {**os.environ, "PYTHONPATH": str(scratch), "PYTHONDONTWRITEBYTECODE": "1"}
    scenarios = [sys.executable, "-m", "parlour.cli", "scenario", "-x", str(room / "scenarios")]
    tests = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    tests += ["-c", os.devnull, "--rootdir", str(scratch), str(room / "tests")]
    return any(_fails(command, env) for command in (scenarios, tests))


def _fails(command: list[str], env: dict[str, str]) -> bool:
    try:
        run = subprocess.run(command, env=env, capture_output=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        return True
    return run.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="mutants")
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--least", type=float, default=0.85, help="the share that must be caught")
    args = parser.parse_args()
    folder = folder_of(parlour.game(args.game))
    places = candidates(folder)
    order = list(range(len(places)))
    Rng(args.seed).shuffle(order)
    mutants = [Mutant(*places[k]) for k in order[: args.count]]
    print(f"{len(mutants)} of {len(places)} possible mutants of {args.game}", flush=True)
    return hunt(args.game, mutants, args.jobs, args.least)


def hunt(game: str, mutants: list[Mutant], jobs: int, least: float) -> int:
    package = Path(str(parlour.__file__)).parent
    with tempfile.TemporaryDirectory() as scratch:
        if fails(copied(game, package, Path(scratch)), Path(scratch)):
            print("The room fails its own scenarios or tests before anything is broken.")
            return 2
    survivors: list[Mutant] = []
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(jobs) as pool:
        folders = [Path(scratch) / str(k) for k in range(len(mutants))]
        verdicts = pool.map(lambda m, f: m.caught(game, package, f), mutants, folders)
        for done, (mutant, caught) in enumerate(zip(mutants, verdicts, strict=True), 1):
            shutil.rmtree(folders[done - 1], ignore_errors=True)
            if not caught:
                survivors.append(mutant)
                print(f"survived  {mutant}", flush=True)
            if done % 20 == 0:
                print(f"{done}/{len(mutants)}, {len(survivors)} survived", flush=True)
    share = 1 - len(survivors) / len(mutants)
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} caught: {share:.1%}")
    return 0 if share >= least else 1


if __name__ == "__main__":
    sys.exit(main())
