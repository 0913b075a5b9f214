"""Drafts: what people have chosen and not sent."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """One small table, which nothing refers to. Its rows go with what they belong to: an earlier release does not know them."""
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("answer", sa.Integer, nullable=False),
        sa.Column("parts", sa.LargeBinary, nullable=False),
    )
    op.create_index("drafts_by_person", "drafts", ["person"])
