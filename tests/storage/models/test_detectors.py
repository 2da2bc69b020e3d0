"""Detectors of a company: one is live, the others wait, are blocked or retired."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from storage import Database
from storage.companies.companies import Company
from storage.database.errors import NotFound, WrongState
from storage.models import detectors
from storage.models.detectors import DetectorVersion
from storage.models.lifecycle import Override

WORSE = [{"figure": "jsd", "on": "all"}]


def make(database: Database, company: Company, now: datetime, *, blocked: bool = False) -> DetectorVersion:
    """Enter a detector and conclude about it."""
    made = database.write_now(
        lambda conn: detectors.add_candidate(conn, company.id, file="f", sha256="s", taught="1", now=now)
    )
    told: dict[str, Any] = {"figures": {"turns": 9}, "cases": [["d", 1]], "reasons": WORSE if blocked else []}
    return database.write_now(lambda conn: detectors.conclude(conn, company.id, made.id, **told, now=now))


def statuses(database: Database, company: Company) -> list[str]:
    return [each.status for each in database.read_now(lambda conn: detectors.history(conn, company.id))]


def test_the_newest_that_passed_is_live_and_the_one_before_it_retires(
    database: Database, company: Company, now: datetime
) -> None:
    first, second = make(database, company, now), make(database, company, now)
    assert (first.status, second.status, second.promoted) == ("live", "live", now)
    assert statuses(database, company) == ["live", "retired"]
    assert database.read_now(detectors.live_versions) == {company.id: second.id}
    assert database.read_now(lambda conn: detectors.cases_of(conn, company.id, second.id)) == [["d", 1]]


def test_a_blocked_one_never_answers_unless_somebody_says_why(
    database: Database, company: Company, now: datetime
) -> None:
    live, blocked = make(database, company, now), make(database, company, now, blocked=True)
    assert (blocked.status, blocked.reasons) == ("blocked", WORSE)
    assert database.read_now(lambda conn: detectors.live(conn, company.id)) == live
    told: dict[str, Any] = {"name": "Ada", "reason": "Better labels", "now": now}
    passed = database.write_now(lambda conn: detectors.override(conn, company.id, blocked.id, **told))
    assert (passed.status, Override.of(passed.override)) == ("live", Override("Ada", "Better labels", now))


def test_rolling_back_and_retiring(database: Database, company: Company, now: datetime) -> None:
    first, second = make(database, company, now), make(database, company, now)
    database.write_now(lambda conn: detectors.roll_back(conn, company.id, first.id, now))
    assert statuses(database, company) == ["retired", "live"]
    database.write_now(lambda conn: detectors.retire(conn, company.id, first.id))
    assert database.read_now(lambda conn: detectors.live(conn, company.id)) is None
    assert second.number == 2


def test_steps_that_make_no_sense_are_refused(database: Database, company: Company, now: datetime) -> None:
    live = make(database, company, now)
    told: dict[str, Any] = {"figures": {}, "cases": [], "reasons": [], "now": now}
    with pytest.raises(WrongState, match="d1 is live: only a retired one"):
        database.write_now(lambda conn: detectors.roll_back(conn, company.id, live.id, now))
    with pytest.raises(WrongState, match="only a candidate one"):
        database.write_now(lambda conn: detectors.conclude(conn, company.id, live.id, **told))
    with pytest.raises(NotFound):
        database.write_now(lambda conn: detectors.retire(conn, company.id, 99))
