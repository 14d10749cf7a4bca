"""A pseudo-terminal of a given size, with a command running in it."""

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from tools.patience import PATIENCE_S

STEERING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()=>][0-9A-B]?|\x1b\]\S*?\x07|[\x07\r\x01\x02]")
CLEAR = "\x1b[2J"
COLOUR = re.compile(r"\x1b\[(?:[0-9]+;)*(?:3[0-9]|4[0-9]|9[0-7]|10[0-7])[;m]")
PROMPT = re.compile(r"(?:^|\n)(?:> )+$")

THING = re.compile(r"^ *(\d+)  \S.*?(?: → (\S+).*)?$", re.MULTILINE)
SOLE = re.compile(r"^ +[^\s\d│].* → ([^\s–]+)", re.MULTILINE)
OFFERS = 101


class Window:
    """What a command writes to a terminal, and what is typed there."""

    def __init__(self, *words: str, home: Path, columns: int, **env: str) -> None:
        self.raw = ""
        self.page = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
        about = {"XDG_STATE_HOME": str(home), "TERM": "xterm", "PYTHONUTF8": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "parlour.cli", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=kept | about | env,
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    def type(self, said: str) -> None:
        self.page = ""
        os.write(self._master, f"{said}\n".encode())

    def press(self, keys: str) -> None:
        """Keys without the Enter after them."""
        os.write(self._master, keys.encode())

    def asks(self) -> bool:
        """Whether the command waits for a line; False when it has ended."""
        return self.until(lambda: PROMPT.search(plain(self.page)) is not None)

    def until(self, seen: Callable[[], bool]) -> bool:
        end = time.monotonic() + PATIENCE_S
        while not seen():
            assert time.monotonic() < end, self.raw[-2000:]
            if not self._read():
                return seen()
        return True

    def _read(self) -> bool:
        """What has come; False at the end."""
        if not select.select([self._master], [], [], PATIENCE_S)[0]:
            raise AssertionError(f"nothing comes any more after\n{self.raw[-2000:]}")
        try:
            fresh = self._decoder.decode(os.read(self._master, 65536))
        except OSError:  # Linux says so when the other side is closed
            return False
        self.raw += fresh
        self.page = (self.page + fresh).rpartition(CLEAR)[2]
        return True


def plain(text: str) -> str:
    return STEERING.sub("", text)


def answer(page: str, rng: Random) -> str:
    """Something of what the page offers; nothing where only standing offers are shown."""
    below = page.rpartition("╯")[2]
    things = [(int(number), where) for number, where in THING.findall(below)]
    asked = [(number, where) for number, where in things if number < OFFERS]
    if not asked and (sole := SOLE.search(below)):
        return sole[1]
    if not asked:
        return ""
    number, where = rng.choice(asked)
    return f"{number} {where.partition('–')[0]}".strip()
