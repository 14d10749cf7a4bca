"""One HTTPS request to a push service: no redirects, no proxies, bounded in time and in bytes.

The name is resolved once, every address it has must be public, and the connection goes to one of
those very addresses: an answer of the name server that changes meanwhile changes nothing.
"""

import asyncio
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from parlour.server.push.endpoint import PushAddress, is_public

HEAD_BYTES: Final = 8_192
TRIED: Final = 2
"""Addresses of one name that are tried, the first that connects counts."""
NAMES: Final = ThreadPoolExecutor(4, "push-names")
"""Of its own: a name server that takes its time keeps nothing else waiting."""


class Forbidden(Exception):
    """The name has an address that is not public."""


class NotSent(Exception):
    """No answer: it may be tried again."""


class Poster:
    """`loopback`: this machine is allowed too, for tests.  `limit_s`: for all of one request."""

    def __init__(self, loopback: bool = False, limit_s: float = 10.0) -> None:
        self.loopback: Final = loopback
        self.limit_s: Final = limit_s
        self.context: Final = ssl.create_default_context()

    async def post(self, to: PushAddress, headers: Mapping[str, str], body: bytes) -> int:
        """The status.  Forbidden, NotSent."""
        try:
            async with asyncio.timeout(self.limit_s):
                addresses = await self._resolved(to)
                reader, writer = await self._connected(to, addresses)
                try:
                    writer.write(_request(to, headers, body))
                    await writer.drain()
                    return _status(await reader.readuntil(b"\r\n\r\n"))
                finally:
                    writer.transport.abort()
        except (OSError, TimeoutError, ValueError, EOFError, asyncio.LimitOverrunError) as wrong:
            raise NotSent(type(wrong).__name__) from wrong

    async def _resolved(self, to: PushAddress) -> list[str]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(NAMES, _look_up, to.host, to.port)
        if not found or not all(is_public(address, self.loopback) for address in found):
            raise Forbidden(to.host)
        return found

    async def _connected(
        self, to: PushAddress, addresses: list[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        *others, last = addresses[:TRIED]
        for address in others:
            with suppress(OSError):
                return await self._connect(to, address)
        return await self._connect(to, last)

    async def _connect(
        self, to: PushAddress, address: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            address, to.port, ssl=self.context, server_hostname=to.host, limit=HEAD_BYTES
        )


def _look_up(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def _request(to: PushAddress, headers: Mapping[str, str], body: bytes) -> bytes:
    own = {"Host": to.authority, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"{name}: {value}" for name, value in {**own, **headers}.items()]
    head = "\r\n".join([f"POST {to.path} HTTP/1.1", *lines, "", ""])
    return head.encode("ascii") + body


def _status(head: bytes) -> int:
    version, status, *_ = head.split(b"\r\n", 1)[0].split(b" ")
    if not version.startswith(b"HTTP/1.") or len(status) != 3:
        raise ValueError("no answer of HTTP/1")
    return int(status)
