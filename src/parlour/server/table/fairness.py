"""The secrets of a table's games, and the shuffle: a seed that neither house nor seat can choose.

Each game has a secret of the house, which its commitment fixes before the game and its end
reveals.  Where clients take part, each adds a share, committed to before any share is known.
What is hashed is text, one thing a line, so that anybody can do it: docs/protocol.md.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable
from typing import Final

HEX_32: Final = re.compile(r"[0-9a-f]{64}")
"""32 bytes as this house writes them."""


def commitment(secret: bytes, salt: bytes) -> str:
    """What the house publishes before a game."""
    return hashlib.sha256(secret + salt).hexdigest()


def deal_secrets(seed: bytes, salt: bytes, number: int) -> tuple[bytes, bytes]:
    """The house's secret and salt of one game of a table: revealing them tells of no other."""
    name = f"parlour game {number}".encode()
    return (
        hmac.digest(seed, b"seed " + name, "sha256"),
        hmac.digest(salt, b"salt " + name, "sha256"),
    )


def share_commitment(table: str, number: int, shuffle: int, seat: int, value: str) -> str:
    """What a seat publishes of its share: of no use at another table, game, shuffle or seat."""
    return _hash("parlour share", table, number, shuffle, seat, value).hex()


def combined(
    secret: bytes, table: str, number: int, shuffle: int, values: Iterable[tuple[int, str]]
) -> bytes:
    """The seed of a game from the house's secret and the shares, `(seat, value)` by seats."""
    shares = [f"{seat} {value}" for seat, value in values]
    return _hash("parlour seed", table, number, shuffle, secret.hex(), *shares)


def lot(seed: bytes, number: int, players: int) -> int:
    """Who begins a series that begins with this game: open to all once it has begun."""
    drawn = hmac.digest(seed, f"first parlour game {number}".encode(), "sha256")
    return int.from_bytes(drawn, "big") % players


def luck(seed: bytes, seat: int, moment: str = "") -> int:
    """The chance of a bot in one moment of a game, by the seed of the game: 96 bits."""
    named = f"parlour bot {seat} {moment}".strip()
    return int.from_bytes(hmac.digest(seed, named.encode(), "sha256")[:12], "big")


def _hash(*lines: object) -> bytes:
    return hashlib.sha256("\n".join(map(str, lines)).encode()).digest()
