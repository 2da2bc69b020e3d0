"""What is counted by day, and the ways to count a day quickly."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JUDGED = sa.text("status <> 'pending'")


def upgrade() -> None:
    op.create_table(
        "counted_day",
        sa.Column("company_id", ID, nullable=False, autoincrement=False),
        sa.Column("day", sa.String(length=16), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("counted", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("company_id", "day", name="pk_counted_day"),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_counted_day_company_id"),
    )
    op.create_table(
        "day_count",
        sa.Column("company_id", ID, nullable=False, autoincrement=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("day", sa.String(length=16), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("company_id", "name", "day", "language", "detail", name="pk_day_count"),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_day_count_company_id"),
    )
    op.create_index("ix_decision_company_id_created", "decision", ["company_id", "created"])
    its = ["company_id", "updated"]
    op.create_index("ix_review_judged", "review", its, sqlite_where=JUDGED, postgresql_where=JUDGED)
