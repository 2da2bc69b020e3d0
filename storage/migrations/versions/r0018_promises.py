"""Promises about wrong answers, and the random samples that prove them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def of_company(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["company_id"], ["company.id"], name=f"fk_{table}_company_id")


def within_company(column: str, parent: str) -> sa.ForeignKeyConstraint:
    key = [f"{parent}.company_id", f"{parent}.id"]
    name = f"fk_audited_answer_company_id_{column}"
    return sa.ForeignKeyConstraint(["company_id", column], key, name=name, ondelete="CASCADE")


def upgrade() -> None:
    make_promises()
    make_samples()
    make_answers()


def make_promises() -> None:
    op.create_table(
        "promise",
        sa.Column("company_id", ID, primary_key=True, autoincrement=False),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("changed", MOMENT, nullable=False),
        of_company("promise"),
    )


def make_samples() -> None:
    op.create_table(
        "audit_sample",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("thresholds", sa.JSON(), nullable=False),
        sa.Column("drawn_from", sa.Integer(), nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("result", sa.JSON()),
        sa.Column("concluded", MOMENT),
        of_company("audit_sample"),
        sa.UniqueConstraint("company_id", "id", name="uq_audit_sample_company_id_id"),
        sqlite_autoincrement=True,
    )
    only_open = sa.text("status = 'open'")
    op.create_index(
        "uq_audit_sample_open",
        "audit_sample",
        ["company_id"],
        unique=True,
        sqlite_where=only_open,
        postgresql_where=only_open,
    )


def make_answers() -> None:
    op.create_table(
        "audited_answer",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("sample_id", ID, primary_key=True),
        sa.Column("decision_id", ID, primary_key=True),
        within_company("sample_id", "audit_sample"),
        within_company("decision_id", "decision"),
    )
    op.create_index("ix_audited_answer_decision_id", "audited_answer", ["decision_id"])
