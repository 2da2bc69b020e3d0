"""Steps of a run tell how long the next one has left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"


def upgrade() -> None:
    op.add_column("job_run", sa.Column("steps", sa.JSON()))
