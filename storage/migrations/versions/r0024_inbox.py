"""Who waits for a person, since when, how urgently and who looks after it; notes that only recruiters read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("company", sa.Column("answer_hours", sa.Integer()))
    op.add_column("conversation", sa.Column("waiting_since", MOMENT))
    op.add_column("conversation", sa.Column("urgent", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("conversation", sa.Column("assignee_id", ID))
    op.add_column("conversation", sa.Column("snoozed_until", MOMENT))
    op.execute("UPDATE conversation SET waiting_since = updated WHERE status = 'waiting'")
    op.create_index("ix_conversation_company_id_status_updated", "conversation", ["company_id", "status", "updated"])
    _add_notes()


def _add_notes() -> None:
    parent = ["conversation.company_id", "conversation.id"]
    op.create_table(
        "conversation_note",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id", "conversation_id"],
            parent,
            name="fk_conversation_note_company_id_conversation_id",
            ondelete="CASCADE",
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_conversation_note_company_id_conversation_id", "conversation_note", ["company_id", "conversation_id"]
    )
