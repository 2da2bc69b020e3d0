"""Openings and the feeds they come from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def owner(table: str) -> sa.Column[int]:
    return sa.Column("company_id", ID, sa.ForeignKey("company.id", name=f"fk_{table}_company_id"), nullable=False)


def within_company(table: str, column: str, parent: str) -> sa.ForeignKeyConstraint:
    key = [f"{parent}.company_id", f"{parent}.id"]
    name = f"fk_{table}_company_id_{column}"
    return sa.ForeignKeyConstraint(["company_id", column], key, name=name, ondelete="CASCADE")


def upgrade() -> None:
    revision_ = sa.Column("openings_revision", sa.Integer(), nullable=False, server_default=sa.text("0"))
    op.add_column("company", revision_)
    feeds()
    imports()
    openings()
    parts()


def feeds() -> None:
    op.create_table(
        "opening_feed",
        sa.Column("id", ID, primary_key=True),
        owner("opening_feed"),
        sa.Column("format", sa.String(length=32), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("every_minutes", sa.Integer(), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("etag", sa.Text()),
        sa.Column("last_modified", sa.Text()),
        sa.Column("next_fetch", MOMENT),
        sa.Column("checked", MOMENT),
        sa.Column("failures", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("may_shrink_to", sa.Integer()),
        sa.Column("created", MOMENT, nullable=False),
        sa.UniqueConstraint("company_id", "url", name="uq_opening_feed_company_id_url"),
        sa.UniqueConstraint("company_id", "id", name="uq_opening_feed_company_id_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_opening_feed_next_fetch", "opening_feed", ["next_fetch"])


def imports() -> None:
    counts = ("offered", "added", "changed", "closed", "skipped")
    op.create_table(
        "feed_import",
        sa.Column("id", ID, primary_key=True),
        owner("feed_import"),
        sa.Column("feed_id", ID, nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        *[sa.Column(name, sa.Integer(), nullable=False) for name in counts],
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("error", sa.Text()),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        within_company("feed_import", "feed_id", "opening_feed"),
        sa.UniqueConstraint("company_id", "id", name="uq_feed_import_company_id_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_feed_import_company_id_feed_id_id", "feed_import", ["company_id", "feed_id", "id"])


def openings() -> None:
    op.create_table(
        "opening",
        sa.Column("id", ID, primary_key=True),
        owner("opening"),
        sa.Column("feed_id", ID, nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=16)),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("department", sa.Text()),
        sa.Column("work_mode", sa.String(length=16)),
        sa.Column("employment_types", sa.JSON(), nullable=False),
        sa.Column("level", sa.String(length=16)),
        sa.Column("salary", sa.JSON()),
        sa.Column("contact", sa.JSON()),
        sa.Column("url", sa.Text()),
        sa.Column("apply_url", sa.Text()),
        sa.Column("posted", sa.Date()),
        sa.Column("valid_through", sa.Date()),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("first_seen", MOMENT, nullable=False),
        sa.Column("changed", MOMENT, nullable=False),
        sa.Column("closed", MOMENT),
        within_company("opening", "feed_id", "opening_feed"),
        sa.UniqueConstraint("company_id", "id", name="uq_opening_company_id_id"),
        sa.UniqueConstraint("feed_id", "external_id", name="uq_opening_feed_id_external_id"),
        sqlite_autoincrement=True,
    )
    for columns in (
        ["company_id", "status", "posted"],
        ["company_id", "feed_id", "status"],
        ["status", "valid_through"],
    ):
        op.create_index(f"ix_opening_{'_'.join(columns)}", "opening", columns)


def parts() -> None:
    op.create_table(
        "opening_place",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("opening_id", ID, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("city", sa.Text()),
        sa.Column("region", sa.Text()),
        sa.Column("country", sa.String(length=2)),
        sa.Column("latitude", sa.Float()),
        sa.Column("longitude", sa.Float()),
        within_company("opening_place", "opening_id", "opening"),
    )
    op.create_table(
        "opening_profession",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("opening_id", ID, primary_key=True, autoincrement=False),
        sa.Column("profession", sa.String(length=64), primary_key=True),
        within_company("opening_profession", "opening_id", "opening"),
    )
    op.create_index("ix_opening_place_company_id_latitude", "opening_place", ["company_id", "latitude"])
    op.create_index("ix_opening_profession_company_id_profession", "opening_profession", ["company_id", "profession"])
