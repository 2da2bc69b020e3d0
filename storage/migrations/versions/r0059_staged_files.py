"""An uploaded file waits on the server until it is imported; no page carries it to and fro."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    person = sa.ForeignKey("account.id", name="fk_staged_file_account_id", ondelete="CASCADE")
    op.create_table(
        "staged_file",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id", name="fk_staged_file_company_id"), nullable=False),
        sa.Column("account_id", ID, person, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_staged_file_account_id", "staged_file", ["account_id"])
    op.create_index("ix_staged_file_created", "staged_file", ["created"])
    op.create_index("ix_staged_file_company_id_account_id", "staged_file", ["company_id", "account_id"])
