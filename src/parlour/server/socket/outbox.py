"""What waits to be sent to one connection.

A reader that is slow gets the newest view instead of all that it missed; nothing waits for it.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from parlour.server.table.shown import FromServer, encode
from parlour.server.table.stream import Stream

QUEUE: Final = 8
"""News that wait for a slow reader, before the newest view takes their place."""
MOST_REPLIES: Final = 256


class Outbox:
    """What waits to be sent to one connection."""

    def __init__(self, at_once: Callable[[bytes], bool]) -> None:
        self._at_once: Final = at_once
        self._idle = False  # nothing waits, nothing is being sent: what comes may go at once
        self._queue: deque[tuple[bool, bytes]] = deque()
        self._news = 0
        self._fresh = False
        self._filled: Final = asyncio.Event()
        self.kicked = ""

    def push(self, message: bytes) -> None:
        """News.  Too much of it waiting: only the newest view counts."""
        if self._fresh or (self._idle and self._at_once(message)):
            return
        if self._news >= QUEUE:
            self._queue = deque(entry for entry in self._queue if not entry[0])
            self._news, self._fresh = 0, True
        else:
            self._queue.append((True, message))
            self._news += 1
        self._wake()

    def reply(self, message: FromServer) -> None:
        self.relay(encode(message))
        if len(self._queue) > MOST_REPLIES:
            self.kick("too_fast")

    def relay(self, message: bytes) -> None:
        """In order and whole, however slow the reader."""
        if self._idle and self._at_once(message):
            return
        self._queue.append((False, message))
        self._wake()

    def kick(self, code: str) -> None:
        """Say goodbye and close."""
        self.kicked = code
        self._wake()

    def _wake(self) -> None:
        self._idle = False
        self._filled.set()

    async def next(self, stream: Stream) -> bytes | None:
        """The next message to send; None: it is time to say goodbye."""
        while not (self._queue or self._fresh or self.kicked):
            self._idle = True
            self._filled.clear()
            await self._filled.wait()
        if self._queue:
            news, message = self._queue.popleft()
            self._news -= news
            return message
        if self.kicked:
            return None
        self._fresh = False
        return stream.fresh()
