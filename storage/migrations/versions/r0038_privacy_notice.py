"""Which privacy notice was on show when a conversation began, and a company's own page about privacy."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.add_column("company", sa.Column("privacy_url", sa.Text()))
    op.add_column("company", sa.Column("privacy_version", sa.Text()))
    op.add_column("conversation", sa.Column("privacy_version", sa.String(64)))
    op.add_column("conversation", sa.Column("privacy_shown", sa.DateTime(timezone=True)))
