"""The question a decision is about, where it is not the whole message or more than it; and what was asked besides."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("decision", sa.Column("question", sa.Text()))
    op.add_column("decision", sa.Column("also", sa.JSON()))
