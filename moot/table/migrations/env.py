"""Alembic runs this for every migration."""

from alembic import context
from sqlalchemy import create_engine

from moot.table.schema import metadata

engine = create_engine(context.config.get_main_option("sqlalchemy.url") or "")
with engine.connect() as connection:
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # all or none: SQLite would else keep each step on its own
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
engine.dispose()
