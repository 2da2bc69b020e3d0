"""Full text of openings, and the synonyms of a company."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
OPENING = ["opening.company_id", "opening.id"]
PARTS = {
    "opening_place": (["latitude", "longitude", "opening_id"], ["city"], ["country", "region", "opening_id"]),
    "opening_profession": (["profession", "opening_id"],),
}
FULL_TEXT = (
    "CREATE VIRTUAL TABLE opening_fts USING fts5("
    "title, words, content='opening_text', content_rowid='opening_id', tokenize='ascii', detail='column')"
)
ADD = "INSERT INTO opening_fts(rowid, title, words) VALUES (new.opening_id, new.title, new.words);"
DROP = (
    "INSERT INTO opening_fts(opening_fts, rowid, title, words) VALUES ('delete', old.opening_id, old.title, old.words);"
)
TRIGGERS = {"INSERT": ADD, "DELETE": DROP, "UPDATE": DROP + ADD}


def upgrade() -> None:
    entries()
    texts()
    synonyms()
    for table, indexes in PARTS.items():
        for columns in indexes:
            op.create_index(f"ix_{table}_company_id_{'_'.join(columns)}", table, ["company_id", *columns])


def of_opening(table: str) -> tuple[sa.Column[int] | sa.ForeignKeyConstraint, ...]:
    return (
        sa.Column("company_id", ID, nullable=False),
        sa.Column("opening_id", ID, primary_key=True, autoincrement=False),
        sa.ForeignKeyConstraint(
            ["company_id", "opening_id"], OPENING, name=f"fk_{table}_company_id_opening_id", ondelete="CASCADE"
        ),
    )


def entries() -> None:
    op.create_table(
        "opening_entry",
        *of_opening("opening_entry"),
        sa.Column("posted", sa.Integer(), nullable=False),
        sa.Column("last_day", sa.Integer(), nullable=False),
        sa.Column("work_mode", sa.String(length=16)),
        sa.Column("level", sa.String(length=16)),
        sa.Column("types", sa.Integer(), nullable=False),
    )
    columns = ["company_id", "posted", "opening_id", "last_day"]
    op.create_index("ix_opening_entry_company_id_posted_opening_id_last_day", "opening_entry", columns)


def texts() -> None:
    op.create_table(
        "opening_text",
        *of_opening("opening_text"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute(FULL_TEXT)
        for event, what in TRIGGERS.items():
            op.execute(f"CREATE TRIGGER opening_text_{event.lower()} AFTER {event} ON opening_text BEGIN {what} END")
        return
    for column in ("title", "words"):
        terms = sa.text(f"array_to_tsvector(string_to_array({column}, ' '))")
        op.create_index(f"ix_opening_text_{column}", "opening_text", [terms], postgresql_using="gin")


def synonyms() -> None:
    op.create_table(
        "synonym",
        sa.Column("id", ID, primary_key=True),
        sa.Column("company_id", ID, sa.ForeignKey("company.id", name="fk_synonym_company_id"), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("meaning", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.UniqueConstraint(
            "company_id", "language", "folded", "meaning", name="uq_synonym_company_id_language_folded_meaning"
        ),
        sqlite_autoincrement=True,
    )
