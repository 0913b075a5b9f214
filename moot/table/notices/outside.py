"""Posting to addresses that people have given us. They may lead anywhere, also to where only this machine can go: so a name is
looked up, every address that it has must be public, and that very address is gone to. Nobody is followed elsewhere.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Container, Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import httpx

from moot.table.feeds.messages import MessageError

LONGEST = 10.0  # seconds
MOST_URL = 2_000
NAT64 = IPv6Network("64:ff9b::/96")


class CarryError(RuntimeError):
    """A notice did not arrive: why, in words. `gone`: it never will by this channel."""

    def __init__(self, why: str, *, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


class Outside:
    """The world as far as it may be posted to; who runs the server may allow addresses of their own network, and plain HTTP."""

    def __init__(self, *, private: bool) -> None:
        self._private = private

    def check(self, text: str) -> str:
        """An address that may be posted to, as far as can be told before its name is looked up."""
        try:
            url = httpx.URL(text.strip())
        except httpx.InvalidURL as error:
            raise MessageError("This is no address of the web. It begins with https://.") from error
        schemes = ("https", "http") if self._private else ("https",)
        if url.scheme not in schemes or not url.host:
            raise MessageError(
                f"This must be an address that begins with {' or '.join(f'{one}://' for one in schemes)}."
            )
        if url.userinfo or len(str(url)) > MOST_URL:
            raise MessageError(f"An address has at most {MOST_URL} characters, and no name and password in it.")
        return str(url)

    async def post(
        self, address: str, content: bytes, headers: Mapping[str, str], gone: Container[int] = (410,)
    ) -> None:
        """Post something; whatever is not taken is an error, and some answers mean that nothing will ever be."""
        try:
            async with asyncio.timeout(LONGEST):
                status = await self._post(httpx.URL(address), content, headers)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError, ssl.SSLError) as error:
            raise CarryError(f"It could not be reached ({type(error).__name__}).") from error
        if status in gone:
            raise CarryError(f"It is no longer there (it answered {status}).", gone=True)
        if not 200 <= status < 300:
            elsewhere = ", which leads elsewhere: give the final address" if 300 <= status < 400 else ""
            raise CarryError(f"It did not take the notice: it answered {status}{elsewhere}.")

    async def _post(self, url: httpx.URL, content: bytes, headers: Mapping[str, str]) -> int:
        place = await self._looked_up(url)
        said = {**headers, "host": url.netloc.decode(), "user-agent": "Moot"}
        async with (
            httpx.AsyncClient(verify=_trust(), trust_env=False, follow_redirects=False, timeout=LONGEST) as client,
            client.stream(
                "POST",
                url.copy_with(host=place),
                content=content,
                headers=said,
                extensions={"sni_hostname": url.host},
            ) as answer,
        ):
            return answer.status_code

    async def _looked_up(self, url: httpx.URL) -> str:
        """The address to go to, if all that the name stands for may be gone to."""
        port = url.port or (443 if url.scheme == "https" else 80)
        found = await asyncio.get_running_loop().getaddrinfo(url.host, port, type=socket.SOCK_STREAM)
        places = [str(one[4][0]) for one in found]
        if not places or not all(is_public(place) or (self._private and is_ours(place)) for place in places):
            raise CarryError("It leads to an address that is not public.")
        return places[0]


def is_public(address: str) -> bool:
    """Whether everyone on the internet means the same by an address, also by what is wrapped in it."""
    place = ip_address(address.partition("%")[0])
    inner = _wrapped(place) if isinstance(place, IPv6Address) else None
    if inner is not None:
        return is_public(str(inner))
    return place.is_global and not place.is_multicast and not place.is_reserved


def is_ours(address: str) -> bool:
    """Whether an address is one of a network of one's own, or of this machine. Link-local ones, by which clouds tell machines their
    secrets, never are.
    """
    place = ip_address(address.partition("%")[0])
    strange = place.is_link_local or place.is_unspecified or place.is_reserved
    return place.is_loopback or (place.is_private and not strange)


def _wrapped(place: IPv6Address) -> IPv4Address | None:
    if place in NAT64:
        return IPv4Address(int(place) & 0xFFFF_FFFF)
    return place.ipv4_mapped or place.sixtofour or (place.teredo[1] if place.teredo else None)


@cache
def _trust() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)
