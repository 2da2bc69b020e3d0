"""Where each opening is for each of its professions, and how many there are, so that a search reads little."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
COUNTED = ["last_day", "work_mode", "types", "level", "posted", "opening_id"]
MAP = ["company_id", "profession", "latitude", "longitude", *COUNTED, "position", "city", "country"]
AREAS = ["company_id", "profession", "country", "region", *COUNTED]
FILLED = """
    INSERT INTO opening_spot (company_id, opening_id, profession, position, city, region, country, latitude, longitude,
        posted, last_day, work_mode, level, types)
    SELECT e.company_id, e.opening_id, f.profession, coalesce(p.position, 0), substr(p.city, 1, 200),
        substr(p.region, 1, 200), p.country, p.latitude, p.longitude, e.posted, e.last_day, e.work_mode,
        e.level, e.types
    FROM opening_entry e
    JOIN (SELECT opening_id, profession FROM opening_profession UNION SELECT opening_id, '' FROM opening_entry) f
        ON f.opening_id = e.opening_id
    LEFT JOIN opening_place p ON p.opening_id = e.opening_id"""
DAYS_FILLED = """
    INSERT INTO opening_day (company_id, last_day, openings)
    SELECT company_id, last_day, count(*) FROM opening_entry GROUP BY company_id, last_day"""
ADD = """
    INSERT INTO opening_day (company_id, last_day, openings) VALUES (new.company_id, new.last_day, 1)
    ON CONFLICT (company_id, last_day) DO UPDATE SET openings = opening_day.openings + 1;"""
DROP = """
    UPDATE opening_day SET openings = openings - 1 WHERE company_id = old.company_id AND last_day = old.last_day;
    DELETE FROM opening_day WHERE company_id = old.company_id AND last_day = old.last_day AND openings = 0;"""
EVENTS = {"INSERT": ADD, "DELETE": DROP, "UPDATE OF company_id, last_day": DROP + ADD}
COUNTING = f"""
    CREATE OR REPLACE FUNCTION opening_entry_counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP <> 'INSERT' THEN {DROP} END IF;
        IF TG_OP <> 'DELETE' THEN {ADD} END IF;
        RETURN NULL;
    END $$"""
UNUSED = {
    "opening_place": ("latitude", "latitude_longitude_opening_id", "city", "country_region_opening_id"),
    "opening_profession": ("profession", "profession_opening_id"),
}


def upgrade() -> None:
    spots()
    days()
    by_mode = ["company_id", "work_mode", "last_day"]
    op.create_index("ix_opening_entry_company_id_work_mode_last_day", "opening_entry", by_mode)
    for table, indexes in UNUSED.items():
        for columns in indexes:
            op.drop_index(f"ix_{table}_company_id_{columns}", table)


def spots() -> None:
    op.create_table(
        "opening_spot",
        sa.Column("company_id", ID, nullable=False),
        sa.Column("opening_id", ID, primary_key=True, autoincrement=False),
        sa.Column("profession", sa.String(length=64), primary_key=True),
        sa.Column("position", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("city", sa.Text()),
        sa.Column("region", sa.Text()),
        sa.Column("country", sa.String(length=2)),
        sa.Column("latitude", sa.Float()),
        sa.Column("longitude", sa.Float()),
        sa.Column("posted", sa.Integer(), nullable=False),
        sa.Column("last_day", sa.Integer(), nullable=False),
        sa.Column("work_mode", sa.String(length=16)),
        sa.Column("level", sa.String(length=16)),
        sa.Column("types", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id", "opening_id"],
            ["opening.company_id", "opening.id"],
            name="fk_opening_spot_company_id_opening_id",
            ondelete="CASCADE",
        ),
    )
    op.execute(FILLED)
    op.create_index("ix_opening_spot_on_the_map", "opening_spot", MAP)
    op.create_index("ix_opening_spot_in_areas", "opening_spot", AREAS)


def days() -> None:
    op.create_table(
        "opening_day",
        sa.Column(
            "company_id",
            ID,
            sa.ForeignKey("company.id", name="fk_opening_day_company_id"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("last_day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("openings", sa.Integer(), nullable=False),
    )
    op.execute(DAYS_FILLED)
    if op.get_bind().dialect.name == "sqlite":
        for event, what in EVENTS.items():
            name = f"opening_entry_{event.split()[0].lower()}"
            op.execute(f"CREATE TRIGGER {name} AFTER {event} ON opening_entry BEGIN {what} END")
        return
    op.execute(COUNTING)
    op.execute(
        f"CREATE TRIGGER opening_entry_counted AFTER {' OR '.join(EVENTS)} ON opening_entry "
        "FOR EACH ROW EXECUTE FUNCTION opening_entry_counted()"
    )
