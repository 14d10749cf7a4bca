"""Repeat tests, in another order each time, on a busy machine, and tell which ever failed.

    make steady                                    everything, three rounds
    make steady ARGS=tests/server ROUNDS=20        a part of it, twenty rounds
    make steady ARGS='tests/browser --fresh'       forget what was tallied before

While they run, a burner on each core does sums.  Ctrl-C stops; the same command goes on with the
round that was cut off, and every test that had ended by then counts.  Tallies add up over all runs,
whatever their part, in build/steady/; what a failed test said is kept there, with the numbers that
repeat its round.  Ends with 1 if any test has ever failed.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom
from typing import Final

import msgspec

from tools.tally import LEDGER, ROUND, STOPPING, Planned, Result

ROOT: Final = Path(__file__).parents[1]
LOOK_S: Final = 0.5  # between two looks at how far a round has come
TELL_S: Final = 60.0  # between two lines about it, where they cannot be overwritten
BURNER: Final = (
    "import os; parent = os.getppid()\nwhile os.getppid() == parent: sum(range(100_000))"
)
WHOLE: Final = "(the round itself)"
CUT_OFF: Final = -1


class Round(msgspec.Struct):
    """One run of pytest, and what repeats it.  `code`: how it ended; CUT_OFF: it did not."""

    number: int
    args: list[str]
    jobs: int
    order: int
    hashes: int
    code: int = CUT_OFF
    seconds: float = 0.0

    @property
    def finished(self) -> bool:
        return self.code in (0, 1)


class Plan(msgspec.Struct):
    """What is asked for.  `left`: rounds to go, if it was stopped before its end."""

    args: list[str]
    rounds: int
    left: int


class Sums(msgspec.Struct):
    """What came of one test in all rounds."""

    run: int = 0
    failed: int = 0
    kept: list[str] = []


# --- what is kept -----------------------------------------------------------------------------


class Books:
    """The folder: a ledger of tests, one of rounds, and what was said."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self.ledger: Final = folder / "tests.jsonl"
        self._rounds: Final = folder / "rounds.jsonl"
        self._plans: Final = folder / "plans.json"
        self.stopping: Final = folder / STOPPING

    def clear(self) -> None:
        if self._rounds.exists():  # nothing but ours is ever deleted
            shutil.rmtree(self.folder)

    def open(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._rounds.touch()
        self.stopping.unlink(missing_ok=True)

    def lines(self, number: int = 0) -> list[Result | Planned]:
        """Of one round, or (0) of all.  A last line may be torn: its writer was killed."""
        text = self.ledger.read_bytes() if self.ledger.exists() else b""
        whole = [line for line in text.split(b"\n")[:-1] if line]
        found = [read_line(line) for line in whole]
        return [line for line in found if not number or line.round == number]

    def rounds(self) -> list[Round]:
        return [
            msgspec.json.decode(line, type=Round) for line in self._rounds.read_bytes().splitlines()
        ]

    def next_number(self) -> int:
        """Behind a round too that left lines, and never came to its end because we were killed."""
        used = [one.number for one in self.rounds()] + [line.round for line in self.lines()]
        return 1 + max(used, default=0)

    def add(self, done: Round) -> None:
        with self._rounds.open("ab") as file:
            file.write(msgspec.json.encode(done) + b"\n")

    def plan(self, args: list[str], rounds: int) -> Plan:
        """Goes on where the same was stopped, whatever was run in between."""
        for kept in self.plans():
            if (kept.args, kept.rounds) == (args, rounds):
                return kept
        return Plan(args, rounds, rounds)

    def plans(self) -> list[Plan]:
        """Those that were stopped."""
        kept = self._plans.read_bytes() if self._plans.exists() else b"[]"
        return msgspec.json.decode(kept, type=list[Plan])

    def keep(self, plan: Plan) -> None:
        others = [p for p in self.plans() if (p.args, p.rounds) != (plan.args, plan.rounds)]
        self._plans.write_bytes(msgspec.json.encode([*others, plan] if plan.left else others))

    def sums(self) -> dict[str, Sums]:
        found: dict[str, Sums] = {}
        for line in self.lines():
            if isinstance(line, Result):
                one = found.setdefault(line.test, Sums())
                one.run += 1
                one.failed += line.failed
                one.kept += [line.kept] if line.kept else []
        return found


def read_line(line: bytes) -> Result | Planned:
    kind: type[Result] | type[Planned] = Result if b'"test":' in line else Planned
    return msgspec.json.decode(line, type=kind)


# --- a round ----------------------------------------------------------------------------------


@contextmanager
def burning(number: int) -> Iterator[None]:
    """So many cores are busy with something else.  Burners end with us, however we end."""
    burners = [subprocess.Popen([sys.executable, "-c", BURNER]) for _ in range(number)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def begun(books: Books, this: Round) -> "subprocess.Popen[bytes]":
    """In a session of its own, so that Ctrl-C reaches it through us, and in order."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "tools.suite", "-p", "tools.tally"]
    words += ["-n", str(this.jobs)] if this.jobs else ["-p", "no:xdist"]
    env = {
        **os.environ,
        "PYTHONHASHSEED": str(this.hashes),
        "PARLOUR_ORDER": str(this.order),
        LEDGER: str(books.ledger.absolute()),
        ROUND: str(this.number),
    }
    with log_of(books, this).open("wb") as log:
        return subprocess.Popen(
            [*words, *this.args],
            cwd=ROOT,
            env=env,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def log_of(books: Books, this: Round) -> Path:
    return books.folder / f"{this.number:04}.txt"


def end(process: "subprocess.Popen[bytes]", books: Books) -> None:
    """Politely, so that it clears away; then whatever is left of its session."""
    try:
        if process.poll() is None:
            books.stopping.touch()
            process.send_signal(signal.SIGINT)
            process.wait()
    finally:  # asked to stop a second time: at once
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Teller:
    """Says how far a round has come: in one line on a screen, now and then in a file."""

    def __init__(self, books: Books, this: Round, head: str) -> None:
        self.books: Final = books
        self.this: Final = this
        self.head: Final = head
        self._told = 0.0

    def line(self) -> str:
        lines = self.books.lines(self.this.number)
        done = [line for line in lines if isinstance(line, Result)]
        of = next((f" of {line.tests}" for line in lines if isinstance(line, Planned)), "")
        failed = sum(line.failed for line in done)
        return f"{self.head}: {len(done)}{of} tests, {failed} failed"

    def tell(self, last: bool = False) -> None:
        screen = sys.stdout.isatty()
        if screen:
            print(f"\r{self.line()}", end="\n" if last else "", flush=True)
        elif last or time.monotonic() > self._told + TELL_S:
            self._told = time.monotonic()
            print(self.line(), flush=True)


def play(books: Books, this: Round, head: str) -> Round:
    """One round to its end.  Stopped, it still goes into the books, as cut off."""
    began = time.monotonic()
    print(f"{head}: PYTHONHASHSEED={this.hashes} PARLOUR_ORDER={this.order}", flush=True)
    teller = Teller(books, this, head)
    process = begun(books, this)
    try:
        while (code := process.poll()) is None:
            teller.tell()
            time.sleep(LOOK_S)
        this.code = code
    finally:
        end(process, books)
        this.seconds = round(time.monotonic() - began, 1)
        teller.tell(last=True)
        books.add(this)
    if not this.finished:  # not a test, but pytest itself: a file that cannot be read, say
        failed = Result(this.number, WHOLE, True, log_of(books, this).name)
        with books.ledger.open("ab") as file:
            file.write(msgspec.json.encode(failed) + b"\n")
    return this


# --- all of them ------------------------------------------------------------------------------


def repeat(books: Books, plan: Plan, jobs: int) -> None:
    luck = SystemRandom()
    while plan.left:
        number = books.next_number()
        this = Round(number, plan.args, jobs, luck.randrange(10**6), luck.randrange(1, 2**32 - 1))
        books.keep(plan)
        play(books, this, f"round {plan.rounds - plan.left + 1} of {plan.rounds}")
        plan.left -= 1
        books.keep(plan)


def table(books: Books) -> str:
    """Everything that ever failed; at its end the sums."""
    sums = books.sums()
    bad = {test: one for test, one in sums.items() if one.failed}
    lines = [f"{'run':>6} {'failed':>6}  test, and what it said"] if bad else []
    for test, one in sorted(bad.items(), key=lambda item: (-item[1].failed, item[0])):
        lines.append(f"{one.run:>6} {one.failed:>6}  {test}")
        lines += [f"{'':>15}{books.folder / kept}" for kept in one.kept]
    rounds = books.rounds()
    cut = sum(one.code == CUT_OFF for one in rounds)
    runs = sum(one.run for one in sums.values())
    lines.append(
        f"{len(rounds) - cut} rounds and {cut} cut off, {len(sums)} tests, {runs} runs of them: "
        + (f"{len(bad)} failed at least once" if bad else "none ever failed")
    )
    return "\n".join(lines)


def arguments(words: list[str] | None) -> tuple[argparse.Namespace, list[str]]:
    cores = os.cpu_count() or 1
    parser = argparse.ArgumentParser(
        prog="steady", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--fresh", action="store_true", help="forget what was tallied before")
    parser.add_argument("--jobs", type=int, default=cores, help="tests at a time; 0: no xdist")
    parser.add_argument("--burners", type=int, default=cores, help="cores that do sums meanwhile")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "steady")
    return parser.parse_known_args(words)


def stop(*_: object) -> None:
    raise KeyboardInterrupt


def main(words: list[str] | None = None) -> int:
    for told in (signal.SIGINT, signal.SIGTERM):  # a shell ignores the first in the background
        signal.signal(told, stop)
    wanted, args = arguments(words)
    books = Books(wanted.folder)
    if wanted.fresh:
        books.clear()
    books.open()
    plan = books.plan(args, wanted.rounds)
    stopped = False
    try:
        with burning(wanted.burners):
            repeat(books, plan, wanted.jobs)
    except KeyboardInterrupt:
        stopped = True
        print("stopped; the same command goes on", flush=True)
    print(table(books))
    if any(one.failed for one in books.sums().values()):
        return 1
    return 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
