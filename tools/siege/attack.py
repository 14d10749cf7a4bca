"""What an attack is.  To add one, write a function under `@attack(POINT)` in one of the files.

A point is something that must hold; all of them are in `POINTS`, each under its section.

An attack runs in a process of its own and may block.  It is given a `Target` and "is there time
left?", and gets addresses of its own from the target, so that limits by address do not hit the
honest tables.  It returns what it got that it should not have got, in words, or nothing.
"""

import http.client
import json
import os
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from tools.rawline import TEXT, RawLine, frame

HELLO: Final = frame(TEXT, b'{"type":"hello"}')
PID: Final = "pid"
ADDRESSES: Final = 20
NICE: Final = 19
"""Attackers come from other machines: here they take what time is left over."""


class Refused(Exception):
    """The server said no."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code: Final = code


class Target(msgspec.Struct, frozen=True):
    """What is attacked, and for how long.  `operations`: of the schema, for random requests.

    `net`: where it comes from, each from another, so that none is refused for another's sake.

    `table`: a finished game of bots.  For mishaps: `store` is the database, `clock` the file that
    moves its clock, `folder` one to write to; the siege writes the server's process there.
    """

    url: str
    table: str
    seconds: float
    store: str
    clock: str
    folder: str
    operations: list[str] = []
    net: int = 1

    def pid(self) -> int:
        """Of the server, which may have been started again."""
        return int((Path(self.folder) / PID).read_text())

    def address(self, number: int) -> str:
        return f"127.0.{self.net}.{1 + number % ADDRESSES}"

    def line(self, number: int = 0, buffer: int = 0) -> RawLine:
        """From one of many addresses of this machine."""
        return RawLine(self.url, buffer, self.address(number))

    def watcher(self, number: int = 0, buffer: int = 0) -> RawLine:
        line = self.line(number, buffer).upgrade(f"/api/tables/{self.table}/socket")
        line.send(HELLO)
        return line

    def ask(self, path: str, body: Any = None, key: str = "", number: int = 0) -> Any:
        """A request; Refused, if it is."""
        parts = urlsplit(self.url)
        line = http.client.HTTPConnection(
            parts.hostname or "", parts.port, timeout=30, source_address=(self.address(number), 0)
        )
        headers = {"Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        data = None if body is None else json.dumps(body)
        try:
            line.request("GET" if data is None else "POST", f"/api{path}", data, headers)
            answer = line.getresponse()
            said = answer.read()
        finally:
            line.close()
        if answer.status >= 400:
            raise Refused(str(json.loads(said).get("code")))
        return json.loads(said) if "json" in answer.headers["Content-Type"] else said.decode()


SECTIONS: Final = {
    1: "memory and time below the gate",
    2: "one broken table breaks nothing else",
    3: "data",
    4: "fair play",
}
POINTS: Final = {
    "frames": (1, "control frames and empty continuations count like messages"),
    "heads": (1, "the bytes and the time of a request's head are bounded"),
    "requests": (1, "no request ends with a fault of the server"),
    "files": (1, "files that are not there cost as little as others, and write no log"),
    "hosts": (1, "a page whose name was turned to this house is refused"),
    "answers": (1, "answers that nobody reads are bounded"),
    "addresses": (1, "limits hold for the whole /64 of an IPv6 address"),
    "sockets": (1, "what sockets took is given back"),
    "rows": (2, "a table that cannot be read, also of a newer version, is set aside alone"),
    "archives": (2, "an archive is read before anything is written"),
    "rules": (2, "games of other rules stay to be seen, and verify cannot tell"),
    "clock": (3, "a clock that jumps deletes nothing, grants no time and mutes nobody"),
    "one server": (3, "a second server on the same file is refused"),
    "database": (3, "a file that is gone, read-only or damaged is said so, and left alone"),
    "commands": (3, "backup, check and list are safe at any time"),
    "disk": (3, "a full disk is not ok, and what is not saved is not acknowledged"),
    "undo": (4, "what is undone is undone on the clock too"),
    "keys": (4, "a key is made anew when somebody sits down"),
    "persons": (4, "seats of one browser are marked for everybody"),
    "evenings": (4, "an evening is the guests' too: its tables count, its places are freed"),
    "bots": (4, "tables of bots leave room for people"),
    "pauses": (4, "pauses are limited, and whose they are"),
    "rematch": (4, "the next game needs the others"),
    "talk": (4, "the dead talk only where the table lets them"),
    "names": (4, "nobody is taken for somebody else"),
    "sheets": (4, "a cell that a spreadsheet would run is quoted"),
}
Function = Callable[[Target, Callable[[], bool]], str | None]


class Attack(msgspec.Struct, frozen=True):
    """`noisy`: it harms its table, and the server's log has something to say of it."""

    function: Function
    point: str
    noisy: bool

    @property
    def section(self) -> int:
        return POINTS[self.point][0]


ATTACKS: Final[dict[str, Attack]] = {}


def attack(point: str, noisy: bool = False) -> Callable[[Function], Function]:
    """Under its name, with underscores as blanks."""

    def noted(function: Function) -> Function:
        ATTACKS[function.__name__.replace("_", " ")] = Attack(function, point, noisy)
        return function

    return noted


def run(name: str, target: Target, tell: Callable[[str], None]) -> None:
    """In the attacker's process; what it got is told."""
    from tools.siege.all_attacks import ATTACKS

    os.nice(NICE)
    until = time.monotonic() + target.seconds
    try:
        tell(ATTACKS[name].function(target, lambda: time.monotonic() < until) or "")
    except Exception:
        tell(f"the attack itself failed: {traceback.format_exc()}")
