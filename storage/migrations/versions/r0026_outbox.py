"""One outbox instead of three: mails, alerts, and what stood in the applications of their delivery."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)

# Whoever takes alerts knows them by their numbers: those keep theirs, what comes after is numbered on.
ALERTS = """
    INSERT INTO outbox (id, company_id, kind, key, recipient, payload, outcome, attempts, next_try, tried, finished,
                        error, created)
    SELECT id, company_id, 'alert', event || ':' || channel, channel, message,
           CASE WHEN sent IS NOT NULL THEN 'sent' WHEN next_try IS NOT NULL THEN 'waiting' ELSE 'given_up' END,
           attempts, next_try, sent, sent, error, created
    FROM alert
"""
MAILS = """
    INSERT INTO outbox (id, company_id, kind, key, subscription_id, outcome, attempts, next_try, tried, finished,
                        error, created)
    SELECT id + {after}, company_id, kind, key, subscription_id, outcome, attempts, next_try, tried,
           CASE WHEN outcome = 'waiting' THEN NULL ELSE tried END, error, created
    FROM mail
"""
APPLICATIONS = """
    INSERT INTO outbox (id, company_id, kind, key, application_id, conversation_id, outcome, attempts, next_try, error,
                        created)
    SELECT id + {after}, company_id, 'application', key, id, conversation_id, 'waiting', attempts, next_try, error,
           COALESCE(sent, created)
    FROM application
    WHERE next_try IS NOT NULL
"""
TOLD = """
    CREATE TABLE told AS
    SELECT company_id, subscription_id, opening_id, mail_id + {after} AS mail_id FROM subscription_opening
"""
TOLD_AGAIN = """
    INSERT INTO subscription_opening (company_id, subscription_id, opening_id, mail_id)
    SELECT company_id, subscription_id, opening_id, mail_id FROM told
"""


def upgrade() -> None:
    _outbox()
    _move(ALERTS)
    mails_after = _move(MAILS)
    _move(APPLICATIONS)
    _number_on()
    _tie_openings_to_the_outbox(mails_after)
    op.drop_table("mail")
    op.drop_table("alert")
    op.drop_index("ix_application_next_try", "application")
    for column in ("attempts", "next_try", "error"):
        op.drop_column("application", column)


def within_company(table: str, column: str, parent: str) -> sa.ForeignKeyConstraint:
    key = [f"{parent}.company_id", f"{parent}.id"]
    name = f"fk_{table}_company_id_{column}"
    return sa.ForeignKeyConstraint(["company_id", column], key, name=name, ondelete="CASCADE")


def index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id", name="fk_outbox_company_id"), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=96), nullable=False),
        sa.Column("recipient", sa.Text()),
        sa.Column("payload", sa.JSON()),
        sa.Column("subscription_id", ID),
        sa.Column("application_id", ID),
        sa.Column("conversation_id", ID),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", MOMENT),
        sa.Column("leased_until", MOMENT),
        sa.Column("tried", MOMENT),
        sa.Column("finished", MOMENT),
        sa.Column("error", sa.Text()),
        sa.Column("created", MOMENT, nullable=False),
        within_company("outbox", "subscription_id", "subscription"),
        within_company("outbox", "application_id", "application"),
        within_company("outbox", "conversation_id", "conversation"),
        sa.UniqueConstraint("company_id", "id", name="uq_outbox_company_id_id"),
        sa.UniqueConstraint("company_id", "kind", "key", name="uq_outbox_company_id_kind_key"),
        sqlite_autoincrement=True,
    )
    index("outbox", "company_id", "kind", "outcome")
    index("outbox", "subscription_id", "outcome")
    for column in ("application_id", "conversation_id", "next_try", "tried"):
        index("outbox", column)


def _move(statement: str) -> int:
    """Put the rows of a table into the outbox behind what is there; return by how much their numbers grew."""
    after = int(op.get_bind().scalar(sa.text("SELECT COALESCE(MAX(id), 0) FROM outbox")) or 0)
    op.execute(statement.format(after=after))
    return after


def _number_on() -> None:
    """Let PostgreSQL go on behind the numbers that were given here; SQLite looks by itself."""
    if op.get_bind().dialect.name == "postgresql":
        last = "SELECT MAX(id) FROM outbox HAVING MAX(id) IS NOT NULL"
        op.execute(f"SELECT setval(pg_get_serial_sequence('outbox', 'id'), ({last}))")


def _tie_openings_to_the_outbox(mails_after: int) -> None:
    op.execute(TOLD.format(after=mails_after))
    op.drop_table("subscription_opening")
    op.create_table(
        "subscription_opening",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("subscription_id", ID, primary_key=True),
        sa.Column("opening_id", ID, primary_key=True),
        sa.Column("mail_id", ID, nullable=False),
        within_company("subscription_opening", "subscription_id", "subscription"),
        within_company("subscription_opening", "opening_id", "opening"),
        within_company("subscription_opening", "mail_id", "outbox"),
    )
    op.execute(TOLD_AGAIN)
    op.drop_table("told")
    index("subscription_opening", "mail_id")
