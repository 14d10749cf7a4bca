"""`parlour serve` in a process of its own, with the tiny room, for tests and tools."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, Final
from urllib.error import URLError
from urllib.request import urlopen

from parlour.cli.remote import http
from tools.patience import PATIENCE_S, PAUSE_S, Patience
from tools.ports import free_port

ROOT: Final = Path(__file__).parents[1]
SERVE: Final = "import sys, tools.tiny; from parlour.cli import main; sys.exit(main(sys.argv[1:]))"
SETTINGS: Final = {
    "haste": 200,
    "think_ms": 0,
    "hello_s": PATIENCE_S,
    "stall_s": PATIENCE_S,
    "grace_ms": int(PATIENCE_S * 1000),
    "requests_per_minute": 1_000_000,
    "opened_per_minute": 1_000_000,
    "max_per_address": 10_000,
}


def program(root: Path, as_played: bool, clock: Path | None) -> list[str]:
    """The command that serves."""
    if clock is not None:
        return [sys.executable, "-m", "tools.siege.shifted", str(clock)]
    if as_played:
        return [str(root / ".venv" / "bin" / "parlour")]
    return [sys.executable, "-c", SERVE]


class House:
    """A running server that can be killed and started again on the same tables.

    `root`: the tree whose programs are run, if not this one's; `errors`: where it logs to;
    `client`: the page, if not the one that was built; `as_played`: by the command and with the
    settings of `make play`, so with the compiled rules where they are; `clock`: a file that moves
    its clock (`tools/siege/shifted.py`); `more`: further words of the command.
    """

    def __init__(
        self,
        folder: Path,
        root: Path = ROOT,
        errors: IO[bytes] | None = None,
        client: Path | None = None,
        as_played: bool = False,
        clock: Path | None = None,
        more: Sequence[str] = (),
        **settings: Any,
    ) -> None:
        self.flags: Final = [*(["--client", str(client)] if client else []), *more]
        self.errors: Final = errors
        self.program: Final = program(root, as_played, clock)
        self.env: Final = {**os.environ, "PYTHONPATH": "src"}
        if as_played:
            del self.env["PYTHONPATH"]  # which build runs is decided by the command
        self.root: Final = root
        self.store: Final = f"sqlite:///{folder / 'tables.db'}"
        self.port: Final = free_port()
        self.url: Final = f"http://localhost:{self.port}"
        self.settings: Final = settings if as_played else {**SETTINGS, **settings}
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "House":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(signal.SIGTERM)

    def start(self) -> None:
        chosen = [f"--set={name}={value}" for name, value in self.settings.items()]
        words = [
            "serve",
            "--port",
            str(self.port),
            "--store",
            self.store,
            "--no-qr",
            *chosen,
            *self.flags,
        ]
        self.process = subprocess.Popen(
            [*self.program, *words],
            cwd=self.root,
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=self.errors,
        )
        try:
            self._answers(self.process)
        except BaseException:
            self.stop()
            raise

    def _answers(self, process: "subprocess.Popen[bytes]") -> None:
        patience = Patience("the server answers")
        while True:
            try:
                urlopen(f"{self.url}/healthz", timeout=PATIENCE_S).close()
                return
            except (URLError, OSError):
                assert process.poll() is None, "the server did not start"
                patience.check()
                time.sleep(PAUSE_S)

    def stop(self, how: int = signal.SIGKILL) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE_S)

    def ask(self, path: str, body: Any = None, key: str = "") -> Any:
        return http(f"{self.url}/api{path}", body, key)

    def table(self, game: str, players: int = 0, **more: Any) -> tuple[str, str]:
        """A table of one person and bots, begun: its id and the person's key."""
        bots = [{"who": "bot"}] * 8
        wanted = {"game": game, "name": "Anna", "players": players, "seats": bots[:players], **more}
        keys = self.ask("/tables", wanted)
        self.ask(f"/tables/{keys['id']}/start", {}, keys["key"])
        return str(keys["id"]), str(keys["key"])
