"""Votes: people who share a seat may decide by more than half of them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Tables say whether shared seats vote."""
    op.add_column("tables", sa.Column("votes", sa.Boolean, nullable=False, server_default=sa.false()))
