"""What an attack is.  To add one, write a function under `@attack` in one of the three files.

It runs in a process of its own and may block.  It is given a `Target` and "is there time left?",
and gets addresses of its own from the target, so that limits by address do not hit the honest
tables.  It returns what it got that it should not have got, in words, or nothing.
"""

import http.client
import json
import os
import time
import traceback
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from tools.rawline import TEXT, RawLine, frame

HELLO: Final = frame(TEXT, b'{"type":"hello"}')
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

    `table`: a finished game of bots.  For mishaps: `store` is the database, `pid` the server's
    process, `clock` the file that moves its clock, `folder` one to write to.
    """

    url: str
    table: str
    seconds: float
    store: str
    pid: int
    clock: str
    folder: str
    operations: list[str] = []

    def line(self, number: int = 0, buffer: int = 0) -> RawLine:
        """From one of many addresses of this machine."""
        return RawLine(self.url, buffer, address(number))

    def watcher(self, number: int = 0, buffer: int = 0) -> RawLine:
        line = self.line(number, buffer).upgrade(f"/api/tables/{self.table}/socket")
        line.send(HELLO)
        return line

    def ask(self, path: str, body: Any = None, key: str = "", number: int = 0) -> Any:
        """A request; Refused, if it is."""
        parts = urlsplit(self.url)
        line = http.client.HTTPConnection(
            parts.hostname or "", parts.port, timeout=30, source_address=(address(number), 0)
        )
        headers = {"Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        data = None if body is None else json.dumps(body)
        try:
            line.request("GET" if data is None else "POST", f"/api{path}", data, headers)
            answer = line.getresponse()
            said = json.loads(answer.read())
        finally:
            line.close()
        if answer.status >= 400:
            raise Refused(str(said.get("code")))
        return said


def address(number: int) -> str:
    return f"127.0.1.{1 + number % ADDRESSES}"


Attack = Callable[[Target, Callable[[], bool]], str | None]
ATTACKS: Final[dict[str, Attack]] = {}


def attack(function: Attack) -> Attack:
    """Under its name, with underscores as blanks."""
    ATTACKS[function.__name__.replace("_", " ")] = function
    return function


def run(name: str, target: Target, tell: Callable[[str], None]) -> None:
    """In the attacker's process; what it got is told."""
    from tools.siege.all_attacks import ATTACKS

    os.nice(NICE)
    until = time.monotonic() + target.seconds
    try:
        tell(ATTACKS[name](target, lambda: time.monotonic() < until) or "")
    except Exception:
        tell(f"the attack itself failed: {traceback.format_exc()}")
