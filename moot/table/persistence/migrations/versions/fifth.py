"""Acts: what a facilitator did, and who sat where, each with its time."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Workshops remember what happened around their tables."""
    op.create_table(
        "acts",
        sa.Column("workshop", sa.String, sa.ForeignKey("workshops.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("what", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
    )
