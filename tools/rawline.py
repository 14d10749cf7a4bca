"""A line to the server byte by byte, for what no library sends.  It blocks: use it in threads."""

import base64
import os
import socket
from typing import Final
from urllib.parse import urlsplit

from tools.patience import PATIENCE_S

CONT: Final = 0
TEXT: Final = 1
PING: Final = 9
PONG: Final = 10
_UPGRADE: Final = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(kind: int, data: bytes = b"", fin: bool = True) -> bytes:
    """Of a client, under a mask of zeros; at most 65,535 bytes."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([0x80 * fin | kind]) + size + b"\0\0\0\0" + data


class RawLine:
    """One TCP connection to a server."""

    def __init__(self, url: str, buffer: int = 0, source: str = "") -> None:
        """`buffer`: how much the system may take in before it is read; `source`: an own address."""
        self.host: Final = urlsplit(url).netloc
        parts = urlsplit(url)
        self.socket: Final = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        if source:
            self.socket.bind((source, 0))
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect((parts.hostname, parts.port or 80))

    def __enter__(self) -> "RawLine":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def upgrade(self, path: str) -> "RawLine":
        """Ask for a socket, and read the answer's head."""
        key = base64.b64encode(os.urandom(16)).decode()
        self.send(_UPGRADE.format(path=path, host=self.host, key=key).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(1)
        assert b" 101 " in head, head
        return self

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def flood(self, data: bytes, times: int) -> bool:
        """Send it again and again; True: the server would not have it and closed the line."""
        try:
            for _ in range(times):
                self.send(data)
        except ConnectionError:
            return True
        return False

    def rest(self) -> bytes:
        """Everything until the server closes the line."""
        heard = b""
        try:
            while more := self.socket.recv(65_536):
                heard += more
        except ConnectionError:
            pass
        return heard
