"""A share of the conversations for a new model, and model files that are no longer kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def within_company(column: str) -> sa.ForeignKeyConstraint:
    name = f"fk_canary_trial_company_id_{column}"
    return sa.ForeignKeyConstraint(
        ["company_id", column], ["model.company_id", "model.id"], name=name, ondelete="CASCADE"
    )


def upgrade() -> None:
    op.add_column("model", sa.Column("pruned", MOMENT))
    only_canaries = sa.text("status = 'canary'")
    op.create_index(
        "uq_model_canary",
        "model",
        ["company_id", "language"],
        unique=True,
        sqlite_where=only_canaries,
        postgresql_where=only_canaries,
    )
    op.create_table(
        "canary_trial",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id", name="fk_canary_trial_company_id"), nullable=False),
        sa.Column("model_id", ID, nullable=False),
        sa.Column("live_id", ID, nullable=False),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("started", MOMENT, nullable=False),
        sa.Column("ended", MOMENT),
        sa.Column("outcome", sa.String(length=16)),
        sa.Column("figures", sa.JSON()),
        within_company("model_id"),
        within_company("live_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_canary_trial_company_id_model_id", "canary_trial", ["company_id", "model_id"])
