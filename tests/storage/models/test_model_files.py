"""Which model files are given up: never one that a version which may still answer points to."""

from __future__ import annotations

import asyncio
import threading
from datetime import datetime, timedelta
from typing import Any

import pytest

from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.database.errors import WrongState
from storage.models import detectors, model_files, models
from storage.models.models import ModelVersion
from tests.schemas import waits_for_a_lock
from tests.until import DEADLINE, until

ENTRY: dict[str, Any] = {"sha256": "0", "fingerprint": "x", "dataset_revision": 1, "recipe": {}}


def add(conn: Connection, company: Company, file: str, now: datetime, language: str = "en") -> ModelVersion:
    return models.add_candidate(conn, company.id, language=language, file=file, **ENTRY, now=now)


def promoted(database: Database, company: Company, now: datetime, *files: str) -> list[ModelVersion]:
    """Let one version after the other go live; the last one stays."""

    def make(conn: Connection, file: str, at: datetime) -> ModelVersion:
        return models.promote(conn, company.id, add(conn, company, file, at).id, at)

    later = [now + timedelta(minutes=place) for place in range(len(files))]
    return [
        database.write_now(lambda conn, f=file, t=at: make(conn, f, t))  # type: ignore[misc]
        for file, at in zip(files, later, strict=True)
    ]


def given_up(database: Database, company: Company, keep: int, now: datetime, language: str = "en") -> list[str]:
    database.write_now(
        lambda conn: model_files.give_up(conn, models.VERSIONS, company.id, language, keep=keep, now=now)
    )
    return database.read_now(lambda conn: model_files.given_up(conn, models.VERSIONS, company.id, language))


def test_the_versions_that_were_live_last_are_kept(database: Database, company: Company, now: datetime) -> None:
    first, *_ = promoted(database, company, now, "a", "b", "c", "d", "e")
    assert given_up(database, company, 2, now) == ["a", "b"]
    row = database.read_now(lambda conn: models.get(conn, company.id, first.id))
    assert (row.name, row.file, row.pruned, row.can_answer) == ("v1", "a", now, False)
    assert given_up(database, company, 2, now) == ["a", "b"], "asked again, what a killed run left is named again"


def test_a_version_that_was_rolled_back_to_counts_by_when_it_was_live_last(
    database: Database, company: Company, now: datetime
) -> None:
    first, *_ = promoted(database, company, now, "a", "b", "c")
    later = now + timedelta(days=1)
    for id_ in (first.id, first.id + 1):
        database.write_now(lambda conn, i=id_: models.roll_back(conn, company.id, i, later))  # type: ignore[misc]
    assert given_up(database, company, 1, now) == ["c"]


def test_what_answers_or_is_being_judged_is_kept_however_old(
    database: Database, company: Company, now: datetime
) -> None:
    promoted(database, company, now, "live")

    def make(conn: Connection) -> None:
        models.try_out(conn, company.id, add(conn, company, "canary", now).id, 0.1, now)
        add(conn, company, "judged", now)
        models.block(conn, company.id, add(conn, company, "blocked", now).id)
        models.block(conn, company.id, add(conn, company, "", now).id)

    database.write_now(make)
    assert given_up(database, company, 0, now) == ["blocked"]


def test_a_file_that_another_version_points_to_stays(database: Database, company: Company, now: datetime) -> None:
    promoted(database, company, now, "same", "b", "same")
    assert given_up(database, company, 0, now) == ["b"]


def test_languages_are_counted_apart(database: Database, company: Company, now: datetime) -> None:
    promoted(database, company, now, "a", "b")
    assert given_up(database, company, 0, now, "de") == []


async def test_a_version_that_another_process_goes_back_to_at_the_same_moment_keeps_its_file(
    postgresql_url: str, now: datetime
) -> None:
    with Database.open(postgresql_url) as desk, Database.open(postgresql_url) as training:
        company = desk.write_now(lambda conn: companies.add(conn, CompanyProfile("acme", "Acme"), now))
        first, _ = promoted(desk, company, now, "a", "b")
        held, release = threading.Event(), threading.Event()

        def go_back(conn: Connection) -> None:
            models.roll_back(conn, company.id, first.id, now + timedelta(days=1))
            held.set()
            release.wait(DEADLINE)

        going_back = asyncio.create_task(desk.write(go_back))
        await until(held.is_set)
        giving_up = asyncio.create_task(asyncio.to_thread(given_up, training, company, 0, now))
        await until(lambda: giving_up.done() or waits_for_a_lock(postgresql_url))
        release.set()
        await going_back
        assert await giving_up == ["b"]
        live = desk.read_now(lambda conn: models.live(conn, company.id, "en"))
        assert live is not None
        assert (live.id, live.pruned) == (first.id, None)


@pytest.mark.parametrize("step", ["roll_back", "try_out"])
def test_a_version_without_a_file_never_answers_again(
    step: str, database: Database, company: Company, now: datetime
) -> None:
    first, _ = promoted(database, company, now, "a", "b")
    given_up(database, company, 0, now)
    steps = {
        "roll_back": lambda conn: models.roll_back(conn, company.id, first.id, now),
        "try_out": lambda conn: models.try_out(conn, company.id, first.id, 0.1, now),
    }
    with pytest.raises(WrongState, match="no file"):
        database.write_now(steps[step])


def test_detectors_are_given_up_like_models_and_never_judge_again(
    database: Database, company: Company, now: datetime
) -> None:
    its = (detectors.VERSIONS, company.id)

    def make(conn: Connection, file: str, at: datetime) -> int:
        made = detectors.add_candidate(conn, company.id, file=file, sha256="0", taught="1", now=at)
        return detectors.conclude(conn, company.id, made.id, figures={}, cases=[], reasons=[], now=at).id

    for minute, file in enumerate("abc"):
        at = now + timedelta(minutes=minute)
        database.write_now(lambda conn, f=file, t=at: make(conn, f, t))  # type: ignore[misc]
    database.write_now(lambda conn: model_files.give_up(conn, *its, keep=1, now=now))
    assert database.read_now(lambda conn: model_files.given_up(conn, *its)) == ["a"]
    first = database.read_now(lambda conn: detectors.history(conn, company.id))[-1]
    assert (first.name, first.pruned) == ("d1", now)
    with pytest.raises(WrongState, match=r"Detector d1 has no file \(any more\)"):
        database.write_now(lambda conn: detectors.roll_back(conn, company.id, first.id, now))
