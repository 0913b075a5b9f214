"""How much somebody may have of what costs something for good: tables, people, and things said. By the hour, and in words."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from moot.table.guard import Buckets
from moot.table.messages import MessageError

HOUR = 3600
TABLES = 120  # opened from one address in an hour: four workshops of the largest kind
PEOPLE = 300  # who come from one address in an hour
SAID_AT_ONCE, SAID_WITHIN = 30, 600  # by one seat: so many in so many seconds
MOST_SAID = 5_000  # at one table


class Allowance:
    """What is left to everyone. Without limits there is no end to it."""

    def __init__(self, limits: bool) -> None:
        self._limits = limits
        self._tables, self._people = Buckets(TABLES, TABLES / HOUR), Buckets(PEOPLE, PEOPLE / HOUR)
        self._seats = Buckets(SAID_AT_ONCE, SAID_AT_ONCE / SAID_WITHIN)

    def open_tables(self, connection: HTTPConnection, many: int = 1) -> None:
        """Somebody opens tables."""
        if self._limits and not self._tables.take(address_of(connection), many):
            raise HTTPException(
                429,
                f"From one address {TABLES} tables can be opened in an hour. Play at those you have, or come back later.",
            )

    def come(self, connection: HTTPConnection) -> None:
        """Somebody is new here."""
        if self._limits and not self._people.take(address_of(connection)):
            raise HTTPException(
                429, f"From one address {PEOPLE} people can come for the first time in an hour. Try again later."
            )

    def speak(self, table: str, seat: int, said: int) -> None:
        """A seat says something at a table, where so much has been said before."""
        if not self._limits:
            return
        if said >= MOST_SAID:
            raise MessageError(
                f"{MOST_SAID} messages have been sent at this table: its chat is full. The game goes on."
            )
        if not self._seats.take(f"{table} {seat}"):
            minutes = SAID_WITHIN // 60
            raise MessageError(f"A seat may say {SAID_AT_ONCE} things in {minutes} minutes. Wait a little.")


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client else ""
