"""What candidates look for, and what they did not find."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def within_company(table: str, column: str, parent: str) -> sa.ForeignKeyConstraint:
    key = [f"{parent}.company_id", f"{parent}.id"]
    name = f"fk_{table}_company_id_{column}"
    return sa.ForeignKeyConstraint(["company_id", column], key, name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.add_column("message", sa.Column("cards", sa.JSON()))
    searches()
    log()
    questions()


def searches() -> None:
    op.create_table(
        "job_search",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, primary_key=True, autoincrement=False),
        sa.Column("wish", sa.JSON(), nullable=False),
        sa.Column("shown", sa.JSON(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("opening_id", ID),
        sa.Column("asked", sa.String(length=32)),
        sa.Column("updated", MOMENT, nullable=False),
        within_company("job_search", "conversation_id", "conversation"),
    )


def log() -> None:
    op.create_table(
        "search_log",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("profession", sa.Text()),
        sa.Column("city", sa.Text()),
        sa.Column("filters", sa.JSON(), nullable=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("search_log", "conversation_id", "conversation"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_search_log_company_id_created", "search_log", ["company_id", "created"])
    op.create_index("ix_search_log_conversation_id", "search_log", ["conversation_id"])


def questions() -> None:
    op.create_table(
        "opening_question",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("decision_id", ID, primary_key=True, autoincrement=False),
        sa.Column("opening_id", ID, nullable=False),
        within_company("opening_question", "decision_id", "decision"),
        within_company("opening_question", "opening_id", "opening"),
    )
