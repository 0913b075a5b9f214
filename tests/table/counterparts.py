"""What notices are sent to: an HTTP listener, an SMTP server, and a browser that is pushed to. All of them are real, and local."""

from __future__ import annotations

import email
import json
import os
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from moot.table.notices.keys import from_text, in_text
from moot.table.notices.push import CURVE, point_of


@dataclass
class Heard:
    """Something that was posted."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """What it says."""
        return json.loads(self.body)


@dataclass
class Listener:
    """Somebody who takes whatever is posted, or says why not."""

    url: str = ""
    status: int = 204
    location: str = ""
    heard: list[Heard] = field(default_factory=list)


@contextmanager
def listening(certificate: Path | None = None) -> Iterator[Listener]:
    """An HTTP listener at a port of this machine; by TLS, if it has a certificate."""
    listener = Listener()

    class Handler(BaseHTTPRequestHandler):
        """Writes down what comes."""

        def do_POST(self) -> None:
            """A post."""
            body = self.rfile.read(int(self.headers.get("content-length", "0")))
            named = {name.lower(): value for name, value in self.headers.items()}
            listener.heard.append(Heard(self.path, named, body))
            self.send_response(listener.status)
            if listener.location:
                self.send_header("location", listener.location)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Nothing is said about it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listener.url = f"http://127.0.0.1:{server.server_port}"
    if certificate is not None:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate)
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield listener
    server.shutdown()
    server.server_close()
    thread.join()


@dataclass
class Postman:
    """Takes e-mail, and keeps it."""

    url: str = ""
    mails: list[EmailMessage] = field(default_factory=list)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 (so it is called)
        """A message has come."""
        message = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        assert envelope.rcpt_tos == [message["To"]]
        self.mails.append(message)
        return "250 OK"


class AtAnyPort(Controller):
    """A server at a port that is free. Before it is open, nobody knows which."""

    def _trigger_server(self) -> None:
        server: Any = self.server
        self.port = server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@contextmanager
def delivering() -> Iterator[Postman]:
    """An SMTP server at a port of this machine."""
    postman = Postman()
    controller = AtAnyPort(postman, "127.0.0.1", 0)
    controller.start()
    postman.url = f"smtp://127.0.0.1:{controller.port}"
    yield postman
    controller.stop()


class Reader:
    """A browser that can be pushed to: it alone can read what is."""

    def __init__(self) -> None:
        self._key, self._secret = ec.generate_private_key(CURVE), os.urandom(16)

    def subscription(self, endpoint: str) -> dict[str, Any]:
        """What it gives to a server."""
        keys = {"p256dh": in_text(point_of(self._key.public_key())), "auth": in_text(self._secret)}
        return {"endpoint": endpoint, "keys": keys}

    def read(self, body: bytes) -> Any:
        """What was pushed, decrypted as RFC 8291 says."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        point, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        other = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        info = b"WebPush: info\0" + point_of(self._key.public_key()) + point
        secret = self._derive(self._key.exchange(ec.ECDH(), other), self._secret, info, 32)
        key = self._derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = self._derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain[-1] == 2, "it is the last record"
        return json.loads(plain[:-1])

    def _derive(self, secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def claims_in(header: str, public: str) -> Any:
    """What a server says of itself when it pushes; its signature must be that of the key which browsers were given."""
    assert header.startswith("vapid t=")
    token, key = header.removeprefix("vapid t=").split(", k=")
    assert key == public
    said, _, signature = token.rpartition(".")
    raw = from_text(signature)
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    known = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_text(key))
    known.verify(encode_dss_signature(*numbers), said.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(from_text(part)) for part in said.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return claims
