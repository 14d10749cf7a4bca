"""Where things are measured: in this process, or in a child that is asked over a pipe."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import msgspec

from parlour.core.build import build
from parlour.lab.bench.measures import Job, Reading, measured


class CannotMeasure(Exception):
    """Something cannot be measured here; the text says why."""


class Lane(Protocol):
    """Whoever measures, by name: a build of ours, or the peers."""

    name: str

    def measure(self, job: Job, seconds: float) -> Reading:
        """Work for so many seconds; CannotMeasure says why that did not go."""


class Here:
    """This process, in the build that runs."""

    def __init__(self) -> None:
        self.name = build()

    def measure(self, job: Job, seconds: float) -> Reading:
        return measured(job, seconds)


class Answer(msgspec.Struct):
    """What comes back over the pipe: a reading, or why there is none."""

    work: float = 0.0
    seconds: float = 0.0
    each: list[float] = []
    error: str = ""


class Child:
    """A process that measures on request: a line of JSON each way.  Its first line is its name."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=env,
        )
        try:
            self.about: dict[str, Any] = msgspec.json.decode(self._heard(), type=dict[str, Any])
            self.name: str = self.about["name"]
        except BaseException:
            self.close()
            raise

    def measure(self, job: Job, seconds: float) -> Reading:
        asked = msgspec.to_builtins(job) | {"seconds": seconds}
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(asked) + b"\n")
            self._process.stdin.flush()
        except OSError as wrong:
            raise CannotMeasure(str(wrong)) from wrong
        answer = msgspec.json.decode(self._heard(), type=Answer)
        if answer.error:
            raise CannotMeasure(answer.error)
        return Reading(answer.work, answer.seconds, answer.each)

    def _heard(self) -> bytes:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise CannotMeasure(f"the process ended with status {self._process.wait()}")
        return line

    def close(self) -> None:
        """It ends when there is nothing more to read; one that is at work is ended now."""
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


# --- the other build --------------------------------------------------------------------------


def checkout() -> Path:
    """The root of the sources that this package belongs to; a compiled tree lies inside it."""
    for folder in Path(__file__).resolve().parents:
        if (folder / "tools" / "compile.py").is_file():
            return folder
    raise CannotMeasure("this is no checkout of the sources")


def other_build() -> Child:
    """The build that does not run here: the sources, or the compiled tree, made if need be."""
    root = checkout()
    tree = str(root / "src") if build() == "compiled" else compiled_tree(root)
    command = [sys.executable, "-m", "parlour.lab.bench.child"]
    return Child(command, {**os.environ, "PYTHONPATH": tree})


def compiled_tree(root: Path) -> str:
    words = [sys.executable, str(root / "tools" / "compile.py"), "-O3"]
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    if made.returncode:
        said = made.stderr.strip().splitlines() or [f"status {made.returncode}"]
        raise CannotMeasure(said[-1])
    return made.stdout.strip()
