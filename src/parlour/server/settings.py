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
    hosts: str = ""
    """Further names under which guests may ask for this house; `*`: any."""
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
    pauses: int = 3
    """So often one person may pause a game where others play."""
    pause_ms: int = 600_000
    """And so long in all; then play goes on by itself."""
    ready_ms: int = 60_000
    """Before the next game so long people are waited for who are not at the table."""
    think_ms: int = 600
    """Bots begin to think this long before they answer, so that thinking does not show."""
    thinkers: int = 0
    """Processes in which hard bots think; 0: as many as there are processors, less one, up to 4."""
    think_share: float = 0.75
    """Seconds that each of them may think in a second, for all tables together."""
    hold_ms: int = 40
    """News of a tick goes out this long after it, so that writing does not show."""

    # how much is borne
    max_connections: int = 10_000
    max_per_address: int = 200
    max_http: int = 1_000
    """Connections that are no sockets; those that ask for nothing give way to new ones."""
    max_http_per_address: int = 100
    unread_bytes: int = 64_000_000
    """Of all answers that wait to be read; beyond it the oldest are given up."""
    max_watchers: int = 200
    max_tables: int = 20_000
    opened_per_minute: int = 30
    """Tables and evenings one address may open, and rounds it may draw."""
    guests_per_address: int = 12
    """Guests of one evening that come from one address, except the host's own."""
    max_bot_tables: int = 48
    """Tables at which bots play alone; never more than a quarter of `max_tables`."""
    bot_tables_per_address: int = 12
    requests_per_minute: int = 600
    mine_per_minute: int = 60
    """How often one address may ask how its own tables stand, fifty of them at a time."""
    max_parcels: int = 1_000
    """Encrypted histories that wait to be fetched by another device."""
    parcel_ms: int = 3_600_000
    parcels_per_minute: int = 10
    """Parcels one address may leave, or try to fetch."""
    admin_tries_per_minute: int = 10
    """Wrong secrets of one address."""
    files_per_minute: int = 6_000
    """Files of the page, and `/healthz` and `/metrics`."""
    messages_per_second: float = 20.0
    message_burst: int = 60
    head_bytes: int = 16_384
    body_bytes: int = 16_384
    request_s: float = 20.0
    """A request that is not whole after this long is refused."""
    stall_s: float = 15.0
    """A reader that takes nothing for this long is let go."""
    hello_s: float = 10.0

    # calling people back
    push: bool = True
    """Whether Web Push is offered; this server then connects to the push services of browsers."""
    push_contact: str = ""
    """Where push services may reach the operator, `mailto:…` or `https://…`; else `address`."""
    push_after_ms: int = 15_000
    """Somebody who is not connected is sent word after the game has waited for so long."""
    push_days: int = 60
    """A subscription is deleted when its page was not open for so many days."""
    push_loopback: bool = False
    """For tests: push services on this machine are allowed."""

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
    audit_days: int = 30
    """Lines of the audit log are deleted after this long; 0: never."""
    label_days: int = 7
    """The salt of the labels that stand for addresses is replaced every so many days."""
