"""Keys of the server, made when they are first needed and kept with the tables: links are signed with one, pushes with another."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable

from sqlalchemy import exists, insert, literal, select

from moot.table.persistence import schema
from moot.table.persistence.store import Change, Store

LINKS, PUSHES = "links", "pushes"


class Keys:
    """Those of one store: servers that share it have the same."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, str] = {}

    async def of(self, name: str, make: Callable[[], str] = lambda: secrets.token_urlsafe(32)) -> str:
        """A key; if another server is about to make it too, the first counts."""
        if name not in self._known:
            found = await self._find(name)
            if found is None:
                await self._store.write([_made(name, make())])
                found = await self._find(name)
            assert found is not None
            self._known[name] = found
        return self._known[name]

    async def _find(self, name: str) -> str | None:
        row = await self._store.row(select(schema.server_keys.c.value).where(schema.server_keys.c.name == name))
        return str(row.value) if row else None

    async def signature(self, *what: str) -> str:
        """What only this server can write under something."""
        key = await self.of(LINKS)
        return in_text(hmac.digest(key.encode(), "\0".join(what).encode(), "sha256")[:18])

    async def is_signed(self, signature: str, *what: str) -> bool:
        """Whether this server has written it."""
        return hmac.compare_digest(signature.encode(), (await self.signature(*what)).encode())


def _made(name: str, value: str) -> Change:
    keys = schema.server_keys
    fresh = select(literal(name), literal(value)).where(~exists().where(keys.c.name == name))
    return insert(keys).from_select(["name", "value"], fresh), {}


def in_text(data: bytes) -> str:
    """Bytes as they stand in addresses and headers."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """And back."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
