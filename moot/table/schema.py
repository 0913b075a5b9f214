"""What is kept on disk. A table is an append-only log; everything else about its game follows from that."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    TypeDecorator,
    false,
)
from sqlalchemy.engine import Dialect

metadata = MetaData()


class Seed(TypeDecorator[int]):
    """A number of 128 bits, in decimal digits: databases have none so large."""

    impl, cache_ok = String, True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> str | None:
        """As it is written."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> int | None:
        """As it is read."""
        return None if value is None else int(value)


people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("secret", String, nullable=False, unique=True),  # the hash of what the browser holds
    Column("name", String, nullable=False),
    Column("at", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),  # the version its log was last known to replay under
    Column("layout", String, nullable=False),  # of the record
    Column("options", String, nullable=False),  # JSON
    Column("seed", Seed, nullable=False),
    Column("host", String, ForeignKey("people.id")),
    Column("public", Boolean, nullable=False),
    Column("idle", Integer, nullable=False),  # seconds until a bot plays for a seat; 0: wait
    Column("at", Float, nullable=False),
    Column(
        "state", String, nullable=False
    ),  # playing, over or ended; in old files also kept, of tables that other rules left
    Column("why", String, nullable=False),  # it is ended
    Column("next", String),  # the table of its rematch
    Column("workshop", String),  # to which it belongs
    Column("place", Integer),  # in that workshop: the first is 1
    Column("paused", Float, nullable=False, server_default="0"),  # since when; 0: it is not
    Column(
        "due", Float, nullable=False, server_default="0"
    ),  # when the time of its phase is over; 0: there is no clock
    Column("votes", Boolean, nullable=False, server_default=false()),  # whether people who share a seat vote
    Index("tables_by_state", "state", "public", "at"),
    Index("tables_by_workshop", "workshop"),
)

workshops = Table(
    "workshops",
    metadata,
    Column("id", String, primary_key=True),
    Column("key", String, nullable=False),  # the hash of what the facilitator holds
    Column("game", String, nullable=False),
    Column("vary", String, nullable=False),  # the option that differs by table, if one does
    Column("at", Float, nullable=False),
    Column("ways", String, nullable=False),  # how it is run, JSON
)

guests = Table(
    "guests",
    metadata,
    Column("workshop", String, ForeignKey("workshops.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("secret", String, unique=True),  # the hash of what their link holds; none: no link was made
    Column("person", String, ForeignKey("people.id")),  # who came by it
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
)

acts = Table(
    "acts",
    metadata,
    Column("workshop", String, ForeignKey("workshops.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("what", String, nullable=False),  # seated, removed, named, or one of the facilitator's wishes
    Column("table_id", String, nullable=False),  # empty: all of them, or none
    Column("seat", Integer, nullable=False),  # -1: none
    Column("guest", Integer, nullable=False),  # by number; -1: nobody in particular
    Column("name", String, nullable=False),  # of the guest
    Column("person", String, nullable=False),  # who came as this guest
    Column("text", String, nullable=False),  # what else there is to say of it
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),  # person, open, or a kind of bot
    Column("name", String, nullable=False),
    Column("key", String, nullable=False),  # who shows it may share the seat
)

sitters = Table(
    "sitters",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Index("sitters_by_person", "person"),
)

log = Table(
    "log",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String, nullable=False),  # start, move, back, chat, rules or end
    Column("seat", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),  # of the log's last row in it
    Column("record", LargeBinary, nullable=False),  # compressed
)
