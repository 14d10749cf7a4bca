"""People's names and keys, as a table takes them."""

import hashlib
import unicodedata
from typing import Final

from parlour.core.errors import Refusal

NAME_LENGTH: Final = 24
KEY_BITS: Final = 128


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def device_mark(table: str, device: str) -> str:
    """What a table keeps of a device: the same at this table, and of no use at another."""
    return hashed(f"{table} {device}")[:32] if device else ""


def tidy_name(name: str, longest: int = NAME_LENGTH) -> str:
    """A name that can stand on any screen, or a refusal."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not plain or len(plain) > longest or not plain.isprintable():
        raise Refusal("bad_name", facts={"number": longest})
    return plain


def unique_name(taken: set[str], name: str) -> str:
    """Two people of one name are told apart."""
    if name not in taken:
        return name
    for number in range(2, len(taken) + 2):
        numbered = f"{name[: NAME_LENGTH - 3]} {number}"
        if numbered not in taken:
            return numbered
    return name
