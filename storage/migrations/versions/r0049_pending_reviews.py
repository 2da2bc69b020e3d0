"""Every review has a group, and those that are pending have an index of them: a long queue is counted at once.

Questions that differ from their message have an index, so that a search need not read every decision.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"

PENDING = sa.text("status = 'pending'")


def upgrade() -> None:
    op.execute("UPDATE review SET question_group = 'alone:' || id WHERE question_group IS NULL")
    columns = ["company_id", "question", "question_group", "id"]
    op.create_index("ix_review_pending", "review", columns, sqlite_where=PENDING, postgresql_where=PENDING)
    understood = sa.text("question IS NOT NULL")
    columns = ["company_id", "id"]
    op.create_index("ix_decision_question", "decision", columns, sqlite_where=understood, postgresql_where=understood)
