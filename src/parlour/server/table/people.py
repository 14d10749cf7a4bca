"""Keys, as a table takes them."""

import hashlib
import hmac
from typing import Final

KEY_BITS: Final = 128


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def device_mark(table: str, device: str) -> str:
    """What a table keeps of a device: the same at this table, and of no use at another."""
    return hashed(f"{table} {device}")[:32] if device else ""


def place(hashes: list[str], hash: str) -> int | None:
    """Where this hash stands, found in a time that tells nothing of the others."""
    for number, other in enumerate(hashes):
        if hash and other and hmac.compare_digest(other, hash):
            return number
    return None
