"""A push service of our own: HTTPS with a certificate made here, as strict as the real ones."""

import asyncio
import datetime
import ipaddress
import json
import ssl
from pathlib import Path
from typing import Any, Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID

from parlour.server.push import base64url

CURVE: Final = ec.SECP256R1()


def certificate(folder: Path) -> Path:
    """For `localhost`, good for a day; the file with certificate and key."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    file = folder / "push.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(made.public_bytes(Encoding.PEM) + private)
    return file


class Browser:
    """The keys that a browser makes when a page subscribes, and what it reads with them."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint: Final = endpoint
        self._key: Final = ec.generate_private_key(CURVE)
        self._auth: Final = bytes(range(16))
        self.public: Final = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    def subscription(self, lang: str = "en") -> dict[str, str]:
        keys = {"p256dh": base64url.encode(self.public), "auth": base64url.encode(self._auth)}
        return {"endpoint": self.endpoint, "lang": lang, **keys}

    def read(self, body: bytes) -> Any:
        """RFC 8291 from the browser's side; an exception if a single bit is wrong."""
        salt, size, theirs = body[:16], int.from_bytes(body[16:20], "big"), body[21 : 21 + body[20]]
        assert size >= len(body) - 21 - len(theirs), "more than one record"
        common = self._key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
        )
        info = b"WebPush: info\0" + self.public + theirs
        secret = HKDF(SHA256(), 32, self._auth, info).derive(common)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, body[21 + len(theirs) :], None).rstrip(b"\0")
        assert plain[-1:] == b"\x02"
        return json.loads(plain[:-1])


class Sent:
    """One request as the service got it."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path: Final = path
        self.headers: Final = headers
        self.body: Final = body

    def claims(self, origin: str, public: str) -> dict[str, Any]:
        """RFC 8292: signed by the key the page subscribed with, for this very service."""
        scheme, _, rest = self.headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert (scheme, parts["k"]) == ("vapid", public)
        signed, _, signature = parts["t"].rpartition(".")
        raw = base64url.decode(signature)
        pair = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, base64url.decode(public))
        key.verify(encode_dss_signature(*pair), signed.encode(), ec.ECDSA(SHA256()))
        head, claims = (json.loads(base64url.decode(part)) for part in signed.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        assert claims["aud"] == origin
        return dict(claims)


class PushService:
    """Notes what comes in.  `answers`: statuses to give, the last one again and again."""

    def __init__(self, pem: Path) -> None:
        self.pem: Final = pem
        self.sent: Final[list[Sent]] = []
        self.answers: list[int] = [201]
        self.location = ""
        self.origin = ""
        self._news: Final = asyncio.Event()
        self._server: asyncio.Server | None = None

    async def start(self) -> "PushService":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.pem)
        self._server = await asyncio.start_server(self._serve, "localhost", 0, ssl=context)
        self.origin = f"https://localhost:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii")
        first, *lines = head.strip().split("\r\n")
        method, path, _ = first.split(" ")
        assert method == "POST"
        headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.sent.append(Sent(path, headers, body))
        status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        moved = f"Location: {self.location}\r\n" if self.location else ""
        writer.write(f"HTTP/1.1 {status} X\r\n{moved}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        self._news.set()

    async def heard(self, count: int) -> list[Sent]:
        """Wait until so many have come."""
        while len(self.sent) < count:
            self._news.clear()
            await self._news.wait()
        return self.sent
