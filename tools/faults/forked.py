"""Servers that start in a tenth of a second: forked from a process that has everything loaded.

Most of a start is the loading of Python modules.  Here one process loads them once and forks a
server whenever one is wanted.  What runs is the same `parlour serve`, which knows nothing of it.
"""

import asyncio
import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Final

from tools.nodes import Node
from tools.patience import Patience

LOOK_S: Final = 0.005


def context() -> ForkServerContext:
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["tools.faults.loaded"])
    return found


def serve(words: list[str], log: str) -> None:
    """In the forked process, which ends with the one that it was forked from."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    out = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(out, 2)
    # What ends with this process may still have processes of its own, as a server has.
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]
    from parlour.cli import main

    sys.exit(main(words))


class ForkedNode(Node):
    """`up` is set while it answers; `log`: the file that it logs to."""

    def __init__(self, name: str, store: str, log: Path) -> None:
        super().__init__(name, store)
        self.log: Final = log
        self.up: Final = asyncio.Event()
        self.forked: ForkServerProcess | None = None

    async def start(self, more: tuple[str, ...] = ()) -> None:
        words = [self.words(more), str(self.log)]
        self.forked = context().Process(target=serve, args=words, daemon=True)
        self.forked.start()

    async def kill(self, how: int = signal.SIGKILL) -> None:
        self.up.clear()
        assert self.forked is not None
        assert self.forked.pid is not None
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.forked.pid, how)
        await asyncio.to_thread(self.forked.join)

    async def ready(self) -> None:
        """It listens only when it is ready, so that a connection is proof enough."""
        patience = Patience("the server starts")
        assert self.forked is not None
        while True:
            with contextlib.suppress(OSError):
                _, line = await asyncio.open_connection("127.0.0.1", self.port)
                line.close()
                break
            assert self.forked.is_alive(), f"the server has ended: see {self.log}"
            patience.check()
            await asyncio.sleep(LOOK_S)
        self.up.set()
