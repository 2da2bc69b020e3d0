"""Listening to what a database tells of from a moment on."""

from __future__ import annotations

from storage import Database
from storage.database.notices import ChangeNotice


def notices_from_now(database: Database) -> list[ChangeNotice]:
    """Return the list that each later notice is put into; one of a write before may be on its way still, and is not."""
    told: list[ChangeNotice] = []
    database.write_now(lambda _: None)  # the writer tells of one write before it begins the next
    database.subscribe(told.append)
    return told
