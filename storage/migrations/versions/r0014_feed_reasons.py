"""Why a feed failed as a code that every language says in its own words, and who fetches a feed at the moment."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("feed_import", sa.Column("reason", sa.JSON()))
    op.add_column("opening_feed", sa.Column("fetching_until", sa.DateTime(timezone=True)))
