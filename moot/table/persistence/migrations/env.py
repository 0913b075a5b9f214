"""Alembic runs this for every migration."""

import asyncio

import asyncpg
from alembic import context
from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from moot.table.persistence.schema import metadata

ONE_AT_A_TIME = {  # all steps or none: SQLite would else keep each on its own; and one server after the other
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": "SELECT pg_advisory_xact_lock(6005, 1)",
}


def migrate(connection: Connection) -> None:
    """Take the steps that are missing."""
    connection.exec_driver_sql(ONE_AT_A_TIME[connection.dialect.name])
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()


async def migrate_over_the_network(url: str) -> None:
    """The same by a driver that knows no other way, and reads the URL as servers do."""
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url), poolclass=NullPool, hide_parameters=True
    )
    async with engine.connect() as connection:
        await connection.run_sync(migrate)


url: str = context.config.attributes["url"]
if url.startswith("sqlite"):
    with create_engine(url, poolclass=NullPool, hide_parameters=True).connect() as connection:
        migrate(connection)
else:
    asyncio.run(migrate_over_the_network(url))
