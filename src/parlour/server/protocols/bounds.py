"""What both protocol classes share: the settings, who is there, and how a refusal is written."""

from collections.abc import Iterator
from typing import Any, Final, Protocol

import msgspec
import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT
from parlour.server.limits import Crowd, Unread
from parlour.server.memory import Tide
from parlour.server.settings import Settings
from parlour.server.turnstile import Turnstile
from parlour.server.words import refusal_text

PART: Final = 1_024
"""Bytes that are read before the bounds are looked at: a flood costs one part, not all it sent."""
COMING_S: Final = 0.005
"""Between two who open a socket.  To open one takes one or two milliseconds in all: whoever opens
as many as they can leaves half of the time to those inside."""


def parts(data: bytes) -> Iterator[bytes]:
    """What came in, in pieces of bounded size."""
    if len(data) <= PART:
        yield data
    else:
        yield from (data[at : at + PART] for at in range(0, len(data), PART))


def problem(status: int, refusal: Refusal) -> bytes:
    """A whole answer, in the shape of every other refusal."""
    text = refusal_text(refusal, DEFAULT)
    shown = {"code": refusal.code, "text": text, "rule": "", "facts": refusal.facts}
    body = msgspec.json.encode(shown)
    head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
    return STATUS_LINE[status] + head % len(body) + body


def dissolve(protocol: object) -> None:
    """A connection that is over forgets what it knew.

    It refers to a hundred objects that refer to it.  Where hundreds come and go at once, the
    collector would hold up everybody for a tenth of a second to find them.
    """
    vars(protocol).clear()


class Droppable(Protocol):
    """A connection that can be told to go."""

    def __hash__(self) -> int: ...

    def drop(self) -> None: ...


class Serving(uvicorn.Config):
    """uvicorn's configuration, and ours, which the protocol classes find in it."""

    def __init__(self, app: Any, settings: Settings, **more: Any) -> None:
        super().__init__(app, **more)
        self.settings: Final = settings
        self.proxies: Final = _TrustedHosts(list(settings.trusted_proxies))
        self.crowd: Final[Crowd[Droppable]] = Crowd(
            settings.max_http, settings.max_http_per_address
        )
        self.tide: Final = Tide()
        self.turnstile: Final = Turnstile(COMING_S)  # for those who come
        self.exit: Final = Turnstile()  # for sockets that are lost
        self.unread: Final[Unread[Droppable]] = Unread(settings.unread_bytes)
