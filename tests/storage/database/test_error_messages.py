"""An error of the database never quotes what was to be stored."""

from __future__ import annotations

import sqlite3

import psycopg.errors
import pytest
from sqlalchemy import Connection, text

from storage import Database
from storage.database.errors import StorageError, reason

WORDS = "Marienkaefer"


def test_parameters_stand_in_no_message(database: Database) -> None:
    def fail(conn: Connection) -> None:
        conn.execute(text("INSERT INTO nowhere VALUES (:words)"), {"words": WORDS})

    with pytest.raises(StorageError) as failure:
        database.write_now(fail)
    before: BaseException | None = failure.value
    while before is not None:
        assert WORDS not in str(before)
        before = before.__cause__ or before.__context__


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (sqlite3.OperationalError(f'fts5: syntax error near "{WORDS}"'), "fts5: syntax error near a value"),
        (
            psycopg.errors.InvalidTextRepresentation(f'invalid input syntax for type integer: "{WORDS}"\nLINE 1: x'),
            "invalid input syntax for type integer: a value",
        ),
        (psycopg.OperationalError('connection to server at "db", port 5432 failed\nmore'), None),
        (ValueError(), "ValueError"),
    ],
)
def test_the_reason_is_the_drivers_first_line_without_the_value_it_quotes(
    error: Exception, expected: str | None
) -> None:
    assert reason(error) == (expected or 'connection to server at "db", port 5432 failed')
