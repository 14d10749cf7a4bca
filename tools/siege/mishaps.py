"""Attacks on what lies under the server: rows, files, a second server, the clock, the disk.

A server that is killed here is started again by the siege, as a supervisor would.
"""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from tools.patience import Patience
from tools.siege.attack import Refused, Target, attack
from tools.siege.shifted import set_clock

DAY_MS: Final = 86_400_000
REFUSED: Final = 2
"""The exit status of a command that refuses to do something."""


def parlour(*words: str) -> tuple[int, str]:
    """A command, and what it said."""
    code = "import conftest, sys; from parlour.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def answers(target: Target, path: str = "/house") -> Any:
    """What the server says to this, once it answers at all."""
    patience = Patience("the server answers")
    while True:
        with suppress(OSError):
            return target.ask(path)
        patience.check()
        time.sleep(0.1)


@attack
def a_broken_row_and_a_restart(target: Target, left: Callable[[], bool]) -> str | None:
    """One table is damaged, the server dies; it is asked for that table over and over."""
    with closing(sqlite3.connect(target.store, timeout=30)) as base:
        base.execute("UPDATE log SET body = '{' WHERE table_id = ? AND seq = 2", [target.table])
        base.execute("UPDATE tables SET state = 'playing' WHERE id = ?", [target.table])
        base.execute("DELETE FROM snapshots WHERE table_id = ?", [target.table])
        base.commit()
    os.kill(target.pid, signal.SIGKILL)
    number = 0
    while left():
        try:
            answers(target, f"/tables/{target.table}")
            return "a table with a broken row was shown"
        except Refused as refused:
            if refused.code not in ("table_unreadable", "too_fast"):
                return f"a table with a broken row: {refused.code}"
        number += 1
        time.sleep(0.05)
    return None


@attack
def a_second_server(target: Target, left: Callable[[], bool]) -> str | None:
    """On the same file, which the first one has."""
    while left():
        code, said = parlour("serve", "--port", "0", "--store", f"sqlite:///{target.store}")
        if code != REFUSED or "Traceback" in said:
            return f"a second server ended with {code}: {said}"
    return None


ARCHIVES: Final[dict[str, Callable[[dict[str, Any]], object]]] = {
    "too many players": lambda t: t["rows"][0]["body"].update(players=2_000_000_000),
    "an unknown kind": lambda t: t["rows"][-1].update(kind="glowed"),
    "an impossible seat": lambda t: t["rows"][1]["body"].update(seat=7_000),
    "a hole": lambda t: t["rows"].pop(2),
    "no rows": lambda t: t["rows"].clear(),
    "deep JSON": lambda t: t.update(rows=msgspec.Raw(b"[" * 50_000 + b"]" * 50_000)),
}


@attack
def hostile_archives(target: Target, left: Callable[[], bool]) -> str | None:
    """Restored to a store of their own, and to the one that is served."""
    source = f"sqlite:///{target.store}"
    code, export = parlour("export", target.table, "--store", source)
    if code:
        return f"export ended with {code}: {export}"
    file, other = Path(target.folder) / "hostile.json", Path(target.folder) / "other.db"
    for name, spoil in ARCHIVES.items():
        told = msgspec.json.decode(export)
        spoil(told)
        told["table"], told["code"] = "hostile", "HOSTIL"
        file.write_bytes(msgspec.json.encode(told))
        for store in (f"sqlite:///{other}", source):
            code, said = parlour("restore", str(file), "--store", store)
            if code != REFUSED or "Traceback" in said:
                return f"{name}: restore ended with {code}: {said[:500]}"
            if other.exists():
                return f"{name}: restore made a store"
        if not left():
            break
    return None


@attack
def a_clock_that_jumps(target: Target, left: Callable[[], bool]) -> str | None:
    """Ahead by 400 days, back by a day; nothing may be deleted, and talk goes on."""
    before = _tables(target)
    try:
        for by in (400 * DAY_MS, 0, -DAY_MS, 0, 20_000 * DAY_MS, 0):
            set_clock(target.clock, by)
            until = time.monotonic() + target.seconds / 6
            while time.monotonic() < until:
                answers(target)
                time.sleep(0.2)
    finally:
        set_clock(target.clock, 0)
    after = _tables(target)
    return None if after >= before else f"{before - after} tables are gone"


def _tables(target: Target) -> int:
    with closing(sqlite3.connect(f"file:{target.store}?mode=ro", uri=True, timeout=30)) as base:
        return int(base.execute("SELECT count(*) FROM tables").fetchone()[0])


@attack
def a_full_disk(target: Target, left: Callable[[], bool]) -> str | None:
    """No file of the server may grow for a while.  What is not saved is not acknowledged."""
    usual = resource.prlimit(target.pid, resource.RLIMIT_FSIZE)
    found = None
    try:
        resource.prlimit(target.pid, resource.RLIMIT_FSIZE, (1, usual[1]))
        until = time.monotonic() + target.seconds / 2
        while time.monotonic() < until:
            found = found or _healthy(target)
            time.sleep(1.1)
    finally:
        resource.prlimit(target.pid, resource.RLIMIT_FSIZE, usual)
    patience = Patience("the server is well again")
    while _healthy(target) is None:
        patience.check()
        time.sleep(0.5)
    return found


def _healthy(target: Target) -> str | None:
    """What is wrong with a server that says it is well."""
    with target.line(1) as line:
        line.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        said = line.rest()
    return "/healthz said that all is well" if b"200" in said[:20] else None
