"""Notices by web push: encrypted for the one browser that reads them (RFC 8291), and signed by this server (RFC 8292)."""

from __future__ import annotations

import json
import os
import time
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from moot.table.feeds.messages import MessageError
from moot.table.notices.channels import Channel
from moot.table.notices.keys import PUSHES, Keys, from_text, in_text
from moot.table.notices.outside import CarryError, Outside
from moot.table.notices.words import Notice

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes that a record may have: all of a notice is one
LIFE = 12 * 3600  # seconds for which a signature is good
STAYS = 86_400  # seconds for which a notice waits for a browser that is not there
GONE = (404, 410)  # the browser has let go of it
UNREADABLE = "This browser has given something that cannot be pushed to. Try again, or choose another way."


class _Secrets(msgspec.Struct, frozen=True):
    p256dh: str
    auth: str


class _Sent(msgspec.Struct, frozen=True):
    endpoint: str
    keys: _Secrets


class Subscription(NamedTuple):
    """What a browser has given us: where to push to, and how to encrypt for it."""

    endpoint: str
    key: bytes  # a point of the curve
    secret: bytes


def read_subscription(text: str) -> Subscription:
    """As a browser writes it."""
    try:
        sent = msgspec.json.decode(text, type=_Sent)
        key, secret = from_text(sent.keys.p256dh), from_text(sent.keys.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key)
    except (msgspec.MsgspecError, ValueError) as error:
        raise MessageError(UNREADABLE) from error
    if len(secret) != 16:
        raise MessageError(UNREADABLE)
    return Subscription(sent.endpoint, key, secret)


def new_key() -> str:
    """A key to sign with, to be kept."""
    return in_text(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


def read_key(text: str) -> ec.EllipticCurvePrivateKey:
    """The same, to be used."""
    return ec.derive_private_key(int.from_bytes(from_text(text), "big"), CURVE)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as it is sent."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def encrypted(content: bytes, to: Subscription, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """A content that only the browser can read, by a key that is used once (RFC 8291, and RFC 8188 for its form)."""
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to.key))
    point = point_of(own.public_key())
    secret = _derived(shared, to.secret, b"WebPush: info\0" + to.key + point, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, content + b"\x02", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def signed(endpoint: str, subject: str, key: ec.EllipticCurvePrivateKey, now: float) -> str:
    """The header that says who pushes, to whoever delivers it (RFC 8292)."""
    place = urlsplit(endpoint)
    claims = {"aud": f"{place.scheme}://{place.netloc}", "exp": int(now) + LIFE, "sub": subject}
    said = b".".join(in_text(json.dumps(part).encode()).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    numbers = decode_dss_signature(key.sign(said, ec.ECDSA(hashes.SHA256())))
    signature = in_text(b"".join(number.to_bytes(32, "big") for number in numbers))
    return f"vapid t={said.decode()}.{signature}, k={in_text(point_of(key.public_key()))}"


class Pushes:
    """Carries notices to browsers."""

    def __init__(self, outside: Outside, keys: Keys, sender: str) -> None:
        self._outside, self._keys, self._sender = outside, keys, sender

    async def public_key(self) -> str:
        """By which browsers know this server."""
        return in_text(point_of((await self._key()).public_key()))

    async def _key(self) -> ec.EllipticCurvePrivateKey:
        return read_key(await self._keys.of(PUSHES, new_key))

    async def carry(self, channel: Channel, notice: Notice) -> None:
        """Push it. A later notice of the same table takes the place of one that has not arrived yet."""
        to, key = read_subscription(channel.target), await self._key()
        said = {"title": notice.title, "body": notice.words, "table": notice.table, "off": notice.off}
        subject = f"mailto:{self._sender}" if self._sender else channel.home
        headers = {
            "authorization": signed(to.endpoint, subject, key, time.time()),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(STAYS),
            "topic": sha256(notice.table.encode()).hexdigest()[:32],
        }
        try:
            content = encrypted(json.dumps(said).encode(), to, ec.generate_private_key(CURVE), os.urandom(16))
        except ValueError as error:
            raise CarryError(UNREADABLE, gone=True) from error
        await self._outside.post(to.endpoint, content, headers, GONE)
