"""What a message was taken for in its conversation, and what the models saw in it by itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("decision", sa.Column("interpretation", sa.JSON()))
