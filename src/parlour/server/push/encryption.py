"""Encryption for a browser (RFC 8291): the push service in between can read nothing."""

from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD: Final = 4096
LAST: Final = b"\x02"
"""Behind the text of the last record, which is the only one here; then zeros."""


def private_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """From 32 random bytes."""
    return ec.derive_private_key(int.from_bytes(secret, "big") % (ORDER - 1) + 1, CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_keys(p256dh: bytes, auth: bytes) -> None:
    """ValueError: no browser has such keys."""
    if len(auth) != 16 or len(p256dh) != 65:
        raise ValueError("keys of a wrong length")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, p256dh)


def encrypted(
    text: bytes, p256dh: bytes, auth: bytes, secret: bytes, salt: bytes, size: int = 0
) -> bytes:
    """`secret`: 32 random bytes, `salt`: 16, both used once.  `size`: filled up to so many."""
    mine = private_key(secret)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, p256dh)
    public = public_bytes(mine)
    info = b"WebPush: info\0" + p256dh + public
    common = _derived(mine.exchange(ec.ECDH(), theirs), auth, info, 32)
    key = _derived(common, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(common, salt, b"Content-Encoding: nonce\0", 12)
    plain = text + LAST + bytes(max(0, size - len(text)))
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, plain, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
