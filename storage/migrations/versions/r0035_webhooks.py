"""How long candidates waited for a person, and who is told of it by webhook."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "conversation_wait",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, nullable=False),
        sa.Column("began", MOMENT, nullable=False),
        sa.Column("urgent", sa.Boolean(), nullable=False),
        sa.Column("overdue", MOMENT),
        sa.Column("ended", MOMENT),
        sa.Column("outcome", sa.String(length=16)),
        sa.ForeignKeyConstraint(
            ["company_id", "conversation_id"],
            ["conversation.company_id", "conversation.id"],
            name="fk_conversation_wait_company_id_conversation_id",
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("conversation_id", "began", name="uq_conversation_wait_conversation_id_began"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_conversation_wait_company_id_ended", "conversation_wait", ["company_id", "ended"])
    op.create_table(
        "webhook",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id", name="fk_webhook_company_id"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("receiver", sa.String(length=16), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_webhook_company_id", "webhook", ["company_id"])
