"""The tables that hold companies, people, training data and the running of the service.

Every row belongs to a company, and a child's foreign key carries the company with it, so that the database itself
refuses a row that mixes two companies. Exempt are operators (of no
company), sessions (their user's), login attempts and job runs.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
)

from storage.database.columns import Id, Json, UtcDateTime, Words

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def owner() -> Column[int]:
    """Return the column that says which company a row belongs to."""
    return Column("company_id", Id, ForeignKey("company.id"), nullable=False)


def of_same_company(column: str, parent: str) -> ForeignKeyConstraint:
    """Return the key that ties a row to a parent of the same company and goes with it."""
    return ForeignKeyConstraint(["company_id", column], [f"{parent}.company_id", f"{parent}.id"], ondelete="CASCADE")


company = Table(
    "company",
    metadata,
    Column("id", Id, primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("name", Words, nullable=False),
    Column("languages", Json, nullable=False),
    Column("default_language", String(16), nullable=False),
    Column("countries", Json),
    Column("careers_url", Words, nullable=False),
    Column("contact_email", Words, nullable=False),
    Column("helpline", Json, nullable=False),
    Column("answer_time", Json, nullable=False),
    Column("dataset_revision", Integer, nullable=False, server_default=text("0")),
    Column("dataset_changed", UtcDateTime),
    Column("openings_revision", Integer, nullable=False, server_default=text("0")),
    Column("answer_hours", Integer),
    Column("edition", BigInteger, nullable=False, server_default=text("0")),
    Column("office_hours", Json),
    Column("look", Json),
    Column("privacy_url", Words),
    Column("privacy_version", Words),
    Column("escalate_hours", Integer),
    Column("rota", Boolean, nullable=False, server_default=false()),
    Column("own_settings", Json),
    Column("created", UtcDateTime, nullable=False),
    sqlite_autoincrement=True,
)

company_logo = Table(
    "company_logo",
    metadata,
    Column("company_id", Id, ForeignKey("company.id"), primary_key=True, autoincrement=False),
    Column("picture", LargeBinary, nullable=False),
)

account = Table(
    "account",
    metadata,
    Column("id", Id, primary_key=True),
    Column("company_id", Id, ForeignKey("company.id"), index=True),
    Column("email", String(320), nullable=False, unique=True),
    Column("name", Words, nullable=False),
    Column("role", String(16), nullable=False),
    Column("disabled", Boolean, nullable=False, server_default=false()),
    Column("away", Boolean, nullable=False, server_default=false()),
    Column("rota_place", Integer, nullable=False, server_default=text("0")),
    Column("password_hash", String(512), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    CheckConstraint("role = 'operator' OR company_id IS NOT NULL", name="recruiter_has_company"),
    sqlite_autoincrement=True,
)

session = Table(
    "session",
    metadata,
    Column("id", Id, primary_key=True),
    Column("account_id", Id, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("token_hash", String(128), nullable=False, unique=True),
    Column("csrf", String(128), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("expires", UtcDateTime, nullable=False, index=True),
)

login_attempt = Table(
    "login_attempt",
    metadata,
    Column("id", Id, primary_key=True),
    Column("email", Words, nullable=False),
    Column("address", Words, nullable=False),
    Column("ok", Boolean, nullable=False),
    Column("created", UtcDateTime, nullable=False, index=True),
    Index(None, "email", "created"),
    Index(None, "address", "created"),
)

category = Table(
    "category",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("name", Words, nullable=False),
    Column("label", Words, nullable=False, server_default=text("''")),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("company_id", "name"),
    UniqueConstraint("company_id", "id"),
    Index("uq_category_company_id_label", "company_id", "label", unique=True),
    sqlite_autoincrement=True,
)

example = Table(
    "example",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("category_id", Id, nullable=False),
    Column("language", String(16), nullable=False),
    Column("text", Words, nullable=False),
    Column("normalised", Words, nullable=False),
    Column("origin", String(16), nullable=False),
    Column("import_ref", Words),
    Column("created_by", Words),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("category_id", "category"),
    UniqueConstraint("company_id", "language", "normalised"),
    Index(None, "company_id", "category_id", "language"),
    Index(None, "company_id", "import_ref"),
    sqlite_autoincrement=True,
)

dataset_import = Table(
    "dataset_import",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("author", Words),
    Column("added", Integer, nullable=False),
    Column("new_categories", Json, nullable=False),
    Column("replaced", Json, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("undone", UtcDateTime),
    Index(None, "company_id"),
    sqlite_autoincrement=True,
)

answer = Table(
    "answer",
    metadata,
    owner(),
    Column("category_id", Id, primary_key=True),
    Column("language", String(16), primary_key=True),
    Column("text", Words, nullable=False),
    Column("title", Words),
    Column("buttons", Json, nullable=False),
    Column("links", Json, nullable=False),
    Column("updated", UtcDateTime, nullable=False),
    Column("more", Words),
    Column("valid_from", Date),
    Column("valid_until", Date),
    Column("owner", Words),
    of_same_company("category_id", "category"),
    Index(None, "company_id", "category_id"),
)

golden_question = Table(
    "golden_question",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("category_id", Id, nullable=False),
    Column("language", String(16), nullable=False),
    Column("text", Words, nullable=False),
    Column("normalised", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("category_id", "category"),
    UniqueConstraint("company_id", "language", "normalised"),
    Index(None, "company_id", "category_id"),
)

job_run = Table(
    "job_run",
    metadata,
    Column("job", String(64), primary_key=True),
    Column("slot", String(128), primary_key=True),
    Column("started", UtcDateTime, nullable=False, index=True),
    Column("finished", UtcDateTime),
    Column("outcome", String(64)),
    Column("detail", Words),
    Column("leased_by", String(32)),
    Column("leased_until", UtcDateTime),
    Column("deaths", Integer, nullable=False, server_default=text("0")),
    # How far it was when, as `storage.jobs.RunStep` has it.
    Column("steps", Json),
    Index(None, "job", "finished"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Id, primary_key=True),
    Column("company_id", Id, ForeignKey("company.id")),
    Column("actor", Words, nullable=False),
    Column("action", String(64), nullable=False),
    Column("detail", Json),
    Column("created", UtcDateTime, nullable=False),
    Index(None, "company_id", "id"),
    sqlite_autoincrement=True,
)
