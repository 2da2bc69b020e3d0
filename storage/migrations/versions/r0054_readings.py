"""What a message was taken for and what the models saw in it stand in columns of these names."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"

BATCH = 1000
decision = sa.table(
    "decision",
    sa.column("id", sa.BigInteger()),
    sa.column("interpretation", sa.JSON(none_as_null=True)),
    sa.column("reading", sa.String()),
    sa.column("probability", sa.Float()),
    sa.column("understanding", sa.JSON(none_as_null=True)),
)


def upgrade() -> None:
    op.add_column("decision", sa.Column("reading", sa.String(64)))
    op.add_column("decision", sa.Column("probability", sa.Float()))
    op.add_column("decision", sa.Column("understanding", sa.JSON()))
    _part(op.get_bind())
    op.drop_column("decision", "interpretation")


def _part(conn: sa.Connection) -> None:
    query = sa.select(decision.c.id, decision.c.interpretation).order_by(decision.c.id).limit(BATCH)
    names = ("reading", "probability", "understanding")
    writing = decision.update().where(decision.c.id == sa.bindparam("its"))
    writing = writing.values({name: sa.bindparam(f"its_{name}") for name in names})
    last = 0
    while rows := conn.execute(query.where(decision.c.interpretation.is_not(None), decision.c.id > last)).all():
        conn.execute(writing, [_values(id_, taken) for id_, taken in rows])
        last = rows[-1].id


def _values(id_: int, taken: dict[str, object]) -> dict[str, object]:
    seen = {name: taken[name] for name in ("stage", "intent", "confidence", "ranking")}
    taken_for = {"its_reading": taken["reading"], "its_probability": taken["probability"]}
    return {"its": id_, **taken_for, "its_understanding": seen}
