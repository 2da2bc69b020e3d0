"""Applications on their way to the company."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def owner(table: str, *, is_key: bool = False) -> sa.Column[int]:
    key = sa.ForeignKey("company.id", name=f"fk_{table}_company_id")
    return sa.Column("company_id", ID, key, nullable=False, primary_key=is_key, autoincrement=False)


def within_company(table: str, column: str, parent: str) -> sa.ForeignKeyConstraint:
    key = [f"{parent}.company_id", f"{parent}.id"]
    name = f"fk_{table}_company_id_{column}"
    return sa.ForeignKeyConstraint(["company_id", column], key, name=name, ondelete="CASCADE")


def index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))


def upgrade() -> None:
    _settings()
    _applications()


def _settings() -> None:
    op.create_table(
        "apply_setting",
        owner("apply_setting", is_key=True),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("deliver_to", sa.Text()),
        sa.Column("secret", sa.Text()),
        sa.Column("keep_days", sa.Integer(), nullable=False),
        sa.Column("privacy_url", sa.Text()),
    )


def _applications() -> None:
    op.create_table(
        "application",
        sa.Column("id", ID, primary_key=True),
        owner("application"),
        sa.Column("conversation_id", ID, nullable=False),
        sa.Column("opening_id", ID, nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("step", sa.String(length=16), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("email", sa.Text()),
        sa.Column("email_key", sa.String(length=320)),
        sa.Column("file_name", sa.Text()),
        sa.Column("file_type", sa.String(length=100)),
        sa.Column("file", sa.LargeBinary()),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("sent", MOMENT),
        sa.Column("expires", MOMENT, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", MOMENT),
        sa.Column("error", sa.Text()),
        within_company("application", "conversation_id", "conversation"),
        within_company("application", "opening_id", "opening"),
        sa.UniqueConstraint("key", name="uq_application_key"),
        sa.UniqueConstraint("company_id", "id", name="uq_application_company_id_id"),
        sqlite_autoincrement=True,
    )
    index("application", "company_id", "email_key")
    index("application", "conversation_id", "step")
    index("application", "expires")
    index("application", "next_try")
