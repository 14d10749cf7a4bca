"""Uvicorn's protocol classes with what this server adds: only this folder knows their insides.

What it uses of them is no public interface of uvicorn, so that uvicorn is pinned exactly
(`UVICORN`), and the server refuses to start with another version.

`SocketProtocol.at_once` sends a message without waking a task for it, if the socket takes it now;
`ping` asks the other end for a sign of life, and who asked hears of it; when the server stops,
every guest is told so.  Connections find it in the scope's extensions, and do without it behind
any other ASGI server.

Here are also the bounds of what the application never sees.  Of sockets: a frame that is no whole
message counts like a message, and nobody who does not read is sent pongs.  Of requests: their
bytes, the time until they are whole, and the connections that hold a place meanwhile.  Of both:
what is left to be read when the server is done with a connection.
"""

from typing import Any

from parlour.server.pinned import check_uvicorn
from parlour.server.protocols.bounds import Serving
from parlour.server.protocols.http import HttpProtocol
from parlour.server.protocols.socket import EXTENSION, SocketProtocol
from parlour.server.settings import MAX_FRAME, Settings

__all__ = ["EXTENSION", "HttpProtocol", "Serving", "SocketProtocol", "serving"]


def serving(app: Any, settings: Settings, **more: Any) -> Serving:
    """How this application is served, on the command line and in tests alike."""
    check_uvicorn()
    return Serving(
        app,
        settings,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies) or None,
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=4 * MAX_FRAME,
        ws_per_message_deflate=settings.compress,
        **more,
    )
