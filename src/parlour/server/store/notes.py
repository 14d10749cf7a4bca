"""Handing notes to whoever listens in this process.  A slow listener loses notes, never memory."""

import asyncio
from collections import deque
from threading import get_ident
from typing import Final
from weakref import WeakSet

from parlour.server.store import MISSED

WAITING: Final = 1_000  # notes kept for a listener that is busy


class Subscriber:
    """One listener.  Iterate over it; it ends when it or the hub is closed."""

    def __init__(self, hub: "Subscribers") -> None:
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._thread = get_ident()
        self._waiting: deque[str] = deque()
        self._news = asyncio.Event()
        self._closed = False
        self._ignored = ""

    def __aiter__(self) -> "Subscriber":
        return self

    async def __anext__(self) -> str:
        while not self._waiting:
            if self._closed:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()

    def ignore(self, start: str) -> None:
        """From now on notes that begin so are none for this listener."""
        self._ignored = start

    def close(self) -> None:
        self._hub.forget(self)
        self._closed = True
        self._news.set()

    def hand(self, note: str) -> None:
        """Called from whatever thread the note came up in; most come up in the listener's own."""
        if self._loop.is_closed() or (self._ignored and note.startswith(self._ignored)):
            return
        if get_ident() == self._thread:
            self._take(note)
        else:
            self._loop.call_soon_threadsafe(self._take, note)

    def _take(self, note: str) -> None:
        if self._closed:
            return
        if len(self._waiting) >= WAITING:
            self._waiting.clear()
            note = MISSED
        if note != MISSED or MISSED not in self._waiting:
            self._waiting.append(note)
        self._news.set()


class Subscribers:
    """All listeners of one store, or of all stores on one file."""

    def __init__(self) -> None:
        self._listeners: WeakSet[Subscriber] = WeakSet()  # one forgotten is one gone

    def subscribe(self) -> Subscriber:
        listener = Subscriber(self)
        self._listeners.add(listener)
        return listener

    def forget(self, listener: Subscriber) -> None:
        self._listeners.discard(listener)

    def publish(self, note: str) -> None:
        for listener in list(self._listeners):
            listener.hand(note)
