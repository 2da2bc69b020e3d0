"""What people think of answers, nightly scores, and alerts that wait to go out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def owner(table: str) -> sa.Column[int]:
    return sa.Column("company_id", ID, sa.ForeignKey("company.id", name=f"fk_{table}_company_id"), nullable=False)


def within_company(table: str, column: str, parent: str) -> sa.ForeignKeyConstraint:
    key = [f"{parent}.company_id", f"{parent}.id"]
    name = f"fk_{table}_company_id_{column}"
    return sa.ForeignKeyConstraint(["company_id", column], key, name=name, ondelete="CASCADE")


def upgrade() -> None:
    samples()
    pairs()
    scores()
    alerts()


def samples() -> None:
    op.create_table(
        "rating_sample",
        sa.Column("id", ID, primary_key=True),
        owner("rating_sample"),
        sa.Column("model_id", ID, nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("rating_sample", "model_id", "model"),
        sa.UniqueConstraint("company_id", "id", name="uq_rating_sample_company_id_id"),
        sqlite_autoincrement=True,
    )


def pairs() -> None:
    op.create_table(
        "rated_pair",
        sa.Column("id", ID, primary_key=True),
        owner("rated_pair"),
        sa.Column("sample_id", ID, nullable=False),
        sa.Column("conversation_id", ID),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("guess", sa.Text(), nullable=False),
        sa.Column("category", sa.Text()),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("threshold", sa.Float(), nullable=False),
        within_company("rated_pair", "sample_id", "rating_sample"),
        within_company("rated_pair", "conversation_id", "conversation"),
        sa.UniqueConstraint("company_id", "id", name="uq_rated_pair_company_id_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_rated_pair_sample_id", "rated_pair", ["sample_id"])
    op.create_table(
        "rating",
        owner("rating"),
        sa.Column("pair_id", ID, primary_key=True, autoincrement=False),
        sa.Column("rater", sa.Text(), primary_key=True),
        sa.Column("vote", sa.String(length=16), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("rating", "pair_id", "rated_pair"),
    )


def scores() -> None:
    op.create_table(
        "nightly_score",
        sa.Column("id", ID, primary_key=True),
        owner("nightly_score"),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("slot", sa.String(length=32), nullable=False),
        sa.Column("model_id", ID, nullable=False),
        sa.Column("examples", sa.Integer(), nullable=False),
        sa.Column("categories", sa.Integer(), nullable=False),
        sa.Column("automation", sa.Float()),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("not_measured", sa.Text()),
        sa.Column("cases", sa.JSON(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("nightly_score", "model_id", "model"),
        sa.UniqueConstraint("company_id", "language", "slot", name="uq_nightly_score_company_id_language_slot"),
        sqlite_autoincrement=True,
    )


def alerts() -> None:
    op.create_table(
        "alert",
        sa.Column("id", ID, primary_key=True),
        owner("alert"),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("channel", sa.String(length=16), nullable=False),
        sa.Column("message", sa.JSON(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", MOMENT),
        sa.Column("sent", MOMENT),
        sa.Column("error", sa.Text()),
        sa.Column("created", MOMENT, nullable=False),
        sa.UniqueConstraint("company_id", "event", "channel", name="uq_alert_company_id_event_channel"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_alert_next_try", "alert", ["next_try"])
