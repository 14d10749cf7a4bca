"""VAPID (RFC 8292): by it push services know which house sends, and whom a browser agreed to."""

from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from parlour.server.push import base64url
from parlour.server.push.encryption import private_key, public_bytes

VALID_S: Final = 12 * 3600
"""Push services take no more than a day."""


class Vapid:
    """The key of a house.  `secret`: 32 bytes, the same on all its nodes."""

    def __init__(self, secret: bytes, contact: str = "") -> None:
        self._key: Final = private_key(secret)
        self.contact: Final = contact
        self.public: Final = base64url.encode(public_bytes(self._key))

    def header(self, origin: str, now_s: int) -> str:
        """What goes into `Authorization` for the push service of this origin."""
        claims: dict[str, str | int] = {"aud": origin, "exp": now_s + VALID_S}
        if self.contact:
            claims["sub"] = self.contact
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(base64url.encode(msgspec.json.encode(part)) for part in parts)
        return f"vapid t={signed}.{self._signature(signed)}, k={self.public}"

    def _signature(self, signed: str) -> str:
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return base64url.encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
