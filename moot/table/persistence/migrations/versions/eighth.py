"""Snapshots: what a log has come to, so that it need not be folded from its first entry; and how often a table was erased from."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """There are none yet: tables are folded from the beginning once more."""
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("rules", sa.String, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.add_column("tables", sa.Column("erased", sa.Integer, nullable=False, server_default="0"))
