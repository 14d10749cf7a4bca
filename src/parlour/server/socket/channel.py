"""What a connection needs of a socket, and the web framework's socket as that."""

from collections.abc import Callable
from typing import Any, Final

from litestar.connection import WebSocket
from litestar.types import Receive, Send

from parlour.server.limits import counted_as
from parlour.server.protocols import EXTENSION, SocketProtocol


class Channel:
    """What a connection needs of the web framework.

    `address`: where the other end is, as limits count it.
    """

    address = ""

    async def send(self, message: bytes) -> None:
        raise NotImplementedError

    async def receive(self) -> str | bytes | None:
        """The next frame; None: the other side is gone."""
        raise NotImplementedError

    async def close(self, code: int) -> None:
        raise NotImplementedError

    def at_once(self, message: bytes) -> bool:
        """Send now, if the line takes it without waiting; False: it does not."""
        return False

    def way(self) -> Callable[[bytes], bool]:
        """The same for whoever sends often."""
        return self.at_once

    def farewell(self, message: bytes) -> None:
        """What to say if the server stops."""

    def ping(self, word: bytes) -> None:
        """Ask the other end to send this word back, if the line can do that."""

    def pongs(self, heard: Callable[[bytes], None]) -> None:
        """Whom to give the words that come back."""


class PlainSocket(WebSocket[Any, Any, Any]):
    """The framework's socket without its wrappers, which refer to the socket that refers to them.

    With them a socket that is over, and all that hangs on it, could be found by the collector
    alone.  They tell whoever asks a closed socket for more; a connection asks no further.
    """

    def receive_wrapper(self, receive: Receive) -> Receive:
        return receive

    def send_wrapper(self, send: Send) -> Send:
        return send


class SocketChannel(Channel):
    """The framework's socket as the connection wants it."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self.socket: Final = socket
        self.address = counted_as(socket.client.host) if socket.client else "?"
        extension: Any = (socket.scope.get("extensions") or {}).get(EXTENSION, {})
        self.end: Final[SocketProtocol | None] = extension.get("protocol")

    def way(self) -> Callable[[bytes], bool]:
        return self.at_once if self.end is None else self.end.at_once

    def farewell(self, message: bytes) -> None:
        if self.end is not None:
            self.end.farewell = message

    def ping(self, word: bytes) -> None:
        if self.end is not None:
            self.end.ping(word)

    def pongs(self, heard: Callable[[bytes], None]) -> None:
        if self.end is not None:
            self.end.heard_pong = heard

    async def send(self, message: bytes) -> None:
        await self.socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})

    async def receive(self) -> str | bytes | None:
        event: Any = await self.socket.receive()
        if event["type"] != "websocket.receive":
            return None
        return event.get("text") or event.get("bytes") or ""

    async def close(self, code: int) -> None:
        await self.socket.close(code)
