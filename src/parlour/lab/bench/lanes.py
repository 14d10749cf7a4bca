"""Where things are measured: in this process, or in a child that is asked over a pipe."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import Protocol, Self

import msgspec

import parlour
from parlour.core.build import build
from parlour.lab.bench.measures import Job, Reading, measured


class CannotMeasure(Exception):
    """Something cannot be measured here; the text says why."""


class Lane(Protocol):
    """Whoever measures, by name: a build of ours, or the peers; and the versions of what it has."""

    name: str
    versions: dict[str, str]

    def measure(self, job: Job, seconds: float) -> Reading:
        """Work for so many seconds; CannotMeasure says why that did not go."""


class Here:
    """This process, in the build that runs."""

    def __init__(self) -> None:
        self.name = build()
        self.versions = {"parlour": parlour.__version__}

    def measure(self, job: Job, seconds: float) -> Reading:
        return measured(job, seconds)


class Hello(msgspec.Struct):
    """The first line of a child."""

    name: str
    versions: dict[str, str]


class Answer(msgspec.Struct):
    """What comes back over the pipe: a reading, or why there is none."""

    work: float = 0.0
    seconds: float = 0.0
    each: list[float] = []
    error: str = ""


class Child:
    """A process that measures on request: a line of JSON each way."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        self._complaints = TemporaryFile()  # noqa: SIM115  (closed by `close`)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            env=env,
        )
        try:
            hello = msgspec.json.decode(self._heard(), type=Hello)
        except BaseException:
            self.close()
            raise
        self.name = hello.name
        self.versions = hello.versions

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
            raise CannotMeasure(f"status {self._process.wait()}: {self._last_words()}")
        return line

    def _last_words(self) -> str:
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "no reason given"

    def close(self) -> None:
        """It ends when there is nothing more to read; one that is at work is ended now."""
        self._process.kill()
        self._process.communicate()
        self._complaints.close()

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
