"""Tables in several processes, which share one block of memory.

What is to be done goes over a pipe in one byte; actions, observations, masks and rewards lie in
the block and are never copied between processes.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from mmap import mmap
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Final, final

from parlour.lab.adapters.play import Setup
from parlour.lab.adapters.tables import Block, Tables

STEP, RESET, DONE = b"s", b"r", b"."


class WorkerFailed(RuntimeError):
    """A process with tables has ended; its last words."""


@final
class Processes:
    """So many tables, divided among so many processes."""

    def __init__(self, setup: Setup, tables: int, processes: int, seed: int) -> None:
        if not 1 <= processes <= tables:
            raise ValueError(f"{tables} tables cannot be divided among {processes} processes")
        self._file: Final = file_in_memory(Block(setup, tables).size)
        self.block: Final = Block(setup, tables, mapped(self._file))
        self._pipes: Final[list[Connection]] = []
        self._workers: Final[list[Any]] = []
        context = get_context("spawn")  # the same everywhere, and no threads are copied
        for rows in divided(tables, processes):
            ours, theirs = context.Pipe()
            words = (theirs, self._file, setup, tables, rows, seed)
            worker = context.Process(target=serve, args=words, daemon=True)
            worker.start()
            theirs.close()
            self._pipes.append(ours)
            self._workers.append(worker)
        self._wait()
        self._forget_file()

    def _forget_file(self) -> None:
        """Whoever has the block keeps it; where a file in use cannot be removed, later."""
        with suppress(OSError):
            self._file.unlink()

    def reset(self, seed: int) -> None:
        self._order(RESET + seed.to_bytes(16, "big"))

    def step(self) -> None:
        self._order(STEP)

    def _order(self, word: bytes) -> None:
        for pipe in self._pipes:
            with suppress(OSError):  # `_wait` says what has happened
                pipe.send_bytes(word)
        self._wait()

    def _wait(self) -> None:
        for pipe in self._pipes:
            try:
                said = pipe.recv_bytes()
            except (EOFError, OSError):
                said = b"it was killed"
            if said != DONE:
                self.close()
                raise WorkerFailed(said.decode())

    def close(self) -> None:
        """The processes end; the block of this process stays readable while it is in use."""
        for pipe in self._pipes:
            pipe.close()
        for worker in self._workers:
            worker.join()
        self._pipes.clear()
        self._workers.clear()
        self._forget_file()


def file_in_memory(size: int) -> Path:
    """A file of so many zeros that several processes can map, off the disk if there is a place."""
    folder = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    handle, name = mkstemp(prefix="parlour-", dir=folder)
    os.truncate(handle, size)
    os.close(handle)
    return Path(name)


def mapped(path: Path) -> mmap:
    """A file's bytes as memory; it is given back when nobody looks at it any more."""
    with path.open("r+b") as file:
        return mmap(file.fileno(), 0)


def divided(tables: int, processes: int) -> list[range]:
    """The rows of each process, as even as they can be."""
    cuts = [tables * k // processes for k in range(processes + 1)]
    return [range(first, last) for first, last in pairwise(cuts)]


def serve(
    pipe: Connection, path: Path, setup: Setup, tables: int, rows: Sequence[int], seed: int
) -> None:
    """A worker: it ends when nobody holds the other end of the pipe."""
    block = Block(setup, tables, mapped(path))
    try:
        mine = Tables(setup, block, range(rows[0], rows[-1] + 1), seed)
        pipe.send_bytes(DONE)
        while True:
            word = pipe.recv_bytes()
            if word == STEP:
                mine.step()
            else:
                mine.reset(int.from_bytes(word[1:], "big"))
            pipe.send_bytes(DONE)
    except (EOFError, KeyboardInterrupt):
        pass
    except Exception as wrong:
        pipe.send_bytes(repr(wrong).encode())
        raise
    finally:
        pipe.close()
