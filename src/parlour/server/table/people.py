"""Keys, as a table takes them."""

import hashlib
from typing import Final

KEY_BITS: Final = 128


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest() if key else ""
