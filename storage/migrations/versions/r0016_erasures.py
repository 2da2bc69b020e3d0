"""What was erased, as marks that tell nobody whose it was, and which installation a database is."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    installation = op.create_table(
        "installation",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("erasure_key", sa.String(length=64), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_installation_one")),
    )
    this: dict[str, str | int] = {"id": 1, "name": secrets.token_hex(8), "erasure_key": secrets.token_hex(32)}
    op.execute(installation.insert().values({name: op.inline_literal(value) for name, value in this.items()}))
    op.create_table(
        "erasure",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id", name="fk_erasure_company_id"), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("examples", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_erasure_company_id", "erasure", ["company_id"])
