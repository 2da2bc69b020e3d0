"""How much of a wait was office hours, and whether it was too long, noted when it ends."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    op.add_column("conversation_wait", sa.Column("worked", sa.Integer()))
    op.add_column("conversation_wait", sa.Column("late", sa.Boolean()))
