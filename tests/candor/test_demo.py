"""The first start of an empty house."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click import ClickException

from admin.passwords import verify
from candor import demo
from candor.settings import Settings, load_settings
from nlu.recipe import Recipe
from storage import Connection, Database
from storage.companies import companies
from storage.models import models
from storage.openings import opening_feeds
from storage.people import users
from tests.small_demo import small_demo

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def few_questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo company's files with two questions of each category."""
    return small_demo(tmp_path_factory.mktemp("small"), 2)


@pytest.fixture(autouse=True)
def made_of_few(few_questions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "DEMO_FOLDER", few_questions)


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Takes the place of training, which takes minutes; the settings of each run are kept."""
    seen: list[Settings] = []
    monkeypatch.setattr(demo, "_train", seen.append)
    return seen


def decide(conn: Connection, language: str, *, live: bool, recipe: Recipe | None = None) -> None:
    company = companies.by_key(conn, "demo")
    assert company is not None
    learnt_by = (recipe or Recipe.served(language)).to_dict()
    told: dict[str, Any] = {"file": "", "sha256": "", "fingerprint": language, "dataset_revision": 1}
    version = models.add_candidate(conn, company.id, language=language, now=NOW, recipe=learnt_by, **told)
    if live:
        models.promote(conn, company.id, version.id, NOW)


def test_the_login_that_is_shown_at_the_first_start_alone_opens_the_desk(
    database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = load_settings(None, {"data_dir": tmp_path})
    demo.ensure_demo(settings, database, train=False)
    shown = re.search(r"login \(shown only now\): (\S+)  password: (\S+)", capsys.readouterr().err)
    assert shown is not None
    known = database.read_now(lambda conn: users.by_email(conn, shown[1]))
    assert known is not None
    assert verify(known[1], shown[2])
    demo.ensure_demo(settings, database, train=False)
    assert "password" not in capsys.readouterr().err


def test_the_login_is_shown_whatever_the_level_of_the_log(
    database: Database, tmp_path: Path, events_at_error: Callable[[], list[dict[str, Any]]]
) -> None:
    demo.ensure_demo(load_settings(None, {"data_dir": tmp_path}), database, train=False)
    (shown,) = events_at_error()
    known = database.read_now(lambda conn: users.by_email(conn, shown["demo_login"]))
    assert known is not None
    assert verify(known[1], shown["password"])


@pytest.mark.parametrize(("host", "made"), [("127.0.0.1", ["demo"]), ("0.0.0.0", [])])
def test_an_empty_database_becomes_a_demo_only_where_nobody_else_can_reach_it(
    database: Database, tmp_path: Path, host: str, made: list[str]
) -> None:
    settings = load_settings(None, {"data_dir": tmp_path, "server": {"host": host}})
    demo.ensure_demo(settings, database, train=False)
    assert [company.key for company in database.read_now(companies.all_companies)] == made


def test_where_a_settings_file_is_named_no_demo_is_made_whatever_it_says(database: Database, tmp_path: Path) -> None:
    config = tmp_path / "mine.yaml"
    config.write_text("demo: true\n", encoding="utf-8")
    demo.ensure_demo(load_settings(config, {"data_dir": tmp_path}), database, train=False)
    assert database.read_now(companies.all_companies) == []


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


def test_a_language_is_trained_already_however_many_versions_another_has(database: Database, tmp_path: Path) -> None:
    settings = load_settings(None, {"data_dir": tmp_path})
    demo.ensure_demo(settings, database, train=False)
    for language in ("de", "fr", "zh", *["en"] * 101):
        database.write_now(partial(decide, language=language, live=True))
    assert database.read_now(lambda conn: demo.untrained_demo(conn, settings.nlu)) == []


def test_what_kept_it_from_being_trained_is_told(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(settings: Settings, command: list[str]) -> tuple[int, str]:
        return 2, "candor: a retrain is already running in /srv; wait until it has finished"

    monkeypatch.setattr(demo, "in_own_process", busy)
    with pytest.raises(ClickException, match="not be trained: a retrain is already running in /srv; wait until"):
        demo.ensure_demo(load_settings(None, {"data_dir": tmp_path}), database)


def test_the_demo_is_trained_anew_when_its_encoder_is_another(
    database: Database, tmp_path: Path, runs: list[Settings]
) -> None:
    plain = load_settings(None, {"data_dir": tmp_path})
    brought = load_settings(None, {"data_dir": tmp_path, "nlu": {"encoder": {"de": "/srv/m.onnx"}}})
    demo.ensure_demo(plain, database, train=False)
    for language in ("en", "de", "fr", "zh"):
        database.write_now(partial(decide, language=language, live=True))
    assert database.read_now(lambda conn: demo.untrained_demo(conn, plain.nlu)) == []
    assert database.read_now(lambda conn: demo.untrained_demo(conn, brought.nlu)) == ["de"]
    demo.ensure_demo(brought, database)
    assert runs == [brought]
    database.write_now(partial(decide, language="de", live=True, recipe=brought.nlu.recipe("de")))
    assert database.read_now(lambda conn: demo.untrained_demo(conn, brought.nlu)) == []
    assert database.read_now(lambda conn: demo.untrained_demo(conn, plain.nlu)) == ["de"]


def test_the_demos_openings_are_imported_as_any_other_file_and_its_feed_tells_so(
    database: Database, tmp_path: Path
) -> None:
    demo.ensure_demo(load_settings(None, {"data_dir": tmp_path}), database, train=False)
    company = database.read_now(lambda conn: companies.by_key(conn, "demo"))
    assert company is not None
    (feed,) = database.read_now(lambda conn: opening_feeds.of_company(conn, company.id))
    (logged,) = database.read_now(lambda conn: opening_feeds.imports(conn, company.id, feed.id))
    assert (logged.report.outcome, feed.checked is None, feed.next_fetch) == ("imported", False, None)
    assert logged.report.added == logged.report.offered > 0
