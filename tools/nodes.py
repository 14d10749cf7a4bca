"""One server process, for tools and tests that kill it and start it again."""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import Final

from parlour.cli.remote import Rejected, ask
from tools.patience import until
from tools.ports import free_port

QUICK: Final = ("haste=1000000000", "think_ms=0", "hold_ms=5", "lease_ms=1500", "plea_ms=1500")
CALM: Final = ("hello_s=300", "stall_s=300", "grace_ms=300000")
"""A busy machine is no guest that went away."""
WIDE: Final = ("requests_per_minute=10000000", "opened_per_minute=100000", "max_per_address=10000")
FAST: Final = ("messages_per_second=100000", "message_burst=100000", "max_http_per_address=1000")
ROOT: Final = Path(__file__).parents[1]


class Node:
    """A server on a port of its own, by `python -m`."""

    def __init__(self, name: str, store: str, module: str = "parlour.cli", tree: str = "") -> None:
        self.module: Final = module
        self.tree: Final = tree  # of a compiled build
        self.name: Final = name
        self.store: Final = store
        self.port: Final = free_port()
        self.url: Final = f"http://127.0.0.1:{self.port}"
        self.process: asyncio.subprocess.Process | None = None

    def words(self, more: tuple[str, ...] = ()) -> list[str]:
        words = ["serve", "--host", "127.0.0.1", "--no-qr", "--port", str(self.port)]
        words += ["--store", self.store, "--node", self.name]
        return words + [f"--set={setting}" for setting in (*QUICK, *WIDE, *FAST, *CALM, *more)]

    async def start(self, more: tuple[str, ...] = ()) -> None:
        path = [self.tree] if self.tree else []
        path += [str(ROOT / "src"), *sys.path]
        self.process = await asyncio.create_subprocess_exec(
            *[sys.executable, "-m", self.module, *self.words(more)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
            stdout=asyncio.subprocess.DEVNULL,
        )

    async def kill(self, how: int = signal.SIGKILL) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        await self.process.wait()

    async def ready(self) -> None:
        await until("the server starts", self._answers)

    async def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.returncode is None, "the server has ended"
        with contextlib.suppress(Rejected, OSError):
            await ask(f"{self.url}/healthz")
            return True
        return False
