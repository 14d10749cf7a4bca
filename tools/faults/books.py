"""The books of `make faults`: a line for every kill, so that nothing is lost with a stopped run."""

import shutil
import time
from pathlib import Path
from typing import Final

import msgspec

from tools.faults.tally import Tally


class Line(msgspec.Struct, frozen=True):
    """What came of one kill, of one of so many nodes."""

    nodes: int
    tally: Tally


class Books:
    """A folder: `kills.jsonl`, what went wrong, and the logs of servers."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self._lines: Final = folder / "kills.jsonl"
        self._wrong: Final = folder / "wrong.txt"

    def clear(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def open(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lines.touch()

    def add(self, nodes: int, tally: Tally) -> None:
        """One write: jobs beside each other do not mix their lines."""
        with self._lines.open("ab", buffering=0) as file:
            file.write(msgspec.json.encode(Line(nodes, tally)) + b"\n")

    def wrong(self, told: str) -> None:
        with self._wrong.open("ab", buffering=0) as file:
            file.write(f"--- {time.strftime('%F %T')} {told}\n".encode())

    def said(self) -> str:
        return self._wrong.read_text() if self._wrong.exists() else ""

    def sums(self, nodes: int) -> Tally:
        found = Tally(recovery_ms=[])
        for text in self._lines.read_bytes().splitlines():
            line = msgspec.json.decode(text, type=Line)
            if line.nodes == nodes:
                found.add(line.tally)
        return found
