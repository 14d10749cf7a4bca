"""Where a message may be sent: addresses come from clients, so they are looked at twice.

As text when a page names one, and after its name was resolved, each time before it is used.
"""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

import msgspec

LONGEST: Final = 1_000
HTTPS: Final = 443
PRINTED: Final = re.compile(r"https://[!-~]+")
HOST: Final = re.compile(r"(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*")
GLOBAL: Final = ip_network("2000::/3")
NAT64: Final = ip_network("64:ff9b::/96")


class PushAddress(msgspec.Struct, frozen=True):
    """The parts of an address at a push service."""

    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        return self.host if self.port == HTTPS else f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"https://{self.authority}"


def endpoint_of(url: str, any_port: bool = False) -> PushAddress:
    """ValueError: no address that a push service would give."""
    if len(url) > LONGEST or not PRINTED.fullmatch(url):
        raise ValueError("no https address")
    parts = urlsplit(url)
    host, port = (parts.hostname or "").lower(), parts.port or HTTPS
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise ValueError("more than an address")
    if not HOST.fullmatch(host) or (port != HTTPS and not any_port):
        raise ValueError("a host or a port that is not allowed")
    return PushAddress(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_public(address: str, loopback: bool = False) -> bool:
    """Whether this is a machine of the open internet; addresses inside addresses count too."""
    found = ip_address(address.partition("%")[0])
    inner = _inside(found)
    if inner:
        return all(is_public(str(one), loopback) for one in inner)
    if loopback and found.is_loopback:
        return True
    if isinstance(found, IPv6Address) and found not in GLOBAL:
        return False
    return found.is_global and not (found.is_multicast or found.is_reserved)


def _inside(found: IPv4Address | IPv6Address) -> list[IPv4Address]:
    """IPv4 addresses that packets to this IPv6 address may end at."""
    if isinstance(found, IPv4Address):
        return []
    inner = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
    if found in NAT64:
        inner.append(IPv4Address(int(found) & 0xFFFFFFFF))
    return [one for one in inner if one is not None]
