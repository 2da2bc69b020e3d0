"""Companies, people, training data, models, conversations and the running of the service."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def within_company(table: str, column: str, parent: str) -> sa.ForeignKeyConstraint:
    key = [f"{parent}.company_id", f"{parent}.id"]
    name = f"fk_{table}_company_id_{column}"
    return sa.ForeignKeyConstraint(["company_id", column], key, name=name, ondelete="CASCADE")


def upgrade() -> None:
    companies()
    people()
    examples()
    answers()
    models()
    figures()
    conversations()
    decisions()
    running()


def companies() -> None:
    op.create_table(
        "company",
        sa.Column("id", ID, primary_key=True),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("languages", sa.JSON(), nullable=False),
        sa.Column("default_language", sa.String(length=16), nullable=False),
        sa.Column("careers_url", sa.Text(), nullable=False),
        sa.Column("contact_email", sa.Text(), nullable=False),
        sa.Column("helpline", sa.JSON(), nullable=False),
        sa.Column("answer_time", sa.JSON(), nullable=False),
        sa.Column("dataset_revision", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("dataset_changed", MOMENT),
        sa.Column("created", MOMENT, nullable=False),
        sa.UniqueConstraint("key", name="uq_company_key"),
        sqlite_autoincrement=True,
    )


def people() -> None:
    op.create_table(
        "account",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id")),
        sa.Column("email", sa.String(length=320), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("disabled", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("password_hash", sa.String(length=512), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.CheckConstraint(
            "role = 'operator' OR company_id IS NOT NULL", name=op.f("ck_account_recruiter_has_company")
        ),
        sa.UniqueConstraint("email", name="uq_account_email"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_account_company_id", "account", ["company_id"])
    op.create_table(
        "session",
        sa.Column("id", ID, primary_key=True),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("token_hash", sa.String(length=128), nullable=False),
        sa.Column("csrf", sa.String(length=128), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("expires", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_session_account_id", ondelete="CASCADE"),
        sa.UniqueConstraint("token_hash", name="uq_session_token_hash"),
    )
    op.create_index("ix_session_account_id", "session", ["account_id"])
    op.create_index("ix_session_expires", "session", ["expires"])


def examples() -> None:
    op.create_table(
        "category",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.UniqueConstraint("company_id", "id", name="uq_category_company_id_id"),
        sa.UniqueConstraint("company_id", "name", name="uq_category_company_id_name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "example",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id"), nullable=False),
        sa.Column("category_id", ID, nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("normalised", sa.Text(), nullable=False),
        sa.Column("origin", sa.String(length=16), nullable=False),
        sa.Column("import_ref", sa.Text()),
        sa.Column("created_by", sa.Text()),
        sa.Column("created", MOMENT, nullable=False),
        within_company("example", "category_id", "category"),
        sa.UniqueConstraint("company_id", "language", "normalised", name="uq_example_company_id_language_normalised"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_example_company_id_category_id_language", "example", ["company_id", "category_id", "language"])


def answers() -> None:
    op.create_table(
        "answer",
        sa.Column("company_id", ID, sa.ForeignKey("company.id"), nullable=False),
        sa.Column("category_id", ID, primary_key=True),
        sa.Column("language", sa.String(length=16), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("buttons", sa.JSON(), nullable=False),
        sa.Column("links", sa.JSON(), nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        within_company("answer", "category_id", "category"),
    )
    op.create_index("ix_answer_company_id_category_id", "answer", ["company_id", "category_id"])
    op.create_table(
        "golden_question",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id"), nullable=False),
        sa.Column("category_id", ID, nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("normalised", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("golden_question", "category_id", "category"),
        sa.UniqueConstraint("company_id", "language", "normalised"),
    )
    op.create_index("ix_golden_question_company_id_category_id", "golden_question", ["company_id", "category_id"])


def models() -> None:
    op.create_table(
        "model",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=128), nullable=False),
        sa.Column("dataset_revision", sa.Integer(), nullable=False),
        sa.Column("recipe", sa.JSON(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("promoted", MOMENT),
        sa.UniqueConstraint("company_id", "id", name="uq_model_company_id_id"),
        sa.UniqueConstraint("company_id", "number", name="uq_model_company_id_number"),
        sqlite_autoincrement=True,
    )
    live = sa.text("status = 'live'")
    op.create_index(
        "uq_model_live", "model", ["company_id", "language"], unique=True, sqlite_where=live, postgresql_where=live
    )


def figures() -> None:
    op.create_table(
        "evaluation",
        sa.Column("company_id", ID, sa.ForeignKey("company.id"), nullable=False),
        sa.Column("model_id", ID, primary_key=True),
        sa.Column("kind", sa.String(length=32), primary_key=True),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("evaluation", "model_id", "model"),
    )
    op.create_table(
        "gate_decision",
        sa.Column("company_id", ID, sa.ForeignKey("company.id"), nullable=False),
        sa.Column("model_id", ID, autoincrement=False, primary_key=True),
        sa.Column("live_id", ID),
        sa.Column("verdict", sa.String(length=16), nullable=False),
        sa.Column("reasons", sa.JSON(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("gate_decision", "model_id", "model"),
    )


def conversations() -> None:
    op.create_table(
        "conversation",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id"), nullable=False),
        sa.Column("public_id", sa.String(length=64), nullable=False),
        sa.Column("token_hash", sa.String(length=128), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("owner", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.UniqueConstraint("company_id", "id", name="uq_conversation_company_id_id"),
        sa.UniqueConstraint("public_id", name="uq_conversation_public_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_conversation_company_id_updated", "conversation", ["company_id", "updated"])
    op.create_table(
        "message",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True),
        sa.Column("direction", sa.String(length=16), nullable=False),
        sa.Column("author", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("buttons", sa.JSON(), nullable=False),
        sa.Column("links", sa.JSON(), nullable=False),
        sa.Column("client_id", sa.Text()),
        sa.Column("reply_to", sa.Integer()),
        sa.Column("created", MOMENT, nullable=False),
        within_company("message", "conversation_id", "conversation"),
        sa.UniqueConstraint("conversation_id", "client_id", name="uq_message_conversation_id_client_id"),
    )


def decisions() -> None:
    op.create_table(
        "decision",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("conversation_id", ID, nullable=False),
        sa.Column("message_seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.Column("intent", sa.Text()),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("threshold", sa.Float(), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("ranking", sa.JSON(), nullable=False),
        sa.Column("entities", sa.JSON(), nullable=False),
        sa.Column("model_version", sa.String(length=64), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("decision", "conversation_id", "conversation"),
        sa.UniqueConstraint("company_id", "id", name="uq_decision_company_id_id"),
        sa.UniqueConstraint("conversation_id", "message_seq", name="uq_decision_conversation_id_message_seq"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "review",
        sa.Column("id", ID, autoincrement=False, primary_key=True),
        sa.Column("company_id", ID, nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("question", sa.Boolean(), nullable=False),
        sa.Column("category", sa.Text()),
        sa.Column("reviewer", sa.Text()),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        within_company("review", "id", "decision"),
    )
    op.create_index("ix_review_company_id_status_id", "review", ["company_id", "status", "id"])
    scoped = ["company_id", "question", "status", "id"]
    op.create_index("ix_review_company_id_question_status_id", "review", scoped)


def running() -> None:
    op.create_table(
        "job_run",
        sa.Column("job", sa.String(length=64), primary_key=True),
        sa.Column("slot", sa.String(length=128), primary_key=True),
        sa.Column("started", MOMENT, nullable=False),
        sa.Column("finished", MOMENT),
        sa.Column("outcome", sa.String(length=64)),
        sa.Column("detail", sa.Text()),
    )
    op.create_index("ix_job_run_job_finished", "job_run", ["job", "finished"])
    op.create_index("ix_job_run_started", "job_run", ["started"])
    op.create_table(
        "audit",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id")),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.String(length=64), nullable=False),
        sa.Column("detail", sa.JSON()),
        sa.Column("created", MOMENT, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_company_id_id", "audit", ["company_id", "id"])
    op.create_table(
        "login_attempt",
        sa.Column("id", ID, primary_key=True),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("ok", sa.Boolean(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
    )
    op.create_index("ix_login_attempt_address_created", "login_attempt", ["address", "created"])
    op.create_index("ix_login_attempt_created", "login_attempt", ["created"])
    op.create_index("ix_login_attempt_email_created", "login_attempt", ["email", "created"])
