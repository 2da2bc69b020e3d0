"""The first start of an empty house."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from candor import demo
from candor.settings import Settings, load_settings
from storage import Connection, Database, companies, models

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Takes the place of training, which takes minutes; the settings of each run are kept."""
    seen: list[Settings] = []
    monkeypatch.setattr(demo, "_train", seen.append)
    return seen


def decide(conn: Connection, language: str, *, live: bool) -> None:
    company = companies.by_key(conn, "demo")
    assert company is not None
    told: dict[str, Any] = {"file": "", "sha256": "", "fingerprint": language, "dataset_revision": 1, "recipe": {}}
    version = models.add_candidate(conn, company.id, language=language, now=NOW, **told)
    if live:
        models.promote(conn, company.id, version.id, NOW)


def test_a_first_start_that_was_broken_off_is_finished_by_the_next(
    database: Database, tmp_path: Path, runs: list[Settings]
) -> None:
    settings = load_settings(None, {"data_dir": tmp_path})
    demo.ensure_demo(settings, database)
    database.write_now(lambda conn: decide(conn, "en", live=True))
    database.write_now(lambda conn: decide(conn, "de", live=False))  # fitted, and killed before the gate
    demo.ensure_demo(settings, database)
    assert len(runs) == 2
    for language in ("de", "fr", "zh"):
        database.write_now(partial(decide, language=language, live=True))
    demo.ensure_demo(settings, database)
    assert len(runs) == 2
