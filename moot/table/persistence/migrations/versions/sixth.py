"""One log: seats, clocks, pauses and ends become entries of a table's log, and the words of what was told lie beside it."""

import base64
import json
import zlib
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

KINDS = {"start": "opened", "move": "moved", "back": "took_back", "chat": "said", "end": "ended", "rules": "rules"}
FROM_LOG = ("layout", "seed", "idle", "paused", "due", "votes")  # what a table's row said besides


def upgrade() -> None:
    """Rows of logs are written anew, and what was in other places follows them."""
    op.create_table(
        "told",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    connection = op.get_bind()
    for table in connection.execute(sa.text("select * from tables")).mappings().all():
        _rewrite(connection, table)
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("rules", existing_type=sa.Integer, type_=sa.String, existing_nullable=False)
        for name in FROM_LOG:
            tables.drop_column(name)
    connection.execute(sa.text("update tables set rules = game || '@' || rules"))
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("key")
    op.drop_table("snapshots")


def _rewrite(connection: sa.Connection, table: Any) -> None:
    rows = connection.execute(
        sa.text("select * from log where table_id = :id order by number"), {"id": table["id"]}
    ).mappings()
    last = None
    for last in rows.all():
        body, told = _body(connection, table, last)
        connection.execute(
            sa.text("update log set kind = :kind, body = :body where table_id = :id and number = :number"),
            {"kind": body["type"], "body": _json(body), "id": table["id"], "number": last["number"]},
        )
        _keep_words(connection, table["id"], last["number"], told)
    for place, (at, body) in enumerate(_after(connection, table, last), 1):
        row = {"id": table["id"], "number": last["number"] + place if last else place, "at": at, "kind": body["type"]}
        connection.execute(
            sa.text(
                "insert into log (table_id, number, at, kind, seat, body) values (:id, :number, :at, :kind, -1, :body)"
            ),
            {**row, "body": _json(body)},
        )


def _json(body: dict[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _body(connection: sa.Connection, table: Any, row: Any) -> tuple[dict[str, Any], list[Any]]:
    """A row as an entry, and what was told with it."""
    kind = KINDS[row["kind"]]
    if kind == "rules":
        record = base64.b64encode(zlib.decompress(row["body"])).decode()
        return {"type": kind, "rules": "", "record": record}, []
    old = json.loads(row["body"] or b"{}")
    told = old.pop("told", [])
    if kind == "opened":
        return _opened(connection, table), told
    if kind == "ended":
        return {"type": kind, "why": table["why"]}, told
    return {"type": kind, "seat": row["seat"], **old}, told


def _keep_words(connection: sa.Connection, table: str, number: int, told: list[Any]) -> None:
    if told:
        connection.execute(
            sa.text("insert into told (table_id, number, lines) values (:id, :number, :lines)"),
            {"id": table, "number": number, "lines": json.dumps(told, ensure_ascii=False).encode()},
        )


def _opened(connection: sa.Connection, table: Any) -> dict[str, Any]:
    """Who sat where in the beginning is not known any more: they sat where they sit."""
    fixed = {name: table[name] for name in ("game", "host", "idle", "workshop", "place")}
    flags = {name: bool(table[name]) for name in ("public", "votes")}
    rules, options = f"{table['game']}@{table['rules']}", json.loads(table["options"])
    return {
        "type": "opened",
        **fixed,
        "seed": int(table["seed"]),
        **flags,
        "rules": rules,
        "options": options,
        "chairs": _chairs(connection, table),
    }


def _chairs(connection: sa.Connection, table: Any) -> list[dict[str, Any]]:
    which = {"id": table["id"]}
    seats = connection.execute(sa.text("select * from seats where table_id = :id order by seat"), which).mappings()
    sitters = connection.execute(
        sa.text("select * from sitters where table_id = :id order by person"), which
    ).mappings()
    people = [(row["seat"], row["person"]) for row in sitters]
    return [
        {
            "kind": seat["kind"],
            "name": seat["name"],
            "key": seat["key"],
            "sitters": [person for place, person in people if place == seat["seat"]],
        }
        for seat in seats
    ]


def _after(connection: sa.Connection, table: Any, last: Any) -> list[tuple[float, dict[str, Any]]]:
    """What the table's row said that no row of its log did: it comes after all of them."""
    now = last["at"] if last else table["at"]
    found: list[tuple[float, dict[str, Any]]] = []
    ways = _ways(connection, table["workshop"])
    if table["state"] == "playing" and (table["due"] or ways.get("times")):
        clock = {"times": ways.get("times", {}), "only_show": ways.get("only_show", False), "due": table["due"]}
        found.append((now, {"type": "clock", **clock}))
    if table["paused"]:
        found.append((max(now, table["paused"]), {"type": "paused"}))
    ended = "select 1 from log where table_id = :id and kind = 'ended'"
    if table["state"] == "ended" and connection.execute(sa.text(ended), {"id": table["id"]}).first() is None:
        found.append((now, {"type": "ended", "why": table["why"]}))
    if table["next"]:
        found.append((found[-1][0] if found else now, {"type": "next", "table": table["next"]}))
    return found


def _ways(connection: sa.Connection, workshop: str | None) -> dict[str, Any]:
    row = connection.execute(sa.text("select ways from workshops where id = :id"), {"id": workshop}).first()
    ways: dict[str, Any] = json.loads(row[0]) if row else {}
    return ways
