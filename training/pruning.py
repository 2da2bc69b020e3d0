"""Deleting files of versions that nobody will go back to; killed anywhere, no version points to a file that is gone."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from storage import Database
from storage.models import model_files
from storage.models.lifecycle import Lifecycle, V


def prune(
    database: Database, versions: Lifecycle[V], company_id: int, *slot: str, models_dir: Path, keep: int, now: datetime
) -> None:
    """Give up the files that are not kept (`model_files`), then delete them and what a killed run left."""
    database.write_now(lambda conn: model_files.give_up(conn, versions, company_id, *slot, keep=keep, now=now))
    for file in database.read_now(lambda conn: model_files.given_up(conn, versions, company_id, *slot)):
        (models_dir / file).unlink(missing_ok=True)
