"""Servers that share a database, and which of them keeps a table."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Two small tables, which nothing refers to."""
    op.create_table(
        "servers",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("key", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("server", sa.String),
    )
