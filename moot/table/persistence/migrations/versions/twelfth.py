"""Who somebody is: keys, one for each of their browsers; links and words to come by; settings; and which tables await them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

PEOPLE = sa.Table(
    "people",
    sa.MetaData(),
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("secret", sa.String, nullable=False),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)


def upgrade() -> None:
    """What was known of everyone's one browser becomes their first key."""
    op.create_table(
        "keys",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("label", sa.String, nullable=False),
    )
    op.create_index("keys_by_person", "keys", ["person"])
    op.create_table(
        "passes",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "recovery",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("hash", sa.String, nullable=False, unique=True),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    op.create_table(
        "hidden",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
    )
    for name in ("awaited", "result"):
        op.add_column("tables", sa.Column(name, sa.String))
    op.execute("INSERT INTO keys (hash, person, made, used, label) SELECT secret, id, at, at, '' FROM people")
    with op.batch_alter_table("people", copy_from=PEOPLE) as people:
        people.drop_column("secret")
