"""Random requests to a server, 200,000 by default: none may be answered with a fault of the server.

Request number N of a seed is always the same: `--first N --requests 1` repeats it; but the ids and
keys in it are those of a real table and a real evening, now and then of fresh ones.  Each one is a
plausible request with some of its parts, or some of its bytes, replaced.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
import uvloop

from parlour.cli.remote import Rejected
from tools.house import House
from tools.patience import PATIENCE_S, Patience

T = TypeVar("T")

AT_ONCE: Final = 32
FRESH: Final = 2_000
"""After so many requests there are another table and another evening: the old may be over."""
SECRET: Final = "the secret of this house"
FAULT: Final = 500
SETTINGS: Final[dict[str, Any]] = {
    "request_s": 1,
    "files_per_minute": 1_000_000,
    "opened_per_minute": 60,
    "max_http_per_address": 1_000,
    "parcels_per_minute": 1_000_000,
    "mine_per_minute": 1_000_000,
    "admin_tries_per_minute": 1_000_000,
    "admin_secret": SECRET,
    "push_after_ms": 1_000_000_000,
}
"""Half a request is not waited for, and only the opening of tables is bounded; nobody is called."""

METHODS: Final = [
    *("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND"),
    *("get", "G", "POST\t", "*"),
]
SOCKET: Final = (
    "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=="
)
WORDS: Final = [
    *("", "0", "1", "-1", "2", "99999999999999999999", "1e400", "NaN", "null", "true", "None"),
    *("all", "bystander", "csv", "json", "open", "kings", "wink", "bang", "bot", "draw", "start"),
    *("%00", "%", "%zz", "%ff%fe", "%ed%a0%80", "..", "../../etc/passwd", "%2e%2e%2f", "\\", "//"),
    *("{", "}", "[", "http://[", "a" * 300, "x" * 5_000, "а", "😀", "&", "?", "#", ";", "\x01"),
]
PATHS: Final = [
    *("/", "/credits", "/t/ID", "/t/ID/screen", "/evening/ID", "/learn/kings", "/rules/W", "/W"),
    *("/healthz", "/metrics", "/assets/W", "/icons/W", "/assets/", "/W/W/W/W", "/api", "/api/W"),
    *("/api/schema", "/api/schema/W", "http://W/W", "http://[", "*", "W"),
    *("/api/tables/ID/socket", "/api/tables/W/socket"),
]
"""Besides the operations of the schema.  W is replaced by a word, ID by that of a real table."""
ADMIN: Final = [
    *("GET /api/admin/house", "GET /api/admin/tables", "GET /api/admin/guests"),
    *("GET /api/admin/audit", "POST /api/admin/guests", "POST /api/admin/notice"),
    *("POST /api/admin/maintenance", "POST /api/admin/tables/{id}/unlist"),
    *("POST /api/admin/tables/{id}/close", "POST /api/admin/tables/{id}/delete"),
]
"""Operators' paths, which no schema names."""
HEADERS: Final = [
    *("Origin", "Accept-Language", "Accept-Encoding", "Authorization", "Content-Type", "Cookie"),
    *("Content-Encoding", "Range", "If-None-Match", "If-Modified-Since", "X-Forwarded-For", "Te"),
    *("X-Forwarded-Proto", "Forwarded", "Transfer-Encoding", "Upgrade", "Expect", "Host", "W"),
]
VALUES: Final = [
    *("http://[", "http://[::1", "null", "//", "bearer", "Bearer W", "Basic W", "bytes=0-0"),
    *("bytes=9-1,W", "ru;q=W", "en,W", "gzip;q=W", "identity", "application/json", "text/W"),
    *("multipart/form-data; boundary=W", "application/x-www-form-urlencoded", "W/W; charset=W"),
    *("application/x-msgpack", "application/json; charset=utf-16", "chunked", "websocket", "h2c"),
    *('"W"', "W", "W, W", "=; a=W", "127.0.0.1, W", "proto=W", "100-continue", "localhost"),
]
BODIES: Final[list[Any]] = [
    {"game": "kings", "name": "Anna"},
    {"game": "kings", "name": "Anna", "players": 3, "seat": 0, "seats": [{"who": "bot"}] * 3},
    {"game": "wink", "name": "A", "pace": {"kind": "live", "bank_s": 60}, "options": {"W": "W"}},
    {"name": "Boris", "seat": 1},
    {"who": "bot", "level": "W", "name": "W"},
    {"title": "W", "game": "magpies", "size": 2, "bots": 4},
    {"name": "W", "level": ""},
    {"force": True},
    {},
]
POINT: Final = (
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
)
"""A point of the curve P-256, as a browser has it for its key."""
FITTING: Final[dict[str, list[Any]]] = {
    "share": [{"round": 1, "commitment": "1a" * 32}, {"round": 1, "value": "1a" * 32}],
    "parcels": [{"id": "ABCDEFGH", "body": "QUJD"}],
    "fetch": [{"id": "ABCDEFGH"}],
    "push": [
        {"endpoint": "https://push.example/W", "p256dh": POINT, "auth": "A" * 22, "lang": "ru"}
    ],
    "stop": [{"endpoint": "https://push.example/W"}],
    "mine": [{"tables": [{"id": "ID", "key": "KEY"}, {"id": "EVE"}, {"id": "W", "key": "W"}]}],
    "guests": [
        {"who": "203.0.113.9", "deed": "ban", "hours": 1, "why": "W"},
        {"who": "2001:db8::1", "deed": "mute"},
        {"who": "W", "deed": "lift"},
    ],
    "notice": [{"text": {"": "W", "ru": "W"}}],
    "maintenance": [{"on": False, "until": 0}],
    "draw": [{"round": 0, "force": False}, {"round": 1}],
    "finish": [{"round": 0}],
    "lock": [{"locked": False}],
    "join": [{"name": "W", "device": "W"}, {"name": "Boris"}],
}
"""Bodies of the right shape, by the last word of the path.  Maintenance is never on: all else would
be refused."""
ODD: Final[list[Any]] = [
    *(None, True, -1, 0, 3.0, 1e308, 2**63, 2**64, 10**400, "", "\ud800", "\0", "x" * 3_000),
    *([], {}, [[]] * 50, {"": {}}, {"game": None}, "W"),
]
RAW: Final = [
    *(
        b"",
        b"[" * 8_000,
        b'{"game":' * 2_000,
        b'{"game":"\xff"}',
        b"\xff\xfe",
        b"{",
        b"nul",
        b"NaN",
    ),
    *(b"NaN", b'"' + b"\\ud800" * 100 + b'"', b"\xef\xbb\xbf{}", b"1" * 5_000, b"{}" * 3_000),
]


class Real(msgspec.Struct, frozen=True):
    """A table and an evening that there are, the keys of seats there, and the operators' secret."""

    table: str
    key: str = ""
    evening: str = "evening"
    evening_key: str = ""
    secret: str = ""

    def id_for(self, path: str) -> str:
        return self.evening if "/evenings/" in path else self.table

    def key_for(self, path: str) -> str:
        if "/admin/" in path:
            return self.secret
        return self.evening_key if "/evenings/" in path else self.key


class Maker:
    """Makes requests.  `known`: operations, as `GET /path`."""

    def __init__(self, seed: str, host: str, known: list[str], real: Real) -> None:
        self.seed: Final = seed
        self.host: Final = host
        self.known: Final = [*known, *ADMIN]
        self.real = real

    def request(self, number: int) -> bytes:
        luck = Random(f"{self.seed}:{number}")
        method, path = luck.choice(self.known).split(" ")
        body = self._body(path, luck)
        socket = luck.random() < 0.05
        if luck.random() < 0.3:
            path = luck.choice(PATHS)
        if socket and luck.random() < 0.7:
            method, path = "GET", "/api/tables/ID/socket"
        if luck.random() < 0.1:
            method = luck.choice(METHODS)
        lines = [f"{method} {self._path(path, luck)} HTTP/1.1", f"Host: {self.host}"]
        key = self.real.key_for(path)
        lines += [f"Authorization: Bearer {key}"] if luck.random() < 0.5 else []
        for _ in range(luck.choice([0, 0, 1, 1, 2, 4])):
            name, value = luck.choice(HEADERS), luck.choice(VALUES)
            lines.append(self._filled(f"{name}: {value}", luck))
        if body or luck.random() < 0.3:
            lines.append(f"Content-Length: {len(body)}")
        lines += [SOCKET] if socket else ["Connection: close"]
        raw = "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + body
        return self._broken(raw, luck) if luck.random() < 0.15 else raw

    def _path(self, path: str, luck: Random) -> str:
        id = self.real.id_for(path)
        path = self._filled(path, luck)
        path = re.sub(r"\{\w+\}", lambda found: self._part(found[0], id, luck), path)
        if luck.random() < 0.2:
            query = f"{luck.choice(['eyes', 'first', 'count', 'limit', 'state', 'as', 'W'])}=W"
            path += self._filled(f"?{query}&views=W" if luck.random() < 0.5 else f"?{query}", luck)
        return path.replace(" ", "%20")

    def _part(self, name: str, id: str, luck: Random) -> str:
        if name == "{id}" and luck.random() < 0.7:
            return id
        return luck.choice(WORDS)

    def _filled(self, text: str, luck: Random) -> str:
        for word, real in self._names():
            text = re.sub(rf"\b{word}\b", real, text)
        return re.sub(r"\bW\b", lambda _: luck.choice(WORDS), text)

    def _names(self) -> list[tuple[str, str]]:
        """What stands for something real."""
        real = self.real
        return [("ID", real.table), ("EVE", real.evening), ("KEY", real.key)]

    def _body(self, path: str, luck: Random) -> bytes:
        fitting = FITTING.get(path.rpartition("/")[2], [])
        if luck.random() < (0.1 if fitting else 0.4):
            return b""
        if luck.random() < (0.1 if fitting else 0.3):
            return luck.choice(RAW)
        body = json.loads(json.dumps(luck.choice(fitting or BODIES)))
        for _ in range(luck.choice([0, 0, 1, 2] if fitting else [0, 1, 1, 2])):
            body[luck.choice([*body, "game", "options", "W"])] = luck.choice(ODD)
        body |= {"on": False} if "on" in body else {}
        return self._filled(json.dumps(body), luck).encode("utf-8", "surrogatepass")

    def _broken(self, raw: bytes, luck: Random) -> bytes:
        """Some bytes replaced, left out or doubled."""
        data = bytearray(raw)
        for _ in range(luck.choice([1, 1, 2, 5])):
            at = luck.randrange(len(data)) if data else 0
            how = luck.randrange(3)
            if how == 0:
                data[at : at + 1] = bytes([luck.randrange(256)])
            elif how == 1:
                del data[at : at + luck.randrange(1, 20)]
            else:
                data[at:at] = data[at : at + luck.randrange(1, 40)]
        return bytes(data)


async def status_of(host: str, port: int, request: bytes) -> int:
    """Of the answer; 0: the line was closed without one."""
    reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(request)
        status = 100
        while status == 100:  # "go on", twice a line: the answer follows
            line = await asyncio.wait_for(reader.readline(), PATIENCE_S)
            found = re.match(rb"HTTP/1\.[01] (\d{3}) ", line)
            status = int(found[1]) if found else 100 if line == b"\r\n" else 0
        return status
    except ConnectionError:
        return 0
    finally:
        writer.transport.abort()


class Tally:
    """What came of the requests."""

    def __init__(self) -> None:
        self.answers: Final[Counter[int]] = Counter()
        self.faults: Final[list[tuple[int, int, bytes]]] = []

    def add(self, number: int, status: int, request: bytes) -> None:
        self.answers[status] += 1
        if status >= FAULT:
            self.faults.append((number, status, request))

    def __str__(self) -> str:
        said = ", ".join(f"{status}: {count:,}" for status, count in sorted(self.answers.items()))
        faults = [
            f"number {n}: {status}\n  {request[:600]!r}" for n, status, request in self.faults
        ]
        return "\n".join([f"{self.answers.total():,} requests ({said})", *faults[:20]])


def operations(schema: Any) -> list[str]:
    paths: dict[str, dict[str, Any]] = schema["paths"]
    return [f"{how.upper()} {path}" for path, found in paths.items() for how in found]


def small_page(folder: Path) -> Path:
    """A built client of three files."""
    for name in ("index.html", "assets/a.js", "icons/a.svg"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("<!doctype html>")
    return folder


async def fuzz(
    url: str,
    maker: Maker,
    first: int,
    requests: int,
    renewed: Callable[[], Real] | None = None,
) -> Tally:
    """`renewed`: another table and another evening, asked for now and then."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 80
    tally = Tally()
    numbers = iter(range(first, first + requests))

    async def send() -> None:
        for number in numbers:
            if renewed is not None and number > first and not (number - first) % FRESH:
                maker.real = await asyncio.to_thread(renewed)
            request = maker.request(number)
            tally.add(number, await status_of(host, port, request), request)

    await asyncio.gather(*(send() for _ in range(AT_ONCE)))
    return tally


def opened(house: House) -> Real:
    """A table that is played at, and an evening whose first round is to be drawn."""
    wanted = {"title": "Friday", "game": "kings", "size": 2, "name": "Anna", "bots": 3}
    table, key = when_let(lambda: house.table("kings", 3))
    evening = when_let(lambda: house.ask("/evenings", wanted))
    return Real(table, key, str(evening["id"]), str(evening["key"]), SECRET)


def when_let(ask: Callable[[], T]) -> T:
    """The requests too open tables, so one may have to wait for one's turn."""
    patience = Patience("something may be opened")
    while True:
        try:
            return ask()
        except Rejected as refused:
            if refused.code != "too_fast":
                raise
        patience.check()
        time.sleep(0.5)


def main() -> int:
    top = argparse.ArgumentParser(description=__doc__)
    top.add_argument("--requests", type=int, default=200_000)
    top.add_argument("--first", type=int, default=0)
    top.add_argument("--seed", default=str(time.time_ns()))
    args = top.parse_args()
    with tempfile.TemporaryDirectory(prefix="parlour-fuzz-") as folder:
        log = Path(folder) / "log"
        page = small_page(Path(folder) / "page")
        with (
            log.open("wb") as errors,
            House(Path(folder), errors=errors, client=page, **SETTINGS) as house,
        ):
            known = operations(house.ask("/schema/openapi.json"))
            maker = Maker(args.seed, urlsplit(house.url).netloc, known, opened(house))
            print(f"seed {args.seed}", flush=True)
            fresh = partial(opened, house)
            tally = uvloop.run(fuzz(house.url, maker, args.first, args.requests, fresh))
        said = log.read_bytes().decode(errors="replace")
    print(tally)
    if said:
        print(f"the server's log:\n{said[:5_000]}")
    return 1 if tally.faults or said else 0


if __name__ == "__main__":
    sys.exit(main())
