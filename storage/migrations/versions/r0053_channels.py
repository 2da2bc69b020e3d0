"""A conversation knows its channel; all there were until now are of the chat on a company's own site."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    op.add_column("conversation", sa.Column("channel", sa.String(32), nullable=False, server_default="web"))
    op.create_index("ix_conversation_company_id_channel", "conversation", ["company_id", "channel"])
