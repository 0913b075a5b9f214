"""Seeds of 128 bits, which SQLite's numbers cannot hold: as text."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """A seed is written in decimal digits."""
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("seed", existing_type=sa.Integer, type_=sa.String, existing_nullable=False)
