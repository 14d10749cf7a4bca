"""The command `parlour` with a clock that can be moved from outside, while it runs.

The first argument names a file with a number of milliseconds; the rest are those of `parlour`.
"""

import mmap
import struct
import sys
import time
from pathlib import Path
from typing import Final

_FORM: Final = struct.Struct("q")


def set_clock(path: str, by_ms: int) -> None:
    file = Path(path)
    if not file.exists():
        file.write_bytes(_FORM.pack(by_ms))
    with file.open("r+b") as opened:
        opened.write(_FORM.pack(by_ms))


class ShiftedTime:
    """In the place of the module `time`, for whoever asks what time it is."""

    def __init__(self, path: str) -> None:
        with Path(path).open("rb") as file:
            self._shift: Final = mmap.mmap(file.fileno(), _FORM.size, access=mmap.ACCESS_READ)
        self.monotonic_ns: Final = time.monotonic_ns

    def time_ns(self) -> int:
        by: int = _FORM.unpack(self._shift[: _FORM.size])[0]
        return time.time_ns() + by * 1_000_000


def main() -> int:
    from tools.launch import ROOT, choose

    choose()
    sys.path.append(str(ROOT))  # a process of the server's imports this module again
    from parlour.cli import main as parlour
    from parlour.server import world

    vars(world)["time"] = ShiftedTime(sys.argv[1])
    return int(parlour(sys.argv[2:]))


if __name__ == "__main__":
    sys.exit(main())
