"""Messages of people say who wrote them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    op.add_column("message", sa.Column("person_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite")))
