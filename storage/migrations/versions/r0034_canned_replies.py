"""What recruiters keep to write again and again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "canned_reply",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.UniqueConstraint("company_id", "folded", name="uq_canned_reply_company_id_folded"),
        sqlite_autoincrement=True,
    )
