"""Deleting model files that nobody will go back to; killed anywhere, no version points to a file that is gone."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from storage import Database, model_files


def prune(database: Database, company_id: int, language: str, models_dir: Path, keep: int, now: datetime) -> None:
    """Give up the files that are not kept (`storage.model_files`), then delete them and what a killed run left."""
    database.write_now(lambda conn: model_files.give_up(conn, company_id, language, keep, now))
    for file in database.read_now(lambda conn: model_files.given_up(conn, company_id, language)):
        (models_dir / file).unlink(missing_ok=True)
