"""The tables of openings: the feeds they come from, where they are, and which professions they are for."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Date, Float, Index, Integer, String, Table, UniqueConstraint, text, true

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables.base import metadata, of_same_company, owner

opening_feed = Table(
    "opening_feed",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("format", String(32), nullable=False),
    Column("url", Words, nullable=False),
    Column("options", Json, nullable=False),
    Column("every_minutes", Integer, nullable=False),
    Column("enabled", Boolean, nullable=False, server_default=true()),
    Column("etag", Words),
    Column("last_modified", Words),
    Column("next_fetch", UtcDateTime, index=True),
    Column("checked", UtcDateTime),
    Column("leased_by", String(32)),
    Column("leased_until", UtcDateTime),
    Column("failures", Integer, nullable=False, server_default=text("0")),
    Column("may_shrink_to", Integer),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("company_id", "url"),
    UniqueConstraint("company_id", "id"),
    sqlite_autoincrement=True,
)

feed_import = Table(
    "feed_import",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("feed_id", Id, nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("offered", Integer, nullable=False),
    Column("added", Integer, nullable=False),
    Column("changed", Integer, nullable=False),
    Column("closed", Integer, nullable=False),
    Column("skipped", Integer, nullable=False),
    Column("detail", Json, nullable=False),
    Column("error", Words),
    Column("reason", Json),
    Column("seconds", Float, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("feed_id", "opening_feed"),
    UniqueConstraint("company_id", "id"),
    Index(None, "company_id", "feed_id", "id"),
    sqlite_autoincrement=True,
)

opening = Table(
    "opening",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("feed_id", Id, nullable=False),
    Column("external_id", Words, nullable=False),
    Column("status", String(16), nullable=False),
    Column("title", Words, nullable=False),
    Column("language", String(16)),
    Column("description", Words, nullable=False),
    Column("department", Words),
    Column("work_mode", String(16)),
    Column("employment_types", Json, nullable=False),
    Column("level", String(16)),
    Column("salary", Json),
    Column("contact", Json),
    Column("url", Words),
    Column("apply_url", Words),
    Column("posted", Date),
    Column("valid_through", Date),
    Column("fingerprint", String(64), nullable=False),
    Column("first_seen", UtcDateTime, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Column("closed", UtcDateTime),
    of_same_company("feed_id", "opening_feed"),
    UniqueConstraint("company_id", "id"),
    UniqueConstraint("feed_id", "external_id"),
    Index(None, "company_id", "status", "posted"),
    Index(None, "company_id", "feed_id", "status"),
    Index(None, "status", "valid_through"),
    sqlite_autoincrement=True,
)

opening_place = Table(
    "opening_place",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("opening_id", Id, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("city", Words),
    Column("region", Words),
    Column("country", String(2)),
    Column("latitude", Float),
    Column("longitude", Float),
    of_same_company("opening_id", "opening"),
)

opening_profession = Table(
    "opening_profession",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("opening_id", Id, primary_key=True),
    Column("profession", String(64), primary_key=True),
    of_same_company("opening_id", "opening"),
)
