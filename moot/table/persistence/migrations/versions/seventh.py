"""Logs of workshops: who is placed where, how a workshop is run and what happened around its tables become entries too."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

FROM_LOG = ("key", "game", "vary", "ways")  # what a workshop's row said besides


def upgrade() -> None:
    """Tables and workshops both have logs, and what was said of workshops in other places is in theirs."""
    connection = op.get_bind()
    op.create_table("logs", sa.Column("id", sa.String, primary_key=True))
    connection.execute(sa.text("insert into logs (id) select id from tables"))
    connection.execute(sa.text("insert into logs (id) select id from workshops"))
    _refer_to_logs(connection)
    for workshop in connection.execute(sa.text("select * from workshops order by id")).mappings().all():
        _write_log(connection, workshop)
    op.drop_table("acts")
    with op.batch_alter_table("workshops") as workshops:
        for name in FROM_LOG:
            workshops.drop_column(name)


def _refer_to_logs(connection: sa.Connection) -> None:
    """SQLite cannot change what a column refers to: the rows go into a new table."""
    op.create_table(
        "new_log",
        sa.Column("log_id", sa.String, sa.ForeignKey("logs.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    columns = "number, at, kind, seat, body"
    connection.execute(sa.text(f"insert into new_log (log_id, {columns}) select table_id, {columns} from log"))
    op.drop_table("log")
    op.rename_table("new_log", "log")


def _write_log(connection: sa.Connection, workshop: Any) -> None:
    entries = [(workshop["at"], _convened(connection, workshop)), *_after(connection, workshop)]
    for number, (at, body) in enumerate(entries):
        row = {"id": workshop["id"], "number": number, "at": at, "kind": body["type"]}
        connection.execute(
            sa.text(
                "insert into log (log_id, number, at, kind, seat, body) values (:id, :number, :at, :kind, -1, :body)"
            ),
            {**row, "body": json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()},
        )


def _convened(connection: sa.Connection, workshop: Any) -> dict[str, Any]:
    """Who sat where in the beginning, and how it was run then, is not known any more: it was as it is."""
    tables = _rows(connection, "select id, options from tables where workshop = :id order by place", workshop)
    vary = workshop["vary"]
    return {
        "type": "convened",
        "key": workshop["key"],
        "game": workshop["game"],
        "tables": [table["id"] for table in tables],
        "ways": json.loads(workshop["ways"]),
        "guests": [_guest(guest) for guest in _guests(connection, workshop)],
        "vary": vary,
        "values": [json.loads(table["options"])[vary] for table in tables] if vary else [],
    }


def _guest(row: Any) -> dict[str, Any]:
    fields = {name: row[name] for name in ("number", "name", "seat", "secret", "person")}
    return {**fields, "table": row["table_id"]}


def _after(connection: sa.Connection, workshop: Any) -> list[tuple[float, dict[str, Any]]]:
    """What happened since, and the numbers of those who take part no more: nobody else may have them."""
    acts = _rows(connection, "select * from acts where workshop = :id order by number", workshop)
    left = {guest["number"] for guest in _guests(connection, workshop)}
    gone = sorted({act["guest"] for act in acts if act["guest"] >= 0} - left)
    noted = [(act["at"], {"type": "noted", "act": _act(act)}) for act in acts]
    return [*([(workshop["at"], {"type": "placed", "gone": gone})] if gone else []), *noted]


def _act(row: Any) -> dict[str, Any]:
    fields = {name: row[name] for name in ("what", "seat", "guest", "name", "person", "text")}
    return {**fields, "table": row["table_id"]}


def _guests(connection: sa.Connection, workshop: Any) -> list[Any]:
    return _rows(connection, "select * from guests where workshop = :id order by number", workshop)


def _rows(connection: sa.Connection, statement: str, workshop: Any) -> list[Any]:
    return [*connection.execute(sa.text(statement), {"id": workshop["id"]}).mappings()]
