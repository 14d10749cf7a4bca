"""Whose a SQLite file is: one server at a time, by a lock on a small file beside it.

While a server runs, the small file holds how to reach it: only whoever may read the database may
read it.  It stays when the server has stopped, and so says that there was a database.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from parlour.server.store import Unusable

MARK: Final = 1 << 30  # Windows: a locked byte cannot be read, so one is locked that is not there


class Running(msgspec.Struct, frozen=True, omit_defaults=True):
    """How commands on this machine reach the server that has the file."""

    url: str = ""
    secret: str = ""


def beside(path: Path) -> Path:
    return path.with_name(f"{path.name}-lock")


def file_of(url: str) -> Path | None:
    """The file of a SQLite address; None: it is no file."""
    return Path(url.removeprefix("sqlite:///")).absolute() if url.startswith("sqlite:///") else None


class Held:
    """The lock is this process's own."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: Final = descriptor

    def tell(self, running: Running) -> None:
        os.ftruncate(self._descriptor, 0)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, msgspec.json.encode(running))


@contextmanager
def hold(path: Path) -> Iterator[Held]:
    """Unusable: a server has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(beside(path), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            _lock(descriptor)
        except OSError:
            raise Unusable("taken", path) from None
        yield Held(descriptor)
    finally:
        os.close(descriptor)


def running(path: Path) -> Running | None:
    """The server that has the file now; None: no server has."""
    try:
        with hold(path):
            return None
    except Unusable as wrong:
        if wrong.code != "taken":
            raise
    return msgspec.json.decode(beside(path).read_bytes() or b"{}", type=Running)


def check_there(path: Path) -> None:
    """Unusable: there was a database, and it is not there or nothing is in it."""
    if path.exists() and path.stat().st_size:
        return
    for left in (beside(path), path.with_name(f"{path.name}-wal")):
        if left.exists() and left.stat().st_size:
            raise Unusable("gone", path, left.name)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, MARK, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
