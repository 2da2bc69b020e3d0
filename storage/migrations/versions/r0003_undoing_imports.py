"""What each import replaced, so that it can be undone, and who let a blocked model go live."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("gate_decision", sa.Column("override", sa.JSON()))
    op.create_table(
        "dataset_import",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("author", sa.Text()),
        sa.Column("added", sa.Integer(), nullable=False),
        sa.Column("new_categories", sa.JSON(), nullable=False),
        sa.Column("replaced", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_dataset_import_company_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_dataset_import_company_id", "dataset_import", ["company_id"])
    op.create_index("ix_example_company_id_import_ref", "example", ["company_id", "import_ref"])
