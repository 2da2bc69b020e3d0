"""What answers say besides, when they hold and whose they are; and what is drawn of a message."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    for table in ("answer", "answer_version"):
        op.add_column(table, sa.Column("more", sa.Text()))
        op.add_column(table, sa.Column("valid_from", sa.Date()))
        op.add_column(table, sa.Column("valid_until", sa.Date()))
        op.add_column(table, sa.Column("owner", sa.Text()))
    op.add_column("message", sa.Column("blocks", sa.JSON(none_as_null=True)))
