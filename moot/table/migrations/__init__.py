"""How the schema came to be, one step a file. `upgrade` brings a database to the present one."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config


def upgrade(url: str) -> None:
    """Take every step that a database has not seen; a new one takes them all."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, "head")
