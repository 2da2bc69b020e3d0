"""The only room that speaks SQL: engine, writer, tables, and one module of named queries per subject."""

from __future__ import annotations

from sqlalchemy import Connection

from storage.database.database import Database
from storage.database.notices import ChangeNotice, notify

__all__ = ["ChangeNotice", "Connection", "Database", "notify"]
