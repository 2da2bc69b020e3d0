"""People may want a report of the week by mail."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    op.add_column("told_choice", sa.Column("weekly", sa.Boolean(), nullable=False, server_default=sa.false()))
