"""Answers have versions: what stands is the first one of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_SAID = ("company_id", "category_id", "language", "text", "title", "buttons", "links")


def upgrade() -> None:
    op.create_table(
        "answer_version",
        sa.Column("id", ID, nullable=False),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("category_id", ID, nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("title", sa.Text()),
        sa.Column("buttons", sa.JSON(), nullable=False),
        sa.Column("links", sa.JSON(), nullable=False),
        sa.Column("author", sa.Text()),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_answer_version_company_id"),
        sa.PrimaryKeyConstraint("id", name="pk_answer_version"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_answer_version_company_id_category_id_language_id",
        "answer_version",
        ["company_id", "category_id", "language", "id"],
    )
    said = ", ".join(_SAID)
    op.execute(
        f"INSERT INTO answer_version ({said}, created) "  # noqa: S608  names of columns
        f"SELECT {said}, updated FROM answer ORDER BY category_id, language"
    )
