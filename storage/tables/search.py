"""What search sees of the openings that are open, and the words a company adds.

The tables of openings stand apart from `opening`, whose rows are wide: a search reads thousands of narrow ones.
`opening_entry` has one row for each opening, `opening_spot` one for each of its places and professions, so that a
profession in a place is one range of an index. `opening_day` counts the entries of each last day on offer, kept in step
by triggers. `opening_text` holds terms (`nlu.words.search_terms`), parted by spaces; `opening_entry.terms` is the
version of what was read from the text. On SQLite the virtual table `opening_fts` indexes them, kept in step by
triggers; on PostgreSQL two GIN indexes do. These differ by database, so that the migration alone makes them, as all
triggers.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table, UniqueConstraint, text

from storage.database.columns import Id, UtcDateTime, Words
from storage.tables.base import metadata, of_same_company, owner

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
    Index(None, "company_id", "work_mode", "last_day"),
)

WHATEVER = ""
"""The `profession` of the spots that an opening has whatever it is for."""

_COUNTED = ("last_day", "work_mode", "types", "level", "posted", "opening_id")

opening_spot = Table(
    "opening_spot",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("opening_id", Id, primary_key=True, autoincrement=False),
    Column("profession", String(64), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("city", Words),
    Column("region", Words),
    Column("country", String(2)),
    Column("latitude", Float),
    Column("longitude", Float),
    Column("posted", Integer, nullable=False),
    Column("last_day", Integer, nullable=False),
    Column("work_mode", String(16)),
    Column("level", String(16)),
    Column("types", Integer, nullable=False),
    of_same_company("opening_id", "opening"),
    # Both hold all that a search reads, so that it never looks at the rows themselves.
    Index(
        "ix_opening_spot_on_the_map",
        *("company_id", "profession", "latitude", "longitude", *_COUNTED, "position", "city", "country"),
    ),
    Index("ix_opening_spot_in_areas", "company_id", "profession", "country", "region", *_COUNTED),
)

opening_day = Table(
    "opening_day",
    metadata,
    Column("company_id", Id, ForeignKey("company.id"), primary_key=True, autoincrement=False),
    Column("last_day", Integer, primary_key=True, autoincrement=False),
    Column("openings", Integer, nullable=False),
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
