"""Notices by e-mail, through the SMTP server that whoever runs this one has named. Before its owner has said yes, an address is
written to once: to ask them.
"""

from __future__ import annotations

import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import aiosmtplib

from moot.table.feeds.messages import MessageError
from moot.table.notices.channels import Channel
from moot.table.notices.outside import CarryError
from moot.table.notices.words import Notice
from moot.table.persistence.folder import StartError

LONGEST = 20.0  # seconds
UNFOLDED = SMTP.clone(max_line_length=990)  # a link that is folded or encoded is none any more
PORTS = {"smtp": 587, "smtps": 465}
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
CONFIRM = """Somebody, probably you, wants to be told at this address when it is their turn at a table of Moot.

If it was you, open this and press the button:
{link}

If it was not, do nothing: you will hear no more of it.
"""


class Smtp(NamedTuple):
    """Who delivers e-mail."""

    host: str
    port: int
    name: str | None
    password: str | None
    tls: bool  # from the beginning

    @property
    def must_encrypt(self) -> bool | None:
        """A password goes over an encrypted line or not at all; without one, it is encrypted where that is offered."""
        return None if not self.password or self.tls else True


def read_smtp(url: str) -> Smtp:
    """As the command line names it: smtp://USER:PASSWORD@HOST:PORT, or smtps://."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise StartError("--smtp is given as smtp://USER:PASSWORD@HOST:PORT.") from error
    if parts.scheme not in PORTS or not parts.hostname:
        raise StartError("--smtp is given as smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the beginning.")
    name, password = (unquote(part) if part else None for part in (parts.username, parts.password))
    return Smtp(parts.hostname, port or PORTS[parts.scheme], name, password, parts.scheme == "smtps")


def check_mail(smtp: str, sender: str, home: str) -> None:
    """Refuse to start with what cannot be sent. A link in an e-mail leads where whoever runs the server says, and nowhere else."""
    if home and not re.fullmatch(r"https?://[^/?#\s@]+/?", home):
        raise StartError("--address is where people find this server, without a path: https://play.example.org.")
    if not smtp:
        return
    read_smtp(smtp)
    if not home:
        raise StartError("To send e-mail, say with --address where people find this server: https://play.example.org.")
    if not _ADDRESS.fullmatch(sender):
        raise StartError("To send e-mail, say with --mail-from whom it comes from: moot@example.org.")


def clean_address(text: str) -> str:
    """An address that can be written to, or a refusal."""
    address = text.strip()
    if len(address) > 254 or not _ADDRESS.fullmatch(address):
        raise MessageError("This is no e-mail address. It looks like ada@example.org.")
    return address


class Mail:
    """Carries notices by e-mail."""

    def __init__(self, smtp: str, sender: str) -> None:
        self._smtp, self._sender = read_smtp(smtp), clean_address(sender)

    async def carry(self, channel: Channel, notice: Notice) -> None:
        """Send it, with how to end such notices where programs look for it (RFC 8058)."""
        message = self._message(channel.target, notice.title, notice.text)
        message["List-Unsubscribe"] = f"<{notice.off}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await self._send(message)

    async def ask(self, address: str, link: str) -> None:
        """Ask whoever reads an address whether they want to be told there."""
        await self._send(self._message(address, "Moot: confirm your address", CONFIRM.format(link=link)))

    def _message(self, to: str, subject: str, text: str) -> EmailMessage:
        message = EmailMessage()
        message["From"] = Address("Moot", addr_spec=self._sender)
        message["To"] = Address(addr_spec=to)
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._sender.partition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message

    async def _send(self, message: EmailMessage) -> None:
        smtp = self._smtp
        try:
            await aiosmtplib.send(
                message.as_bytes(policy=UNFOLDED),
                sender=self._sender,
                recipients=[message["To"]],
                hostname=smtp.host,
                port=smtp.port,
                username=smtp.name,
                password=smtp.password,
                use_tls=smtp.tls,
                start_tls=False if smtp.tls else smtp.must_encrypt,
                timeout=LONGEST,
            )
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise CarryError(f"The e-mail could not be sent ({type(error).__name__}).") from error
