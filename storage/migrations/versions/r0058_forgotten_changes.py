"""What a change replaced may be forgotten after a time: addresses of webhooks are often keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"


def upgrade() -> None:
    op.add_column("dataset_change", sa.Column("kept_until", sa.DateTime(timezone=True)))
    op.create_index("ix_dataset_change_kept_until", "dataset_change", ["kept_until"])
