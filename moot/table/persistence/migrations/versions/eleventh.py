"""Alarms of tables that are played over days, and notices: channels, quiet hours, what waits to be sent, and the server's keys."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """All of them are empty: no deadline is far away yet, and nobody is told anything until they ask for it."""
    op.create_table(
        "alarms",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("due", sa.Float, nullable=False),
    )
    op.create_index("alarms_by_due", "alarms", ["due"])
    op.create_table(
        "channels",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        *(sa.Column(name, sa.String, nullable=False) for name in ("kind", "target", "home", "state")),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("error", sa.String, nullable=False),
    )
    op.create_index("channels_by_person", "channels", ["person"])
    op.create_table(
        "quiet",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("zone", sa.String, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("first", "last")),
    )
    op.create_table(
        "outbox",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("answer", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("channel", sa.String, sa.ForeignKey("channels.id"), primary_key=True),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
    )
    op.create_index("outbox_by_due", "outbox", ["sent", "due"])
    op.create_index("outbox_by_person", "outbox", ["person"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
