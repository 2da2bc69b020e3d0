"""Who a candidate is to the company's own site."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "identity_secret",
        sa.Column(
            "company_id",
            ID,
            sa.ForeignKey("company.id", name="fk_identity_secret_company_id"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
    )
    op.create_table(
        "conversation_identity",
        sa.Column("conversation_id", ID, primary_key=True, autoincrement=False),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id", "conversation_id"],
            ["conversation.company_id", "conversation.id"],
            name="fk_conversation_identity_company_id_conversation_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_conversation_identity_company_id_user_id", "conversation_identity", ["company_id", "user_id"])
