"""Words looked for in texts that people wrote, whatever their case."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, or_


def says(conn: Connection, text: ColumnElement[str], words: str) -> ColumnElement[bool]:
    """Return the condition that `words` stand in a text, as they are.

    SQLite's LIKE folds the case of ASCII letters only: other words are looked for in the usual ways to write them.
    """
    pattern = "%" + words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    if conn.dialect.name == "postgresql":
        return text.ilike(pattern, escape="\\")
    forms = {pattern} if words.isascii() else {pattern, pattern.lower(), pattern.upper(), pattern.title()}
    return or_(*(text.like(form, escape="\\") for form in sorted(forms)))
