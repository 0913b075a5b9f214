"""Posting to the outside: the name is looked up once, all it stands for must be public, and TLS must be that name's."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from moot.table.notices import outside
from moot.table.notices.outside import CarryError, Outside
from tests.table.counterparts import Listener, listening

pytestmark = pytest.mark.one_store

Names = Callable[..., None]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """What every name stands for, as long as a test lasts."""

    def stand_for(*addresses: str) -> None:
        async def look_up(self: Any, host: str, port: int, **_: Any) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

        monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", look_up)

    return stand_for


@pytest.fixture
def listener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    """A listener by TLS, for hook.example.org; who made its certificate is trusted."""
    file = certificate(tmp_path, "hook.example.org")
    trust = ssl.create_default_context(cafile=str(file))
    monkeypatch.setattr(outside, "_trust", lambda: trust)
    with listening(file) as listener:
        yield listener


def certificate(folder: Path, name: str) -> Path:
    """A certificate with its key in one file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file = folder / "certificate.pem"
    file.write_bytes(made.public_bytes(pem) + plain)
    return file


def post(url: str, *, private: bool = False) -> None:
    """Post a word."""
    asyncio.run(Outside(private=private).post(url, b"word", {}))


def test_the_certificate_must_be_that_of_the_name(listener: Listener, names: Names) -> None:
    names("127.0.0.1")
    port = listener.url.rpartition(":")[2]
    post(f"https://hook.example.org:{port}/x", private=True)
    [heard] = listener.heard
    assert (heard.body, heard.headers["host"]) == (b"word", f"hook.example.org:{port}")
    with pytest.raises(CarryError, match="could not be reached"):
        post(f"https://other.example.org:{port}/x", private=True)
    assert len(listener.heard) == 1


@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("93.184.215.14", "10.0.0.1"), ()])
def test_one_private_address_is_enough_to_refuse_a_name(
    listener: Listener, names: Names, addresses: tuple[str, ...]
) -> None:
    names(*addresses)
    with pytest.raises(CarryError, match="not public"):
        post(f"https://hook.example.org:{listener.url.rpartition(':')[2]}/x")
    assert listener.heard == []
