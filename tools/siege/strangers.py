"""Who asks from somewhere else than they should: under another's name, from many addresses."""

import json
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tools.house import House
from tools.rawline import RawLine
from tools.siege.attack import Target, attack
from tools.siege.floods import UPGRADE

PAUSE_S: Final = 0.02
EVIL: Final = "Host: evil.example\r\nOrigin: http://evil.example\r\n"
OPEN: Final = json.dumps({"game": "kings", "name": "Mallory"})
ASKED: Final = 30
"""Requests of an address in a minute, at the house of this attack."""


@attack("hosts")
def a_page_of_a_strangers_name(target: Target, left: Callable[[], bool]) -> str | None:
    """DNS rebinding: Host and Origin agree, and are somebody else's."""
    close = f"{EVIL}Connection: close\r\n"
    wanted = [
        f"GET /api/tables HTTP/1.1\r\n{close}\r\n",
        f"GET / HTTP/1.1\r\n{close}\r\n",
        f"POST /api/tables HTTP/1.1\r\n{close}Content-Length: {len(OPEN)}\r\n\r\n{OPEN}",
        f"GET /api/tables/{target.table}/socket HTTP/1.1\r\n{EVIL}{UPGRADE}\r\n",
    ]
    number = 0
    while left():
        said = b""
        with suppress(OSError), target.line(number) as line:
            line.send(wanted[number % len(wanted)].encode())
            line.socket.settimeout(5)
            said = line.rest()
        if said and not said.startswith((b"HTTP/1.1 403", b"HTTP/1.1 429")):
            return f"a stranger's page was answered: {said[:80]!r}"
        number += 1
        time.sleep(PAUSE_S)
    return None


@attack("addresses")
def addresses_of_one_64(target: Target, left: Callable[[], bool]) -> str | None:
    """Each request from another address of one IPv6 /64, to a house of its own behind a proxy.

    This machine has one such address, so they stand where a proxy writes them.
    """
    more = ("--proxy", "127.0.0.1")
    with (
        tempfile.TemporaryDirectory(dir=target.folder) as folder,
        House(Path(folder), as_played=True, more=more, requests_per_minute=ASKED) as house,
    ):
        url = house.url.replace("localhost", "127.0.0.1")
        taken = sum(_status(url, f"2001:db8::{k:x}") == b"200" for k in range(4 * ASKED))
        if taken > 2 * ASKED:
            return f"{taken} of {4 * ASKED} requests of one /64 were taken"
        if _status(url, "2001:db8:0:1::1") != b"200":
            return "another /64 was refused too"
    return None


def _status(url: str, address: str) -> bytes:
    head = f"GET /api/games HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nConnection: close\r\n"
    with RawLine(url) as line:
        line.send(f"{head}X-Forwarded-For: {address}\r\n\r\n".encode())
        return line.rest()[9:12]
