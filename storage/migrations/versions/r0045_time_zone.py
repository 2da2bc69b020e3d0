"""The time zone of a candidate's device, in which they are told when somebody is back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    op.add_column("conversation", sa.Column("time_zone", sa.String(64)))
