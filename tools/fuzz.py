"""Random requests to a server, 200,000 by default: none may be answered with a fault of the server.

Request number N of a seed is always the same: `--first N --requests 1` repeats it.  Each one is a
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
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import uvloop

from tools.house import House
from tools.patience import PATIENCE_S

AT_ONCE: Final = 32
FAULT: Final = 500
SETTINGS: Final[dict[str, Any]] = {
    "request_s": 1,
    "files_per_minute": 1_000_000,
    "opened_per_minute": 60,
    "max_http_per_address": 1_000,
}
"""Half a request is not waited for, and only the opening of tables is bounded."""

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


class Maker:
    """Makes requests.  `known`: operations, as `GET /path`; `id`, `key`: of a real table."""

    def __init__(self, seed: str, host: str, known: list[str], id: str, key: str) -> None:
        self.seed: Final = seed
        self.host: Final = host
        self.known: Final = known
        self.id: Final = id
        self.key: Final = key

    def request(self, number: int) -> bytes:
        luck = Random(f"{self.seed}:{number}")
        body = self._body(luck)
        method, path = luck.choice(self.known).split(" ")
        socket = luck.random() < 0.05
        if luck.random() < 0.3:
            path = luck.choice(PATHS)
        if socket and luck.random() < 0.7:
            method, path = "GET", "/api/tables/ID/socket"
        if luck.random() < 0.1:
            method = luck.choice(METHODS)
        lines = [f"{method} {self._path(path, luck)} HTTP/1.1", f"Host: {self.host}"]
        lines += [f"Authorization: Bearer {self.key}"] if luck.random() < 0.5 else []
        for _ in range(luck.choice([0, 0, 1, 1, 2, 4])):
            name, value = luck.choice(HEADERS), luck.choice(VALUES)
            lines.append(self._filled(f"{name}: {value}", luck))
        if body or luck.random() < 0.3:
            lines.append(f"Content-Length: {len(body)}")
        lines += [SOCKET] if socket else ["Connection: close"]
        raw = "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + body
        return self._broken(raw, luck) if luck.random() < 0.15 else raw

    def _path(self, path: str, luck: Random) -> str:
        path = self._filled(path, luck)
        path = re.sub(r"\{\w+\}", lambda found: self._part(found[0], luck), path)
        if luck.random() < 0.2:
            query = f"{luck.choice(['eyes', 'first', 'count', 'limit', 'state', 'as', 'W'])}=W"
            path += self._filled(f"?{query}&views=W" if luck.random() < 0.5 else f"?{query}", luck)
        return path.replace(" ", "%20")

    def _part(self, name: str, luck: Random) -> str:
        if name == "{id}" and luck.random() < 0.7:
            return self.id
        return luck.choice(WORDS)

    def _filled(self, text: str, luck: Random) -> str:
        text = text.replace("ID", self.id)
        return re.sub(r"\bW\b", lambda _: luck.choice(WORDS), text)

    def _body(self, luck: Random) -> bytes:
        if luck.random() < 0.4:
            return b""
        if luck.random() < 0.3:
            return luck.choice(RAW)
        body = json.loads(json.dumps(luck.choice(BODIES)))
        for _ in range(luck.choice([0, 1, 1, 2])):
            body[luck.choice([*body, "game", "options", "W"])] = luck.choice(ODD)
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


async def fuzz(url: str, maker: Maker, first: int, requests: int) -> Tally:
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 80
    tally = Tally()
    numbers = iter(range(first, first + requests))

    async def send() -> None:
        for number in numbers:
            request = maker.request(number)
            tally.add(number, await status_of(host, port, request), request)

    await asyncio.gather(*(send() for _ in range(AT_ONCE)))
    return tally


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
            id, key = house.table("kings", 3)
            known = operations(house.ask("/schema/openapi.json"))
            maker = Maker(args.seed, urlsplit(house.url).netloc, known, id, key)
            print(f"seed {args.seed}", flush=True)
            tally = uvloop.run(fuzz(house.url, maker, args.first, args.requests))
        said = log.read_bytes().decode(errors="replace")
    print(tally)
    if said:
        print(f"the server's log:\n{said[:5_000]}")
    return 1 if tally.faults or said else 0


if __name__ == "__main__":
    sys.exit(main())
