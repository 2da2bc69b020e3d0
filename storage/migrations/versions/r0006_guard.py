"""What the guard against breakdowns decided, and what recruiters thought of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def within_company(table: str, column: str, parent: str) -> sa.ForeignKeyConstraint:
    key = [f"{parent}.company_id", f"{parent}.id"]
    name = f"fk_{table}_company_id_{column}"
    return sa.ForeignKeyConstraint(["company_id", column], key, name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "guard_decision",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, nullable=False),
        sa.Column("message_seq", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("risk", sa.Float(), nullable=False),
        sa.Column("distribution", sa.JSON()),
        sa.Column("reasons", sa.JSON(), nullable=False),
        sa.Column("withheld", sa.Text()),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("verdict", sa.String(length=16)),
        sa.Column("judge", sa.Text()),
        sa.Column("judged", MOMENT),
        within_company("guard_decision", "conversation_id", "conversation"),
        sa.UniqueConstraint("company_id", "id", name="uq_guard_decision_company_id_id"),
        sa.UniqueConstraint("conversation_id", "message_seq", name="uq_guard_decision_conversation_id_message_seq"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_guard_decision_company_id_action_id", "guard_decision", ["company_id", "action", "id"])
    op.create_table(
        "doubt",
        sa.Column("id", ID, primary_key=True, autoincrement=False),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("doubt", "id", "decision"),
    )
