"""How far each candidate has read what people answered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "receipt",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, primary_key=True, autoincrement=False),
        sa.Column("seen_seq", sa.Integer(), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id", "conversation_id"],
            ["conversation.company_id", "conversation.id"],
            name="fk_receipt_company_id_conversation_id",
            ondelete="CASCADE",
        ),
    )
