"""What was asked in a week beside what is taught, and what people then said of the answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
COUNTS = ("reviewed", "reviewed_right", "audited", "audited_right")


def upgrade() -> None:
    op.create_table(
        "traffic_week",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("week", sa.String(length=16), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("distance", sa.JSON()),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("forecasts", sa.JSON(), nullable=False),
        *[sa.Column(name, sa.Integer(), nullable=False) for name in COUNTS],
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_traffic_week_company_id"),
        sa.UniqueConstraint("company_id", "language", "week", name="uq_traffic_week_company_id_language_week"),
        sqlite_autoincrement=True,
    )
