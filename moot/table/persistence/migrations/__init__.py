"""How the schema came to be, one step a file. `upgrade` brings a database to the present one."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory


def upgrade(url: str) -> None:
    """Take every step that a database has not seen; a new one takes them all. Not in a thread with an event loop."""
    command.upgrade(_config(url), "head")


def present() -> str:
    """The last step there is."""
    return ScriptDirectory.from_config(_config("")).get_current_head() or ""


def _config(url: str) -> Config:
    config = Config(attributes={"url": url})
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config
