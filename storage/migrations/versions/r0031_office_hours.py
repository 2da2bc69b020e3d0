"""When a company's people are at work."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.add_column("company", sa.Column("office_hours", sa.JSON()))
