"""The engines of others, in an environment of their own, made from a lock file."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from parlour.lab.bench.lanes import CannotMeasure, Child, checkout
from parlour.lab.bench.measures import MICROSECONDS, PER_SECOND

LOCK: Final = "requirements-peers.lock"
PEER_UNITS: Final = {
    "crazy_eights_loop": PER_SECOND,
    "crazy_eights_rollouts": PER_SECOND,
    "hearts_clone": MICROSECONDS,
    "uno_steps": PER_SECOND,
}
"""What `peer_program` can measure, and the unit it is told in."""


def peers() -> Child:
    """The process that has the peers' packages; they are installed on the first occasion."""
    python = environment(checkout())
    return Child([str(python), "-I", str(Path(__file__).with_name("peer_program.py"))])


def folder_of(root: Path) -> Path:
    """Where the environment of this lock file is kept."""
    return root / "build" / f"peers-{hashlib.sha256((root / LOCK).read_bytes()).hexdigest()[:12]}"


def environment(root: Path) -> Path:
    """The Python of an environment with what the lock file names."""
    folder = folder_of(root)
    inside = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    python, complete = folder / inside, folder / "complete"
    if not complete.exists():
        shutil.rmtree(folder, ignore_errors=True)
        install = ["-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-deps"]
        run([sys.executable, "-m", "venv", str(folder)])
        run([str(python), *install, "--require-hashes", "-r", str(root / LOCK)])
        complete.touch()
    return python


def run(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or [f"status {done.returncode}"]
        raise CannotMeasure(said[-1])
