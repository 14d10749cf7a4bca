"""The secrets of a table's games: each has its own, and revealing them tells nothing of another."""

import hashlib
import hmac


def commitment(seed: bytes, salt: bytes) -> str:
    return hashlib.sha256(seed + salt).hexdigest()


def deal_secrets(seed: bytes, salt: bytes, number: int) -> tuple[bytes, bytes]:
    """The seed and salt of one game of a table."""
    name = f"parlour game {number}".encode()
    return (
        hmac.digest(seed, b"seed " + name, "sha256"),
        hmac.digest(salt, b"salt " + name, "sha256"),
    )


def lot(seed: bytes, number: int, players: int) -> int:
    """Who begins a series that begins with this game: open to all once it has begun."""
    drawn = hmac.digest(seed, f"first parlour game {number}".encode(), "sha256")
    return int.from_bytes(drawn, "big") % players
