"""The end of a table's socket that is written to at once.

To say something through the layers of a web server takes a task that wakes up, four calls and the server's own state of the
connection. What is said at a table needs none of it: it is a text without compression, and it goes out as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import pack

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

WIRE = "moot.wire"  # where an application finds it, among the scope's extensions
WHOLE_TEXT = 0x81  # how a frame begins that is a whole text
_WHY = b"A socket's request has no body, and neither long nor many headers. Nothing was done."
UNREADABLE = (
    b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(_WHY), _WHY)
)


class Wire(WebSocketsSansIOProtocol):
    """A socket of this server."""

    on_free: Callable[[], None] = staticmethod(lambda: None)

    def data_received(self, data: bytes) -> None:
        """The request comes first, and whole. If it could not be read then, nothing that follows will be."""
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(UNREADABLE)
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        """Somebody wants a socket."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WIRE] = {"outlet": self}

    @property
    def is_free(self) -> bool:
        """Whether the other end is there, and has taken what was said before."""
        return self.writable.is_set() and not (self.disconnected or self.close_sent or self.transport.is_closing())

    def put(self, text: bytes) -> None:
        """Say something."""
        self.transport.write(framed(text))

    async def emptied(self) -> None:
        """What was said is on its way already."""

    def let_go(self) -> None:
        """Nothing more is said."""
        self.on_free = lambda: None

    def resume_writing(self) -> None:
        """The other end has taken enough of what was said."""
        super().resume_writing()
        self.on_free()


def framed(text: bytes) -> bytes:
    """A text as one frame from a server, which does not mask what it sends (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return pack("!BB", WHOLE_TEXT, size) + text
    if size < 2**16:
        return pack("!BBH", WHOLE_TEXT, 126, size) + text
    return pack("!BBQ", WHOLE_TEXT, 127, size) + text
