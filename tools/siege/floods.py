"""Attacks below the application: frames, heads, half requests, answers that nobody reads.

A line that the server closes is opened again: an attacker does not give up.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from tools.fuzz import Maker, Real
from tools.rawline import CONT, PING, PONG, TEXT, RawLine, frame
from tools.siege.attack import HELLO, Target, attack

UPGRADE: Final = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
PAUSE_S: Final = 0.01
"""Between two tries: who only connects and is refused should not measure the attacker."""


def _frames(target: Target, left: Callable[[], bool], flood: bytes) -> None:
    """Unread, from a watcher who comes back whenever he is let go."""
    chunk = flood * (8_000 // len(flood) + 1)
    while left():
        with suppress(OSError, AssertionError), target.watcher(buffer=2_048) as line:
            while left():
                line.send(chunk)
        time.sleep(PAUSE_S)


@attack("frames")
def unread_pings(target: Target, left: Callable[[], bool]) -> None:
    _frames(target, left, frame(PING, b"x" * 125))


@attack("frames")
def pongs(target: Target, left: Callable[[], bool]) -> None:
    _frames(target, left, frame(PONG, b"x" * 10))


@attack("frames")
def empty_continuations(target: Target, left: Callable[[], bool]) -> None:
    _frames(target, left, frame(TEXT, fin=False) + frame(CONT, fin=False) * 1_000)


@attack("frames")
def messages(target: Target, left: Callable[[], bool]) -> None:
    _frames(target, left, frame(TEXT, b"{"))


@attack("heads")
def endless_heads(target: Target, left: Callable[[], bool]) -> None:
    chunk = b"X: " + b"x" * 8_000 + b"\r\n"
    while left():
        with suppress(OSError), target.line() as line:
            line.send(b"GET / HTTP/1.1\r\n")
            while left():
                line.send(chunk)
        time.sleep(PAUSE_S)


@attack("heads")
def half_requests(target: Target, left: Callable[[], bool]) -> None:
    """As many connections as there are descriptors, each with half a request."""
    lines: list[RawLine] = []
    while left():
        with suppress(OSError):
            lines.append(target.line(len(lines)))
            lines[-1].send(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX: ")
        if len(lines) >= 5_000:
            lines.pop(0).socket.close()
        time.sleep(PAUSE_S / 10)
    for line in lines:
        line.socket.close()


@attack("answers")
def unread_answers(target: Target, left: Callable[[], bool]) -> None:
    """Replays with all views, asked for as often as the limits allow, and never read."""
    path = f"/api/tables/{target.table}/games/1/replay?views=true&count=200"
    ask = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    lines: list[RawLine] = []
    while left():
        with suppress(OSError):
            lines.append(target.line(len(lines), buffer=2_048))
            lines[-1].send(ask * 5)
        if len(lines) >= 2_000:
            lines.pop(0).socket.close()
        time.sleep(PAUSE_S)
    for line in lines:
        line.socket.close()


@attack("requests")
def strange_requests(target: Target, left: Callable[[], bool]) -> str | None:
    seed = str(time.time_ns())
    maker = Maker(seed, "localhost", target.operations, Real(target.table))
    number = 0
    while left():
        said = b""
        with suppress(OSError), target.line(number) as line:
            line.send(maker.request(number))
            line.socket.settimeout(1)
            said = line.socket.recv(1_000)
        if said.startswith(b"HTTP/1.1 5"):
            return f"request {number} of seed {seed}: {said[:100]!r}"
        number += 1
    return None


@attack("files")
def missing_files(target: Target, left: Callable[[], bool]) -> None:
    number = 0
    while left():
        with suppress(OSError), target.line(number) as line:
            while left():
                ask = f"GET /assets/{number}%00 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                line.send(ask.encode())
                line.socket.recv(10_000)
                number += 1


@attack("sockets")
def a_crowd_at_the_door(target: Target, left: Callable[[], bool]) -> None:
    """A hundred handshakes at once, as many as an address may have; nobody waits for an answer."""
    ask = f"GET /api/tables/{target.table}/socket HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}\r\n"
    while left():
        lines = [target.line() for _ in range(100)]
        for line in lines:
            with suppress(OSError):
                line.send(ask.encode() + HELLO)
        time.sleep(100 * PAUSE_S)
        for line in lines:
            line.socket.close()


@attack("sockets")
def sockets_that_come_and_go(target: Target, left: Callable[[], bool]) -> None:
    """Three hundred at once, again and again."""
    while left():
        lines: list[RawLine] = []
        with suppress(OSError, AssertionError):
            while left() and len(lines) < 300:
                lines.append(target.watcher(len(lines)))
        for line in lines:
            line.socket.close()
        time.sleep(10 * PAUSE_S)
