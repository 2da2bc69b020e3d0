"""Rows of every vintage: a database grows from the first revision to the last, and gets rows in all tables at each."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from graphlib import TopologicalSorter
from typing import Any

from sqlalchemy import Column, Connection, Engine, MetaData, Table, insert, text, types

from storage.database.migrate import revisions, upgrade_to
from storage.database.rows import new_id

NOW = datetime(2026, 3, 1, 12, 0, 0, 250, tzinfo=UTC)
DAY = date(2026, 3, 1).toordinal()
OF_ONE_DATABASE = ("opening_fts", "ix_opening_text_", "ix_message_pairs", "ix_message_marks")
"""How the names of what only one of the databases has begin."""
FILLED_BY_THEMSELVES = {"opening_day", "installation"}
_WISH = {"professions": ["nurse"], "cities": ["berlin"]}
_JSON: dict[str, Any] = {
    "languages": ["en", "de"],
    "countries": ["DE"],
    "helpline": {"en": "Call 112."},
    "answer_time": {"en": "within a day"},
    "buttons": [{"id": "faq:salary", "title": "Salary"}],
    "links": [{"title": "Jobs", "url": "https://example.org"}],
    "ranking": [{"intent": "salary", "confidence": 0.75}],
    "entities": [],
    "employment_types": ["full_time"],
    "wish": _WISH,
    "filters": {},
    "options": ["salary", "benefits"],
    "new_categories": ["salary"],
    "replaced": [],
    "cases": [],
    "cards": [],
    "office_hours": {"zone": "Europe/Berlin", "week": ["9:00-17:00"] * 7, "days_off": ["2026-12-25"]},
    "look": {"bot_name": "Halmi", "colour": "#14594f", "starters": {"en": ["What do you pay?"]}},
    "also": {"question": "And parking?", "intent": None, "confidence": 0.25},
    "reasons": [],
    "texts": {"en": "We will call you."},
    "events": ["waiting"],
    "diff": [],
    "taught": {"example": 1, "category_id": 1, "before": None},
    "interpretation": {
        "reading": "answer",
        "probability": 0.75,
        "stage": "faq",
        "intent": "salary",
        "confidence": 0.5,
        "ranking": [{"intent": "salary", "confidence": 0.5}],
    },
    "understanding": {
        "stage": "faq",
        "intent": "salary",
        "confidence": 0.5,
        "ranking": [{"intent": "salary", "confidence": 0.5}],
    },
    "blocks": [{"kind": "text", "lines": [[{"text": "Call"}]]}],
    "own_settings": {"version": 1, "threshold": 0.75},
    "override": {"name": "Ada", "reason": "we know better", "at": NOW.isoformat()},
}
_SAID = {
    "status": "live",
    "language": "en",
    "country": "DE",
    "profession": "nurse",
    "words": "night shift",
    "author": "candidate",
    "stage": "faq",
}

_SHAPES = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'table'",
    "postgresql": """
        SELECT relname, concat(
            (SELECT string_agg(
                concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull), ',' ORDER BY attnum)
             FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped),
            (SELECT string_agg(pg_get_constraintdef(k.oid), ',' ORDER BY conname)
             FROM pg_constraint k WHERE conrelid = c.oid))
        FROM pg_class c WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    """,
}


@dataclass(frozen=True)
class Vintage:
    """What was written at one revision: by table, the values of its row; sparse rows leave out all they may."""

    revision: str
    sparse: bool
    rows: dict[str, dict[str, Any]] = field(default_factory=dict)


def grown(engine: Engine) -> list[Vintage]:
    """Bring an empty database to the newest revision step by step, writing a full and a sparse row at each."""
    vintages: list[Vintage] = []
    schema = _Schema()
    with engine.begin() as conn:
        for revision in revisions():
            upgrade_to(conn, revision)
            tables = schema.tables(conn)
            for sparse in (False, True):
                vintages.append(Vintage(revision, sparse))
                _write(conn, tables, vintages[-1], number=len(vintages))
    return vintages


class _Schema:
    """The tables of a growing database; looks again only at those that a revision has changed."""

    def __init__(self) -> None:
        self._known = MetaData()
        self._shapes: dict[str, str] = {}

    def tables(self, conn: Connection) -> list[Table]:
        """Return the tables as they are now, each after those that it refers to."""
        shapes = _shapes(conn)
        for name, shape in self._shapes.items():
            if shapes.get(name) != shape:
                self._known.remove(self._known.tables[name])
        if changed := [name for name, shape in shapes.items() if self._shapes.get(name) != shape]:
            self._known.reflect(conn, only=changed)
        self._shapes = shapes
        refers = {name: _referred_by(self._known.tables[name]) for name in sorted(shapes)}
        return [self._known.tables[name] for name in TopologicalSorter(refers).static_order()]


def _shapes(conn: Connection) -> dict[str, str]:
    """Return how the database describes each of its tables."""
    found = conn.execute(text(_SHAPES[conn.dialect.name])).all()
    return {name: shape for name, shape in found if not name.startswith((*OF_ONE_DATABASE, "alembic", "sqlite"))}


def _referred_by(table: Table) -> set[str]:
    """Return the names of the tables that a table points to: their objects may be of an earlier revision."""
    return {key.column.table.name for key in table.foreign_keys} - {table.name}


def _write(conn: Connection, tables: list[Table], vintage: Vintage, number: int) -> None:
    for table in tables:
        if table.name not in FILLED_BY_THEMSELVES:
            vintage.rows[table.name] = values = _values(table, vintage, number)
            added = conn.execute(insert(table), values)
            if _numbered_by_the_database(table):
                values["id"] = new_id(added)


def _values(table: Table, vintage: Vintage, number: int) -> dict[str, Any]:
    values = {
        column.name: _value(column, number)
        for column in table.columns
        if not (vintage.sparse and column.nullable) or column.name in _SAID_BY_A_CONSTRAINT
        if column.name != "id" or not _numbered_by_the_database(table)
    }
    for key in table.foreign_key_constraints:
        for element in key.elements:
            if element.parent.name in values:
                values[element.parent.name] = vintage.rows[element.column.table.name][element.column.name]
    return values


def _numbered_by_the_database(table: Table) -> bool:
    return "id" in table.columns and not table.columns["id"].foreign_keys


_SAID_BY_A_CONSTRAINT = {"company_id"}
"""An account must name its company unless it is an operator's: the database can say so, reflection cannot."""


def _value(column: Column[Any], number: int) -> Any:
    kind = column.type
    if isinstance(kind, types.JSON):
        return _JSON.get(column.name, {"n": number})
    if isinstance(kind, types.Boolean):
        return bool(number % 2)
    if isinstance(kind, types.Float):
        return number / 1024
    if isinstance(kind, types.DateTime):
        return NOW
    if isinstance(kind, types.Date):
        return date.fromordinal(DAY)
    if isinstance(kind, types.Integer):
        return {"last_day": DAY + number, "position": 0}.get(column.name, number)
    if isinstance(kind, types.LargeBinary):
        return b"\x00\xff%d" % number
    return _text(column, number)


def _text(column: Column[Any], number: int) -> str:
    length = getattr(column.type, "length", None) or 100
    return _SAID.get(column.name, f"{number} {column.name} “Öß” 😀"[:length])
