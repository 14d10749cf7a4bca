"""A minimal WebSocket client for measuring: the usual libraries are the bottleneck otherwise."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Final, cast
from urllib.parse import urlsplit

Heard = Callable[[bytes], None]
_UPGRADE: Final = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class RawSocket(asyncio.Protocol):
    """Text frames out (under a mask of zeros, which is allowed), whole text frames in."""

    def __init__(self, url: str) -> None:
        self.url: Final = urlsplit(url)
        self.ready: Final[asyncio.Future[None]] = asyncio.get_running_loop().create_future()
        self.heard: Heard = lambda message: None
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._open = False

    async def connect(self) -> "RawSocket":
        loop = asyncio.get_running_loop()
        host, port = self.url.hostname or "", self.url.port or 80
        await loop.create_connection(lambda: self, host, port)
        await self.ready
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        path = self.url.path + (f"?{self.url.query}" if self.url.query else "")
        self._transport.write(_UPGRADE.format(path=path, host=self.url.netloc, key=key).encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.ready.set_exception(OSError(head.decode(errors="replace")))
                return
            self._open = True
            self._buffer = bytearray(rest)
            self.ready.set_result(None)
        self._frames()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            kind, size, start = buffer[at] & 15, buffer[at + 1] & 127, at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                if len(buffer) < start + wide:
                    break
                size = int.from_bytes(buffer[start : start + wide], "big")
                start += wide
            if len(buffer) < start + size:
                break
            at = start + size
            if kind == 1:
                self.heard(bytes(buffer[start:at]))
            elif kind == 9:
                self._frame(10, bytes(buffer[start:at]))
        del buffer[:at]

    def send(self, message: bytes) -> None:
        self._frame(1, message)

    def _frame(self, kind: int, message: bytes) -> None:
        assert self._transport is not None
        size = len(message)
        if size < 126:
            head = bytes([0x80 | kind, 0x80 | size])
        else:
            head = bytes([0x80 | kind, 0x80 | 126]) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + message)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(exc or OSError("the line was closed"))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()
