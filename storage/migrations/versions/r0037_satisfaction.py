"""Whether candidates found their question answered by a person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "satisfaction",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, primary_key=True, autoincrement=False),
        sa.Column("answer_seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("answered", sa.Boolean(), nullable=False),
        sa.Column("comment_seq", sa.Integer()),
        sa.Column("told", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id", "conversation_id"],
            ["conversation.company_id", "conversation.id"],
            name="fk_satisfaction_company_id_conversation_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_satisfaction_company_id_told", "satisfaction", ["company_id", "told"])
