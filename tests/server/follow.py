"""Prints the functions that one card passes: from a guest's socket to another guest's socket.

PYTHONPATH=. .venv/bin/python -m tests.server.follow

Somebody plays a BANG! at a table of four people, and a profiler notes every function of the
package that is called on the way, small helpers and the store included.
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

import parlour
from tests.server.desk import Desk, Guest

ROOT = Path(parlour.__file__).parent


class Passed:
    """The functions of the package that were called, in order, each once."""

    def __init__(self) -> None:
        self.names: dict[tuple[str, str], None] = {}

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        file = Path(code.co_filename)
        if event == "call" and file.is_relative_to(ROOT) and "<" not in code.co_name:
            self.names[str(file.relative_to(ROOT)), code.co_qualname] = None

    def within(self, folder: str) -> list[tuple[str, str]]:
        return [entry for entry in self.names if entry[0].startswith(folder)]


async def shot(guests: list[Guest]) -> tuple[Guest, str]:
    """Play on until somebody can shoot; who, and at whom."""
    while True:
        guest = next(guest for guest in guests if guest.news["decision"])
        texts = [choice["text"] for choice in guest.news["decision"]["choices"]]
        if shots := [text for text in texts if text.startswith("bang:") and "@" in text]:
            return guest, shots[0]
        await guest.answer(next((text for text in texts if text.startswith("end")), texts[0]))


async def follow(store: str) -> Passed:
    desk = await (await Desk.at(store)).open("bang", 4)
    await desk.begin()
    guests = [await desk.guest(seat) for seat in range(4)]
    shooter, choice = await shot(guests)
    other = next(guest for guest in guests if guest is not shooter)
    passed, before = Passed(), other.n
    sys.setprofile(passed)
    await shooter.act(choice)
    await other.until(lambda: other.n > before)
    sys.setprofile(None)
    await desk.close()
    return passed


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        passed = asyncio.run(follow(f"sqlite:///{folder}/tables.db"))
    for folder, what in (("server", "of the server"), ("", "in all")):
        found = passed.within(folder)
        print(f"{len(found)} functions {what}, in {len({file for file, _ in found})} files")
    for file, name in passed.within("server"):
        print(f"  {file}: {name}")


if __name__ == "__main__":
    main()
