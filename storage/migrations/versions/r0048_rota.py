"""Companies may give new conversations to their people in turn; who is away is left out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"


def upgrade() -> None:
    op.add_column("company", sa.Column("rota", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("account", sa.Column("away", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("account", sa.Column("rota_place", sa.Integer(), nullable=False, server_default=sa.text("0")))
