"""Attacks on what lies under the server: rows, rules, the clock, the disk.

A server that is killed here is started again by the siege, as a supervisor would.
"""

import asyncio
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.cli.remote import Rejected, Seat
from tools.patience import Patience
from tools.siege.attack import Refused, Target, attack
from tools.siege.files import parlour
from tools.siege.misuse import opened
from tools.siege.shifted import set_clock

DAY_MS: Final = 86_400_000
JUMPS: Final = [
    *((400 * DAY_MS, True), (0, True), (400 * DAY_MS, False), (0, False), (-DAY_MS, False)),
    *((20_000 * DAY_MS, False), (400 * DAY_MS, True), (0, True)),
]
"""Where the clock is set to, and whether the server is started anew under it."""
CANNOT_TELL: Final = 3
"""The exit status of `parlour verify`, where the rules are others."""


def answers(target: Target, path: str = "/house") -> Any:
    """What the server says to this, once it answers at all."""
    patience = Patience("the server answers")
    while True:
        with suppress(OSError):
            return target.ask(path)
        patience.check()
        time.sleep(0.1)


def restart(target: Target) -> None:
    """Killed, and started again by the siege."""
    old = target.pid()
    os.kill(old, signal.SIGKILL)
    patience = Patience("the server is started again")
    while target.pid() == old:
        patience.check()
        time.sleep(0.1)
    answers(target)


def _is_set_aside(target: Target, left: Callable[[], bool], what: str, *change: Any) -> str | None:
    """The table with these rows, over and over; after that all others are there."""
    with closing(sqlite3.connect(target.store, timeout=30)) as base:
        base.execute(*change)
        last = "(SELECT max(seq) FROM log WHERE table_id = id)"
        state = f"UPDATE tables SET state = 'playing', last = {last} WHERE id = ?"
        base.execute(state, [target.table])
        base.execute("DELETE FROM snapshots WHERE table_id = ?", [target.table])
        base.commit()
    restart(target)
    while left():
        try:
            answers(target, f"/tables/{target.table}")
            return f"a table with {what} was shown"
        except Refused as refused:
            if refused.code not in ("table_unreadable", "too_fast"):
                return f"a table with {what}: {refused.code}"
        time.sleep(0.05)
    return None


@attack("rows", noisy=True)
def a_broken_row_and_a_restart(target: Target, left: Callable[[], bool]) -> str | None:
    """One table is damaged, the server dies; it is asked for that table over and over."""
    change = "UPDATE log SET body = '{' WHERE table_id = ? AND seq = 2"
    return _is_set_aside(target, left, "a broken row", change, [target.table])


ADD: Final = (
    "INSERT INTO log (table_id, seq, at_ms, kind, body) "
    "SELECT table_id, seq + 1, at_ms, ?, ? FROM log WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
)


@attack("rows", noisy=True)
def a_row_of_a_newer_kind(target: Target, left: Callable[[], bool]) -> str | None:
    """As a newer version would write it, before it was taken back."""
    values = ["glowed", '{"seat":0}', target.table]
    return _is_set_aside(target, left, "a newer kind of row", ADD, values)


@attack("rows", noisy=True)
def a_row_of_a_newer_field(target: Target, left: Callable[[], bool]) -> str | None:
    values = ["said", '{"seat":0,"text":"hello","glow":3}', target.table]
    return _is_set_aside(target, left, "a newer field", ADD, values)


@attack("rules", noisy=True)
def games_of_other_rules(target: Target, left: Callable[[], bool]) -> str | None:
    """The house is upgraded: a game of before is still to be seen, and verify cannot tell."""
    file = Path(target.folder) / "game.json"
    found = target.ask(f"/tables/{target.table}/games/1/record")
    found["record"]["version"] += 1
    file.write_bytes(msgspec.json.encode(found))
    code, said = parlour("verify", str(file))
    if code != CANNOT_TELL:
        return f"verify of other rules ended with {code}: {said[-500:]}"
    with closing(sqlite3.connect(target.store, timeout=30)) as base:
        change = "UPDATE log SET body = json_set(body, '$.version', 99) "
        base.execute(change + "WHERE table_id = ? AND seq = 1", [target.table])
        base.execute("DELETE FROM snapshots WHERE table_id = ?", [target.table])
        base.commit()
    restart(target)
    while left():
        shown = answers(target, f"/tables/{target.table}/games/1/replay?views=true")
        if not shown["steps"]:
            return "a replay of other rules was empty"
        time.sleep(0.2)
    return None


@attack("clock", noisy=True)
def a_clock_that_jumps(target: Target, left: Callable[[], bool]) -> str | None:
    """Ahead by 400 days, also over restarts, and back: talk and a game by days go on.

    Nothing is deleted by a server that was started so.  Once rows have been written at that time it
    is believed, and each round of deletion may take one table, or a hundredth of all.
    """
    before = _tables(target)
    id, keys = opened(target, pace={"kind": "days", "days": 3})
    found: list[str] = []
    try:
        for number, (by, anew) in enumerate(JUMPS, 1):
            set_clock(target.clock, by)
            if anew:
                restart(target)
            time.sleep(target.seconds / len(JUMPS))
            found += asyncio.run(_said(target, id, keys[0], by // DAY_MS))
            gone = before + 1 - _tables(target)
            if gone > (number - 1) * max(1, before // 100):
                found.append(f"{gone} tables are gone after jump {number}")
    finally:
        set_clock(target.clock, 0)
    phase = target.ask(f"/tables/{id}")["phase"]
    found += [] if phase == "playing" else [f"a game by days is {phase}"]
    return "; ".join(found) or None


async def _said(target: Target, id: str, key: str, days: int) -> list[str]:
    """What is wrong with somebody's being heard, at this time."""
    seat = Seat(target.url, id, key)
    await seat.connect()
    try:
        await seat.tell({"type": "say", "mid": seat.mid(), "text": f"it is day {days}"})
        return []
    except Rejected as refused:
        return [f"on day {days} nobody may talk: {refused.code}"]
    finally:
        await seat.close()


def _tables(target: Target) -> int:
    with closing(sqlite3.connect(f"file:{target.store}?mode=ro", uri=True, timeout=30)) as base:
        return int(base.execute("SELECT count(*) FROM tables").fetchone()[0])


@attack("disk", noisy=True)
def a_full_disk(target: Target, left: Callable[[], bool]) -> str | None:
    """No file of the server may grow for a while.  What is not saved is not acknowledged."""
    pid = target.pid()
    usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    found = None
    try:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, usual[1]))
        until = time.monotonic() + target.seconds / 2
        while time.monotonic() < until:
            found = found or _healthy(target)
            time.sleep(1.1)
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
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
