"""How much somebody may have: of what costs something for good (tables, people, things said) by the hour and in words, and of the
server's time.
"""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from moot.table.feeds.messages import MessageError
from moot.table.web.guard import Buckets, address_of

HOUR = 3600
MESSAGES_EACH = (3, 0.6)  # at once, and a second, for each connection that an address may have: people send fewer
TABLES = 120  # opened from one address in an hour: four workshops of the largest kind
PEOPLE = 300  # who come from one address in an hour
RECOVERIES = 10  # tries to come back by words, from one address in an hour
RENAMES = 30  # of one person in an hour: each is written down at all their tables
EXPORTS = 10  # of one person in an hour: all that is kept of them is read
SAID_AT_ONCE, SAID_WITHIN = 30, 600  # by one seat: so many in so many seconds
MOST_SAID = 5_000  # by people at one table
HANDED_AT_ONCE, HANDED_WITHIN = 30, 600  # seats of one table given to bots, or opened: so many in so many seconds
MOST_SEATED = 5_000  # times that seats of one table change hands


class Allowance:
    """What is left to everyone. Without limits there is no end to it."""

    def __init__(self, limits: bool, per_address: int) -> None:
        self._limits = limits
        self._messages = Buckets(*(each * per_address for each in MESSAGES_EACH))
        self._tables, self._people = Buckets(TABLES, TABLES / HOUR), Buckets(PEOPLE, PEOPLE / HOUR)
        self._recoveries = Buckets(RECOVERIES, RECOVERIES / HOUR)
        self._renames = Buckets(RENAMES, RENAMES / HOUR)
        self._exports = Buckets(EXPORTS, EXPORTS / HOUR)
        self._seats = Buckets(SAID_AT_ONCE, SAID_AT_ONCE / SAID_WITHIN)
        self._hands = Buckets(HANDED_AT_ONCE, HANDED_AT_ONCE / HANDED_WITHIN)

    def hear(self, address: str) -> bool:
        """One more message by any socket of an address; whether that is not too many: one socket takes little time from others,
        and hundreds of them a lot.
        """
        return not self._limits or self._messages.take(address)

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

    def recover(self, connection: HTTPConnection) -> None:
        """Somebody tries to come back by words."""
        if self._limits and not self._recoveries.take(address_of(connection)):
            raise HTTPException(
                429, f"From one address {RECOVERIES} times an hour words can be tried. Try again later."
            )

    def rename(self, person: str) -> None:
        """Somebody takes another name."""
        if self._limits and not self._renames.take(person):
            raise HTTPException(429, f"You can take another name {RENAMES} times an hour. Try again later.")

    def export(self, person: str) -> None:
        """Somebody wants all that is kept of them."""
        if self._limits and not self._exports.take(person):
            raise HTTPException(429, f"You can have a copy {EXPORTS} times an hour. Try again later.")

    def speak(self, table: str, seat: int, said: int) -> None:
        """A seat says something at a table, where people have said so much before."""
        if not self._limits:
            return
        if said >= MOST_SAID:
            raise MessageError(
                f"{MOST_SAID} messages have been sent at this table: its chat is full. The game goes on."
            )
        if not self._seats.take(f"{table} {seat}"):
            minutes = SAID_WITHIN // 60
            raise MessageError(f"A seat may say {SAID_AT_ONCE} things in {minutes} minutes. Wait a little.")

    def sit(self, seated: int) -> None:
        """A seat changes hands at a table, where that has happened so often before."""
        if self._limits and seated >= MOST_SEATED:
            raise MessageError(f"Seats of this table have changed hands {MOST_SEATED} times. Open another table.")

    def hand(self, table: str, seated: int) -> None:
        """The same, from a bot or to one: all that it takes is a short message."""
        self.sit(seated)
        if self._limits and not self._hands.take(table):
            minutes = HANDED_WITHIN // 60
            raise MessageError(f"Bots are given seats {HANDED_AT_ONCE} times in {minutes} minutes. Wait a little.")
