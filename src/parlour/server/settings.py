"""What a host of the whole tavern may decide.  The defaults suit one machine and friends."""

from typing import Final

import msgspec

MAX_FRAME: Final = 4_096
"""Bytes in a message of a client."""


class Settings(msgspec.Struct, frozen=True):
    """Times in milliseconds unless the name says otherwise."""

    store: str = "sqlite:///parlour.db"
    node: str = ""
    origins: tuple[str, ...] = ()
    """Pages of these origins may connect too; a page of this server's own address always may."""
    trusted_proxies: tuple[str, ...] = ()
    compress: bool = True
    admin_secret: str = ""
    """Opens what operators may do; `parlour serve` makes one for its own machine. Empty: nobody."""
    address: str = ""
    """Where guests reach this house, for invitations; `parlour serve` finds it out by itself."""

    # how people are treated
    haste: float = 1.0
    grace_ms: int = 60_000
    """A person without a connection is replaced by a bot after this long."""
    plea_ms: int = 20_000
    """A plea to take something back lapses after this long."""
    think_ms: int = 600
    """Bots begin to think this long before they answer, so that thinking does not show."""
    hold_ms: int = 40
    """News of a tick goes out this long after it, so that writing does not show."""

    # how much is borne
    max_connections: int = 20_000
    max_per_address: int = 200
    max_watchers: int = 200
    max_tables: int = 20_000
    opened_per_minute: int = 30
    """Tables one address may open."""
    requests_per_minute: int = 600
    messages_per_second: float = 20.0
    message_burst: int = 60
    body_bytes: int = 16_384
    stall_s: float = 15.0
    """A reader that takes nothing for this long is let go."""
    hello_s: float = 10.0

    # nodes and keeping house
    lease_ms: int = 6_000
    idle_ms: int = 600_000
    """A table that nobody plays at and nobody looks at is put away after this long."""
    abandon_ms: int = 14 * 86_400_000
    """A game nobody has come back to for this long is closed."""
    retain_days: int = 365
    """Finished tables are deleted after this long; 0: never."""
    retain_frozen_days: int = 1_095
    """Tables that were stopped by a fault in the rules: somebody may want to look; 0: never."""
