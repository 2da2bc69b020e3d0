"""Files of detectors that nobody will go back to are given up, as those of models are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0059"


def upgrade() -> None:
    op.add_column("detector", sa.Column("pruned", sa.DateTime(timezone=True)))
