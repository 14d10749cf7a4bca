"""How far away a guest is, by the server's own clock.

A ping holds a word that nobody can guess, so it can be answered late but not early.  Whoever
answers late seems further away than they are, and what that is worth is bounded where it is used.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

KEPT: Final = 5
"""The quickest of the last few counts: one that was held up on its way says nothing."""
FRESH_MS: Final = 30_000
"""What was measured longer ago says nothing either."""
WORD_BITS: Final = 64


class Trip:
    """The way to one guest and back.  `send` puts a ping on the line, `token` draws its word."""

    def __init__(
        self, now_ms: Callable[[], int], token: Callable[[int], str], send: Callable[[bytes], None]
    ) -> None:
        self._now: Final = now_ms
        self._token: Final = token
        self._send: Final = send
        self._sent: dict[bytes, int] = {}  # the word of each ping on its way: when it left
        self._took: deque[tuple[int, int]] = deque(maxlen=KEPT)  # when it came back, how long

    def ask(self) -> None:
        while len(self._sent) >= KEPT:
            del self._sent[next(iter(self._sent))]
        word = self._token(WORD_BITS).encode()
        self._sent[word] = self._now()
        self._send(word)

    def answered(self, word: bytes) -> None:
        """A pong; one that no ping asked for, or a second one, is nothing."""
        sent = self._sent.pop(word, None)
        if sent is not None:
            now = self._now()
            self._took.append((now, max(0, now - sent)))

    def half(self) -> int:
        """Half a round trip in milliseconds; 0 of somebody who does not answer."""
        since = self._now() - FRESH_MS
        return min((took for at, took in self._took if at >= since), default=0) // 2
