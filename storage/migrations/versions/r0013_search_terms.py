"""Which version of the search terms an opening is found by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column(
        "opening_entry", sa.Column("terms", sa.String(length=32), nullable=False, server_default=sa.text("''"))
    )
    if op.get_bind().dialect.name == "postgresql":
        for column in ("title", "words"):
            # Else new terms wait on a list, which every search reads through, until a vacuum.
            op.execute(f"ALTER INDEX ix_opening_text_{column} SET (fastupdate = off)")
            op.execute(f"SELECT gin_clean_pending_list('ix_opening_text_{column}')")
