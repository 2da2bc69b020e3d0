"""How a company's chat looks and begins."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.database.columns import Id

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.add_column("company", sa.Column("look", sa.JSON()))
    op.create_table(
        "company_logo",
        sa.Column("company_id", Id, sa.ForeignKey("company.id"), primary_key=True, autoincrement=False),
        sa.Column("picture", sa.LargeBinary(), nullable=False),
    )
