"""A category's label is what people read, and may change; its name is what models, decisions and buttons know it by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.add_column("category", sa.Column("label", sa.Text(), nullable=False, server_default=sa.text("''")))
    op.execute("UPDATE category SET label = name")
    op.create_index("uq_category_company_id_label", "category", ["company_id", "label"], unique=True)
