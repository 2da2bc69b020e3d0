"""Decisions about a question that was clarified before have an index of their own: a search finds them from there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    chosen = sa.text("about_seq IS NOT NULL")
    op.create_index("ix_decision_about", "decision", ["company_id", "id"], sqlite_where=chosen, postgresql_where=chosen)
