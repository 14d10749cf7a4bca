"""What came of every test, written down as it comes: `make steady` adds it up.

A plugin of pytest (-p tools.tally).  PARLOUR_TALLY names the file to add to, PARLOUR_ROUND the
number of the round.  A line for each test that has ended; what a failed one said lies beside it.
"""

import os
import re
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

LEDGER: Final = "PARLOUR_TALLY"
ROUND: Final = "PARLOUR_ROUND"
STOPPING: Final = "stopping"
"""A file of this name beside the ledger: what is reported from now on does not count."""


class Result(msgspec.Struct, frozen=True):
    """A test that has ended.  `kept`: the file with what it said, if it failed."""

    round: int
    test: str
    failed: bool
    kept: str = ""


class Planned(msgspec.Struct, frozen=True):
    """So many tests this round has, as soon as that is known."""

    round: int
    tests: int


class Tally:
    """Writes for one run of pytest; not in the workers of xdist, whose reports all come here."""

    def __init__(self, ledger: Path, number: int) -> None:
        self.ledger: Final = ledger
        self.number: Final = number
        self._said: dict[str, list[str]] = {}
        self._planned = False

    def write(self, line: Result | Planned) -> None:
        with self.ledger.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def plan(self, tests: int) -> None:
        if not self._planned:
            self._planned = True
            self.write(Planned(self.number, tests))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.items:
            self.plan(len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.plan(len(ids))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self.ledger.with_name(STOPPING).exists():
            return  # it was only cut off
        said = self._said.setdefault(report.nodeid, [])
        if report.failed:
            said.append(told(report))
        if report.when not in ("setup", "call"):  # the last word, or a worker that has crashed
            said = self._said.pop(report.nodeid)
            kept = self.keep(report.nodeid, said) if said else ""
            self.write(Result(self.number, report.nodeid, bool(said), kept))

    def keep(self, test: str, said: list[str]) -> str:
        name = re.sub(r"[^\w.-]+", "_", test).strip("_")[-120:]
        kept = self.ledger.with_name(f"{self.number:04}-{name}.txt")
        again = f"PYTHONHASHSEED={os.environ.get('PYTHONHASHSEED', 'random')}"
        order = os.environ.get("PARLOUR_ORDER", "")
        head = f"{test}\nround {self.number}: {again} PARLOUR_ORDER={order}\n"
        kept.write_text("\n\n".join([head, *said]), encoding="utf-8")
        return kept.name


def told(report: pytest.TestReport) -> str:
    parts = [f"--- {report.when} ---", report.longreprtext]
    parts += [f"--- {name} ---\n{text}" for name, text in report.sections]
    return "\n".join(parts)


def pytest_configure(config: pytest.Config) -> None:
    ledger: Any = os.environ.get(LEDGER)
    if ledger and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Tally(Path(ledger), int(os.environ.get(ROUND, "0"))))
