"""What is kept on disk. A table is an append-only log, and so is a workshop; everything else about them follows from that: what
lists show of tables, seats and guests, and what was told in words, is kept beside it only to be found and read without folding
a log.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
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
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("at", Float, nullable=False),
)

keys = Table(  # by which people are known: one for each of their browsers and programs
    "keys",
    metadata,
    Column("hash", String, primary_key=True),  # of what the browser holds
    Column("person", String, ForeignKey("people.id"), nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float, nullable=False),  # the day on which it was last used
    Column("label", String, nullable=False),  # what it is kept in, in words
    Index("keys_by_person", "person"),
)

passes = Table(  # links by which one more browser becomes somebody's, once
    "passes",
    metadata,
    Column("hash", String, primary_key=True),  # of what the link holds
    Column("person", String, ForeignKey("people.id"), nullable=False),
    Column("until", Float, nullable=False),
)

recovery = Table(  # by words that somebody has written down
    "recovery",
    metadata,
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Column("hash", String, nullable=False, unique=True),  # a slow one, of the words
    Column("made", Float, nullable=False),
)

settings = Table(  # how somebody wants pages to be; what is not here is as usual
    "settings",
    metadata,
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", String, nullable=False),  # the fingerprint of those by which it is played
    Column("options", String, nullable=False),  # JSON
    Column("host", String, ForeignKey("people.id")),
    Column("public", Boolean, nullable=False),
    Column("at", Float, nullable=False),
    Column("state", String, nullable=False),  # playing, over or ended
    Column("why", String, nullable=False),  # it is ended
    Column("next", String),  # the table of its rematch
    Column("workshop", String),  # to which it belongs
    Column("place", Integer),  # in that workshop: the first is 1
    Column("awaited", String),  # JSON: what lists show of its seats; now and then noted
    Column("result", String),  # JSON, likewise: of a game that is over
    Column("erased", Integer, nullable=False, server_default="0"),  # how often something was deleted from its log
    Index("tables_by_state", "state", "public", "at"),
    Index("tables_by_workshop", "workshop"),
)

workshops = Table(
    "workshops",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", Float, nullable=False),
    Column("erased", Integer, nullable=False, server_default="0"),  # as of tables
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

seats = Table(
    "seats",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),  # person, open, or a kind of bot
    Column("name", String, nullable=False),
)

sitters = Table(
    "sitters",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Index("sitters_by_person", "person"),
)

hidden = Table(  # tables that somebody does not want to see listed
    "hidden",
    metadata,
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
)

drafts = Table(  # what somebody has chosen at a seat of theirs, and not sent
    "drafts",
    metadata,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("answer", Integer, nullable=False),  # of the seat, for which it was chosen
    Column("parts", LargeBinary, nullable=False),  # JSON
    Index("drafts_by_person", "person"),
)

logs = Table("logs", metadata, Column("id", String, primary_key=True))  # of tables and of workshops

log = Table(
    "log",
    metadata,
    Column("log_id", String, ForeignKey("logs.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String, nullable=False),  # of entry
    Column("seat", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

told = Table(
    "told",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the entry with which it was told
    Column("lines", LargeBinary, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),  # of the entry up to which it goes
    Column("rules", String, nullable=False),  # the fingerprint of those by which the table was played then
    Column("state", LargeBinary, nullable=False),  # what the log had come to: a cache
)

servers = Table(
    "servers",
    metadata,
    Column("id", String, primary_key=True),
    Column("key", BigInteger, nullable=False),  # of the lock that it holds while it lives
    Column("seen", Float, nullable=False),  # when it last showed a sign of life
)

leases = Table(
    "leases",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("server", String),  # that keeps the table; none: whoever comes first
    Index("leases_by_server", "server"),
)

alarms = Table(
    "alarms",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("due", Float, nullable=False),  # when a table that has left memory has to be back
    Index("alarms_by_due", "due"),
)

channels = Table(
    "channels",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", String, ForeignKey("people.id"), nullable=False),
    Column("kind", String, nullable=False),  # webhook, email or push
    Column("target", String, nullable=False),
    Column("home", String, nullable=False),  # where this server is: what links begin with
    Column("state", String, nullable=False),  # unconfirmed, on or off
    Column("failures", Integer, nullable=False),  # since it last worked
    Column("error", String, nullable=False),
    Index("channels_by_person", "person"),
)

quiet = Table(
    "quiet",
    metadata,
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Column("zone", String, nullable=False),
    Column("first", Integer, nullable=False),  # hour
    Column("last", Integer, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("person", String, ForeignKey("people.id"), nullable=False),
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("answer", Integer, primary_key=True),  # of the seat, that is awaited
    Column("kind", String, primary_key=True),  # turn or reminder
    Column("channel", String, ForeignKey("channels.id"), primary_key=True),
    Column("due", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("sent", Float, nullable=False),  # 0: not yet
    Index("outbox_by_due", "sent", "due"),
    Index("outbox_by_person", "person"),
)

server_keys = Table(  # with which the server signs what it sends out
    "server_keys",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
