"""Under which names this house may be asked.

A page of somebody else's can have its name resolved to an address inside a home network (DNS
rebinding); the browser then takes this server for that page's own.  The request still carries that
name, so names that are not ours are refused.  Addresses in figures need no list: nobody else's page
can be at one.
"""

import re
import socket
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from parlour.server.settings import Settings

_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)
ANY: Final = "*"


def name_of(host: str) -> str | None:
    """The name in a `Host` header, without its port; None: there is none in it."""
    found = _HOST.fullmatch(host)
    return found[1].lower().rstrip(".") if found else None


def is_figures(name: str) -> bool:
    """Whether it is an address, not a name."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def own_names(settings: Settings) -> frozenset[str]:
    """This machine's, and those of `address`, of `--origin` and of `hosts`."""
    machine = socket.gethostname().lower()
    named = settings.hosts.replace(",", " ").lower().split()
    pages = (urlsplit(url).hostname or "" for url in (settings.address, *settings.origins) if url)
    return frozenset({"localhost", machine, f"{machine}.local", *named, *pages} - {""})


class Hosts:
    """Whether a `Host` header names this house."""

    def __init__(self, settings: Settings) -> None:
        self.names: Final = own_names(settings)

    def __contains__(self, name: str) -> bool:
        if name in self.names or ANY in self.names:
            return True
        return name.endswith(".localhost") or is_figures(name)
