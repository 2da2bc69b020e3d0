"""Whether the links of answers lead somewhere."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "link_check",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id", name="fk_link_check_company_id"), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(64)),
        sa.Column("checked", MOMENT, nullable=False),
        sa.Column("next_check", MOMENT, nullable=False),
        sa.UniqueConstraint("company_id", "url", name="uq_link_check_company_id_url"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_link_check_company_id_next_check", "link_check", ["company_id", "next_check"])
