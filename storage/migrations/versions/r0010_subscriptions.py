"""Subscriptions, and mail that waits to go out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def owner(table: str) -> sa.Column[int]:
    return sa.Column("company_id", ID, sa.ForeignKey("company.id", name=f"fk_{table}_company_id"), nullable=False)


def within_company(table: str, column: str, parent: str) -> sa.ForeignKeyConstraint:
    key = [f"{parent}.company_id", f"{parent}.id"]
    name = f"fk_{table}_company_id_{column}"
    return sa.ForeignKeyConstraint(["company_id", column], key, name=name, ondelete="CASCADE")


def index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))


def upgrade() -> None:
    subscriptions()
    tokens()
    mails()
    sent()


def subscriptions() -> None:
    op.create_table(
        "subscription",
        sa.Column("id", ID, primary_key=True),
        owner("subscription"),
        sa.Column("conversation_id", ID),
        sa.Column("email", sa.Text()),
        sa.Column("email_key", sa.String(length=320)),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("wish", sa.JSON(), nullable=False),
        sa.Column("frequency", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("confirmed", MOMENT),
        sa.Column("ended", MOMENT),
        sa.Column("next_due", MOMENT),
        sa.Column("seen_revision", sa.Integer(), nullable=False),
        within_company("subscription", "conversation_id", "conversation"),
        sa.UniqueConstraint("company_id", "id", name="uq_subscription_company_id_id"),
        sqlite_autoincrement=True,
    )
    index("subscription", "company_id", "email_key")
    index("subscription", "company_id", "status")
    index("subscription", "conversation_id")
    index("subscription", "next_due")


def tokens() -> None:
    op.create_table(
        "subscription_token",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("token_hash", sa.String(length=64), primary_key=True),
        sa.Column("subscription_id", ID, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("subscription_token", "subscription_id", "subscription"),
    )
    index("subscription_token", "subscription_id")


def mails() -> None:
    op.create_table(
        "mail",
        sa.Column("id", ID, primary_key=True),
        owner("mail"),
        sa.Column("subscription_id", ID, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", MOMENT),
        sa.Column("tried", MOMENT),
        sa.Column("error", sa.Text()),
        sa.Column("created", MOMENT, nullable=False),
        within_company("mail", "subscription_id", "subscription"),
        sa.UniqueConstraint("key", name="uq_mail_key"),
        sa.UniqueConstraint("company_id", "id", name="uq_mail_company_id_id"),
        sqlite_autoincrement=True,
    )
    index("mail", "company_id", "outcome")
    index("mail", "subscription_id", "outcome")
    index("mail", "next_try")
    index("mail", "tried")


def sent() -> None:
    op.create_table(
        "subscription_opening",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("subscription_id", ID, primary_key=True),
        sa.Column("opening_id", ID, primary_key=True),
        sa.Column("mail_id", ID, nullable=False),
        within_company("subscription_opening", "subscription_id", "subscription"),
        within_company("subscription_opening", "opening_id", "opening"),
        within_company("subscription_opening", "mail_id", "mail"),
    )
    index("subscription_opening", "mail_id")
