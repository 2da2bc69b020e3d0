"""What each person is told by mail, and when somebody else is told because nobody has answered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("company", sa.Column("escalate_hours", sa.Integer()))
    op.add_column("conversation_wait", sa.Column("escalated", sa.DateTime(timezone=True)))
    op.create_table(
        "told_choice",
        sa.Column(
            "account_id",
            ID,
            sa.ForeignKey("account.id", name="fk_told_choice_account_id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("company_id", ID, sa.ForeignKey("company.id", name="fk_told_choice_company_id"), nullable=False),
        sa.Column("way", sa.String(length=16), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("quiet_from", sa.Integer()),
        sa.Column("quiet_to", sa.Integer()),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
    )
    op.create_index("ix_told_choice_company_id", "told_choice", ["company_id"])
