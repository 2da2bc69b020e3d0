"""What a verdict taught, so that it can be taken back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.add_column("review", sa.Column("taught", sa.JSON()))
