"""Leases are found by the server that holds them; and how often something was deleted from a workshop's log."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Servers of the release before may go on beside it: nothing that they use is another."""
    op.create_index("leases_by_server", "leases", ["server"])
    op.add_column("workshops", sa.Column("erased", sa.Integer, nullable=False, server_default="0"))
