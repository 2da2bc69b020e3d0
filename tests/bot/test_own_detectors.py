"""A company's own detector: swapped in when it goes live, and the starter's when its file is broken."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.detectors import OwnDetectors
from bot.guard.guard import Guard
from nlu.errors import ModelFileError
from storage import Database
from storage.companies.companies import Company
from storage.models import detectors
from storage.models.detectors import DetectorVersion

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
STARTER = Guard()


class Loaded:
    """Stands in for a detector, known by its file."""

    def __init__(self, file: str) -> None:
        self.file = file


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> OwnDetectors:
    """Detectors whose files are sound unless they are called "broken"."""

    def load(path: Path, *, sha256: str) -> tuple[Loaded, dict[str, object]]:
        if path.name == "broken":
            raise ModelFileError(f"{path.name}: is cut short")
        return Loaded(path.name), {}

    monkeypatch.setattr("bot.detectors.detector_file.load", load)
    return OwnDetectors(Path("models"))


def promote(database: Database, company: Company, file: str) -> DetectorVersion:
    """Let a detector with this file go live."""
    given: dict[str, Any] = {"file": file, "sha256": "s", "taught": "1", "now": NOW}
    made = database.write_now(lambda conn: detectors.add_candidate(conn, company.id, **given))
    told: dict[str, Any] = {"figures": {}, "cases": [], "reasons": [], "now": NOW}
    return database.write_now(lambda conn: detectors.conclude(conn, company.id, made.id, **told))


def file_of(own: OwnDetectors, company: Company) -> str | None:
    """Return the file of the detector that guards this company, None for the starter's."""
    return getattr(own.guard(company.id, STARTER).detector, "file", None)


def test_each_company_is_guarded_by_its_own_detector(
    database: Database, own: OwnDetectors, new_company: Callable[..., Company]
) -> None:
    acme, other = new_company("acme"), new_company("other")
    promote(database, acme, "first")
    assert database.read_now(own.refresh) == ["acme: detector d1 judges now."]
    assert (file_of(own, acme), own.guard(other.id, STARTER)) == ("first", STARTER)
    promote(database, acme, "second")
    assert database.read_now(own.refresh) == ["acme: detector d2 judges now."]
    assert file_of(own, acme) == "second"
    assert database.read_now(own.refresh) == []


def test_a_broken_file_leaves_the_starters_and_is_told_of(
    database: Database, own: OwnDetectors, company: Company
) -> None:
    promote(database, company, "first")
    database.read_now(own.refresh)
    promote(database, company, "broken")
    with capture_logs() as logged:
        (line,) = database.read_now(own.refresh)
    assert "d2 refused: broken: is cut short. The starter's detector judges." in line
    assert [(each["event"], each["reason"]) for each in logged] == [("detector_refused", "broken: is cut short")]
    assert (file_of(own, company), own.trouble(company.id)) == (None, "broken: is cut short")
    promote(database, company, "sound")
    database.read_now(own.refresh)
    assert (file_of(own, company), own.trouble(company.id)) == ("sound", None)


def test_a_broken_file_that_was_put_right_is_taken_in_without_a_restart(
    database: Database, company: Company, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(path: Path, *, sha256: str) -> tuple[Loaded, dict[str, object]]:
        if not path.exists():
            raise ModelFileError(f"{path.name}: there is no such file")
        return Loaded(path.name), {}

    monkeypatch.setattr("bot.detectors.detector_file.load", load)
    own = OwnDetectors(tmp_path)
    promote(database, company, "first")
    assert "refused" in database.read_now(own.refresh)[0]
    assert database.read_now(own.refresh) == [], "the same file is not tried again and again"
    (tmp_path / "first").write_text("whole")
    assert database.read_now(own.refresh) == [f"{company.key}: detector d1 judges now."]
    assert (file_of(own, company), own.trouble(company.id)) == ("first", None)


def test_going_back_to_the_starter_takes_effect(database: Database, own: OwnDetectors, company: Company) -> None:
    live = promote(database, company, "first")
    database.read_now(own.refresh)
    database.write_now(lambda conn: detectors.retire(conn, company.id, live.id))
    assert database.read_now(own.refresh) == [f"{company.key}: the starter's detector judges again."]
    assert own.guard(company.id, STARTER) is STARTER


def test_the_starters_detector_is_taken_in_once_it_has_been_learnt(
    database: Database, new_company: Callable[..., Company]
) -> None:
    acme, learnt = new_company("acme"), list[Any]()
    own = OwnDetectors(Path("models"), lambda: learnt[0] if learnt else None)
    database.read_now(own.refresh)
    assert file_of(own, acme) is None
    learnt.append(Loaded("starter"))
    database.read_now(own.refresh)
    assert file_of(own, acme) == "starter"
