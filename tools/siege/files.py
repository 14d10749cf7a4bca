"""Attacks with files: archives, the database itself, and the commands that read it."""

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from tools.house import ROOT, House
from tools.siege.attack import Refused, Target, attack

REFUSED: Final = 2
"""The exit status of a command that refuses to do something."""


def parlour(*words: str) -> tuple[int, str]:
    """A command, and what it said."""
    code = "import sys, tools.tiny; from parlour.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, cwd=ROOT
    )
    return done.returncode, done.stdout + done.stderr


@attack("one server")
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


@attack("archives")
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


SPOILT: Final[dict[str, Callable[[Path], object]]] = {
    "read-only": lambda path: path.chmod(0o400),
    "deleted": lambda path: path.unlink(),
    "emptied": lambda path: path.write_bytes(b""),
    "damaged": lambda path: path.write_bytes(b"\xff" * 3_000 + path.read_bytes()[3_000:]),
}


@attack("database")
def a_database_that_is_gone_or_spoilt(target: Target, left: Callable[[], bool]) -> str | None:
    """The file of a house of its own, between two starts."""
    for how, spoil in SPOILT.items():
        with tempfile.TemporaryDirectory(dir=target.folder) as folder:
            with House(Path(folder), as_played=True) as house:
                pass
            path = Path(folder) / "tables.db"
            spoil(path)
            before = path.read_bytes() if path.exists() else None
            for words in (("serve", "--port", "0", "--no-qr"), ("check",)):
                code, said = parlour(*words, "--store", house.store)
                may = (0, REFUSED) if (how, words[0]) == ("read-only", "check") else (REFUSED,)
                if code not in may or "Traceback" in said or not said.strip():
                    return f"{how}: {words[0]} ended with {code}: {said[-500:]}"
            if (path.read_bytes() if path.exists() else None) != before:
                return f"{how}: the file was written to"
        if not left():
            break
    return None


@attack("commands")
def commands_in_a_flood(target: Target, left: Callable[[], bool]) -> str | None:
    """Backup, check and list, while tables are opened and asked for as fast as they are let."""
    done = threading.Event()

    def flood() -> None:
        number = 0
        while not done.is_set():
            with suppress(Refused, OSError):
                target.ask("/tables", {"game": "kings", "name": "Mallory"}, number=number)
            number += 1
            time.sleep(0.01)

    thread = threading.Thread(target=flood)
    thread.start()
    copy = Path(target.folder) / "copy"
    try:
        while left():
            for words in (("backup", str(copy)), ("check",), ("list",)):
                code, said = parlour(*words, "--store", f"sqlite:///{target.store}")
                if code or "Traceback" in said:
                    return f"{words[0]} ended with {code}: {said[-500:]}"
            copy.unlink()
    finally:
        done.set()
        thread.join()
    return None
