"""base64url without padding, as all of Web Push writes bytes."""

import base64


def encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """ValueError: it is none."""
    plain = text.rstrip("=")
    if not plain.isascii() or "+" in plain or "/" in plain:
        raise ValueError("not base64url")
    return base64.b64decode(plain + "=" * (-len(plain) % 4), altchars=b"-_", validate=True)
