"""A number that changes with whatever the bot says in a company's name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.add_column("company", sa.Column("edition", sa.BigInteger(), nullable=False, server_default=sa.text("0")))
