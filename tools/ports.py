"""Ports of this machine for servers that are started, killed and started again.

A port that the system picks by itself is given to the next one who asks as soon as it is let go,
and to any outgoing connection.  So ours lie below those, and are held against one another, between
processes too, by a second socket: one for datagrams under the same number, in nobody's way.
"""

import socket
from pathlib import Path
from random import SystemRandom
from typing import Final

LOWEST: Final = 10_000
PICKED: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")
HIGHEST: Final = int(PICKED.read_text().split()[0]) if PICKED.exists() else 32_768

_held: Final[list[socket.socket]] = []  # as long as this process lives


def free_port() -> int:
    ports = list(range(LOWEST, max(HIGHEST, LOWEST + 10_000)))
    SystemRandom().shuffle(ports)
    for port in ports:
        hold = socket.socket(type=socket.SOCK_DGRAM)
        try:
            hold.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            hold.close()
            continue
        _held.append(hold)
        return port
    raise OSError("no port is free")
