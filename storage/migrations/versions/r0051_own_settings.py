"""What a company sets itself stands in one document; the promise and the floor move into it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

MOVED = (("promise", "share", "promised_share"), ("gate_setting", "accuracy_floor", "accuracy_floor"))
COMPANY = sa.table("company", sa.column("id", sa.BigInteger), sa.column("own_settings", sa.JSON))

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    op.add_column("company", sa.Column("own_settings", sa.JSON()))
    conn, own = op.get_bind(), dict[int, dict[str, float]]()
    for table, column, name in MOVED:
        its = sa.table(table, sa.column("company_id"), sa.column(column))
        for company_id, value in conn.execute(sa.select(its.c.company_id, its.c[column])).all():
            if value is not None:
                own.setdefault(company_id, {"version": 1})[name] = value
    for company_id, values in own.items():
        conn.execute(sa.update(COMPANY).where(COMPANY.c.id == company_id).values(own_settings=values))
    for table, _, _ in MOVED:
        op.drop_table(table)
