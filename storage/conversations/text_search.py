"""Words looked for in texts that people wrote, whatever their case."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, Connection, func, literal_column, or_

from storage.database.letter_pairs import BITS, MARKS, asked_marks, pairs_of
from storage.tables.conversation import message

MANY: Final = 3000
"""Of words that so many messages say no list is made: they are looked for in the order in which they are shown."""


def says(conn: Connection, text: ColumnElement[str], words: str) -> ColumnElement[bool]:
    """Return the condition that `words` stand in a text, as they are.

    SQLite's LIKE folds the case of ASCII letters only: other words are looked for in the usual ways to write them.
    """
    pattern = "%" + words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    if conn.dialect.name == "postgresql":
        return text.ilike(pattern, escape="\\")
    forms = {pattern} if words.isascii() else {pattern, pattern.lower(), pattern.upper(), pattern.title()}
    return or_(*(text.like(form, escape="\\") for form in sorted(forms)))


def messages_that_say(conn: Connection, words: str) -> list[ColumnElement[bool]]:
    """Return the conditions that `words` stand in a message; those that lack a pair of their letters an index skips."""
    its = [says(conn, message.c.text, words)]
    if conn.dialect.name == "sqlite":
        asked = [(message.c[name], bits) for name, bits in zip(BITS, pairs_of(words), strict=True) if bits]
        return its + [or_(column.is_(None), column.bitwise_and(bits) == bits) for column, bits in asked]
    nothing: ColumnElement[str] = literal_column("NULL")
    marks = func.string_to_array(message.c[MARKS].collate("C"), nothing)
    return [*its, marks.bool_op("@>")(func.string_to_array(asked_marks(words), nothing))]
