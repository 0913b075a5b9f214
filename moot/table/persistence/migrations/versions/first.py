"""The first schema: people, tables, seats, sitters, log, snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "people",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("secret", sa.String, nullable=False, unique=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("layout", sa.String, nullable=False),
        sa.Column("options", sa.String, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("host", sa.String, sa.ForeignKey("people.id")),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("idle", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("why", sa.String, nullable=False),
        sa.Column("next", sa.String),
    )
    op.create_index("tables_by_state", "tables", ["state", "public", "at"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
    )
    op.create_table(
        "sitters",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
    )
    op.create_index("sitters_by_person", "sitters", ["person"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
