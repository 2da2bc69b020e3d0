"""What search sees of the openings that are open, and the words a company adds.

Both tables of openings stand apart from `opening`, whose rows are wide: a search reads thousands of narrow ones.
`opening_text` holds terms (`nlu.search_terms`), parted by spaces; `opening_entry.terms` is the version they are of. On
SQLite the virtual table `opening_fts` indexes them, kept in step by triggers; on PostgreSQL two GIN indexes do. These
differ by database, so that the migration alone makes them.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, String, Table, UniqueConstraint, text

from storage.columns import Id, UtcDateTime, Words
from storage.opening_tables import opening_place, opening_profession
from storage.tables import metadata, of_same_company, owner

OF_ONE_DATABASE = ("opening_fts", "ix_opening_text_")
"""How the names of what only one of the databases has begin."""

NEVER = 3_652_059
"""The last day (proleptic ordinal) of an opening that is on offer until it is taken: the last date there is."""

opening_entry = Table(
    "opening_entry",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("opening_id", Id, primary_key=True, autoincrement=False),
    Column("posted", Integer, nullable=False),
    Column("last_day", Integer, nullable=False),
    Column("work_mode", String(16)),
    Column("level", String(16)),
    Column("types", Integer, nullable=False),
    Column("terms", String(32), nullable=False, server_default=text("''")),
    of_same_company("opening_id", "opening"),
    Index(None, "company_id", "posted", "opening_id", "last_day"),
)

opening_text = Table(
    "opening_text",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("opening_id", Id, primary_key=True, autoincrement=False),
    Column("title", Words, nullable=False),
    Column("words", Words, nullable=False),
    of_same_company("opening_id", "opening"),
)

synonym = Table(
    "synonym",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("language", String(16), nullable=False),
    Column("word", Words, nullable=False),
    Column("folded", Words, nullable=False),
    Column("meaning", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("company_id", "language", "folded", "meaning"),
    sqlite_autoincrement=True,
)

_placed = opening_place.c
Index(None, _placed.company_id, _placed.latitude, _placed.longitude, _placed.opening_id)
Index(None, _placed.company_id, _placed.city)
Index(None, _placed.company_id, _placed.country, _placed.region, _placed.opening_id)
Index(None, opening_profession.c.company_id, opening_profession.c.profession, opening_profession.c.opening_id)
