"""Annotated breakdowns, and the detectors learnt from them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def of_company(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["company_id"], ["company.id"], name=f"fk_{table}_company_id")


def within_company(table: str, column: str, parent: str) -> sa.ForeignKeyConstraint:
    key = [f"{parent}.company_id", f"{parent}.id"]
    name = f"fk_{table}_company_id_{column}"
    return sa.ForeignKeyConstraint(["company_id", column], key, name=name, ondelete="CASCADE")


def upgrade() -> None:
    _samples()
    _annotations()
    _foreign_dialogues()
    _detectors()


def _samples() -> None:
    op.create_table(
        "annotation_sample",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        of_company("annotation_sample"),
        sa.UniqueConstraint("company_id", "id", name="uq_annotation_sample_company_id_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sampled_conversation",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("sample_id", ID, primary_key=True),
        sa.Column("conversation_id", ID, primary_key=True),
        sa.Column("place", sa.Integer(), nullable=False),
        within_company("sampled_conversation", "sample_id", "annotation_sample"),
        within_company("sampled_conversation", "conversation_id", "conversation"),
    )
    op.create_index("ix_sampled_conversation_conversation_id", "sampled_conversation", ["conversation_id"])


def _annotations() -> None:
    op.create_table(
        "annotator",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        of_company("annotator"),
        sa.UniqueConstraint("company_id", "id", name="uq_annotator_company_id_id"),
        sa.UniqueConstraint("company_id", "name", name="uq_annotator_company_id_name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "annotation",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, primary_key=True),
        sa.Column("message_seq", sa.Integer(), primary_key=True),
        sa.Column("annotator_id", ID, primary_key=True),
        sa.Column("label", sa.String(length=2), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("annotation", "conversation_id", "conversation"),
        within_company("annotation", "annotator_id", "annotator"),
    )
    op.create_index("ix_annotation_company_id_conversation_id", "annotation", ["company_id", "conversation_id"])


def _foreign_dialogues() -> None:
    op.create_table(
        "foreign_dialogue",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("log", sa.JSON(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        of_company("foreign_dialogue"),
        sa.UniqueConstraint("company_id", "name", name="uq_foreign_dialogue_company_id_name"),
        sqlite_autoincrement=True,
    )


def _detectors() -> None:
    op.create_table(
        "detector",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("taught", sa.String(length=128), nullable=False),
        sa.Column("figures", sa.JSON()),
        sa.Column("cases", sa.JSON()),
        sa.Column("reasons", sa.JSON()),
        sa.Column("override", sa.JSON()),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("promoted", MOMENT),
        of_company("detector"),
        sa.UniqueConstraint("company_id", "id", name="uq_detector_company_id_id"),
        sa.UniqueConstraint("company_id", "number", name="uq_detector_company_id_number"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_detector_live",
        "detector",
        ["company_id"],
        unique=True,
        sqlite_where=sa.text("status = 'live'"),
        postgresql_where=sa.text("status = 'live'"),
    )
