"""What changes of the dataset replaced, so that they can be undone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "dataset_change",
        sa.Column("id", ID, nullable=False),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("audit_id", ID, nullable=False),
        sa.Column("import_id", ID),
        sa.Column("diff", sa.JSON(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("undone", MOMENT),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_dataset_change_company_id"),
        sa.PrimaryKeyConstraint("id", name="pk_dataset_change"),
        sqlite_autoincrement=True,
    )
    for column in ("audit_id", "import_id"):
        op.create_index(f"ix_dataset_change_company_id_{column}", "dataset_change", ["company_id", column])
