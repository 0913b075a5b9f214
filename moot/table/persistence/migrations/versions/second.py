"""Workshops: several tables that one facilitator runs, and the guests who are placed at them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Tables may belong to a workshop, be paused, and have a clock."""
    op.add_column("tables", sa.Column("workshop", sa.String))
    op.add_column("tables", sa.Column("place", sa.Integer))
    op.add_column("tables", sa.Column("paused", sa.Float, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("due", sa.Float, nullable=False, server_default="0"))
    op.create_index("tables_by_workshop", "tables", ["workshop"])
    op.create_table(
        "workshops",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("vary", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("ways", sa.String, nullable=False),
    )
    op.create_table(
        "guests",
        sa.Column("workshop", sa.String, sa.ForeignKey("workshops.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("secret", sa.String, unique=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id")),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
