"""What a company asks of its models, which version it pinned as an anchor, which categories it merged, gate's notes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def of_company(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["company_id"], ["company.id"], name=f"fk_{table}_company_id")


def upgrade() -> None:
    op.create_table(
        "gate_setting",
        sa.Column("company_id", ID, primary_key=True, autoincrement=False),
        sa.Column("accuracy_floor", sa.Float()),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("changed", MOMENT, nullable=False),
        of_company("gate_setting"),
    )
    op.create_table(
        "anchor",
        sa.Column("company_id", ID, primary_key=True, autoincrement=False),
        sa.Column("language", sa.String(length=16), primary_key=True),
        sa.Column("model_id", ID, nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        of_company("anchor"),
        sa.ForeignKeyConstraint(
            ["company_id", "model_id"],
            ["model.company_id", "model.id"],
            name="fk_anchor_company_id_model_id",
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "category_merge",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("category_id", ID, primary_key=True, autoincrement=False),
        sa.Column("into_id", ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        of_company("category_merge"),
    )
    op.add_column("gate_decision", sa.Column("notes", sa.JSON()))
