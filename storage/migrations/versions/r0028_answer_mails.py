"""Answers by mail: whom to send what people answer, the links of those mails, and what they open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def of_conversation(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["company_id", "conversation_id"],
        ["conversation.company_id", "conversation.id"],
        name=f"fk_{table}_company_id_conversation_id",
        ondelete="CASCADE",
    )


def upgrade() -> None:
    op.create_table(
        "answer_mail",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, primary_key=True, autoincrement=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("email_key", sa.String(length=320), nullable=False),
        *[sa.Column(name, sa.Integer(), nullable=False) for name in ("question_seq", "asked_seq", "mailed_seq")],
        sa.Column("asked", MOMENT, nullable=False),
        of_conversation("answer_mail"),
    )
    op.create_index("ix_answer_mail_company_id_email_key", "answer_mail", ["company_id", "email_key"])
    op.create_index("ix_answer_mail_asked", "answer_mail", ["asked"])
    op.create_table(
        "answer_link",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("token_hash", sa.String(length=64), primary_key=True),
        sa.Column("conversation_id", ID, nullable=False),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.Column("expires", MOMENT, nullable=False),
        sa.Column("used", MOMENT),
        of_conversation("answer_link"),
    )
    op.create_index("ix_answer_link_conversation_id", "answer_link", ["conversation_id"])
    op.create_index("ix_answer_link_expires", "answer_link", ["expires"])
    op.create_table(
        "conversation_key",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("token_hash", sa.String(length=64), primary_key=True),
        sa.Column("conversation_id", ID, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        of_conversation("conversation_key"),
    )
    op.create_index("ix_conversation_key_conversation_id", "conversation_key", ["conversation_id"])
