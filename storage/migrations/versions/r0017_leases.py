"""Who is at a run of a job or at a feed, and how often a run's process died."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.execute("ALTER TABLE opening_feed RENAME COLUMN fetching_until TO leased_until")
    op.add_column("opening_feed", sa.Column("leased_by", sa.String(length=32)))
    op.add_column("job_run", sa.Column("leased_by", sa.String(length=32)))
    op.add_column("job_run", sa.Column("leased_until", sa.DateTime(timezone=True)))
    op.add_column("job_run", sa.Column("deaths", sa.Integer(), nullable=False, server_default=sa.text("0")))
