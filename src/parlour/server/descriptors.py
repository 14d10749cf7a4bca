"""How many files and connections this process may have open, and whether that is enough.

A server that runs out of descriptors can neither accept guests nor open its store, so its bounds
are kept within what the system allows.
"""

from typing import Final

import msgspec

from parlour.server.settings import Settings

RESERVE: Final = 100
"""For the store, the log, the pages, listening sockets and what Python needs."""
HTTP_SHARE: Final = 5
"""One part in so many is for requests, where there is not enough for all."""


def allowed() -> int | None:
    """What the system allows, raised as far as we may; None: this system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    except (ValueError, OSError):
        pass  # macOS: the hard limit is more than it allows
    return None if soft == resource.RLIM_INFINITY else soft


def needed(settings: Settings) -> int:
    return settings.max_connections + settings.max_http + RESERVE


def fitted(settings: Settings, descriptors: int) -> Settings:
    """The same settings, with no more connections than there are descriptors for."""
    if needed(settings) <= descriptors:
        return settings
    room = max(2, descriptors - RESERVE)
    http = min(settings.max_http, max(1, room // HTTP_SHARE))
    sockets = min(settings.max_connections, room - http)
    return msgspec.structs.replace(settings, max_http=http, max_connections=sockets)
