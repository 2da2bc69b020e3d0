"""Questions asked back, titles that candidates read, and the countries of a company."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("company", sa.Column("countries", sa.JSON()))
    op.add_column("answer", sa.Column("title", sa.Text()))
    op.add_column("conversation", sa.Column("clarifying", sa.Integer()))
    op.add_column("conversation", sa.Column("expects", sa.String(length=64)))
    op.add_column("decision", sa.Column("options", sa.JSON()))
    op.add_column("decision", sa.Column("about_seq", sa.Integer()))
